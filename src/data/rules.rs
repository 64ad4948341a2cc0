//! The rules of a match: who plays, who may do what, how long things take, what flies, how loud things are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::perception::Perception;
use crate::protocol::Label;

/// A rules file: `assets/rules/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Ticks of the simulation a second. Default 30.
    #[serde(default = "thirty")]
    pub tick_rate: u32,
    /// How long a match may last, in seconds.
    pub time_limit: f32,
    /// The sides, by name.
    pub sides: BTreeMap<Label, SideRules>,
    /// How long using things takes, in seconds.
    pub use_seconds: UseSeconds,
    /// How doors behave.
    pub doors: DoorRules,
    /// What may be thrown or cast, by name.
    pub projectiles: BTreeMap<Label, ProjectileSpec>,
    /// How far each kind of noise is heard, in metres.
    pub noises: BTreeMap<Label, f32>,
    /// The marks running leaves.
    pub traces: TraceRules,
    /// What becomes of whom a blow hits without catching him.
    #[serde(default)]
    pub wounds: WoundRules,
    /// How bodies are looked for, and how much looking a tick may cost.
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
    /// The kind of agent that plays for it: a file of `assets/agents`.
    pub agent: Label,
    /// How many play for it unless told otherwise.
    pub count: u16,
    /// The verbs its agents may use on things.
    #[serde(default)]
    pub verbs: Vec<Label>,
    /// The sides whose agents it catches.
    #[serde(default)]
    pub catches: Vec<Label>,
    /// How many hits, of hand or missile, it takes to catch one of its agents: all but the last wound. Default 1.
    #[serde(default = "one")]
    pub hits: u8,
    /// Whether its agents leave play through an open exit. Default no.
    #[serde(default)]
    pub escapes: bool,
    /// Whether its agents leave marks where they run. Default no.
    #[serde(default)]
    pub leaves_traces: bool,
}

/// How long using a thing takes, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UseSeconds {
    /// To take what lies there. Default 1.
    pub take: f32,
    /// To unlock an exit, the work of all together. Default 20.
    pub unlock: f32,
    /// To get into a hiding place. Default 1.
    pub enter: f32,
    /// To get out of it. Default 0.7.
    pub leave: f32,
    /// To search a hiding place. Default 1.5.
    pub search: f32,
    /// How often work that makes a noise makes it. Default 1.
    pub noise_every: f32,
}

impl Default for UseSeconds {
    fn default() -> Self {
        Self { take: 1.0, unlock: 20.0, enter: 1.0, leave: 0.7, search: 1.5, noise_every: 1.0 }
    }
}

/// How doors behave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DoorRules {
    /// Seconds from shut to open and back. Default 0.4.
    pub swing: f32,
    /// Seconds after which a door nobody stands in closes. Default 4.
    pub closes_after: f32,
    /// How near a body keeps a door open, in metres from its middle. Default 0.9.
    pub kept_open_within: f32,
}

impl Default for DoorRules {
    fn default() -> Self {
        Self { swing: 0.4, closes_after: 4.0, kept_open_within: 0.9 }
    }
}

/// Something that flies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectileSpec {
    /// Its speed at release, in metres a second.
    pub speed: f32,
    /// Its radius in metres.
    pub radius: f32,
    /// How strongly it falls, in metres a second squared; at 0 it flies straight. Default 0.
    #[serde(default)]
    pub falls: f32,
    /// Seconds after which it is spent.
    pub lasts: f32,
    /// Whether it hits as a blow does, and so wounds or catches. Default no.
    #[serde(default)]
    pub catches: bool,
    /// The noise of its coming down.
    pub lands_with: Label,
}

/// The marks running leaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TraceRules {
    /// One mark each so many metres. Default 1.
    pub every: f32,
    /// How long a mark lasts, in seconds. Default 10.
    pub lifetime: f32,
}

impl Default for TraceRules {
    fn default() -> Self {
        Self { every: 1.0, lifetime: 10.0 }
    }
}

/// What becomes of whom a hit wounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WoundRules {
    /// How many times as fast as else he moves right after it, so as to get away. Default 1.5.
    pub burst: f32,
    /// For how long that lasts, in seconds. Default 1.8.
    pub seconds: f32,
    /// Seconds inside a hiding place that heal a wound; at 0 none ever heals. Default 0.
    pub heal_seconds: f32,
}

impl Default for WoundRules {
    fn default() -> Self {
        Self { burst: 1.5, seconds: 1.8, heal_seconds: 0.0 }
    }
}

impl Rules {
    /// How far a kind of noise is heard, in metres; 0 where the rules do not name it.
    pub fn loudness(&self, noise: Label) -> f32 {
        self.noises.get(&noise).copied().unwrap_or(0.0)
    }

    /// Whether agents of a side may use things in this way.
    pub fn allows_verb(&self, side: Label, verb: Label) -> bool {
        self.sides.get(&side).is_some_and(|rules| rules.verbs.contains(&verb))
    }

    /// Whether agents of one side catch those of another.
    pub fn catches(&self, side: Label, other: Label) -> bool {
        self.sides.get(&side).is_some_and(|rules| rules.catches.contains(&other))
    }

    /// How many hits it takes to catch an agent of a side.
    pub fn hits_to_catch(&self, side: Label) -> u8 {
        self.sides.get(&side).map_or(1, |rules| rules.hits)
    }
}
