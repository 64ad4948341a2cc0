//! Retired words stay retired. Each entry names the usual term to write instead.
//!
//! Words and phrases are searched in every text of the package. Names are searched in code, and in code spans of the
//! documentation, so that ordinary English such as "a new account" does not fail.

use std::{fs, path::Path};

use super::{
    dependencies::identifiers,
    source::{SourceFile, files, parts_of},
};

/// Words that appear nowhere: neither as (part of) an identifier or field nor in prose. A plural counts as the word.
const WORDS: &[(&str, &str)] = &[
    ("barren", "no targets"),
    ("bumps", "normal maps"),
    ("casualties", "pending hits"),
    ("dearer", "more expensive"),
    ("downfall", "death recap"),
    ("dread", "tension"),
    ("foresee", "predict"),
    ("garbled", "decode error"),
    ("handicap", "difficulty modifiers"),
    ("impatience", "stall timeout"),
    ("ledger", "snapshot cache"),
    ("misfit", "mismatch"),
    ("mist", "fog"),
    ("notion", "query"),
    ("programme", "match session"),
    ("respite", "success cooldown"),
    ("shun", "target cooldown"),
    ("shunned", "on cooldown"),
    ("sketch", "quantised frame"),
    ("somebody", "an agent, a player"),
    ("storey", "floor"),
    ("tally", "count"),
    ("unsettled", "unchecked since seen"),
    ("untrodden", "unvisited"),
    ("waver", "thrash"),
    ("wavering", "thrashing"),
    ("whim", "relevance noise"),
    ("whoever", "a named subject"),
    ("whom", "a named object"),
];

/// Phrases that appear nowhere, in any case.
const PHRASES: &[(&str, &str)] = &[
    ("way out", "exit"),
    ("ways out", "exits"),
    ("metres a second", "m/s"),
    ("seconds a tick", "µs per tick"),
    ("one's own", "a named subject: the agent's, the player's"),
    ("wants nothing that can be done", "no goal has a plan"),
    ("nothing that counts has changed", "no relevant change"),
    ("lost what it rested on", "a condition that the plan relied on no longer holds"),
    ("strike with left mouse", "Left mouse button: strike"),
    ("its neighbours move", "WASD: move"),
    ("there is no rules called", "unknown rules `...`"),
];

/// Identifiers of types, functions and fields.
const NAMES: &[(&str, &str)] = &[
    ("ActionBrings", "ActionEffects"),
    ("ActionNeeds", "ActionPreconditions"),
    ("ActionWords", "ActionLabels"),
    ("ByGait", "PerGait"),
    ("Contender", "GoalCandidate"),
    ("Course", "PathFollower"),
    ("Crowd", "AgentSnapshots"),
    ("Declaration", "DomainSpec"),
    ("Deepening", "IdaStar"),
    ("FlightFigure", "ProjectileModel"),
    ("Flown", "FreeCamera"),
    ("GoalAccount", "GoalSnapshot"),
    ("GoalWants", "GoalConditions"),
    ("GoalWords", "GoalLabels"),
    ("HandStep", "ManualStep"),
    ("Lead", "PlayerControl"),
    ("Led", "PlayerControlled"),
    ("MeetData", "InterceptData"),
    ("Onlooker", "ThingViewer"),
    ("PassedOver", "RejectReason"),
    ("PlanAccount", "PlanSnapshot"),
    ("PursuitData", "HypothesisData"),
    ("RecordQuestions", "RecordPlanning"),
    ("RecordTo", "RecordingTarget"),
    ("Regressive", "Backward"),
    ("SenseKit", "AgentSenses"),
    ("ShelterData", "HidingData"),
    ("Sightlines", "LineOfSight"),
    ("Spans", "LatencyHistogram"),
    ("StepAccount", "StepSnapshot"),
    ("Surroundings", "PlanningContext"),
    ("Swinging", "HidingPlaceDoor"),
    ("Tell", "EventEmitter"),
    ("Underfoot", "GroundMarker"),
    ("Undone", "ActionDiagnosis"),
    ("Weighed", "WhatIfGoal"),
    ("Wishes", "PlayerIntent"),
    ("an_agent_a_tick", "micros_per_agent_tick"),
    ("brought_by", "achievers"),
    ("claim_target", "reserve_target"),
    ("dearer_by", "extra_cost"),
    ("drop_a_claim", "drop_oldest_reservation"),
    ("due_step_is_imagined", "due_step_is_placeholder"),
    ("find_barren", "note_no_targets"),
    ("first_is_imagined", "first_is_placeholder"),
    ("free_way", "clear_distance"),
    ("give_account", "write_state_hashes"),
    ("hangs_on", "parent"),
    ("in_words", "describe"),
    ("is_about_one", "follows_agent"),
    ("let_escape", "resolve_escapes"),
    ("need_holds", "precondition_holds"),
    ("note_claim", "note_reservation"),
    ("place_sees", "is_place_visible"),
    ("place_travel", "place_distance"),
    ("plot_courses", "plan_paths"),
    ("put_as", "put_external"),
    ("replan_every", "replan_interval"),
    ("same_notions", "same_queries"),
    ("see_who_is_there", "snapshot_agents"),
    ("spare_thoughts", "extra_think_budget"),
    ("stood_still", "longest_stall"),
    ("take_respite", "start_success_cooldown"),
    ("time_out", "timeout"),
    ("to_and_fro", "goal_thrash"),
    ("want_holds", "goal_condition_holds"),
    ("waver_margin", "thrash_penalty"),
    ("why_no_scene", "why_no_world"),
];

/// Fields of RON files, by a part of their paths: in every game.
const FIELDS: &[(&str, &[(&str, &str)])] = &[
    (
        "/minds/",
        &[
            ("about", "target"),
            ("attempt", "uncertain_effects"),
            ("base", "base_relevance"),
            ("brings", "effects"),
            ("called", "display_name"),
            ("claims", "reserves_target"),
            ("cooldown", "failure_cooldown"),
            ("every", "interval"),
            ("fades", "decay_per_second"),
            ("forgotten", "forget_below"),
            ("hold", "invariant"),
            ("imagined", "placeholder"),
            ("impatience", "stall_timeout"),
            ("keep", "target_filter"),
            ("margin", "hysteresis"),
            ("metre", "cost_per_metre"),
            ("needs", "preconditions"),
            ("once", "once_per_target"),
            ("respite", "success_cooldown"),
            ("rush", "max_plans_per_second"),
            ("settles", "marks_checked"),
            ("travels", "includes_travel"),
            ("unsettled", "unchecked_since_seen"),
            ("until", "succeeds_when"),
            ("untried", "not_on_cooldown"),
            ("wants", "conditions"),
            ("when", "available_when"),
        ],
    ),
    ("/planning/", &[("needs", "preconditions"), ("brings", "effects"), ("wants", "conditions")]),
    ("/rules/", &[("may", "verbs"), ("burst", "sprint"), ("lasts", "lifetime")]),
    (
        "/graphics.ron",
        &[
            ("usual", "default_quality"),
            ("bumps", "normal_maps"),
            ("sharpness", "anisotropy"),
            ("smoothing", "anti_aliasing"),
            ("mist", "fog"),
            ("surroundings", "background_trees"),
        ],
    ),
];

/// The lists above are no use of the words.
const THIS_FILE: &str = "tests/architecture/vocabulary.rs";

#[test]
fn retired_words_and_phrases_appear_nowhere() {
    let mut found = Vec::new();
    for text in texts(&[
        "src",
        "crates",
        "tests",
        "benches",
        "assets",
        "levels",
        "docs",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    ]) {
        for (number, line) in text.text.lines().enumerate() {
            let at = |what: &str, instead: &str| {
                format!("{}:{}: \"{what}\" is retired: write \"{instead}\"", text.path, number + 1)
            };
            let lowercase = line.to_lowercase();
            let phrases = PHRASES.iter().filter(|(phrase, _)| lowercase.contains(phrase));
            found.extend(phrases.map(|(phrase, instead)| at(phrase, instead)));
            for (_, identifier) in identifiers(line) {
                for part in parts_of(identifier) {
                    let word = WORDS.iter().find(|(word, _)| part == *word || part.strip_suffix('s') == Some(word));
                    found.extend(word.map(|(word, instead)| at(word, instead)));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn retired_names_do_not_come_back() {
    let mut found = Vec::new();
    let retired = |name: &str| NAMES.iter().find(|(retired, _)| *retired == name);
    for source in files(&["src", "crates", "tests", "benches"]).iter().filter(|source| source.path != THIS_FILE) {
        for (offset, name) in identifiers(&source.bare) {
            found.extend(retired(name).map(|entry| report(source, offset, *entry)));
        }
    }
    for text in texts(&["docs", "README.md", "crates"]).iter().filter(|text| text.path.ends_with(".md")) {
        // Odd pieces between backticks are code spans; a fenced block works out the same way.
        let mut offset = 0;
        for (piece, span) in text.text.split('`').enumerate() {
            for (inside, name) in identifiers(span).filter(|_| piece % 2 == 1) {
                found.extend(retired(name).map(|entry| report(text, offset + inside, *entry)));
            }
            offset += span.len() + 1;
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn retired_ron_fields_do_not_come_back() {
    let mut found = Vec::new();
    let all = texts(&["assets"]);
    for (part, fields) in FIELDS {
        let texts: Vec<&SourceFile> = all.iter().filter(|text| text.path.contains(part)).collect();
        assert!(!texts.is_empty(), "no files in {part}");
        for text in texts {
            for (offset, field) in identifiers(&text.code) {
                let retired = fields.iter().find(|(retired, _)| *retired == field);
                let quoted = text.code[..offset].ends_with('"');
                if !quoted && text.code[offset + field.len()..].starts_with(':') {
                    found.extend(retired.map(|entry| report(text, offset, *entry)));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn report(source: &SourceFile, offset: usize, (retired, instead): (&str, &str)) -> String {
    format!("{}: `{retired}` is retired: write `{instead}`", source.at(offset))
}

/// The text files at or under the paths given, this one excepted.
fn texts(paths: &[&str]) -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut left: Vec<_> = paths.iter().map(|path| root.join(path)).collect();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| ["rs", "ron", "md"].iter().any(|known| extension == *known))
        {
            found.push(SourceFile::read(root, &path));
        }
    }
    found.retain(|file| file.path != THIS_FILE);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "no texts in {paths:?}");
    found
}
