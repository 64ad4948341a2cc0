//! Getting somewhere: posting the request, renewing it when the place moves, and coming out of hiding first.

use bevy::math::Vec3;

use super::{BehaviourContext, Progress};
use crate::protocol::{FailReason, Gait, GoRequest, Status, Subject, UseRequest};

/// How far a place must move for the request to be renewed, in metres.
const RENEW: f32 = 0.5;
/// The least seconds between two renewals.
const RENEW_EVERY: f32 = 0.15;

/// A walk to a place that may move.
#[derive(Clone, Debug, Default)]
pub struct WalkTo {
    posted: Option<(Vec3, u32)>,
    renewed: f32,
}

impl WalkTo {
    /// Goes on towards a place; done within `within` metres of it.
    pub fn towards(&mut self, context: &mut BehaviourContext, place: Vec3, within: f32, gait: Gait) -> Progress {
        if context.is_inside() {
            self.posted = None;
            return come_out(context);
        }
        let due = context.elapsed - self.renewed >= RENEW_EVERY;
        let serial = match self.posted {
            Some((known, serial)) if !(due && known.distance_squared(place) > RENEW * RENEW) => serial,
            _ => {
                self.renewed = context.elapsed;
                let serial = context.board.go.post(GoRequest::To { place, within, gait });
                self.posted = Some((place, serial));
                serial
            }
        };
        match context.board.go.status_of(serial) {
            Status::Posted | Status::Running(_) => Progress::Running,
            // The body arrived where the place was when it was last told: go on if it has moved since.
            Status::Done if flat(context.sense.place, place) > within + RENEW => {
                self.posted = None;
                Progress::Running
            }
            Status::Done => Progress::Done,
            Status::Failed(FailReason::Superseded) => {
                self.posted = None;
                Progress::Running
            }
            Status::Failed(reason) => Progress::Failed(reason),
        }
    }

    /// Where the walk leads.
    pub fn heading(&self) -> Option<Vec3> {
        self.posted.map(|(place, _)| place)
    }

    /// Forgets the place, so that the next one is posted anew.
    pub fn reset(&mut self) {
        self.posted = None;
    }
}

/// The distance on the ground, without height.
pub fn flat(a: Vec3, b: Vec3) -> f32 {
    (a - b).with_y(0.0).length()
}

/// Stands still in a stance.
pub fn stay(context: &mut BehaviourContext, gait: Gait) {
    context.board.go.post(GoRequest::Stay { gait });
}

/// Comes out of what one is hidden in; running until out.
pub fn come_out(context: &mut BehaviourContext) -> Progress {
    let leave = context.memory.settings().data.hiding.leave;
    let nearest = || {
        let things = context.memory.facts().iter().filter_map(|fact| match fact.subject {
            Subject::Thing(thing) => Some((fact.place.distance_squared(context.sense.place), thing)),
            _ => None,
        });
        things.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, thing)| thing)
    };
    let Some(thing) = context.memory.inside().or_else(nearest) else { return Progress::Failed(FailReason::Gone) };
    let request = UseRequest { thing, verb: leave };
    if context.board.use_thing.request() != Some(&request) || context.board.use_thing.status().is_over() {
        context.board.use_thing.post(request);
    }
    Progress::Running
}
