//! Matches in which brain files choose the actions: whole, deterministic, replayable, and chosen by options and rules.

use std::fs;

use serde_json::Value;

use super::{folder, matches, on_data, quarry, small_data, stderr};

/// What `quarry simulate --json` prints for one match in the hut.
fn in_the_hut(root: &std::path::Path, arguments: &[&str]) -> Value {
    let all = [&["simulate", "--json", "--level", "hut", "--seed", "7"], arguments].concat();
    let output = on_data(root, &all);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    matches(&serde_json::from_slice(&output.stdout).unwrap())[0].clone()
}

#[test]
fn every_brain_plays_whole_matches_the_same_on_any_number_of_threads() {
    let root = small_data("brains");
    let planned = in_the_hut(&root, &[]);
    assert_eq!(planned["digest"], in_the_hut(&root, &["--brain", "hunters=goap"])["digest"], "GOAP is the default");
    for brain in ["state_machine", "behaviour_tree", "utility"] {
        let (hunter, hunted) = (format!("hunters={brain}"), format!("hunted={brain}"));
        let arguments = ["--brain", &hunter, "--brain", &hunted];
        let one = in_the_hut(&root, &arguments);
        let two = in_the_hut(&root, &[&arguments[..], &["--threads", "2"]].concat());
        assert_eq!(one["digest"], two["digest"], "{brain}");
        assert_ne!(one["digest"], planned["digest"], "{brain}");
        assert_ne!(one["outcome"], "broken", "{brain}");
        let unsound = [&one["invariants"]["non_finite"], &one["invariants"]["wall_crossings"]];
        assert!(unsound.iter().all(|count| **count == 0), "{brain}: {one}");
        assert_eq!(one["planner"]["goals"], 0, "{brain}: nothing is planned");
    }
}

#[test]
fn agents_take_turns_through_a_list_and_rules_can_choose() {
    let root = small_data("mixed-brains");
    // Rules that build on these, with agents that have no such brains.
    for other in ["brave", "novice"] {
        fs::remove_file(root.join(format!("assets/hunt/rules/{other}.ron"))).unwrap();
    }
    let mixed = in_the_hut(&root, &["--brain", "hunted=utility,goap"]);
    let alone = in_the_hut(&root, &["--brain", "hunted=utility"]);
    assert_ne!(mixed["digest"], alone["digest"]);
    assert!(mixed["planner"]["goals"].as_u64().unwrap() > 0);
    let rules = root.join("assets/hunt/rules/standard.ron");
    let text = fs::read_to_string(&rules).unwrap();
    let changed = text.replacen("tick_rate: 30,", "tick_rate: 30, brains: {\"hunted\": \"utility\"},", 1);
    fs::write(&rules, changed).unwrap();
    assert_eq!(in_the_hut(&root, &[])["digest"], alone["digest"], "rules and option choose the same");
    let overruled = in_the_hut(&root, &["--brain", "hunted=goap"]);
    assert_ne!(overruled["digest"], alone["digest"], "the option overrules the rules");
    fs::write(&rules, text.replacen("tick_rate: 30,", "tick_rate: 30, brains: {\"hunted\": \"utilty\"},", 1)).unwrap();
    let output = on_data(&root, &["simulate", "--level", "hut"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("standard.ron:") && said.contains("did you mean `utility`?"), "{said}");
}

#[test]
fn a_recording_keeps_the_choice() {
    let kept = folder("brains-recorded");
    let record = kept.to_string_lossy().into_owned();
    let arguments = ["simulate", "--level", "courtyard", "--seed", "9", "--brain", "hunter=behaviour_tree"];
    let played =
        quarry(&[&arguments[..], &["--brain", "hunted=state_machine", "--record", &record, "--json"]].concat());
    assert!(played.status.success(), "{}", stderr(&played));
    let played: Value = serde_json::from_slice(&played.stdout).unwrap();
    let file = fs::read_dir(&kept).unwrap().next().unwrap().unwrap().path();
    let replayed = quarry(&["replay", &file.to_string_lossy(), "--json"]);
    assert!(replayed.status.success(), "{}", stderr(&replayed));
    let replayed: Value = serde_json::from_slice(&replayed.stdout).unwrap();
    assert_eq!(replayed["replayed"], matches(&played)[0]["digest"]);
}

#[test]
fn a_choice_that_does_not_exist_is_an_error_with_a_remedy() {
    for (choice, expected) in [
        ("hunter=utilty", "did you mean `utility`?"),
        ("huntr=utility", "did you mean `hunter`?"),
        ("hunter", "expected SIDE=BRAIN"),
        ("hunter=hunted_utility", "has no brain `hunted_utility`"),
    ] {
        let output = quarry(&["simulate", "--level", "courtyard", "--brain", choice]);
        assert_eq!(output.status.code(), Some(2), "{choice}");
        assert!(stderr(&output).contains(expected), "{choice}: {}", stderr(&output));
    }
}

#[test]
fn verify_finds_no_divergence_with_any_brain() {
    let arguments = ["simulate", "--level", "courtyard", "--seed", "4", "--verify", "--json"];
    let choices = ["--brain", "hunter=utility", "--brain", "hunted=state_machine,behaviour_tree,utility"];
    let output = quarry(&[&arguments[..], &choices].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["divergences"].as_array().map(Vec::len), Some(0));
}
