//! What the setup page of the hunt offers.

use std::{collections::BTreeMap, sync::Arc};

use quarry_minds::protocol::{Label, label};
use quarry_ron::finding::plural;

use crate::client::session::{CountSpec, RoleSpec, RulesSpec, SetupSpec};
use crate::data::level::{CellContent, Level};
use crate::data::rules::Rules;
use crate::games::hunt::scaling::{TeamNumbers, scaled};
use crate::games::hunt::schema::{DEFAULT_LEVEL, HuntLevel, keys_for, rules_of};

/// The sides, numbers and defaults.
pub static SETUP: SetupSpec = SetupSpec {
    title: "Hunt",
    tagline: "Find the keys and get out of the house before the hunters catch you, or hunt",
    roles: &[
        RoleSpec {
            side: "hunted",
            title: "Hunted",
            summary: "Find the keys, unlock the exit, escape. Third-person view.",
        },
        RoleSpec { side: "hunter", title: "Hunter", summary: "Catch them before they escape. First-person view." },
    ],
    counts: |_| {
        vec![
            CountSpec { side: "hunter", title: "Hunters", default: 1, most: 4 },
            CountSpec { side: "hunted", title: "Hunted", default: 3, most: 12 },
        ]
    },
    level: DEFAULT_LEVEL,
    difficulty: "fair",
    rules: &[
        RulesSpec { name: "standard", title: "Standard" },
        RulesSpec { name: "captivity", title: "With cells for the caught" },
        RulesSpec { name: "novice", title: "Novice hunters" },
        RulesSpec { name: "directed", title: "With a director" },
        RulesSpec { name: "brave", title: "Prey that never hides" },
    ],
};

/// What the rules come to with these numbers, such as "4 hits to catch, 2 of 4 keys, 45 s of work at the exit, 8 minutes".
pub fn terms(rules: &Arc<Rules>, level: &Level, counts: &BTreeMap<Label, u16>) -> String {
    let scaled = scaled(rules, counts);
    let hunt = rules_of(&scaled);
    let places = level.contents().filter(|held| matches!(held, CellContent::Item(name) if *name == "key")).count();
    let of_level = level.game.get::<HuntLevel>().copied().unwrap_or_default();
    let (needed, keys) = keys_for(&of_level, places, hunt, TeamNumbers::count(hunt, counts));
    let hits = hunt.sides.values().filter(|side| side.can_escape).map(|side| side.hits_to_catch).max().unwrap_or(1);
    format!(
        "{} to catch, {needed} of {keys} keys, {:.0} s of work at the exit, {:.0} minutes",
        plural(hits.into(), "hit"),
        scaled.use_seconds(label("unlock")),
        scaled.time_limit / 60.0
    )
}
