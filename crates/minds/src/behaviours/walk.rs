//! Walking to a place: post the request, renew it when the place moves, and leave a hiding place first.

use bevy_math::Vec3;

use super::{BehaviourContext, Progress};
use crate::protocol::{FailReason, Gait, GoRequest, Status, Subject, ThingId, UseRequest};

/// The request is renewed when the place has moved by more than this, in metres.
const RENEW_DISTANCE: f32 = 0.5;
/// The shortest time between two renewals, in seconds.
const RENEW_INTERVAL: f32 = 0.15;

/// A walk to a place that may move.
#[derive(Clone, Debug, Default)]
pub struct WalkTo {
    /// The place of the posted request, and the serial number of the request.
    posted: Option<(Vec3, u32)>,
    renewed: f32,
}

impl WalkTo {
    /// Walks for a tick; done within `radius` metres of the place.
    pub fn walk(&mut self, context: &mut BehaviourContext, place: Vec3, radius: f32, gait: Gait) -> Progress {
        if let Some(thing) = context.sense.inside {
            self.posted = None;
            return leave_hiding_place(context, thing);
        }
        let due = context.elapsed - self.renewed >= RENEW_INTERVAL;
        let serial = match self.posted {
            Some((known, serial)) if !(due && known.distance_squared(place) > RENEW_DISTANCE * RENEW_DISTANCE) => {
                serial
            }
            _ => {
                self.renewed = context.elapsed;
                let serial = context.board.go.post(GoRequest::To { place, within: radius, gait });
                self.posted = Some((place, serial));
                serial
            }
        };
        match context.board.go.status_of(serial) {
            // The body has reached the end of the path to the place of the last request. If the place has moved since, it goes on; otherwise the
            // path ends too far from it.
            Status::Done if ground_distance(context.sense.place, place) > radius + RENEW_DISTANCE => {
                let aimed = self.posted.take();
                let moved = aimed.is_none_or(|(aimed, _)| aimed.distance(place) > RENEW_DISTANCE);
                if moved { Progress::Running } else { Progress::Failed(FailReason::Unreachable) }
            }
            Status::Failed(FailReason::Superseded) => {
                self.posted = None;
                Progress::Running
            }
            status => status.into(),
        }
    }

    /// The place it walks to.
    pub fn heading(&self) -> Option<Vec3> {
        self.posted.map(|(place, _)| place)
    }

    /// Makes the next call post a new request.
    pub fn reset(&mut self) {
        self.posted = None;
    }
}

/// Horizontal distance, in metres.
pub fn ground_distance(a: Vec3, b: Vec3) -> f32 {
    (a - b).with_y(0.0).length()
}

/// Stands still, in the stance of a gait.
pub fn stand_still(context: &mut BehaviourContext, gait: Gait) {
    context.board.go.post(GoRequest::Stay { gait });
}

/// Leaves the hiding place that the body is in; running until it is out.
pub fn leave_hiding_place(context: &mut BehaviourContext, thing: ThingId) -> Progress {
    let leave = context.memory.settings().data.hiding.leave;
    let request = UseRequest { target: Subject::Thing(thing), verb: leave };
    if context.board.use_thing.request() != Some(&request) || context.board.use_thing.status().is_over() {
        context.board.use_thing.post(request);
    }
    Progress::Running
}
