//! Faults of minds: the limits beyond which a detector calls a moment unbelievable.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

/// The detectors that every game can use, by name. A game adds its own in [`super::GameSchema::detectors`].
pub const SHARED_DETECTORS: [&str; 23] = [
    "dithering",
    "short_pursuit",
    "restarting",
    "back_and_forth",
    "phantom",
    "own_deed_forgotten",
    "known_to_mate",
    "same_failure",
    "refused",
    "unreachable",
    "ends_at_once",
    "plan_dropped",
    "short_order",
    "dropped_order",
    "foe_ignored",
    "idle",
    "towards_danger",
    "shot_at_mate",
    "shot_at_wall",
    "open_under_fire",
    "pressing",
    "circling",
    "stuck",
];

/// The faults file: `assets/GAME/faults.ron`. Without one, no detector watches the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultsFile {
    /// The detectors that watch the game, by name; one that is left out does not watch. `docs/faults.md` says what each uses its
    /// limits for.
    pub detectors: BTreeMap<Label, FaultLimit>,
}

/// The limit of one detector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultLimit {
    /// How grave a fault at the limit is: 1 is odd, 10 is shameful. Beyond the limit it grows, to ten times as much at most.
    pub weight: f32,
    /// How long it must last, or the window in which it is counted, s. Default 0.
    #[serde(default)]
    pub seconds: f32,
    /// How often it must happen in the window. Default 0.
    #[serde(default)]
    pub count: u32,
    /// A distance, m. Default 0.
    #[serde(default)]
    pub metres: f32,
}
