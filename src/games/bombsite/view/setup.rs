//! What the setup page of the bomb site offers.

use crate::client::session::{CountSpec, RoleSpec, RulesSpec, SetupSpec};

/// The numbers and defaults.
pub static SETUP: SetupSpec = SetupSpec {
    title: "Bomb site",
    tagline: "Two squads of soldiers: plant the bomb and guard it, or prevent it",
    roles: &[
        RoleSpec {
            side: "attackers",
            title: "Attackers",
            summary: "Carry the bomb to a site, plant it, and guard it. First-person view.",
        },
        RoleSpec {
            side: "defenders",
            title: "Defenders",
            summary: "Hold the sites. Defuse the bomb if it is planted. First-person view.",
        },
    ],
    counts: |_| {
        vec![
            CountSpec { side: "attackers", title: "Attackers", default: 5, most: 5 },
            CountSpec { side: "defenders", title: "Defenders", default: 5, most: 5 },
        ]
    },
    level: "depot",
    difficulty: "fair",
    rules: &[
        RulesSpec { name: "standard", title: "One round" },
        RulesSpec { name: "match", title: "Best of twelve rounds, with money" },
    ],
};
