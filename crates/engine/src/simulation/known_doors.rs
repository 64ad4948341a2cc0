//! What agents remember of things in doorways makes the level as they know it, for their minds and their walks.

use bevy::ecs::prelude::*;
use quarry_minds::{
    WorkingMemory,
    protocol::{MatchThreads, OwnTerrain, Subject},
};

use crate::{
    data::thing::ThingSpec,
    motion::{LevelTerrainService, OwnGround},
    world::{
        MatchRules, SiteService, Things,
        level::{DoorSet, ThingKind},
    },
};

/// Whether the level has things in doorways.
pub(super) fn doors_can_be_barred(things: Option<Res<Things>>) -> bool {
    things.is_some_and(|things| things.in_doorways)
}

/// Leaves out of the level of each agent the doors that it believes to be barred.
pub(super) fn believe_doors_barred(
    site: Res<SiteService>,
    rules: Res<MatchRules>,
    ground: Res<LevelTerrainService>,
    threads: Res<MatchThreads>,
    mut agents: Query<(&WorkingMemory, &mut OwnGround, &mut OwnTerrain)>,
) {
    let devices = site.0.built.things_of(ThingKind::Device);
    let in_doorways = devices.filter_map(|thing| Some((thing.id, thing.door?, rules.0.things.get(&thing.name)?)));
    let in_doorways: Vec<_> = in_doorways.collect();
    threads.each(agents.iter_mut(), |(memory, own, terrain)| {
        let mut barred = DoorSet::default();
        let bars =
            |thing, spec: &ThingSpec| memory.about(Subject::Thing(thing)).is_some_and(|fact| spec.bars_in(fact.state));
        for (_, door, _) in in_doorways.iter().filter(|(thing, _, spec)| bars(*thing, spec)) {
            barred.set(*door, true);
        }
        if own.believe(barred, &ground.0) {
            terrain.0 = own.level().map(|level| level as _);
        }
    });
}
