//! The rules of a match that every game shares: sides, verbs, durations, projectiles and the loudness of noises.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use quarry_minds::schema::brain::BrainChoice;
use serde::{Deserialize, Serialize};

use super::declare::{whole, with_defaults};
use super::game::GameSection;
use super::perception::Perception;
use super::thing::ThingSpecs;

/// The verbs that every game shares.
pub const SHARED_VERBS: [&str; 8] = ["take", "drop", "enter", "leave", "open", "close", "give", "stagger"];

/// A rules file: `assets/GAME/rules/NAME.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Another file in `assets/GAME/rules` that gives everything that this one does not state. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<Label>,
    /// Simulation ticks per second. Default 30.
    #[serde(default = "whole::<30, _>")]
    pub tick_rate: u32,
    /// The longest duration of a match, in seconds.
    pub time_limit: f32,
    /// The sides, by name.
    pub sides: BTreeMap<Label, SideRules>,
    /// What chooses the actions of agents, by side or kind of agent: `goap`, `state_machine`, `behaviour_tree`, `utility`, or the name of a
    /// file in `assets/GAME/brains`. The agents of a group take turns through a list: `{"red": "utility,goap"}`. Default: `goap` for all.
    #[serde(default)]
    pub brains: BTreeMap<Label, BrainChoice>,
    /// The time it takes to use things, in seconds, by verb. A verb that is not listed takes no time.
    #[serde(default)]
    pub use_seconds: BTreeMap<Label, f32>,
    /// The time between the noises of continuous work, in seconds. Default 1.
    #[serde(default = "whole::<1, _>")]
    pub work_noise_interval: f32,
    /// The behaviour of doors.
    pub doors: DoorRules,
    /// The projectiles, by name.
    pub projectiles: BTreeMap<Label, ProjectileSpec>,
    /// The kinds of noise, with the distance at which each fades out, in metres.
    pub noises: BTreeMap<Label, f32>,
    /// The scratch marks that running agents leave.
    pub traces: TraceRules,
    /// Whether everybody is told which agents leave play, and how. Default true.
    #[serde(default = "yes")]
    pub departures_announced: bool,
    /// The settings of sight tests, and limits on the work per tick.
    #[serde(default)]
    pub perception: Perception,
    /// What can be had, in a game with a catalogue: the same for all its rules.
    #[serde(skip)]
    pub catalogue: Option<GameSection>,
    /// The most items that an agent can carry, those that need no hand apart. Default 2.
    #[serde(default = "whole::<2, _>")]
    pub hands: u8,
    /// The kinds of things: the same for all rules of the game.
    #[serde(skip)]
    pub things: ThingSpecs,
    /// The rules of the game itself.
    #[serde(default, skip_serializing)]
    pub game: GameSection,
}

fn yes() -> bool {
    true
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideRules {
    /// The agent kind of the side: a file in `assets/GAME/agents`.
    pub agent: Label,
    /// The number of agents, unless the match sets it.
    pub count: u16,
    /// The side at whose spawn points its agents start on levels that have none of its own. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_like: Option<Label>,
    /// What its agents may do with things and with each other: `"take"`, `"drop"`, `"give"` (hand a mate what is in a hand), `"stagger"` (hit an enemy with an
    /// item that staggers), `"enter"`, `"leave"`, `"open"`, `"close"`, and the verbs of the game.
    #[serde(default)]
    pub verbs: Vec<Label>,
    /// The sides whose agents its blows and projectiles can hit.
    #[serde(default)]
    pub attacks: Vec<Label>,
    /// What agents of other sides are to it, by side: `{"blue": "enemy"}`. Its agents then perceive them as that kind, so that sides
    /// can share a mind. A side that is not listed is perceived by its own name.
    #[serde(default)]
    pub relations: BTreeMap<Label, Label>,
    /// The sides at whose agents its agents do not look: they see nothing of them, and need no time for it. Default: none.
    #[serde(default)]
    pub ignores: Vec<Label>,
    /// Whether its agents leave scratch marks when they run. Default false.
    #[serde(default)]
    pub leaves_traces: bool,
}

with_defaults! {
/// The behaviour of doors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DoorRules {
    /// The seconds from closed to open, and back. Default 0.4.
    pub swing_seconds: f32 = 0.4,
    /// The seconds after which an empty doorway closes. Default 4.
    pub close_after: f32 = 4.0,
    /// The distance from its centre at which a body keeps a door open, in metres. Default 0.9.
    pub keep_open_radius: f32 = 0.9,
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
    /// Whether it hits agents as a blow does. Default false.
    #[serde(default)]
    pub counts_as_hit: bool,
    /// The harm of a hit, in the unit of the game. Default 1.
    #[serde(default = "whole::<1, _>")]
    pub damage: f32,
    /// The noise of its impact.
    pub impact_noise: Label,
    /// The kind of device that it leaves on the ground below the end of its flight, such as smoke. Default: none.
    #[serde(default)]
    pub leaves: Option<Label>,
}

with_defaults! {
/// The scratch marks that running agents leave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TraceRules {
    /// The distance between two marks, in metres. Default 1.
    pub spacing: f32 = 1.0,
    /// The seconds after which a mark disappears. Default 10.
    pub lifetime: f32 = 10.0,
}
}

impl Rules {
    /// The distance at which a kind of noise fades out, in metres; 0 for unknown kinds.
    pub fn loudness(&self, noise: Label) -> f32 {
        self.noises.get(&noise).copied().unwrap_or(0.0)
    }

    /// Whether agents of a side can take items of a kind: those that the kind names, or else those with the verb.
    pub fn allows_taking(&self, side: Label, kind: Label) -> bool {
        let named = self.things.get(&kind).map(|item| &item.taken_by).filter(|named| !named.is_empty());
        named.map_or_else(|| self.allows_verb(side, "take".into()), |named| named.contains(&side))
    }

    /// Whether agents of a side may use things with this verb.
    pub fn allows_verb(&self, side: Label, verb: Label) -> bool {
        self.sides.get(&side).is_some_and(|rules| rules.verbs.contains(&verb))
    }

    /// Whether the attacks of one side can hit agents of another.
    pub fn attacks(&self, side: Label, other: Label) -> bool {
        self.sides.get(&side).is_some_and(|rules| rules.attacks.contains(&other))
    }

    /// The kind as which agents of one side perceive agents of another.
    pub fn relation(&self, side: Label, other: Label) -> Label {
        self.sides.get(&side).and_then(|rules| rules.relations.get(&other)).copied().unwrap_or(other)
    }

    /// The seconds that a use takes; 0 for verbs that are not listed.
    pub fn use_seconds(&self, verb: Label) -> f32 {
        self.use_seconds.get(&verb).copied().unwrap_or(0.0)
    }
}
