//! Which room may use which.

use super::source::{SourceFile, files};

/// Every room and the rooms it may use; the order is that of the flow of data.
const ROOMS: &[(&str, &[&str])] = &[
    ("goap", &[]),
    ("protocol", &[]),
    ("data", &["goap", "protocol"]),
    ("world", &["data", "protocol"]),
    ("motion", &["data", "protocol", "world"]),
    ("senses", &["data", "protocol", "world"]),
    ("mind", &["data", "goap", "protocol"]),
    ("simulation", &["data", "goap", "mind", "motion", "protocol", "senses", "world"]),
    ("lab", &["data", "goap", "mind", "motion", "protocol", "senses", "simulation", "world"]),
    ("client", &["data", "goap", "lab", "mind", "motion", "protocol", "senses", "simulation", "world"]),
    ("cli", &["client", "data", "goap", "lab", "mind", "motion", "protocol", "senses", "simulation", "world"]),
    ("lib", &[]),
    ("main", &["cli"]),
];

/// Crates that only these rooms may name.
const CRATES: &[(&str, &[&str])] = &[
    ("bevy", &["cli", "client", "data", "lab", "mind", "motion", "protocol", "senses", "simulation", "world"]),
    ("bevy_rapier3d", &["client", "lab", "motion", "senses", "simulation", "world"]),
    ("oxidized_navigation", &["motion"]),
    ("bevy_egui", &["client"]),
    ("egui_plot", &["client"]),
    ("leafwing_input_manager", &["client"]),
    ("wgpu", &["client"]),
    ("clap", &["cli"]),
];

#[test]
fn rooms_use_only_what_they_may() {
    let mut violations = Vec::new();
    for source in files(&["src"]) {
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| *room == source.room()) else {
            violations.push(format!("{}: the room `{}` is not in the table of rooms", source.path, source.room()));
            continue;
        };
        for (offset, used) in used_rooms(&source) {
            let known = ROOMS.iter().any(|(room, _)| *room == used);
            if known && used != source.room() && !allowed.contains(&used.as_str()) {
                violations.push(format!("{}: `{}` may not use `{used}`", source.at(offset), source.room()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn crates_stay_in_their_rooms() {
    let mut violations = Vec::new();
    for source in files(&["src"]) {
        for (offset, word) in identifiers(&source.bare) {
            let kept = CRATES.iter().find(|(name, _)| *name == word);
            if kept.is_some_and(|(_, rooms)| !rooms.contains(&source.room())) {
                violations.push(format!("{}: `{}` may not name `{word}`", source.at(offset), source.room()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The planning library stands alone: it can be lifted out of this package as it is.
#[test]
fn goap_uses_nothing_of_bevy_and_nothing_else_of_this_crate() {
    let sources: Vec<SourceFile> = files(&["src/goap"]);
    assert!(!sources.is_empty());
    for source in &sources {
        for (offset, word) in identifiers(&source.bare) {
            assert!(!word.starts_with("bevy"), "{}: names `{word}`", source.at(offset));
        }
        for (offset, used) in used_rooms(source) {
            assert_eq!(used, "goap", "{}: uses `{used}`", source.at(offset));
        }
    }
}

/// The first path segments after `crate::`, those of groups (`crate::{a, b::c}`) included, and where they stand.
/// A chain of `super::` that climbs out of the room counts as the name that follows it.
fn used_rooms(source: &SourceFile) -> Vec<(usize, String)> {
    let code = &source.bare;
    let mut used = Vec::new();
    for (offset, _) in code.match_indices("crate::").filter(|(offset, _)| starts_a_word(code, *offset)) {
        let after = offset + "crate::".len();
        match code[after..].strip_prefix('{') {
            Some(group) => used.extend(heads_of_group(group).into_iter().map(|head| (offset, head))),
            None => used.extend(word_at(code, after).map(|word| (offset, word))),
        }
    }
    let inside = source.path.trim_start_matches("src/").trim_end_matches(".rs");
    let depth = inside.split('/').filter(|part| *part != "mod").count();
    let climb = "super::".repeat(depth);
    for (offset, _) in code.match_indices(&climb).filter(|(offset, _)| starts_a_word(code, *offset)) {
        used.extend(word_at(code, offset + climb.len()).map(|word| (offset, word)));
    }
    used
}

/// The first segment of each path directly in a `{...}` group, whose opening brace has been read.
fn heads_of_group(group: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut expecting) = (0, true);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expecting = true,
            _ if expecting && (c.is_alphabetic() || c == '_') => {
                heads.extend(word_at(group, i));
                expecting = false;
            }
            _ => {}
        }
    }
    heads
}

/// Whether what stands there begins a word, and a path if it is one.
pub fn starts_a_word(code: &str, offset: usize) -> bool {
    !code[..offset].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$')
}

fn word_at(code: &str, offset: usize) -> Option<String> {
    let word: String = code[offset..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// The identifiers of a piece of code and where they stand.
pub fn identifiers(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

#[test]
fn the_heads_of_a_group_are_found() {
    assert_eq!(heads_of_group("data::{a, b}, goap, world::level::C};"), ["data", "goap", "world"]);
}
