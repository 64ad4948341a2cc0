//! A match is a function of program, level, data and seed: in any process, with any number of jobs, after any other matches.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use quarry::{
    data::Library,
    lab::{Arena, MatchSpec, verify_against_hashes, write_state_hashes},
};
use quarry_minds::protocol::label;
use serde_json::Value;

use super::{matches, simulate, small_data};
use crate::hunt;

/// Everything of a match that must repeat: all but its timing.
fn without_timing(document: &Value) -> Vec<Value> {
    let mut played = matches(document).to_vec();
    for one in &mut played {
        assert!(one["digest"].as_str().is_some_and(|digest| digest.len() == 16), "{one}");
        one.as_object_mut().unwrap().remove("timing");
    }
    played
}

#[test]
fn two_processes_and_any_number_of_jobs_play_the_same_matches() {
    let arguments = ["--level", "all", "--matches", "3", "--seed", "41"];
    let alone = without_timing(&simulate(&[&arguments[..], &["--jobs", "1"]].concat()));
    let again = without_timing(&simulate(&[&arguments[..], &["--jobs", "1"]].concat()));
    assert_eq!(alone, again, "the same command in two processes");
    let together = without_timing(&simulate(&[&arguments[..], &["--jobs", "2"]].concat()));
    assert_eq!(alone, together, "one job and two");
}

#[test]
fn a_match_does_not_depend_on_those_before_it() {
    let both = simulate(&["--level", "courtyard", "--matches", "2", "--seed", "5", "--jobs", "1"]);
    let second = simulate(&["--level", "courtyard", "--matches", "1", "--seed", "6", "--jobs", "1"]);
    let (both, second) = (without_timing(&both), without_timing(&second));
    assert_eq!(both[1], second[0]);
    assert_ne!(both[0]["digest"], both[1]["digest"], "another seed is another match");
}

#[test]
fn verify_finds_no_divergence() {
    let document = simulate(&["--level", "courtyard", "--matches", "2", "--verify"]);
    assert_eq!(document["matches"], 2);
    assert_eq!(document["divergences"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_run_that_is_not_the_same_is_caught_at_its_first_tick_and_component() {
    let library = Library::load(&small_data("account"), &hunt::SCHEMA).unwrap();
    let rules = library.rules("standard").unwrap().1;
    let arena = Arena::new(&hunt::game(), &library, &[label("hut")], rules, &BTreeMap::new()).unwrap();
    let (spec, stop) = (MatchSpec { level: label("hut"), seed: 4 }, AtomicBool::new(false));
    let mut account = Vec::new();
    write_state_hashes(&arena, spec, &stop, &mut account).unwrap();
    let (found, digest) = verify_against_hashes(&arena, spec, &stop, &mut account.as_slice()).unwrap();
    assert_eq!((found, digest.len()), (None, 16));

    // As if another process had moved the second agent's body in tick 60: seven resources, then sixteen components per agent.
    let mut lines: Vec<String> = String::from_utf8(account).unwrap().lines().map(str::to_owned).collect();
    let mut sums: Vec<String> = lines[59].split(' ').map(str::to_owned).collect();
    sums[7 + 16] = "0123456789abcdef".into();
    lines[59] = sums.join(" ");
    let changed = lines.join("\n") + "\n";
    let (found, _) = verify_against_hashes(&arena, spec, &stop, &mut changed.as_bytes()).unwrap();
    let found = found.expect("the difference");
    assert_eq!((found.tick, found.what.as_str()), (60, "Body of agent 1"));
    assert!(found.first.contains("place") && found.second.contains("0123456789abcdef"), "{found:?}");

    let short = lines[..100].join("\n") + "\nover\n";
    let (found, _) = verify_against_hashes(&arena, spec, &stop, &mut short.as_bytes()).unwrap();
    assert_eq!(found.expect("the difference").tick, 60);
    let cut = lines[..20].join("\n") + "\n";
    assert!(
        verify_against_hashes(&arena, spec, &stop, &mut cut.as_bytes()).is_err(),
        "a process that died proves nothing"
    );
}
