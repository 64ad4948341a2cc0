//! Whole matches, played by the program: deterministic, without violated invariants, and with clear errors for bad input.

mod bad_input;
mod brains;
mod determinism;
mod faults;
mod game_faults;
mod games;
mod installed;
mod interrupted;
mod mods;
mod results;
mod soundness;
mod tournaments;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// Runs `quarry` with these arguments on the shipped data.
fn quarry(arguments: &[&str]) -> Output {
    on_data(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

/// Runs `quarry` with these arguments on the data of a folder.
fn on_data(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quarry")).args(arguments).arg("--data").arg(root).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What `quarry simulate ... --json` prints.
fn simulate(arguments: &[&str]) -> Value {
    let output = quarry(&[&["simulate", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The matches of such a document.
fn matches(document: &Value) -> &[Value] {
    document["matches"].as_array().unwrap()
}

/// An empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A copy of the shipped data without images, sounds and levels, but with one small level.
fn small_data(name: &str) -> PathBuf {
    let root = folder(name);
    copy_ron(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &root.join("assets"));
    fs::create_dir_all(root.join("levels/hunt")).unwrap();
    fs::write(root.join("levels/hunt/hut.ron"), include_str!("hut.ron")).unwrap();
    root
}

fn copy_ron(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_ron(&path, &target);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            fs::copy(&path, &target).unwrap();
        }
    }
}
