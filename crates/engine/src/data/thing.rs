//! Kinds of things with states and uses, and of items that can be carried.
//!
//! What the world lets agents do with a thing, what the window shows of it, and what a mind can plan with it all follow from its file
//! ([`super::thing_actions`]).

use std::{collections::BTreeMap, sync::Arc};

use quarry_minds::protocol::{Label, label};
use serde::{Deserialize, Serialize};

use super::declare::with_defaults;

/// The kinds of things of a game, by the name of their file.
pub type ThingSpecs = Arc<BTreeMap<Label, ThingSpec>>;

with_defaults! {
/// A kind of thing: `assets/GAME/things/NAME.ron`. With `states` it is a device, which stands where the level places it; without, an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingSpec {
    /// What people call it. Default: its name, with spaces.
    pub title: String,
    /// From how far away eyes notice it, in metres, unless the `notice_ranges` of an agent say otherwise. Default 14.
    pub seen_from: f32 = 14.0,
    /// For an item: the prop that lies there. None of its parts may be solid. Default: nothing is drawn, or what the game draws.
    pub prop: Option<Label>,
    /// For an item: what a player who carries it is told, without a full stop: `"The crowbar opens windows"`. Default: nothing.
    pub hint: String,
    /// For an item: whether it needs no hand, so that an agent can carry any number. Default false.
    pub pocketed: bool,
    /// For an item: the sides whose agents can take it, whatever their verbs. Default: those that have the verb `take`.
    pub taken_by: Vec<Label>,
    /// For an item: how long it takes to take it, in seconds. Default: as the rules say.
    pub take_seconds: Option<f32>,
    /// For an item: the factor on the speed of an agent that carries it. Default 1.
    pub slows: f32 = 1.0,
    /// For an item: whether the rules of the game bring it into play, so that no level lays it. Default false.
    pub appears: bool,
    /// For an item: how far it lights its surroundings, where it lies and in the hands that carry it, in metres. Default 0.
    pub lights: f32,
    /// For an item: how long an agent of another side stands still and strikes nobody once the carrier has hit it with it, in seconds; the item
    /// is used up. The verb is `stagger`. Default 0: it does not.
    pub staggers: f32,
    /// For a device: its states, by name.
    pub states: BTreeMap<Label, ThingStateSpec>,
    /// For a device: the state at the start of a match.
    pub start: Label,
    /// For a device: what agents can do with it, by verb.
    pub uses: BTreeMap<Label, ThingUse>,
}

/// A state of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingStateSpec {
    /// The prop that stands there in this state. None of its parts may be solid: a prop in the same cell of the level can be. Default: none.
    pub prop: Option<Label>,
    /// What people are told when an agent brings it into this state: `"{agent} lays a snare{in room}"`. Default: its title and the state.
    pub told: Option<String>,
    /// What it turns into by itself. Default: nothing.
    pub turns: Option<ThingTurn>,
    /// What happens when an agent treads on it. Default: nothing.
    pub trodden: Option<ThingTread>,
    /// The noise that it makes again and again in this state, a name of `noises` in the rules. Default: none.
    pub noise: Option<Label>,
    /// The time between two of these noises, in seconds. Default 2.
    pub noise_every: f32 = 2.0,
    /// Whether items that were placed in the same cell are inside of it, where nobody sees or takes them. Default false.
    pub conceals: bool,
    /// For a device in a doorway: whether it keeps the door shut, so that nobody gets through. Default false.
    pub bars: bool,
    /// How far smoke reaches around it, in metres: eyes do not see through. Default 0.
    pub veils: f32,
    /// How far it lights its surroundings, in metres. Default 0.
    pub lights: f32,
    /// How it dazzles those who look at it when it goes into this state. Default: not at all.
    pub dazzles: Option<ThingDazzle>,
    /// The number of agents that can hide in it, up to 8. Who is inside comes out when it goes into a state without room. Default 0.
    pub shelters: u8,
}

/// What a device turns into by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingTurn {
    /// After how long in this state, in seconds. Default 0.
    pub after: f32,
    /// The state.
    pub to: Label,
}

/// How a device dazzles: who looks at it sees nothing for a while, the shorter the farther away it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingDazzle {
    /// From this far on not at all, in metres. Default 12.
    pub within: f32 = 12.0,
    /// For how long right beside it, in seconds. Default 3.
    pub seconds: f32 = 3.0,
}

/// What a device does to an agent that treads on it, such as a snare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingTread {
    /// The sides whose agents it is for. Default: all.
    pub by: Vec<Label>,
    /// How near that is, in metres. Default 0.5.
    pub within: f32 = 0.5,
    /// The state that it goes into.
    pub to: Label,
    /// For how long it holds the agent fast, in seconds: it does not move, and strikes nobody. Default 0.
    pub holds: f32,
    /// How much it harms the agent, in the unit of the game; in the hunt any harm is a hit by the agent that has set it. Default 0.
    pub harms: f32,
    /// The noise of it, a name of `noises` in the rules. Default: none.
    pub noise: Option<Label>,
}

/// Something that agents can do with a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingUse {
    /// The states in which it can be used so.
    pub from: Vec<Label>,
    /// The state afterwards. Default: the same.
    pub to: Option<Label>,
    /// The sides whose agents can. Default: all.
    pub by: Vec<Label>,
    /// The items that the agent must carry, and keeps. Default: none.
    pub carrying: Vec<Label>,
    /// The items that the agent must carry, and that are used up. Default: none.
    pub consumes: Vec<Label>,
    /// The items that the agent gets, and carries from then on; none of them need lie in the level. Default: none.
    pub gives: Vec<Label>,
    /// How long it takes, in seconds. Default 0.
    pub seconds: f32,
    /// Whether the work of all agents adds up, and stays when one stops. Otherwise each begins anew. Default false.
    pub keeps_work: bool,
    /// Whether only one agent at a time can. Default false.
    pub one_at_a_time: bool,
    /// The noise of the work, a name of `noises` in the rules. Default: none.
    pub noise: Option<Label>,
    /// Whether everybody learns that the thing is in its new state. Default false.
    pub announced: bool,
    /// How the agent leaves play by it, in a word of the game, such as `"escaped"` in the hunt. Default: it stays.
    pub departs: Option<Label>,
}

/// What happens to things because others are in certain states, such as a gate that opens when the current is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wire {
    /// The states that all things of these names must be in: `{"generator": "running"}`.
    pub when: BTreeMap<Label, Label>,
    /// The states into which the things of these names go at that moment. A gate knows `"open"`.
    pub then: BTreeMap<Label, Label>,
}
}

/// The reading of how many items of a kind an agent carries.
pub fn carried_reading(kind: Label) -> Label {
    label(&format!("carries_{kind}"))
}

impl ThingSpec {
    /// Whether it is an item.
    pub fn is_item(&self) -> bool {
        self.states.is_empty()
    }

    /// What people call it.
    pub fn title_of(&self, name: Label) -> String {
        if self.title.is_empty() { name.as_str().replace('_', " ") } else { self.title.clone() }
    }

    /// The noises that it makes, and those of its uses.
    pub fn noises(&self) -> impl Iterator<Item = Label> {
        let of_states = self.states.values().filter_map(|state| state.noise);
        let of_treads = self.states.values().filter_map(|state| state.trodden.as_ref()?.noise);
        of_states.chain(of_treads).chain(self.uses.values().filter_map(|of_use| of_use.noise))
    }

    /// Whether nothing becomes of it any more in a state: it has no clock, no noise, no smoke, no light and no shelter, and nobody can use it or treads on it.
    pub fn is_spent_in(&self, state: Label) -> bool {
        let idle = |spec: &ThingStateSpec| {
            spec.turns.is_none()
                && spec.trodden.is_none()
                && spec.noise.is_none()
                && spec.veils <= 0.0
                && spec.lights <= 0.0
                && spec.shelters == 0
                && spec.dazzles.is_none()
        };
        self.states.get(&state).is_none_or(idle) && !self.uses.values().any(|of_use| of_use.from.contains(&state))
    }

    /// Whether it keeps the door of its doorway shut in a state.
    pub fn bars_in(&self, state: Label) -> bool {
        self.states.get(&state).is_some_and(|state| state.bars)
    }

    /// A use by its verb, if agents of this side can do that in this state.
    pub fn use_in(&self, verb: Label, state: Label, side: Label) -> Option<&ThingUse> {
        self.uses.get(&verb).filter(|found| found.from.contains(&state) && found.is_for(side))
    }
}

impl ThingTread {
    /// Whether it is for agents of a side.
    pub fn is_for(&self, side: Label) -> bool {
        self.by.is_empty() || self.by.contains(&side)
    }
}

impl ThingUse {
    /// Whether agents of a side can do it.
    pub fn is_for(&self, side: Label) -> bool {
        self.by.is_empty() || self.by.contains(&side)
    }

    /// The items that an agent needs for it: those that it keeps, and those that are used up.
    pub fn needed(&self) -> impl Iterator<Item = Label> {
        self.carrying.iter().chain(&self.consumes).copied()
    }
}
