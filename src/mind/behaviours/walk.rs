//! Getting somewhere: posting the request, renewing it when the place moves, and coming out of hiding first.

use bevy::math::Vec3;

use super::{Progress, Scene};
use crate::protocol::{FailReason, Gait, GoRequest, Status, Subject, UseRequest};

/// How far a place must move for the request to be renewed, in metres.
const RENEW: f32 = 0.5;
/// The least seconds between two renewals.
const RENEW_EVERY: f32 = 0.15;

/// A walk to a place that may move.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    posted: Option<(Vec3, u32)>,
    renewed: f32,
}

impl Walk {
    /// Goes on towards a place; done within `within` metres of it.
    pub fn towards(&mut self, scene: &mut Scene, place: Vec3, within: f32, gait: Gait) -> Progress {
        if scene.is_inside() {
            self.posted = None;
            return come_out(scene);
        }
        let due = scene.elapsed - self.renewed >= RENEW_EVERY;
        let serial = match self.posted {
            Some((known, serial)) if !(due && known.distance_squared(place) > RENEW * RENEW) => serial,
            _ => {
                self.renewed = scene.elapsed;
                let serial = scene.board.go.post(GoRequest::To { place, within, gait });
                self.posted = Some((place, serial));
                serial
            }
        };
        match scene.board.go.status_of(serial) {
            Status::Posted | Status::Running(_) => Progress::Running,
            // The body arrived where the place was when it was last told: go on if it has moved since.
            Status::Done if flat(scene.sense.place, place) > within + RENEW => {
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
pub fn stay(scene: &mut Scene, gait: Gait) {
    scene.board.go.post(GoRequest::Stay { gait });
}

/// Comes out of what one is hidden in; running until out.
pub fn come_out(scene: &mut Scene) -> Progress {
    let leave = scene.memory.settings().data.shelter.leave;
    let nearest = || {
        let things = scene.memory.facts().iter().filter_map(|fact| match fact.subject {
            Subject::Thing(thing) => Some((fact.place.distance_squared(scene.sense.place), thing)),
            _ => None,
        });
        things.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, thing)| thing)
    };
    let Some(thing) = scene.memory.inside().or_else(nearest) else { return Progress::Failed(FailReason::Gone) };
    let request = UseRequest { thing, verb: leave };
    if scene.board.use_thing.request() != Some(&request) || scene.board.use_thing.status().is_over() {
        scene.board.use_thing.post(request);
    }
    Progress::Running
}
