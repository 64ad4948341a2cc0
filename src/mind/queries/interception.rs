//! Interception somebody on the move: where he is making for, and whether one can be there before him.

use bevy::math::Vec3;

use super::{spec::Interception, view::MemoryView};
use crate::mind::memory::MemoryFact;

/// Slower than this nobody is making for anything, in metres a second.
const ON_THE_MOVE: f32 = 1.0;
/// How straight somebody must move towards a place to be making for it, as the cosine of the angle off.
const TOWARDS: f32 = 0.6;
/// Nearer than this he is there, in metres.
const THERE: f32 = 1.5;

impl MemoryView<'_> {
    /// The place where a fact's subject can be met: of those it moves towards, the one soonest reached by it at which one
    /// can be before it.
    pub fn intercept(&self, interception: &Interception, fact: &MemoryFact) -> Option<Vec3> {
        let velocity = fact.velocity.with_y(0.0);
        if velocity.length() < ON_THE_MOVE {
            return None;
        }
        let heading = velocity.normalize_or_zero();
        let reached = |place: Vec3| {
            let offset = (place - fact.estimate).with_y(0.0);
            let towards = heading.dot(offset.normalize_or_zero()) >= TOWARDS;
            (towards && offset.length() >= THERE).then(|| self.way(fact.estimate, place))
        };
        self.members(interception.at)
            .filter_map(|door| reached(door.place).map(|theirs| (theirs, door)))
            .filter(|(theirs, _)| *theirs <= interception.max_distance)
            .filter(|(theirs, door)| self.way(self.sense.place, door.place) + interception.lead <= *theirs)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.subject.cmp(&b.1.subject)))
            .map(|(_, door)| door.place)
    }
}
