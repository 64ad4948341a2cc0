//! What an agent knows of barred doors, and the level as it is then for its mind and its walks.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{MatchThreads, OwnTerrain, Percept, Percepts, Subject};

use super::{LevelTerrainService, navigation::LevelTerrain};
use crate::world::{
    Body, MatchRules, SiteService, Things,
    level::{BuiltLevel, DoorSet, ThingKind},
};

/// The doors that an agent knows to be barred, and the level without them.
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

    /// The doors that it knows to be barred.
    pub(super) fn barred(&self) -> DoorSet {
        self.barred
    }
}

/// Whether the level has things in doorways, which may bar them.
pub(super) fn doors_can_be_barred(things: Option<Res<Things>>) -> bool {
    things.is_some_and(|things| things.in_doorways)
}

/// What an agent feels that has walked into a barred door: the thing that bars it.
pub(super) fn feel(things: &Things, level: &BuiltLevel, door: usize, body: &Body) -> Option<Percept> {
    let thing = level.things_of(ThingKind::Device).find(|thing| thing.door == Some(door))?;
    let state = things.device(thing.id)?.state;
    let place = things.stand_before(thing, level, body.place);
    Some(Percept { state, ..Percept::felt(thing.name, Subject::Thing(thing.id), place, 0.0) })
}

/// Learns from what agents perceive which doors are barred, before it goes into their memories.
pub(super) fn learn_of_barred_doors(
    site: Res<SiteService>,
    rules: Res<MatchRules>,
    ground: Res<LevelTerrainService>,
    threads: Res<MatchThreads>,
    mut agents: Query<(&Percepts, &mut OwnGround, &mut OwnTerrain)>,
) {
    threads.each(agents.iter_mut(), |(percepts, own, terrain)| {
        let mut barred = own.barred;
        for percept in &percepts.0 {
            let Subject::Thing(id) = percept.subject else { continue };
            let doorway =
                site.0.built.thing(id).and_then(|thing| Some((thing.door?, rules.0.things.get(&thing.name)?)));
            if let Some((door, spec)) = doorway.filter(|(_, spec)| spec.states.contains_key(&percept.state)) {
                barred.set(door, spec.bars_in(percept.state));
            }
        }
        if barred != own.barred {
            own.barred = barred;
            own.level = (!barred.is_empty()).then(|| ground.0.with_barred(barred));
            terrain.0 = own.level.clone().map(|level| level as _);
        }
    });
}
