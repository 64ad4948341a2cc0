//! Minds read nothing but their own memory and body: what the source of `crates/minds` may use.
//!
//! Cargo keeps the world out. `tests/senses/telepathy.rs` plays matches to show that no information reaches a
//! mind in another access.

use super::{
    dependencies::identifiers,
    source::{SourceFile, files},
};

/// Components and types of the world that a mind must not even query.
const WORLD_NAMES: &[&str] =
    &["Side", "Transform", "GlobalTransform", "Body", "World", "Commands", "QueryState", "ParamSet"];

/// Manual changes to a mind come from outside; the plugin puts minds on the entities of a game; what senses, minds and bodies exchange is no
/// mind.
const OUTSIDE: [&str; 3] = ["crates/minds/src/retune/", "crates/minds/src/plugin/", "crates/minds/src/protocol/"];

fn mind_files() -> Vec<SourceFile> {
    let inside = |source: &SourceFile| !OUTSIDE.iter().any(|outside| source.path.starts_with(outside));
    files(&["crates/minds/src"]).into_iter().filter(inside).collect()
}

#[test]
fn minds_use_nothing_of_the_world() {
    let mut violations = Vec::new();
    for source in mind_files() {
        for (offset, word) in identifiers(&source.bare) {
            if WORLD_NAMES.contains(&word) {
                violations.push(format!("{}: a mind must not use `{word}`", source.at(offset)));
            }
        }
        // The log contains the events of all agents.
        for reading in [".entries()", ".into_entries()", "log.digest()"] {
            violations.extend(
                source
                    .bare
                    .match_indices(reading)
                    .map(|(offset, _)| format!("{}: a mind must not read the event log: {reading}", source.at(offset))),
            );
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The systems that keep a list of agents. `think` works on some agents twice: those whose action ended between their turns share a
/// budget, so the second time begins when all have had their first.
const KEEP_A_LIST: &[&str] = &["crates/minds/src/decision/round.rs"];

/// Every system of the mind accesses one agent at a time: it passes all agents through `MatchThreads::each`, once, and what that calls is
/// given a single one. It keeps no list of agents, except those in [`KEEP_A_LIST`], which hand the list to `MatchThreads::for_each` and
/// only drop agents from it.
#[test]
fn no_system_of_the_mind_accesses_two_agents_at_once() {
    let mut systems = 0;
    for source in mind_files() {
        for (offset, _) in source.bare.match_indices(": Query<") {
            systems += 1;
            let name =
                source.bare[..offset].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            let system = &source.bare[offset..];
            let system = &system[..system.find("\n}").unwrap_or(system.len())];
            let must = |holds: bool, what: &str| assert!(holds, "{}: {name} {what}", source.at(offset));
            let passes = system.matches(&format!("{name}.iter_mut()")).count();
            must(passes <= 1, "is gone through twice");
            if KEEP_A_LIST.contains(&source.path.as_str()) {
                must(system.contains("let mut items = in_roster_order("), "is not listed in roster order");
                must(system.contains("threads.for_each(&mut items, "), "is not handed over");
                for access in
                    ["items.iter", "items.get", "items.first", "items.last", "items[", "in items", "in &mut items"]
                {
                    must(!system.contains(access), access);
                }
            } else {
                must(
                    passes == 0 || system.contains("threads.each(") || system.contains("threads.each_with("),
                    "is not handed over",
                );
                must(!system.contains("in_roster_order("), "is kept in a list");
            }
            for keeping in [".collect", "Vec<_>", "Vec::from_iter", ".fold(", ".peekable("] {
                must(!system.contains(keeping), keeping);
            }
            for access in [
                ".iter()",
                ".get(",
                ".get_mut(",
                ".get_many",
                ".single",
                ".par_iter",
                ".iter_many",
                ".iter_combinations",
            ] {
                must(!system.contains(&format!("{name}{access}")), access);
            }
            for access in [format!("in &{name} "), format!("in &mut {name} ")] {
                must(!system.contains(&access), &access);
            }
        }
    }
    assert!(systems >= 3, "{systems}");
}
