//! The rules of a match: sides, verbs, durations, projectiles and the loudness of noises.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::perception::Perception;
use crate::protocol::Label;

/// A rules file: `assets/rules/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Simulation ticks per second. Default 30.
    #[serde(default = "thirty")]
    pub tick_rate: u32,
    /// The longest duration of a match, in seconds.
    pub time_limit: f32,
    /// The sides, by name.
    pub sides: BTreeMap<Label, SideRules>,
    /// The time it takes to use things.
    pub use_seconds: UseSeconds,
    /// The behaviour of doors.
    pub doors: DoorRules,
    /// The projectiles, by name.
    pub projectiles: BTreeMap<Label, ProjectileSpec>,
    /// The kinds of noise, with the distance at which each fades out, in metres.
    pub noises: BTreeMap<Label, f32>,
    /// The scratch marks that running agents leave.
    pub traces: TraceRules,
    /// The effects of a hit that does not catch.
    #[serde(default)]
    pub wounds: WoundRules,
    /// The settings of sight tests, and limits on the work per tick.
    #[serde(default)]
    pub perception: Perception,
}

fn thirty() -> u32 {
    30
}

fn one() -> u8 {
    1
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideRules {
    /// The agent kind of the side: a file in `assets/agents`.
    pub agent: Label,
    /// The number of agents, unless the match sets it.
    pub count: u16,
    /// What its agents may do with things: `"take"`, `"unlock"`, `"enter"`, `"leave"`, `"search"`, `"open"`,
    /// `"close"`.
    #[serde(default)]
    pub verbs: Vec<Label>,
    /// The sides whose agents it can catch.
    #[serde(default)]
    pub catches: Vec<Label>,
    /// The hits it takes to catch one of its agents; all before the last only wound. Default 1.
    #[serde(default = "one")]
    pub hits_to_catch: u8,
    /// Whether its agents can leave play through an open exit. Default false.
    #[serde(default)]
    pub can_escape: bool,
    /// Whether its agents leave scratch marks when they run. Default false.
    #[serde(default)]
    pub leaves_traces: bool,
}

/// The time it takes to use things, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UseSeconds {
    /// To take a key. Default 1.
    pub take: f32,
    /// To unlock an exit; the work of several agents adds up. Default 20.
    pub unlock: f32,
    /// To enter a hiding place. Default 1.
    pub enter: f32,
    /// To leave a hiding place. Default 0.7.
    pub leave: f32,
    /// To search a hiding place. Default 1.5.
    pub search: f32,
    /// The time between the noises of continuous work. Default 1.
    pub noise_interval: f32,
}

impl Default for UseSeconds {
    fn default() -> Self {
        Self { take: 1.0, unlock: 20.0, enter: 1.0, leave: 0.7, search: 1.5, noise_interval: 1.0 }
    }
}

/// The behaviour of doors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DoorRules {
    /// The seconds from closed to open, and back. Default 0.4.
    pub swing_seconds: f32,
    /// The seconds after which an empty doorway closes. Default 4.
    pub close_after: f32,
    /// The distance from its centre at which a body keeps a door open, in metres. Default 0.9.
    pub keep_open_radius: f32,
}

impl Default for DoorRules {
    fn default() -> Self {
        Self { swing_seconds: 0.4, close_after: 4.0, keep_open_radius: 0.9 }
    }
}

/// A projectile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectileSpec {
    /// Its speed at release, in m/s.
    pub speed: f32,
    /// Its radius, in metres.
    pub radius: f32,
    /// Its downward acceleration, in m/s²; at 0 it flies straight. Default 0.
    #[serde(default)]
    pub gravity: f32,
    /// The seconds after which it disappears.
    pub lifetime: f32,
    /// Whether it hits agents as a blow does, to wound or catch. Default false.
    #[serde(default)]
    pub counts_as_hit: bool,
    /// The noise of its impact.
    pub impact_noise: Label,
}

/// The scratch marks that running agents leave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TraceRules {
    /// The distance between two marks, in metres. Default 1.
    pub spacing: f32,
    /// The seconds after which a mark disappears. Default 10.
    pub lifetime: f32,
}

impl Default for TraceRules {
    fn default() -> Self {
        Self { spacing: 1.0, lifetime: 10.0 }
    }
}

/// The effects of a hit that does not catch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WoundRules {
    /// The factor on the agent's speed right after the hit. Default 1.5.
    pub sprint_factor: f32,
    /// The duration of that sprint, in seconds. Default 1.8.
    pub sprint_seconds: f32,
    /// The seconds in a hiding place that heal a wound; at 0 wounds never heal. Default 0.
    pub heal_seconds: f32,
}

impl Default for WoundRules {
    fn default() -> Self {
        Self { sprint_factor: 1.5, sprint_seconds: 1.8, heal_seconds: 0.0 }
    }
}

impl Rules {
    /// The distance at which a kind of noise fades out, in metres; 0 for unknown kinds.
    pub fn loudness(&self, noise: Label) -> f32 {
        self.noises.get(&noise).copied().unwrap_or(0.0)
    }

    /// Whether agents of a side may use things with this verb.
    pub fn allows_verb(&self, side: Label, verb: Label) -> bool {
        self.sides.get(&side).is_some_and(|rules| rules.verbs.contains(&verb))
    }

    /// Whether agents of one side can catch agents of another.
    pub fn catches(&self, side: Label, other: Label) -> bool {
        self.sides.get(&side).is_some_and(|rules| rules.catches.contains(&other))
    }

    /// The hits it takes to catch an agent of a side.
    pub fn hits_to_catch(&self, side: Label) -> u8 {
        self.sides.get(&side).map_or(1, |rules| rules.hits_to_catch)
    }
}
