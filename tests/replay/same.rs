//! A recorded match is the same match in another process.

use std::fs;

use serde_json::Value;

use super::{folder, quarry, stderr};

#[test]
fn a_recording_gives_the_same_match_in_another_process() {
    let folder = folder("same");
    let kept = folder.to_string_lossy().into_owned();
    let played =
        quarry(&["simulate", "--level", "manor", "--seed", "3", "--matches", "2", "--record", &kept, "--json"]);
    assert!(played.status.success(), "{}", stderr(&played));
    let played: Value = serde_json::from_slice(&played.stdout).unwrap();
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2, "{files:?}");
    for (file, record) in files.iter().zip(played["matches"].as_array().unwrap()) {
        let file = file.to_string_lossy();
        let replayed = quarry(&["replay", &file, "--json"]);
        assert!(replayed.status.success(), "{}", stderr(&replayed));
        let replayed: Value = serde_json::from_slice(&replayed.stdout).unwrap();
        assert_eq!(replayed["same"], true);
        assert_eq!(replayed["replayed"], record["digest"]);
        assert_eq!(replayed["seed"], record["seed"]);
    }
    let said = quarry(&["replay", &files[0].to_string_lossy(), "--verify"]);
    assert!(said.status.success() && String::from_utf8_lossy(&said.stdout).contains("identical"));
}
