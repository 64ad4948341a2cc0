//! What a watcher of the bomb site would not believe.

use quarry_minds::protocol::{EventLog, LogEntry, MatchEvent, Subject};

use super::state::Bombsite;
use crate::{
    data::faults::FaultLimit,
    simulation::faults::{DeedKind, Detector, Sample, Suspicion, Watched},
    world::{
        ItemLocation, SiteService, Things,
        level::{LevelThing, ThingKind},
    },
};

pub(super) const DETECTORS: &[Detector] =
    &[Detector::new("bomb_left", "lets the dropped bomb lie, like all its mates", bomb_left)];

/// The names of these detectors.
pub(super) const NAMES: &[&str] = &["bomb_left"];

/// Who goes to a place within this distance of the bomb is on its way to it, in metres.
const BESIDE: f32 = 8.0;

/// The bomb lies, and for `seconds` no attacker has gone for it, nor shot or been shot at. The first of the attackers is reported.
fn bomb_left(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let state = watched.world.get_resource::<Bombsite>()?;
    let attacks = watched.me.walks && state.side_index(watched.me.side) == Some(0);
    if !attacks || watched.mates().any(|mate| mate.id < watched.me.id) {
        return None;
    }
    let (things, site) = (watched.world.get_resource::<Things>()?, watched.world.get_resource::<SiteService>()?);
    let lies = |thing: &&LevelThing| matches!(things.item(thing.id), Some(ItemLocation::Lying(_)));
    let bomb = site.0.built.things_of(ThingKind::Item).find(lies)?.id;
    let Some(ItemLocation::Lying(at)) = things.item(bomb) else { return None };
    let from = watched.ago(limit.seconds);
    watched.samples(limit.seconds)?.next()?;
    // It has lain for so long.
    let log = watched.world.get_resource::<EventLog>()?;
    let dropped = |entry: &LogEntry| matches!(entry.event, MatchEvent::Dropped { item, .. } if item == bomb);
    if log.since(from + 1).iter().any(dropped) {
        return None;
    }
    // When the first of them dies, the next has not let it lie for long.
    if watched.all.iter().any(|one| one.side == watched.me.side && one.left_since(from)) {
        return None;
    }
    let attackers: Vec<_> = watched.mates().chain([watched.me]).collect();
    let fights = |what: &DeedKind| matches!(what, DeedKind::ShotAt | DeedKind::Fired(..));
    let mut deeds = attackers.iter().flat_map(|one| one.deeds.iter().rev().take_while(|deed| deed.tick > from));
    let goes = |sample: &Sample| {
        let is_beside = sample.destination.is_some_and(|to| to.distance(at) < BESIDE);
        is_beside || sample.target == Some(Subject::Thing(bomb))
    };
    let mut samples = attackers.iter().flat_map(|one| one.samples.iter().rev().take_while(|sample| sample.tick > from));
    let left = !deeds.any(|deed| fights(&deed.what)) && !samples.any(goes);
    left.then(|| Suspicion { excess: 1.0, what: format!("nobody has gone for the bomb for {} s", limit.seconds) })
}
