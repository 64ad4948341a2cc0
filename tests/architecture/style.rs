//! Rules for every file: general modules name nothing of the shipped game, no notes to self, file headers, file length.

use super::{
    dependencies::identifiers,
    source::{SourceFile, files, parts_of},
};

/// Words of the shipped game. The planner, the data loader and the minds serve other games too, so they must not use them.
const GAME_WORDS: &[&str] = &["hunter", "hunters", "hunted", "prey"];
const KEY_WORDS: &[&str] = &["key", "keys"];
const GENERAL_MODULES: &[&str] = &["src/goap", "src/data", "src/mind"];

/// These files describe and check the levels and rules of the shipped game, so they may use its words.
const GAME_SCHEMAS: &[&str] = &["src/data/level.rs", "src/data/library/levels.rs", "src/data/rules.rs"];

/// The limit for "about 400 lines".
const MAX_FILE_LINES: usize = 450;

#[test]
fn general_modules_do_not_use_words_of_the_game() {
    let mut violations = Vec::new();
    for source in files(GENERAL_MODULES) {
        if GAME_SCHEMAS.contains(&source.path.as_str()) {
            continue;
        }
        for (offset, word) in identifiers(&source.code) {
            let parts = parts_of(word);
            let contains = |words: &[&str]| parts.iter().any(|part| words.contains(&part.as_str()));
            // Maps have keys too: only the name `"key"` belongs to the game.
            let names_a_key = || is_whole_string(&source, offset, word) && contains(KEY_WORDS);
            if contains(GAME_WORDS) || names_a_key() {
                violations.push(format!(
                    "{}: `{word}` belongs to the shipped game: use a general word, or move the code out of this module",
                    source.at(offset)
                ));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Whether a word is the entire content of a string literal: a name used in data.
fn is_whole_string(source: &SourceFile, offset: usize, word: &str) -> bool {
    source.code[..offset].ends_with('"') && source.code[offset + word.len()..].starts_with('"')
}

#[test]
fn there_are_no_notes_to_self() {
    let notes =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("to", "do!("), concat!("dbg", "!(")];
    let mut violations = Vec::new();
    for source in files(&["src", "tests", "benches"]) {
        for word in notes {
            violations.extend(
                source
                    .text
                    .match_indices(word)
                    .map(|(offset, _)| format!("{}: {word}: do it now or write an issue", source.at(offset))),
            );
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn every_file_has_a_header_and_a_limited_length() {
    let mut violations = Vec::new();
    for source in files(&["src", "tests", "benches"]) {
        if !source.text.starts_with("//!") {
            violations.push(format!("{}:1: begin the file with a //! comment that says what it is for", source.path));
        }
        let lines = source.text.lines().count();
        if lines > MAX_FILE_LINES {
            violations.push(format!("{}: {lines} lines, limit {MAX_FILE_LINES}: split the file", source.path));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}
