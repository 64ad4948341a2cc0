//! Minds read nothing but their own memory and body: what the source of `src/mind` may name.
//!
//! That they use no other room is held by the table of rooms; that nothing comes to them by another way is played in
//! `tests/senses/telepathy.rs`.

use super::{
    dependencies::identifiers,
    source::{SourceFile, files},
};

/// What of the words between rooms a mind may name. The ground and the house are known to all who live there; the log is
/// written and never read; the roster and the turns say in which order and how often agents think, the stopwatch only measures.
const ALLOWED: &[&str] = &[
    "AgentId",
    "Aim",
    "Blackboard",
    "AgentRng",
    "Digest",
    "Event",
    "EventLog",
    "FailReason",
    "Gait",
    "GoRequest",
    "Label",
    "LookRequest",
    "ActionOutcome",
    "RejectReason",
    "Percept",
    "Percepts",
    "TerrainPlace",
    "PlaceId",
    "Roster",
    "SayRequest",
    "SelfSense",
    "SimulationClock",
    "SimulationSystems",
    "Slot",
    "PerceptSource",
    "QuantisedPoint",
    "Status",
    "Stopwatch",
    "StrikeRequest",
    "Subject",
    "Terrain",
    "TerrainService",
    "ThingId",
    "ThrowRequest",
    "UpdateSlices",
    "UseRequest",
    "Utterance",
    "evaluate_curve",
    "label",
];

/// What agents have that is no part of their minds: not even to be queried for.
const OF_THE_WORLD: &[&str] =
    &["Side", "Transform", "GlobalTransform", "Body", "World", "Commands", "QueryState", "ParamSet"];

/// What a person does to a mind by hand comes from outside and is no part of what the mind reads.
const BY_HAND: &str = "src/mind/retune/";

fn of_the_mind() -> Vec<SourceFile> {
    files(&["src/mind"]).into_iter().filter(|source| !source.path.starts_with(BY_HAND)).collect()
}

#[test]
fn minds_name_nothing_of_the_world() {
    let mut violations = Vec::new();
    for source in of_the_mind() {
        for (offset, word) in identifiers(&source.bare) {
            if OF_THE_WORLD.contains(&word) {
                violations.push(format!("{}: names `{word}`", source.at(offset)));
            }
        }
        for (offset, word) in from_protocol(&source) {
            if !ALLOWED.contains(&word.as_str()) {
                violations.push(format!("{}: takes `{word}` from the protocol", source.at(offset)));
            }
        }
        // The log tells what happened to everybody.
        for reading in [".entries()", ".into_entries()", "log.digest()"] {
            violations.extend(
                source.bare.match_indices(reading).map(|(offset, _)| format!("{}: {reading}", source.at(offset))),
            );
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Every system of the mind goes through the roster and takes one agent's parts at a time: none iterates over all.
#[test]
fn no_system_of_the_mind_looks_at_two_agents_at_once() {
    let mut systems = 0;
    for source in of_the_mind() {
        for (offset, _) in source.bare.match_indices(": Query<") {
            systems += 1;
            let name =
                source.bare[..offset].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            for way in
                [".iter()", ".iter_mut()", ".get_many", ".single", ".par_iter", ".iter_many", ".iter_combinations"]
            {
                let all = format!("{name}{way}");
                assert!(!source.bare.contains(&all), "{}: {all}", source.at(offset));
            }
            for way in [format!("in &{name} "), format!("in &mut {name} ")] {
                assert!(!source.bare.contains(&way), "{}: {way}", source.at(offset));
            }
        }
    }
    assert!(systems >= 3, "{systems}");
}

/// The names that a file takes from `protocol`: those of its `use` and of paths.
fn from_protocol(source: &SourceFile) -> Vec<(usize, String)> {
    let code = &source.bare;
    let mut found = Vec::new();
    for (offset, _) in code.match_indices("protocol::") {
        let after = &code[offset + "protocol::".len()..];
        let list = match after.strip_prefix('{') {
            Some(group) => &group[..group.find('}').unwrap_or(group.len())],
            None => &after[..after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len())],
        };
        found.extend(identifiers(list).map(|(_, word)| (offset, word.to_owned())));
    }
    found
}
