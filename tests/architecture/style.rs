//! What a room may say: the general rooms speak of no one game, and nobody leaves notes to himself.

use super::{
    dependencies::identifiers,
    source::{SourceFile, files},
};

/// Words of the shipped game. Other worlds run on the same planner, data and minds, so these rooms do not know them.
const GAME_WORDS: &[&str] = &["hunter", "hunters", "hunted", "prey"];
const KEY_WORDS: &[&str] = &["key", "keys"];
const GENERAL_ROOMS: &[&str] = &["src/goap", "src/data", "src/mind"];

/// These describe and check the shipped game's levels and rules in RON, so they must name what those name.
const SCHEMAS_OF_THE_GAME: &[&str] = &["src/data/level.rs", "src/data/library/levels.rs", "src/data/rules.rs"];

/// A file is one idea; this is where "about 400 lines" ends.
const LONGEST_FILE: usize = 450;

#[test]
fn general_rooms_speak_of_no_one_game() {
    let mut violations = Vec::new();
    for source in files(GENERAL_ROOMS) {
        if SCHEMAS_OF_THE_GAME.contains(&source.path.as_str()) {
            continue;
        }
        for (offset, word) in identifiers(&source.code) {
            let parts = parts_of(word);
            let says = |words: &[&str]| parts.iter().any(|part| words.contains(&part.as_str()));
            // A map has keys and a sort has a key: the word is common property, the name `"key"` is the game's.
            let speaks_of_keys = || is_a_name(&source, offset, word) && says(KEY_WORDS);
            if says(GAME_WORDS) || speaks_of_keys() {
                violations.push(format!("{}: says `{word}`", source.at(offset)));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Whether a word is the whole of a string: a name that data uses.
fn is_a_name(source: &SourceFile, offset: usize, word: &str) -> bool {
    source.code[..offset].ends_with('"') && source.code[offset + word.len()..].starts_with('"')
}

/// `HuntedAt` and `hunted_at` are both "hunted" and "at".
fn parts_of(word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in word.chars() {
        if c == '_' || c.is_uppercase() {
            parts.push(String::new());
        }
        if c != '_' {
            parts.last_mut().unwrap().extend(c.to_lowercase());
        }
    }
    parts
}

#[test]
fn nothing_is_left_for_later() {
    let later =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("to", "do!("), concat!("dbg", "!(")];
    let mut violations = Vec::new();
    for source in files(&["src", "tests", "benches"]) {
        for word in later {
            violations
                .extend(source.text.match_indices(word).map(|(offset, _)| format!("{}: {word}", source.at(offset))));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for_and_keeps_to_one_idea() {
    let mut violations = Vec::new();
    for source in files(&["src", "tests", "benches"]) {
        if !source.text.starts_with("//!") {
            violations.push(format!("{}: its first line does not say what it is for", source.path));
        }
        let lines = source.text.lines().count();
        if lines > LONGEST_FILE {
            violations.push(format!("{}: {lines} lines; more than one idea?", source.path));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}
