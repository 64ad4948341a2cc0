//! The state of the level's things in a match: keys, doors, exits and hiding places.

use bevy::{ecs::prelude::*, math::Vec3};
use rand::{Rng, RngCore};

use super::level::{BuiltLevel, Door, DoorSet, ThingKind};
use crate::protocol::{AgentId, ThingId};

/// The state of every thing, indexed by its number.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Things {
    /// The states.
    pub states: Vec<ThingState>,
    /// The doors and exits that are open to sight and passage.
    pub open: DoorSet,
}

/// The state of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThingState {
    /// A place for a key, and the location of its key.
    Key(KeyLocation),
    /// A door.
    Door(DoorState),
    /// An exit.
    Exit(ExitState),
    /// A hiding place.
    HidingPlace(HidingState),
    /// A thing without state.
    Still,
}

/// The location of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyLocation {
    /// The seed placed no key here.
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

/// An exit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExitState {
    /// Seconds of work so far.
    pub work: f32,
    /// The fraction of the work done, from 0 to 1.
    pub progress: f32,
    /// The thirds of the work that were announced.
    pub thirds: u8,
    /// Whether agents can escape through it.
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
    /// The things of a level at the start of a match: everything closed and free, and this many keys at random key
    /// places.
    pub fn new(level: &BuiltLevel, keys: u8, chance: &mut impl RngCore) -> Self {
        let mut states: Vec<ThingState> = level
            .things
            .iter()
            .map(|thing| match thing.kind {
                ThingKind::Key => ThingState::Key(KeyLocation::Nowhere),
                ThingKind::Door => ThingState::Door(DoorState::default()),
                ThingKind::Exit => ThingState::Exit(ExitState::default()),
                ThingKind::HidingPlace => ThingState::HidingPlace(HidingState::default()),
                ThingKind::PatrolPoint => ThingState::Still,
            })
            .collect();
        let mut places: Vec<&super::level::LevelThing> = level.things_of(ThingKind::Key).collect();
        for _ in 0..keys {
            if places.is_empty() {
                break;
            }
            let drawn = places.remove(chance.gen_range(0..places.len()));
            if let Some(state) = states.get_mut(usize::from(drawn.id.0)) {
                *state = ThingState::Key(KeyLocation::Lying(drawn.place));
            }
        }
        Self { states, open: DoorSet::default() }
    }

    /// The state of a thing; `None` if there is no such thing.
    pub fn state(&self, thing: ThingId) -> Option<&ThingState> {
        self.states.get(usize::from(thing.0))
    }

    /// The state of a thing, mutably.
    pub fn state_mut(&mut self, thing: ThingId) -> Option<&mut ThingState> {
        self.states.get_mut(usize::from(thing.0))
    }

    /// The location of a key; `None` if the thing is not a key.
    pub fn key(&self, thing: ThingId) -> Option<KeyLocation> {
        match self.state(thing)? {
            ThingState::Key(at) => Some(*at),
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

    /// The state of an exit; `None` if the thing is not an exit.
    pub fn exit(&self, thing: ThingId) -> Option<ExitState> {
        match self.state(thing)? {
            ThingState::Exit(exit) => Some(*exit),
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

    /// Pushes a closed door open; exits do not give way. Returns whether the door began to open.
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
