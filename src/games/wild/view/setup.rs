//! What the setup page of the wild offers. Nobody plays: a person watches.

use crate::client::session::{CountSpec, RulesSpec, SetupSpec};

/// The numbers and defaults.
pub static SETUP: SetupSpec = SetupSpec {
    title: "Wild",
    tagline: "Rabbits, wolves and bears, each with needs and a mind you can read",
    roles: &[],
    counts: &[
        CountSpec { side: "rabbit", title: "Rabbits", default: 90, most: 200 },
        CountSpec { side: "wolf", title: "Wolves", default: 12, most: 40 },
        CountSpec { side: "bear", title: "Bears", default: 8, most: 30 },
    ],
    level: "valley",
    difficulty: "fair",
    rules: RulesSpec::STANDARD,
};
