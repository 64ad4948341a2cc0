//! The output of `simulate`: the table, the results file from which a run continues, the event logs.

use std::fs;

use serde_json::Value;

use super::{folder, matches, on_data, quarry, simulate, small_data, stderr};

#[test]
fn the_table_names_every_match_and_the_speed() {
    let output = quarry(&["simulate", "--level", "courtyard", "--matches", "2", "--seed", "11"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = String::from_utf8(output.stdout).unwrap();
    let document = simulate(&["--level", "courtyard", "--matches", "2", "--seed", "11"]);
    for one in matches(&document) {
        assert!(table.contains(one["digest"].as_str().unwrap()), "{table}");
    }
    assert!(table.contains("times real time"), "{table}");
    assert!(document["times_real_time"].as_f64().unwrap() > 0.0);
}

#[test]
fn every_plan_is_measured_with_its_end() {
    let document = simulate(&["--level", "courtyard", "--matches", "2", "--seed", "11"]);
    for one in matches(&document) {
        let of_goals = one["measures"]["planning"].as_object().unwrap();
        let sum = |counts: &Value| match counts {
            Value::Array(counts) => counts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(),
            counts => counts.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum(),
        };
        for (goal, plans) in of_goals {
            let made = sum(&plans["steps"]);
            assert_eq!((sum(&plans["shapes"]), sum(&plans["ends"])), (made, made), "{goal}: {plans}");
        }
        let all: u64 = of_goals.values().map(|plans| sum(&plans["steps"])).sum();
        assert_eq!(Some(all), one["event_counts"]["plans"].as_u64());
    }
    let of_level = &document["levels"]["courtyard"]["planning"];
    for side in ["hunter", "hunted"] {
        let shares: f64 =
            of_level[side]["ends"].as_object().unwrap().values().map(|share| share.as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 0.01 && of_level[side]["mean_steps"].as_f64() > Some(1.0), "{of_level}");
    }
    assert!(of_level["hunter/hunt"]["shapes"].as_u64() > Some(0), "{of_level}");
}

#[test]
fn a_run_continues_from_its_file() {
    let file = folder("store").join("results.jsonl");
    let file = file.to_str().unwrap();
    let play = |matches: &str| simulate(&["--level", "courtyard", "--seed", "3", "--out", file, "--matches", matches]);
    let first = play("2");
    // Killed while it wrote the second line.
    let text = fs::read_to_string(file).unwrap();
    fs::write(file, &text[..text.len() - 40]).unwrap();
    let second = play("3");
    let kept = fs::read_to_string(file).unwrap();
    assert_eq!(kept.lines().count(), 3);
    assert_eq!(kept.lines().next(), text.lines().next(), "the first match was not played again");
    for line in kept.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["program"].is_string() && line["data"].is_string() && line["digest"].is_string());
    }
    assert_eq!(matches(&first)[0]["digest"], matches(&second)[0]["digest"]);
    assert_eq!(matches(&first)[1]["digest"], matches(&second)[1]["digest"]);
    assert_eq!(matches(&second).len(), 3);

    let other = quarry(&["simulate", "--level", "courtyard", "--hunted", "2", "--out", file]);
    assert_eq!(other.status.code(), Some(2), "results of other settings are not mixed");
    assert!(stderr(&other).contains("results.jsonl:1"), "{}", stderr(&other));
    assert_eq!(fs::read_to_string(file).unwrap(), kept, "the file has not changed");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let root = small_data("unwritable");
    let out = root.join("no/such/folder/results.jsonl");
    let output = on_data(&root, &["simulate", "--level", "hut", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("results.jsonl"), "{}", stderr(&output));
}

#[test]
fn event_logs_are_written_and_complete() {
    let logs = folder("events");
    let document =
        simulate(&["--level", "courtyard", "--seed", "8", "--matches", "1", "--events", logs.to_str().unwrap()]);
    let text = fs::read_to_string(logs.join("courtyard-8.jsonl")).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(lines.next().unwrap()["match"]["digest"], matches(&document)[0]["digest"]);
    let events: Vec<Value> = lines.collect();
    let names: Vec<&str> =
        events.iter().map(|line| line["event"].as_object().unwrap().keys().next().unwrap().as_str()).collect();
    assert_eq!(names.first(), Some(&"match_started"));
    assert!(names.contains(&"match_ended"));
    assert!(names.contains(&"plan_made") && names.contains(&"goal_chosen") && names.contains(&"action_ended"));
}
