//! One match is a function of program, level, data and seed: in any process, at any number of jobs, in any company.

use serde_json::Value;

use super::{matches, simulate};

/// All of a match that must repeat: everything but what it cost.
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
fn verify_finds_matches_like_themselves() {
    let document = simulate(&["--level", "courtyard", "--matches", "2", "--verify"]);
    assert_eq!(document["matches"], 2);
    assert_eq!(document["divergences"].as_array().map(Vec::len), Some(0));
}
