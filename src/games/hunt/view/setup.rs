//! What the setup page of the hunt offers.

use crate::{
    client::session::game_view::{CountSpec, RoleSpec, RulesSpec, SetupSpec},
    games::hunt::schema::DEFAULT_LEVEL,
};

/// The sides, numbers and defaults.
pub static SETUP: SetupSpec = SetupSpec {
    title: "Hunt",
    tagline: "Hunters, the hunted, and minds you can read",
    roles: &[
        RoleSpec {
            side: "hunted",
            title: "Hunted",
            summary: "Find the keys, unlock the exit, escape. Third-person view.",
        },
        RoleSpec { side: "hunter", title: "Hunter", summary: "Catch them before they escape. First-person view." },
    ],
    counts: &[
        CountSpec { side: "hunter", title: "Hunters", default: 1, most: 3 },
        CountSpec { side: "hunted", title: "Hunted", default: 3, most: 6 },
    ],
    level: DEFAULT_LEVEL,
    difficulty: "fair",
    rules: RulesSpec::STANDARD,
};
