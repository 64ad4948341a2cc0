//! The level as an agent believes it to be: without the doors that it believes to be barred.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Percept, Subject};

use super::navigation::LevelTerrain;
use crate::{
    data::thing::ThingSpecs,
    world::{
        Body, Things,
        level::{BuiltLevel, DoorSet, LevelThing, ThingKind},
    },
};

/// The doors that an agent believes to be barred, and the level without them.
#[derive(Component, Clone, Default)]
pub struct OwnGround {
    barred: DoorSet,
    level: Option<Arc<LevelTerrain>>,
}

impl OwnGround {
    /// The level as the agent believes it to be; `whole` is the one without barred doors.
    pub(super) fn of<'a>(&'a self, whole: &'a LevelTerrain) -> &'a LevelTerrain {
        self.level.as_deref().unwrap_or(whole)
    }

    /// Replaces the doors that it believes to be barred, of the level that is `whole` without them. Returns whether that changes anything.
    pub fn believe(&mut self, barred: DoorSet, whole: &LevelTerrain) -> bool {
        let changes = barred != self.barred;
        if changes {
            self.barred = barred;
            self.level = (!barred.is_empty()).then(|| whole.with_barred(barred));
        }
        changes
    }

    /// The level as it believes it to be, if a door is barred.
    pub fn level(&self) -> Option<Arc<LevelTerrain>> {
        self.level.clone()
    }

    /// The doors that it believes to be barred.
    pub(super) fn barred(&self) -> DoorSet {
        self.barred
    }
}

/// What an agent feels that has walked into a barred door: the thing that bars it.
pub(super) fn feel(
    things: &Things,
    specs: &ThingSpecs,
    level: &BuiltLevel,
    door: usize,
    body: &Body,
) -> Option<Percept> {
    let bars = |thing: &LevelThing| Some(specs.get(&thing.name)?.bars_in(things.device(thing.id)?.state));
    let in_doorway = |thing: &&LevelThing| thing.door == Some(door) && bars(thing) == Some(true);
    let thing = level.things_of(ThingKind::Device).find(in_doorway)?;
    let state = things.device(thing.id)?.state;
    let place = things.stand_before(thing, level, body.place);
    Some(Percept { state, ..Percept::felt(thing.name, Subject::Thing(thing.id), place, 0.0) })
}
