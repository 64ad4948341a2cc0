//! The state of the level's things in a match: items, doors, gates and hiding places.

use bevy::{ecs::prelude::*, math::Vec3};
use rand::{Rng, RngCore};

use super::level::{BuiltLevel, Door, DoorSet, LevelThing, ThingKind};
use crate::protocol::{AgentId, Label, ThingId};

/// The state of every thing, indexed by its number.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Things {
    /// The states.
    pub states: Vec<ThingState>,
    /// The doors and gates that are open to sight and passage.
    pub open: DoorSet,
}

/// The state of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThingState {
    /// A place for an item, and the location of its item.
    Item(ItemLocation),
    /// A door.
    Door(DoorState),
    /// A gate.
    Gate(GateState),
    /// A hiding place.
    HidingPlace(HidingState),
    /// A thing without state.
    Still,
}

/// The location of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ItemLocation {
    /// The seed placed no item here.
    Nowhere,
    /// On the ground or on furniture, in metres.
    Lying(Vec3),
    /// Carried by this agent.
    Carried(AgentId),
}

/// A door.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoorState {
    /// From 0 (closed) to 1 (open).
    pub swing: f32,
    /// Whether it is opening or held open.
    pub opening: bool,
    /// Seconds since an agent last stood in it.
    pub idle: f32,
    /// The agent that moved it last, even if it has closed by itself since.
    pub by: Option<AgentId>,
}

/// A gate: a door that only the rules of the game open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GateState {
    /// Seconds of work so far.
    pub work: f32,
    /// The fraction of the work done, from 0 to 1.
    pub progress: f32,
    /// The thirds of the work that were announced.
    pub thirds: u8,
    /// Whether agents can pass through it.
    pub open: bool,
    /// From 0 (closed) to 1 (open), for drawing.
    pub swing: f32,
}

/// A hiding place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HidingState {
    /// The agent inside.
    pub occupant: Option<AgentId>,
}

impl Things {
    /// The things of a level before the game places its items: everything closed, free and empty.
    pub fn new(level: &BuiltLevel) -> Self {
        let states = level
            .things
            .iter()
            .map(|thing| match thing.kind {
                ThingKind::Item => ThingState::Item(ItemLocation::Nowhere),
                ThingKind::Door => ThingState::Door(DoorState::default()),
                ThingKind::Gate => ThingState::Gate(GateState::default()),
                ThingKind::HidingPlace => ThingState::HidingPlace(HidingState::default()),
                ThingKind::PatrolPoint => ThingState::Still,
            })
            .collect();
        Self { states, open: DoorSet::default() }
    }

    /// Lays this many items of a kind at random places for that kind; fewer if there are not enough places.
    pub fn place_items(&mut self, level: &BuiltLevel, kind: Label, count: u8, chance: &mut impl RngCore) {
        let of_kind = |thing: &&LevelThing| thing.kind == ThingKind::Item && thing.name == kind;
        let mut places: Vec<&LevelThing> = level.things.iter().filter(of_kind).collect();
        for _ in 0..count {
            if places.is_empty() {
                break;
            }
            let drawn = places.remove(chance.gen_range(0..places.len()));
            if let Some(state) = self.state_mut(drawn.id) {
                *state = ThingState::Item(ItemLocation::Lying(drawn.place));
            }
        }
    }

    /// The state of a thing; `None` if there is no such thing.
    pub fn state(&self, thing: ThingId) -> Option<&ThingState> {
        self.states.get(usize::from(thing.0))
    }

    /// The state of a thing, mutably.
    pub fn state_mut(&mut self, thing: ThingId) -> Option<&mut ThingState> {
        self.states.get_mut(usize::from(thing.0))
    }

    /// The location of an item; `None` if the thing is not an item.
    pub fn item(&self, thing: ThingId) -> Option<ItemLocation> {
        match self.state(thing)? {
            ThingState::Item(at) => Some(*at),
            _ => None,
        }
    }

    /// The state of a door; `None` if the thing is not a door.
    pub fn door(&self, thing: ThingId) -> Option<DoorState> {
        match self.state(thing)? {
            ThingState::Door(door) => Some(*door),
            _ => None,
        }
    }

    /// The state of a gate; `None` if the thing is not a gate.
    pub fn gate(&self, thing: ThingId) -> Option<GateState> {
        match self.state(thing)? {
            ThingState::Gate(gate) => Some(*gate),
            _ => None,
        }
    }

    /// The agent in a hiding place; the outer `None` if the thing is not a hiding place.
    pub fn occupant(&self, thing: ThingId) -> Option<Option<AgentId>> {
        match self.state(thing)? {
            ThingState::HidingPlace(hiding) => Some(hiding.occupant),
            _ => None,
        }
    }

    /// Pushes a closed door open; gates do not give way. Returns whether the door began to open.
    pub fn push_door(&mut self, door: &Door, by: AgentId) -> bool {
        match self.state_mut(door.thing) {
            Some(ThingState::Door(state)) if !state.opening => {
                state.opening = true;
                state.idle = 0.0;
                state.by = Some(by);
                true
            }
            _ => false,
        }
    }
}
