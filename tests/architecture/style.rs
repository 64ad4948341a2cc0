//! Rules for every file: general modules name nothing of the shipped game, no notes to self, file headers, file length.

use super::{
    dependencies::identifiers,
    source::{SourceFile, files, parts_of},
};

/// Words of the shipped game. The planner, the engine and the lab serve other games too, so their code must not use them: neither as
/// a part of an identifier nor in a text.
const GAME_WORDS: &[&str] = &[
    "catch",
    "catches",
    "catching",
    "caught",
    "escape",
    "escaped",
    "escapes",
    "escaping",
    "exit",
    "exits",
    "hunt",
    "hunted",
    "hunter",
    "hunters",
    "hunting",
    "hunts",
    "prey",
    "wound",
    "wounded",
    "wounds",
    "bear",
    "bears",
    "burrow",
    "burrows",
    "carcass",
    "carcasses",
    "rabbit",
    "rabbits",
    "wolf",
    "wolves",
];
/// Of these, the words that comments may use, since they have another meaning.
const ORDINARY_WORDS: &[&str] = &[
    "catch", "catches", "catching", "caught", "escape", "escaped", "escapes", "escaping", "exit", "exits", "hunt",
    "hunting", "hunts", "wound", "wounded", "bear", "bears",
];
/// Maps have keys too: only names in data, such as `"key"` and `"team_keys"`, belong to the game.
const KEY_WORDS: &[&str] = &["key", "keys"];

/// The folders that serve all games.
const GENERAL_FOLDERS: &[&str] = &[
    "crates/engine/src",
    "crates/goap/src",
    "crates/lab/src",
    "crates/minds/src",
    "crates/ron/src",
    "src/cli",
    "src/client",
];

/// Identifiers with such a word that means something else: the identifier, the files or folder, and what it means.
const OTHER_MEANINGS: &[(&str, &str, &str)] = &[
    (
        "catch_unwind",
        "crates/lab/src/batch.rs",
        "the standard library's name: a match that panics does not end the run",
    ),
    ("escape", "crates/ron/src/map/", "an escape sequence in a text"),
    (
        "escape_gain",
        "crates/minds/src/behaviours/flee.rs",
        "a parameter of `flee`: how much farther the threat must be from a way on",
    ),
    ("escape_radius", "crates/minds/src/behaviours/flee.rs", "a parameter of `flee`: how far it looks for a way on"),
    ("escape_html", "crates/lab/src/report/", "writes the special characters of HTML as entities"),
    ("escape_xml", "crates/goap/src/graph/export.rs", "writes the special characters of XML as entities"),
    ("AppExit", "src/client/", "the event that ends the program"),
    ("AppExit", "src/cli/watch.rs", "how the window was closed"),
    ("Escape", "src/client/", "the key"),
    ("EscapeAction", "src/client/menu/", "what the key Escape does"),
    ("EscapeContext", "src/client/menu/", "what the key Escape depends on"),
    ("Exit", "src/cli/mod.rs", "the exit status of the program"),
    ("ExitCode", "src/cli/mod.rs", "the exit status of the program"),
    ("Key", "src/client/input/bindings/words.rs", "the word for a button"),
    ("OnExit", "src/client/", "systems that run when a screen is left"),
    ("catch_unwind", "src/client/app/", "the standard library's name: a window that cannot open is an error"),
    ("escape", "src/client/menu/", "the module of the key Escape"),
    ("escape_action", "src/client/menu/", "what the key Escape does"),
    ("exit", "src/cli/runner.rs", "ends the program"),
    ("exit", "src/client/", "the event that ends the program"),
    ("exits", "src/client/", "the events that end the program"),
    ("keys", "src/client/watch/hud/mod.rs", "the panel that lists the keys of a spectator"),
    ("print_on_exit", "src/client/", "at the end of the program"),
    ("save_at_exit", "src/client/input/settings/mod.rs", "at the end of the program"),
    ("exit", "crates/engine/src/motion/navigation/walk.rs", "the edge by which a straight line leaves a triangle"),
];

/// The limit for "about 400 lines".
const MAX_FILE_LINES: usize = 450;

#[test]
fn general_rooms_do_not_use_words_of_the_game() {
    let sources = files(GENERAL_FOLDERS);
    for folder in GENERAL_FOLDERS {
        assert!(sources.iter().any(|source| source.path.starts_with(folder)), "no files in {folder}");
    }
    let mut violations = Vec::new();
    let mut used = vec![false; OTHER_MEANINGS.len()];
    for source in &sources {
        for (offset, word) in identifiers(&source.code) {
            let parts = parts_of(word);
            let contains = |words: &[&str]| parts.iter().any(|part| words.contains(&part.as_str()));
            let names_a_key = || is_whole_string(source, offset, word) && contains(KEY_WORDS);
            if !contains(GAME_WORDS) && !names_a_key() {
                continue;
            }
            let meaning =
                OTHER_MEANINGS.iter().position(|(other, at, _)| *other == word && source.path.starts_with(at));
            match meaning {
                Some(meaning) => used[meaning] = true,
                None => violations.push(format!(
                    "{}: `{word}` belongs to the shipped game: use a general word, or move the code into the game",
                    source.at(offset)
                )),
            }
        }
    }
    for source in &sources {
        for (index, line) in source.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
            let words = line.split(|letter: char| !letter.is_alphanumeric());
            let of_the_game = words.filter(|word| {
                let word = word.to_lowercase();
                GAME_WORDS.contains(&word.as_str()) && !ORDINARY_WORDS.contains(&word.as_str())
            });
            let at = format!("{}:{}", source.path, index + 1);
            violations.extend(
                of_the_game.map(|word| format!("{at}: `{word}` in a comment belongs to one game: say it in general")),
            );
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    let unused: Vec<_> = OTHER_MEANINGS.iter().zip(used).filter(|(_, used)| !used).map(|(other, _)| other).collect();
    assert!(unused.is_empty(), "no longer needed: {unused:?}");
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
    for source in files(&["src", "crates", "tests", "benches"]) {
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
    for source in files(&["src", "crates", "tests", "benches"]) {
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
