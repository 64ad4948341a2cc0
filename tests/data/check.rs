//! `quarry check` on the command line, and the refusal of bad data by the subcommands that play matches.

use crate::hunt;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output},
};

fn quarry(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quarry"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A temporary folder, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("quarry-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, path: &str, text: &str) -> String {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn shipped(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn the_shipped_data_has_no_findings() {
    let output = quarry(&["check", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["findings"], serde_json::json!([]), "{}", text(&output.stdout));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_file_in_another_place_is_recognised_by_its_content() {
    let folder = Folder::new("check");
    let level = shipped("levels/hunt/dungeon.ron").replace("\"dungeon_wall\"", "\"dungeon_wal\"");
    let (above, line) =
        level.split_once("\"dungeon_wal\"").map(|(before, _)| before.rsplit_once('\n').unwrap()).unwrap();
    let bad = folder.write("mine.ron", &level);
    let output = quarry(&["check", "--json", &bad]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["findings"][0];
    assert_eq!(finding["file"], bad.as_str());
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["message"], "unknown material `dungeon_wal`");
    assert_eq!(finding["line"].as_u64(), Some(above.lines().count() as u64 + 1), "{finding}");
    assert_eq!(finding["column"].as_u64(), Some(line.chars().count() as u64 + 1), "{finding}");

    let good = folder.write("yours.ron", &shipped("levels/hunt/dungeon.ron"));
    assert_eq!(quarry(&["check", &good]).status.code(), Some(0));
}

#[test]
fn a_prop_that_keeps_agents_away_from_a_device_is_found() {
    let folder = Folder::new("broad");
    let level = shipped("levels/hunt/manor.ron")
        .replace("prop(name: \"chest_base\", rotation: 180)", "prop(name: \"chest\", rotation: 180)");
    let path = folder.write("levels/hunt/broad.ron", &level);
    let output = quarry(&["check", &path]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the chest (thing ") && said.contains("let no prop keep agents away"), "{said}");
}

#[test]
fn an_unreachable_key_is_found_in_the_drawing() {
    let folder = Folder::new("reach");
    // A key place with walls on all sides.
    let level = shipped("levels/hunt/manor.ron").replacen("#.k..............#", "#.k#.............#", 1);
    let level = level.replacen("#................#:::::::::::#", "####.............#:::::::::::#", 1);
    let level = level.replacen("#...........p....#::::::::q::#", "####........p....#::::::::q::#", 1);
    let path = folder.write("levels/hunt/walled.ron", &level);
    let output = quarry(&["check", &path]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot be reached on foot") && said.contains("#.k#"), "{said}");
}

#[test]
fn a_missing_difficulty_file_is_reported() {
    let folder = Folder::new("easy");
    for path in shipped_files().iter().filter(|path| !path.ends_with("difficulty.ron")) {
        folder.write(path, &shipped(path));
    }
    let output = quarry(&["check", &folder.0.display().to_string()]);
    let said = text(&output.stdout);
    assert!(said.contains("assets/hunt/difficulty.ron: warning: there is no such file"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn other_files_are_findings_and_missing_ones_are_bad_usage() {
    let folder = Folder::new("other");
    let other = folder.write("other.ron", "(colour: \"red\")");
    let output = quarry(&["check", &other]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("other.ron:1:1: error: this is not a data file"), "{}", text(&output.stdout));
    let output = quarry(&["check", "/nowhere/at/all.ron"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("/nowhere/at/all.ron"));
}

#[test]
fn no_match_is_played_with_bad_data() {
    let folder = Folder::new("play");
    for path in shipped_files() {
        folder.write(&path, &shipped(&path));
    }
    let root = folder.0.display().to_string();
    let simulate = ["simulate", "--data", &root, "--level", "manor", "--matches", "1"];
    folder.write(
        "assets/hunt/rules/standard.ron",
        &shipped("assets/hunt/rules/standard.ron").replace("tick_rate", "tickrate"),
    );
    let output = quarry(&simulate);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    assert!(said.contains("standard.ron:3:5: error: unknown field `tickrate`"), "{said}");
    assert!(said.contains("did you mean `tick_rate`?") && !said.contains("panic"), "{said}");

    fs::remove_file(folder.0.join("assets/shared/props.ron")).unwrap();
    folder.write("assets/hunt/rules/standard.ron", &shipped("assets/hunt/rules/standard.ron"));
    let output = quarry(&simulate);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("assets/shared/props.ron: error: there is no such file"),
        "{}",
        text(&output.stderr)
    );
}

fn shipped_files() -> Vec<String> {
    let files = hunt::files();
    files.iter().map(|(path, ..)| path.to_owned()).collect()
}
