//! What a watcher of the hunt would not believe.

use quarry_minds::protocol::{Roster, Subject, TerrainService};

use crate::{
    data::faults::FaultLimit,
    simulation::faults::{DeedKind, Detector, Suspicion, Watched},
    world::{Hidden, SiteService},
};

pub(super) const DETECTORS: &[Detector] =
    &[Detector::new("trail_ignored", "passes the hiding place into which it has just chased its prey", trail_ignored)];

/// The names of these detectors.
pub(super) const NAMES: &[&str] = &["trail_ignored"];

/// Prey that has moved less than this is inside already, in metres.
const STILL: f32 = 0.3;

/// A way to a hiding place that is longer than the straight line by this factor leads around a wall.
const DETOUR: f32 = 1.5;

/// An agent chased another that has hidden since: within `seconds` of losing it from sight it comes within `metres` of the hiding place, on
/// the same side of every wall, and goes away by twice as far without looking into it.
fn trail_ignored(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let here = watched.me.place()?;
    let last = watched.samples(limit.seconds)?.rev().find(|sample| sample.foe.is_some())?;
    let chased = watched.agent(last.foe?.agent)?;
    let entity = watched.world.get_resource::<Roster>()?.entity(chased.id)?;
    let place = watched.world.get::<Hidden>(entity)?.0?;
    let thing = watched.world.get_resource::<SiteService>()?.0.built.thing(place)?;
    let (at, door) = (thing.place, thing.entry);
    // Before the prey is inside there is nothing to pass.
    let inside = chased.now()?.place;
    let went_in = chased.samples.iter().rev().find(|sample| sample.place.distance(inside) > STILL);
    let since = last.tick.max(went_in.map_or(0, |sample| sample.tick));
    let since = watched.me.samples.iter().filter(|sample| sample.tick > since);
    let from = since.min_by(|a, b| a.place.distance(at).total_cmp(&b.place.distance(at)))?.place;
    let nearest = from.distance(at);
    let way = watched.world.get_resource::<TerrainService>()?.0.path_length(from, door)?;
    if way > DETOUR * limit.metres.max(nearest) {
        return None;
    }
    let looked = |what: &DeedKind| matches!(what, DeedKind::Began(_, Some(target)) if *target == Subject::Thing(place));
    let looks = watched.deeds(limit.seconds).any(|deed| deed.tick > last.tick && looked(&deed.what));
    (nearest <= limit.metres && here.distance(at) >= 2.0 * limit.metres && !looks).then(|| {
        let what = format!("passed agent {} in hiding place {} at {nearest:.1} m, and went on", chased.id.0, place.0);
        Suspicion::beyond(nearest.max(0.5), limit.metres, what)
    })
}
