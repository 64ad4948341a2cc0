//! `quarry games`, `--game`, `--count` and `--series`.

use super::{matches, quarry, simulate, stderr};

#[test]
fn games_are_listed_by_name() {
    let output = quarry(&["games"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.first(), Some(&"hunt"), "{text}");
    let json = quarry(&["games", "--json"]);
    let listed: Vec<serde_json::Value> = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(listed.len(), names.len());
    assert!(listed.iter().all(|game| !game["summary"].as_str().unwrap().is_empty()));
}

#[test]
fn a_game_is_chosen_by_name() {
    let played = simulate(&["--game", "hunt", "--level", "courtyard", "--seed", "5", "--jobs", "1"]);
    assert_eq!(played["game"], "hunt");
    assert_eq!(matches(&played)[0]["game"], "hunt");
    let unknown = quarry(&["simulate", "--game", "hunk", "--level", "courtyard"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("did you mean `hunt`"), "{}", stderr(&unknown));
}

#[test]
fn sides_are_counted_by_name_and_every_match_has_numbers() {
    let arguments = ["--level", "courtyard", "--seed", "5", "--jobs", "1"];
    let by_name = simulate(&[&arguments[..], &["--count", "hunter=2", "--count", "hunted=1"]].concat());
    let by_flag = simulate(&[&arguments[..], &["--hunters", "2", "--hunted", "1"]].concat());
    let (first, second) = (&matches(&by_name)[0], &matches(&by_flag)[0]);
    assert_eq!(first["digest"], second["digest"]);
    assert_eq!((&first["hunters"], &first["hunted"]), (&2.into(), &1.into()));
    let numbers = first["numbers"].as_object().unwrap();
    assert_eq!(numbers["caught"].as_u64(), first["caught"].as_u64());
    assert!(numbers["keys_needed"].as_u64().unwrap() > 0, "{numbers:?}");
    for (wrong, says) in [("owls=2", "no side called `owls`"), ("hunter", "SIDE=N"), ("hunter=-1", "SIDE=N")] {
        let output = quarry(&[&["simulate", "--count", wrong], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(stderr(&output).contains(says), "{wrong}: {}", stderr(&output));
    }
}

#[test]
fn numbers_are_kept_over_time_on_request() {
    let arguments = ["--level", "courtyard", "--seed", "5", "--jobs", "1"];
    let plain = simulate(&arguments);
    assert!(matches(&plain)[0].get("series").is_none());
    let played = simulate(&[&arguments[..], &["--series", "30"]].concat());
    let record = &matches(&played)[0];
    assert_eq!(record["digest"], matches(&plain)[0]["digest"], "keeping numbers changes no match");
    let caught = record["series"]["values"]["caught"].as_array().unwrap();
    let expected = (record["seconds"].as_f64().unwrap() / 30.0).ceil() as usize;
    assert!(caught.len().abs_diff(expected) <= 1, "{} of {expected}", caught.len());
    let wrong = quarry(&["simulate", "--series", "0", "--level", "courtyard"]);
    assert_eq!(wrong.status.code(), Some(2));
}
