//! What a watcher of the wild would not believe.

use quarry_minds::{
    WorkingMemory,
    protocol::{Roster, Subject, ThingId},
};

use super::schema::rules_of;
use crate::{
    data::faults::FaultLimit,
    simulation::faults::{DeedKind, Detector, Suspicion, Watched},
    world::{MatchRules, ThingState, Things},
};

pub(super) const DETECTORS: &[Detector] = &[Detector::new(
    "died_beside_remedy",
    "dies of a need although it knows, near by, what would help",
    died_beside_remedy,
)
.when_left()];

/// The names of these detectors.
pub(super) const NAMES: &[&str] = &["died_beside_remedy"];

/// An animal that walked this far towards what helps, in metres, in its last seconds was on its way.
const ON_ITS_WAY: f32 = 1.0;
/// Those last seconds.
const LAST_SECONDS: f32 = 5.0;
/// An animal that had one that hunts it in sight in its last seconds had no time to eat.
const HUNTED_SECONDS: f32 = 15.0;

/// An animal dies of a need, and knows of a thing within `metres` that fills it and is not used up. One that is on its way to such a thing
/// has chosen well, only late; one that is hunted had no choice.
fn died_beside_remedy(watched: &Watched<'_>, limit: &FaultLimit) -> Option<Suspicion> {
    let cause = watched.deeds(1.0).rev().find_map(|deed| match deed.what {
        DeedKind::Left(how) => Some(how),
        _ => None,
    })?;
    let place = watched.me.place()?;
    if watched.samples(HUNTED_SECONDS)?.any(|sample| sample.threat.is_some()) {
        return None;
    }
    let all = &watched.world.get_resource::<MatchRules>()?.0;
    let rules = rules_of(all)?;
    let gauge = rules.causes.iter().find(|(gauge, how)| **how == cause && gauge.as_str() != "health")?.0;
    let species = rules.species.get(&watched.me.side)?;
    let entity = watched.world.get_resource::<Roster>()?.entity(watched.me.id)?;
    let (memory, things) = (watched.world.get::<WorkingMemory>(entity)?, watched.world.get_resource::<Things>()?);
    let stocked = |thing: ThingId| matches!(things.state(thing), Some(ThingState::Stock(stock)) if stock.amount >= 1.0);
    // What an animal eats is in its diet, what it drinks is not.
    let helps = |kind| {
        let fills = rules.gains.get(&kind).is_some_and(|gain| gain.gauge == *gauge);
        let foods = rules.species.values().any(|other| other.diet.contains(&kind));
        fills && (!foods || species.diet.contains(&kind))
    };
    // What it goes to may be eaten before it comes: then it goes to the next.
    let on_its_way = || {
        let last = watched.samples(LAST_SECONDS)?.collect::<Vec<_>>();
        let goes = |target: Option<Subject>| match target {
            Some(Subject::Thing(thing)) => memory.about(Subject::Thing(thing)).is_some_and(|fact| helps(fact.kind)),
            _ => false,
        };
        let walked: f32 = last.windows(2).map(|pair| pair[0].place.distance(pair[1].place)).sum();
        Some(walked >= ON_ITS_WAY && last.iter().all(|sample| goes(sample.target)))
    };
    if on_its_way() == Some(true) {
        return None;
    }
    let near = memory.facts().iter().filter_map(|fact| {
        let Subject::Thing(thing) = fact.subject else { return None };
        (helps(fact.kind) && stocked(thing)).then(|| (fact.place.distance(place), fact.kind))
    });
    let (distance, kind) = near.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(distance, _)| *distance <= limit.metres)?;
    let what = format!("died ({cause}) {distance:.0} m from {kind} that it knew of");
    Some(Suspicion::beyond(distance.max(1.0), limit.metres, what))
}
