//! Visiting one place after another with a pause at each, as patrolling, searching, exploring and guarding do; and choosing
//! the next place.

use bevy_math::Vec3;
use rand::Rng;

use super::{BehaviourContext, Progress, WalkTo, walk::stand_still};
use crate::protocol::{FailReason, Gait, PlaceId, Subject, TerrainPlace};

/// The state of a visit after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitProgress {
    /// No place is set: the caller should choose one.
    Free,
    /// On the way, or pausing at a place.
    Running,
    /// The place was reached in this tick.
    Reached,
    /// The place cannot be reached.
    Missed(FailReason),
}

/// A walk to a place with a pause there.
#[derive(Clone, Debug, Default)]
pub struct Visit {
    walk: WalkTo,
    /// The place, and the subject reserved on the way there.
    next: Option<(Vec3, Option<Subject>)>,
    pause_until: Option<f32>,
}

impl Visit {
    /// Sets the next place. If a subject is given, it stays reserved for this agent on the way.
    pub fn set_out(&mut self, place: Vec3, reserved: Option<Subject>) {
        self.next = Some((place, reserved));
        self.walk.reset();
    }

    /// Moves the place without interrupting the walk.
    pub fn follow(&mut self, place: Vec3) {
        self.next = Some((place, None));
    }

    /// Drops the place.
    pub fn cancel(&mut self) {
        self.next = None;
    }

    /// Walks or pauses for a tick. A place is reached within `radius` metres, then follows a pause of `pause` seconds.
    pub fn advance(&mut self, context: &mut BehaviourContext, gait: Gait, radius: f32, pause: f32) -> VisitProgress {
        if let Some(until) = self.pause_until {
            if context.elapsed < until {
                return VisitProgress::Running;
            }
            self.pause_until = None;
        }
        let Some((place, reserved)) = self.next else { return VisitProgress::Free };
        if let Some(subject) = reserved {
            context.memory.reserve(subject, place);
        }
        let progress = self.walk.walk(context, place, radius, gait);
        match progress {
            Progress::Running => return VisitProgress::Running,
            Progress::Done if pause > 0.0 => {
                stand_still(context, Gait::Walk);
                self.pause_until = Some(context.elapsed + pause);
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

    /// Whether it is pausing at a place.
    pub fn is_pausing(&self) -> bool {
        self.pause_until.is_some()
    }

    /// The place it walks to.
    pub fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

/// A precomputed path may be shorter than the straight line by this much, in metres, because of rounding.
const ROUNDING: f32 = 1.0;

/// The terrain place with the highest score, of those within `max_distance` metres. A random number from 0 to `randomness` is
/// added to each score. `score` is given the score to beat and returns `None` for a place that does not qualify.
pub fn best_place(
    context: &mut BehaviourContext,
    max_distance: f32,
    randomness: f32,
    score: impl Fn(&BehaviourContext, PlaceId, TerrainPlace, f32) -> Option<f32>,
) -> Option<(PlaceId, Vec3)> {
    let terrain = context.terrain;
    let all = terrain.places();
    let mut near = Vec::new();
    if max_distance.is_finite() {
        terrain.places_within(context.sense.place, max_distance + ROUNDING, &mut near);
    } else {
        near.extend((0..all.len()).map(|index| index as PlaceId));
    }
    let mut best: Option<(f32, PlaceId, Vec3)> = None;
    for id in near {
        let Some(place) = all.get(usize::from(id)) else { continue };
        let random = if randomness > 0.0 { context.rng.gen_range(0.0..randomness) } else { 0.0 };
        let to_beat = best.map_or(f32::NEG_INFINITY, |(known, ..)| known) - random;
        if let Some(score) = score(context, id, *place, to_beat)
            && score > to_beat
        {
            best = Some((score + random, id, place.position));
        }
    }
    best.map(|(_, id, position)| (id, position))
}
