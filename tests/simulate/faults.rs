//! `quarry faults`: what is counted, what is kept, and that watching changes no match.

use std::fs;

use serde_json::Value;

use super::{folder, quarry, stderr};

/// Rounds in which soldiers make mistakes.
const MATCHES: [&str; 10] = ["--game", "bombsite", "--level", "depot", "--matches", "4", "--seed", "50", "--jobs", "2"];

fn json(arguments: &[&str]) -> Value {
    let output = quarry(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_worst_are_kept_with_recordings_that_replay_identically() {
    let folder = folder("faults");
    let (worst, page) = (folder.join("worst"), folder.join("page.html"));
    let paths = ["--worst", worst.to_str().unwrap(), "--html", page.to_str().unwrap(), "--json"];
    let report = json(&[&["faults"], &MATCHES[..], &paths].concat());
    assert_eq!(report["matches"], 4);
    assert!(report["agent_hours"].as_f64().unwrap() > 0.1, "{report}");
    let kinds = report["kinds"].as_object().unwrap();
    let sum: u64 = kinds.values().map(|kind| kind["count"].as_u64().unwrap()).sum();
    assert!(sum > 0 && report["all"]["count"] == sum, "{report}");
    for kind in kinds.values() {
        let of = |field: &str| kind[field].as_f64().unwrap();
        assert!(of("low") <= of("rate") && of("rate") <= of("high"), "{kind}");
    }
    let listed: Vec<Value> = serde_json::from_str(&fs::read_to_string(worst.join("worst.json")).unwrap()).unwrap();
    assert_eq!(Some(&listed), report["worst"].as_array());
    let gravities: Vec<f64> = listed.iter().map(|one| one["gravity"].as_f64().unwrap()).collect();
    assert!(!listed.is_empty() && listed.len() <= 20 && gravities.is_sorted_by(|a, b| a >= b), "{gravities:?}");
    assert!(listed.iter().all(|one| !one["what"].as_str().unwrap().is_empty()), "{listed:?}");
    let recording = worst.join(listed[0]["recording"].as_str().unwrap());
    let replayed = json(&["replay", recording.to_str().unwrap(), "--json"]);
    assert_eq!(replayed["same"], true, "watching changes no match: {replayed}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(kinds.keys().all(|kind| html.contains(kind)) && html.ends_with("</html>"));
}

#[test]
fn a_comparison_counts_faults() {
    let compared = json(&[&["compare", ".", ".", "--all", "--json"], &MATCHES[..]].concat());
    let all = &compared["all_faults"];
    assert!(all["first"].as_f64().unwrap() > 0.0 && all["change"] == 0.0, "{compared}");
    assert!(!compared["faults"].as_object().unwrap().is_empty());
}

#[test]
fn measuring_changes_no_match() {
    let of = |more: &[&str]| json(&[&["simulate", "--json"], &MATCHES[..], more].concat());
    let (with, without) = (of(&[]), of(&["--no-measures"]));
    let digests = |report: &Value| -> Vec<Value> {
        report["matches"].as_array().unwrap().iter().map(|one| one["digest"].clone()).collect()
    };
    assert_eq!(digests(&with), digests(&without));
    assert!(!with["levels"].as_object().unwrap().is_empty() && without["levels"].as_object().unwrap().is_empty());
}
