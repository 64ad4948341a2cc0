//! Going from spot to spot, staying a while at each: what patrolling, searching, exploring and guarding have in common; and
//! choosing the next spot.

use bevy::math::Vec3;
use rand::Rng;

use super::{BehaviourContext, Progress, WalkTo, walk::stay};
use crate::protocol::{FailReason, Gait, PlaceId, Subject, TerrainPlace};

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitProgress {
    /// No spot is set; the next one is to be chosen.
    Free,
    /// On the way, or staying.
    Running,
    /// The spot was reached in this tick.
    Reached,
    /// The spot cannot be reached.
    Missed(FailReason),
}

/// A round from spot to spot.
#[derive(Clone, Debug, Default)]
pub struct Visit {
    walk: WalkTo,
    next: Option<(Vec3, Option<Subject>)>,
    until: Option<f32>,
}

impl Visit {
    /// Sets the next spot. With a subject the spot is claimed for oneself for as long as one is on the way.
    pub fn set_out(&mut self, place: Vec3, claimed: Option<Subject>) {
        self.next = Some((place, claimed));
        self.walk.reset();
    }

    /// Sets the spot anew, where that has moved: the way goes on.
    pub fn follow(&mut self, place: Vec3) {
        self.next = Some((place, None));
    }

    /// Gives up the spot that is set.
    pub fn turn_away(&mut self) {
        self.next = None;
    }

    /// Goes on towards the spot; within `within` metres of it it is reached, and one stays for `pause` seconds.
    pub fn go(&mut self, context: &mut BehaviourContext, gait: Gait, within: f32, pause: f32) -> VisitProgress {
        if let Some(until) = self.until {
            if context.elapsed < until {
                return VisitProgress::Running;
            }
            self.until = None;
        }
        let Some((place, claimed)) = self.next else { return VisitProgress::Free };
        if let Some(subject) = claimed {
            context.memory.reserve(subject, place);
        }
        let progress = self.walk.towards(context, place, within, gait);
        match progress {
            Progress::Running => return VisitProgress::Running,
            Progress::Done if pause > 0.0 => {
                stay(context, Gait::Walk);
                self.until = Some(context.elapsed + pause);
            }
            _ => {}
        }
        self.next = None;
        self.walk.reset();
        match progress {
            Progress::Failed(reason) => VisitProgress::Missed(reason),
            _ => VisitProgress::Reached,
        }
    }

    /// Whether one stays at a spot.
    pub fn stays(&self) -> bool {
        self.until.is_some()
    }

    /// Where it leads.
    pub fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

/// By how much the way between two places may fall short of the straight line, by rounding, in metres.
const ROUNDING: f32 = 1.0;

/// The place of the terrain that is worth most, of those whose way is `within` so many metres, chance having a say of up to
/// `randomness`. `worth` is also told what is to be beaten; those for which it gives nothing do not count.
pub fn best_place(
    context: &mut BehaviourContext,
    within: f32,
    randomness: f32,
    worth: impl Fn(&BehaviourContext, PlaceId, TerrainPlace, f32) -> Option<f32>,
) -> Option<(PlaceId, Vec3)> {
    let terrain = context.terrain;
    let all = terrain.places();
    let mut near = Vec::new();
    if within.is_finite() {
        terrain.places_within(context.sense.place, within + ROUNDING, &mut near);
    } else {
        near.extend((0..all.len()).map(|index| index as PlaceId));
    }
    let mut best: Option<(f32, PlaceId, Vec3)> = None;
    for id in near {
        let Some(place) = all.get(usize::from(id)) else { continue };
        let chance = if randomness > 0.0 { context.chance.gen_range(0.0..randomness) } else { 0.0 };
        let to_beat = best.map_or(f32::NEG_INFINITY, |(known, ..)| known) - chance;
        if let Some(worth) = worth(context, id, *place, to_beat)
            && worth > to_beat
        {
            best = Some((worth + chance, id, place.position));
        }
    }
    best.map(|(_, id, position)| (id, position))
}
