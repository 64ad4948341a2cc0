//! What a watcher of the commanders would not believe.

use quarry_minds::protocol::Roster;

use super::{
    state::Commander,
    units::{Job, Unit, Worker},
};
use crate::{
    data::faults::FaultLimit,
    simulation::faults::{Detector, Suspicion, Watched},
    world::InPlay,
};

pub(super) const DETECTORS: &[Detector] = &[
    Detector::new("hoarding", "hoards minerals instead of building with them", hoarding),
    Detector::new("idle_workers", "leaves workers without a job", idle_workers),
];

/// The names of these detectors.
pub(super) const NAMES: &[&str] = &["hoarding", "idle_workers"];

/// The side that this agent commands.
fn commanded(watched: &Watched<'_>, state: &Commander) -> Option<usize> {
    state.sides.iter().position(|side| side.staff.strategist == Some(watched.me.id))
}

/// A strategist has at least `count` minerals in store.
fn hoarding(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let state = watched.world.get_resource::<Commander>()?;
    let side = state.sides.get(commanded(watched, state)?)?;
    (side.minerals >= limit.count.max(1)).then(|| {
        let what = format!("{} minerals and {} gas in store", side.minerals, side.gas);
        Suspicion::beyond(limit.count as f32, side.minerals as f32, what)
    })
}

/// At least `count` workers of a strategist have no job.
fn idle_workers(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let state = watched.world.get_resource::<Commander>()?;
    let side = commanded(watched, state)?;
    let idles = |entity: &&bevy::ecs::entity::Entity| {
        let of_side = watched.world.get::<Unit>(**entity).is_some_and(|unit| unit.side == side);
        let idle = watched.world.get::<Worker>(**entity).is_some_and(|worker| worker.job == Job::Idle);
        of_side && idle && watched.world.get::<InPlay>(**entity).is_some()
    };
    let count = watched.world.get_resource::<Roster>()?.agents.iter().filter(idles).count();
    (count >= limit.count.max(1) as usize)
        .then(|| Suspicion::beyond(limit.count as f32, count as f32, format!("{count} workers have no job")))
}
