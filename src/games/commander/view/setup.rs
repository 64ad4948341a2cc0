//! What the setup page of the commander offers. Nobody plays: a person watches.

use crate::client::session::{RulesSpec, SetupSpec};

pub static SETUP: SetupSpec = SetupSpec {
    title: "Commander",
    tagline: "Two commanders build an economy and an army: watch, or take a seat",
    roles: &[],
    counts: |_| Vec::new(),
    level: "duel",
    difficulty: "fair",
    rules: &[
        RulesSpec { name: "standard", title: "Two strategists" },
        RulesSpec { name: "factions", title: "Two factions: riflemen and rangers" },
        RulesSpec { name: "scripted", title: "Red strategist, blue script" },
        RulesSpec { name: "squads", title: "Red riflemen with minds" },
    ],
};
