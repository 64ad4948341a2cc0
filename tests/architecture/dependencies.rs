//! Dependencies between the top-level modules of `src/`, and the crates that each may use.

use super::source::{SourceFile, files};

/// Every top-level module and the modules it may use, in the order of the data flow.
const MODULES: &[(&str, &[&str])] = &[
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

/// Crates that only these modules may use.
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
fn modules_use_only_allowed_modules() {
    let mut violations = Vec::new();
    for source in files(&["src"]) {
        let Some((_, allowed)) = MODULES.iter().find(|(module, _)| *module == source.module()) else {
            violations.push(format!(
                "{}: the module `{}` is missing in the table MODULES",
                source.path,
                source.module()
            ));
            continue;
        };
        for (offset, used) in used_modules(&source) {
            let known = MODULES.iter().any(|(module, _)| *module == used);
            if known && used != source.module() && !allowed.contains(&used.as_str()) {
                violations.push(format!("{}: `{}` must not use `{used}`", source.at(offset), source.module()));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn crates_are_used_only_by_allowed_modules() {
    let mut violations = Vec::new();
    for source in files(&["src"]) {
        for (offset, word) in identifiers(&source.bare) {
            let restricted = CRATES.iter().find(|(name, _)| *name == word);
            if restricted.is_some_and(|(_, modules)| !modules.contains(&source.module())) {
                violations.push(format!(
                    "{}: `{}` must not use the crate `{word}`",
                    source.at(offset),
                    source.module()
                ));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The planning library is self-contained: it could become a crate of its own without changes.
#[test]
fn goap_uses_neither_bevy_nor_other_modules() {
    let sources: Vec<SourceFile> = files(&["src/goap"]);
    assert!(!sources.is_empty());
    for source in &sources {
        for (offset, word) in identifiers(&source.bare) {
            assert!(!word.starts_with("bevy"), "{}: must not use `{word}`", source.at(offset));
        }
        for (offset, used) in used_modules(source) {
            assert_eq!(used, "goap", "{}: must not use `{used}`", source.at(offset));
        }
    }
}

/// The top-level modules that a file uses, with offsets: first segments after `crate::`, also in groups (`crate::{a, b::c}`), and
/// segments after a chain of `super::` that leaves the module.
fn used_modules(source: &SourceFile) -> Vec<(usize, String)> {
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

/// The first segment of each path in a `{...}` group, given the text after the opening brace.
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

/// Whether a path can start at this offset: it is not in the middle of a word or path.
pub fn starts_a_word(code: &str, offset: usize) -> bool {
    !code[..offset].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$')
}

fn word_at(code: &str, offset: usize) -> Option<String> {
    let word: String = code[offset..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// The identifiers of a text with their offsets.
pub fn identifiers(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

#[test]
fn the_heads_of_a_group_are_found() {
    assert_eq!(heads_of_group("data::{a, b}, goap, world::level::C};"), ["data", "goap", "world"]);
}
