//! What the setup page of the bomb site offers. So far nobody plays: a person watches.

use crate::client::session::game_view::{CountSpec, SetupSpec};

/// The numbers and defaults.
pub static SETUP: SetupSpec = SetupSpec {
    title: "Bomb site",
    tagline: "Two squads, one bomb, and minds you can read",
    roles: &[],
    counts: &[
        CountSpec { side: "attackers", title: "Attackers", default: 5, most: 5 },
        CountSpec { side: "defenders", title: "Defenders", default: 5, most: 5 },
    ],
    level: "depot",
    difficulty: "fair",
    rules: "standard",
};
