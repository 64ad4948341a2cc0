//! Ctrl-C in a run: the results say so, keep every match that was played, show no numbers for those that were not, and the
//! run continues from its `--out` file.
#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{on_data, small_data, stderr};

/// How many matches are in the `--out` file before the run is interrupted.
const BEFORE: usize = 2;

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().matches('\n').count()
}

/// Runs a command and presses Ctrl-C once some of its matches have been played.
fn interrupted(root: &Path, arguments: &[&str], out: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(arguments)
        .args(["--jobs", "1", "--out"])
        .arg(out)
        .arg("--data")
        .arg(root)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while lines(out) < BEFORE && started.elapsed() < Duration::from_secs(120) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

/// A folder of data in which the hunters of `slow/` can hardly walk.
fn data(name: &str) -> (PathBuf, String) {
    let root = small_data(name);
    let agent = fs::read_to_string(root.join("assets/hunt/agents/hunter.ron")).unwrap();
    let line = agent.lines().find(|line| line.trim_start().starts_with("speeds:")).unwrap();
    let slow = line.replace("run: 4.", "run: 3.");
    assert_ne!(line, slow);
    fs::create_dir_all(root.join("slow")).unwrap();
    let changed = root.join("slow/hunter.ron");
    fs::write(&changed, agent.replacen(line, &slow, 1)).unwrap();
    (root, changed.to_str().unwrap().to_owned())
}

/// The document of an interrupted run: it has exit status 1, says so, and counts what was played.
fn document(output: &Output, out: &Path) -> Value {
    assert_eq!(output.status.code(), Some(1), "{}", stderr(output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["interrupted"], true);
    let (played, planned) = (document["played"].as_u64().unwrap(), document["planned"].as_u64().unwrap());
    assert!(played < planned, "{played} of {planned}");
    assert_eq!(played as usize, lines(out), "every match that was played is kept");
    document
}

/// Runs the same command again to its end; it plays only what is missing.
fn continued(root: &Path, arguments: &[&str], out: &Path, before: usize) -> Value {
    let kept = fs::read_to_string(out).unwrap();
    let output = on_data(root, &[arguments, &["--out", out.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(fs::read_to_string(out).unwrap().starts_with(&kept), "what was played is not played again");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["interrupted"], &document["played"]), (&Value::from(false), &document["planned"]));
    assert_eq!(lines(out), document["planned"].as_u64().unwrap() as usize);
    assert!(before < lines(out));
    document
}

#[test]
fn a_comparison() {
    let (root, slow) = data("interrupted_compare");
    let (out, again) = (root.join("out.jsonl"), root.join("text.jsonl"));
    let arguments = ["compare", root.to_str().unwrap(), &slow, "--matches", "30", "--all", "--json"];
    let half = document(&interrupted(&root, &arguments, &out), &out);
    assert_eq!(half["stopped_early"], false);
    let pairs = half["pairs"].as_u64().unwrap();
    assert_eq!(half["caught"].is_null(), pairs == 0);
    let whole = continued(&root, &arguments, &out, lines(&out));
    assert_eq!(whole["pairs"], 30);

    let text = interrupted(&root, &arguments[..6], &again);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("Interrupted: "), "{text}");
    assert!(!text.contains("0.0 %") || text.contains(" pairs of matches"), "{text}");
}

#[test]
fn a_tournament() {
    let (root, slow) = data("interrupted_tournament");
    let (out, table, page) = (root.join("out.jsonl"), root.join("t.csv"), root.join("t.html"));
    let arguments = ["tournament", &slow, "--matches", "20", "--json"];
    let written = ["--csv", table.to_str().unwrap(), "--html", page.to_str().unwrap()];
    let half = document(&interrupted(&root, &[&arguments[..], &written].concat(), &out), &out);
    assert_eq!(half["complete"], false);
    let matchups = half["matchups"].as_array().unwrap();
    for matchup in matchups {
        assert_eq!(matchup["hunters_won"].is_null(), matchup["matches"] == 0, "{matchup}");
    }
    let rows = fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 1 + matchups.len());
    for (row, matchup) in rows.lines().skip(1).zip(matchups) {
        let fields: Vec<&str> = row.rsplitn(13, ',').collect();
        assert_eq!(fields[11], "20", "how many were planned: {row}");
        assert_eq!(fields[10].is_empty(), matchup["matches"] == 0, "{row}");
    }
    assert!(fs::read_to_string(&page).unwrap().contains("Interrupted: "));
    let whole = continued(&root, &arguments, &out, lines(&out));
    assert!(whole["matchups"].as_array().unwrap().iter().all(|matchup| matchup["matches"] == 20));

    let text = interrupted(&root, &arguments[..4], &root.join("text.jsonl"));
    assert!(String::from_utf8(text.stdout).unwrap().starts_with("Interrupted: "));
}

#[test]
fn a_sweep() {
    let (root, _) = data("interrupted_sweep");
    let (out, table, page) = (root.join("out.jsonl"), root.join("s.csv"), root.join("s.html"));
    let number = ["sweep", "assets/hunt/rules/standard.ron", "--field", "time_limit", "--from", "20", "--to", "50"];
    let arguments = [&number[..], &["--steps", "4", "--matches", "12", "--json"]].concat();
    let written = ["--csv", table.to_str().unwrap(), "--html", page.to_str().unwrap()];
    let half = document(&interrupted(&root, &[&arguments[..], &written].concat(), &out), &out);
    let steps = half["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 4, "values that were not played are listed too");
    let played: u64 = steps.iter().map(|step| step["summary"]["matches"].as_u64().unwrap()).sum();
    assert_eq!(Value::from(played), half["played"]);
    assert!(steps[3]["summary"]["hunters_share"].is_null());
    let rows = fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 5);
    assert!(rows.ends_with("50,0,12,,,,,,\n"), "{rows}");
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("Interrupted: ") && page.contains("<td>–"), "the last value was not played");
    let whole = continued(&root, &arguments, &out, lines(&out));
    assert!(whole["steps"].as_array().unwrap().iter().all(|step| step["summary"]["matches"] == 12));

    let text = interrupted(&root, &arguments[..12], &root.join("text.jsonl"));
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("Interrupted: ") && text.contains('–'), "{text}");
}
