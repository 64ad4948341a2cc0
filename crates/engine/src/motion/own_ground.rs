//! The level as an agent knows it: without the doors that it believes to be barred.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Percept, Subject};

use super::navigation::LevelTerrain;
use crate::world::{
    Body, Things,
    level::{BuiltLevel, DoorSet, ThingKind},
};

/// The doors that an agent believes to be barred, and the level without them.
#[derive(Component, Clone, Default)]
pub struct OwnGround {
    barred: DoorSet,
    level: Option<Arc<LevelTerrain>>,
}

impl OwnGround {
    /// The level as the agent knows it; `whole` is the one without barred doors.
    pub(super) fn of<'a>(&'a self, whole: &'a LevelTerrain) -> &'a LevelTerrain {
        self.level.as_deref().unwrap_or(whole)
    }

    /// Replaces the doors that it knows to be barred, of the level that is `whole` without them. Returns its level if that has changed: `None` inside
    /// if no door of it is barred.
    pub fn know(&mut self, barred: DoorSet, whole: &LevelTerrain) -> Option<Option<Arc<LevelTerrain>>> {
        if barred == self.barred {
            return None;
        }
        self.barred = barred;
        self.level = (!barred.is_empty()).then(|| whole.with_barred(barred));
        Some(self.level.clone())
    }

    /// The doors that it knows to be barred.
    pub(super) fn barred(&self) -> DoorSet {
        self.barred
    }
}

/// What an agent feels that has walked into a barred door: the thing that bars it.
pub(super) fn feel(things: &Things, level: &BuiltLevel, door: usize, body: &Body) -> Option<Percept> {
    let thing = level.things_of(ThingKind::Device).find(|thing| thing.door == Some(door))?;
    let state = things.device(thing.id)?.state;
    let place = things.stand_before(thing, level, body.place);
    Some(Percept { state, ..Percept::felt(thing.name, Subject::Thing(thing.id), place, 0.0) })
}
