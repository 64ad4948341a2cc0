//! What becomes of the things of a level in a match: keys, doors, exits, hiding places.

use bevy::{ecs::prelude::*, math::Vec3};
use rand::{Rng, RngCore};

use super::level::{BuiltLevel, Door, DoorSet, ThingKind};
use crate::protocol::{AgentId, ThingId};

/// The state of every thing of the level; the index is the number of the thing.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Things {
    /// The states.
    pub states: Vec<ThingState>,
    /// Which doors one can see and walk through now, gates included.
    pub open: DoorSet,
}

/// The state of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThingState {
    /// A place for a key, and where its key is.
    Key(KeyLocation),
    /// A door.
    Door(DoorState),
    /// An exit.
    Exit(ExitState),
    /// A hiding place.
    HidingPlace(HidingState),
    /// A point that has no state.
    Still,
}

/// Where a key is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyLocation {
    /// The seed put none here.
    Nowhere,
    /// It lies here, in metres.
    Lying(Vec3),
    /// Somebody carries it.
    Carried(AgentId),
}

/// A door.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoorState {
    /// 0 shut to 1 open.
    pub swing: f32,
    /// Whether it is opening or held open.
    pub opening: bool,
    /// Seconds since anybody stood in it.
    pub idle: f32,
    /// Who moved it last, also where it has shut by itself since.
    pub by: Option<AgentId>,
}

/// An exit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExitState {
    /// Seconds of work done at it.
    pub work: f32,
    /// The same as a share, 0 to 1.
    pub progress: f32,
    /// How many thirds of the work have been announced.
    pub thirds: u8,
    /// Whether it stands open.
    pub open: bool,
    /// 0 shut to 1 open: its gate, for drawing.
    pub swing: f32,
}

/// A hiding place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HidingState {
    /// Who is inside.
    pub occupant: Option<AgentId>,
}

impl Things {
    /// The things of a level at the start of a match: all shut and free, so many keys drawn among their places.
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

    /// The state of a thing.
    pub fn state(&self, thing: ThingId) -> Option<&ThingState> {
        self.states.get(usize::from(thing.0))
    }

    /// The state of a thing, to change it.
    pub fn state_mut(&mut self, thing: ThingId) -> Option<&mut ThingState> {
        self.states.get_mut(usize::from(thing.0))
    }

    /// Where a key is; `None` where the thing is none.
    pub fn key(&self, thing: ThingId) -> Option<KeyLocation> {
        match self.state(thing)? {
            ThingState::Key(at) => Some(*at),
            _ => None,
        }
    }

    /// A door; `None` where the thing is none.
    pub fn door(&self, thing: ThingId) -> Option<DoorState> {
        match self.state(thing)? {
            ThingState::Door(door) => Some(*door),
            _ => None,
        }
    }

    /// An exit; `None` where the thing is none.
    pub fn exit(&self, thing: ThingId) -> Option<ExitState> {
        match self.state(thing)? {
            ThingState::Exit(exit) => Some(*exit),
            _ => None,
        }
    }

    /// Who is in a hiding place; the outer `None` where the thing is none.
    pub fn occupant(&self, thing: ThingId) -> Option<Option<AgentId>> {
        match self.state(thing)? {
            ThingState::HidingPlace(hiding) => Some(hiding.occupant),
            _ => None,
        }
    }

    /// Somebody pushes against a shut door: it begins to open. A gate does not give way. Whether it began now.
    pub fn push(&mut self, door: &Door, by: AgentId) -> bool {
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

    /// Somebody pulls an open door shut. Whether it began to close now.
    pub fn pull(&mut self, thing: ThingId, by: AgentId) -> bool {
        match self.state_mut(thing) {
            Some(ThingState::Door(state)) if state.opening => {
                state.opening = false;
                state.by = Some(by);
                true
            }
            _ => false,
        }
    }
}
