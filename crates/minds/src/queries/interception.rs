//! Intercepting a moving agent: where it is heading, and whether this agent can get there first.

use bevy_math::Vec3;

use super::{spec::Interception, view::MemoryView};
use crate::memory::MemoryFact;

/// An agent slower than this is not heading anywhere, in m/s.
const MIN_SPEED: f32 = 1.0;
/// An agent is heading for a place if the cosine of the angle between its velocity and the direction to the place is at
/// least this.
const MIN_COSINE: f32 = 0.6;
/// An agent nearer to a place than this has reached it, in metres.
const REACHED: f32 = 1.5;

impl MemoryView<'_> {
    /// Where the subject of a fact can be intercepted: of the meeting points it is heading for, the one it reaches first
    /// among those that this agent reaches before it.
    pub fn intercept(&self, interception: &Interception, fact: &MemoryFact) -> Option<Vec3> {
        let velocity = fact.velocity.with_y(0.0);
        if velocity.length() < MIN_SPEED {
            return None;
        }
        let heading = velocity.normalize_or_zero();
        let path_of_subject = |place: Vec3| {
            let offset = (place - fact.estimate).with_y(0.0);
            let towards = heading.dot(offset.normalize_or_zero()) >= MIN_COSINE;
            (towards && offset.length() >= REACHED).then(|| self.path_distance(fact.estimate, place))
        };
        self.members(interception.at)
            .filter_map(|point| path_of_subject(point.place).map(|theirs| (theirs, point)))
            .filter(|(theirs, _)| *theirs <= interception.max_distance)
            .filter(|(theirs, point)| self.path_distance(self.sense.place, point.place) + interception.lead <= *theirs)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.subject.cmp(&b.1.subject)))
            .map(|(_, point)| point.place)
    }
}
