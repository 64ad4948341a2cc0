//! Going to the target, and through it.

use std::sync::Arc;

use bevy_math::Vec3;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    parameters::{Flag, GaitName, Number, QueryName},
    walk::ground_distance,
};
use crate::behaviour_settings;
use crate::protocol::{FailReason, Gait, LookRequest, Subject};

/// The target is reached only if it is on the same floor: within this many metres of height.
const SAME_FLOOR: f32 = 1.5;
/// A walk may end this much farther from the target than it should, in metres: the body stops short of where its path ends.
const SHORT: f32 = 0.3;
/// How near to the end of its path the body goes if it stopped too far from the target, in metres.
const PATH_END: f32 = 0.1;

behaviour_settings! {
    /// Settings of `go_to`.
    struct GoToSettings {
        /// how to move
        gait: GaitName(),
        /// distance at which the target counts as reached, m
        arrive_radius: Number(0.8, 0.05, 20.0),
        /// how far ahead of a moving target to aim at most, s
        lead_seconds: Number(0.0, 0.0, 3.0),
        /// whether to stay with a target that has been reached instead of being done
        follow: Flag(false),
        /// look at the target while it is in sight
        face_target: Flag(true),
        /// how long to look around if the target is not where it was believed to be, s
        look_around_seconds: Number(0.8, 0.0, 10.0),
        /// crouch near members of this query
        crouch_near: QueryName(),
        /// distance to them within which to crouch, m
        crouch_radius: Number(9.0, 0.0, 60.0),
    }
}

impl Behaviour for GoToSettings {
    const NAME: &'static str = "go_to";
    const SUMMARY: &'static str = "go to where the target is believed to be, and follow it if it moves";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Going { settings: self, walk: WalkTo::default(), arrived: None, ended: None })
    }
}

/// The gait to move with: crouching within `radius` metres of a member of a query, otherwise `gait`.
pub(super) fn quiet_gait(context: &BehaviourContext, near: Option<usize>, radius: f32, gait: Gait) -> Gait {
    match near {
        Some(query) if context.view().nearest_distance(query, context.sense.place, None) < radius => Gait::Crouch,
        _ => gait,
    }
}

struct Going {
    settings: Arc<GoToSettings>,
    walk: WalkTo,
    arrived: Option<f32>,
    /// Where the target was when the path to it ended too far from it: the body goes to the very end then.
    ended: Option<Vec3>,
}

impl Going {
    /// At the believed place. An agent that is not in sight there has not been reached.
    fn arrive(&mut self, context: &mut BehaviourContext, place: Vec3, in_sight: bool) -> Progress {
        if in_sight || !matches!(context.target, Some(Subject::Agent(_))) {
            if !self.settings.follow {
                return Progress::Done;
            }
            self.arrived = None;
            context.board.look.post(LookRequest::At(place));
            return Progress::Running;
        }
        let since = *self.arrived.get_or_insert(context.elapsed);
        context.look_around(100.0, 1.2);
        if context.elapsed - since > self.settings.look_around_seconds {
            Progress::Failed(FailReason::Gone)
        } else {
            Progress::Running
        }
    }
}

impl RunningBehaviour for Going {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some((place, velocity, in_sight)) = context
            .target
            .and_then(|target| context.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            return Progress::Failed(FailReason::Gone);
        };
        let radius = self.settings.arrive_radius;
        let own_place = context.sense.place;
        let there = ground_distance(own_place, place) <= radius && (own_place.y - place.y).abs() < SAME_FLOOR;
        if there && !context.is_inside() {
            return self.arrive(context, place, in_sight);
        }
        let settings = &*self.settings;
        self.arrived = None;
        let ahead = if in_sight { ahead_of(context, place, velocity, settings.lead_seconds) } else { place };
        let gait = quiet_gait(context, settings.crouch_near, settings.crouch_radius, settings.gait);
        let stands = self.ended.is_some_and(|before| before.distance(place) <= SHORT);
        let progress = self.walk.walk(context, ahead, if stands { PATH_END } else { radius }, gait);
        let look = if settings.face_target && in_sight { LookRequest::At(place) } else { LookRequest::Ahead };
        context.board.look.post(look);
        // The point ahead of the target was reached, but the target itself was not, or has moved on.
        let missed = settings.follow || ground_distance(context.sense.place, place) > radius + SHORT;
        if progress != Progress::Done || !missed {
            return progress;
        }
        if stands && !settings.follow {
            return Progress::Failed(FailReason::Unreachable);
        }
        self.ended = Some(place).filter(|_| !settings.follow);
        self.walk.reset();
        Progress::Running
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

/// Where to run to meet a moving target: as far ahead of it as it takes to get there, at most `lead` seconds.
fn ahead_of(context: &BehaviourContext, place: Vec3, velocity: Vec3, lead: f32) -> Vec3 {
    if lead <= 0.0 || velocity.length_squared() < 0.25 {
        return place;
    }
    let speed = context.sense.velocity.length().max(3.0);
    let seconds = (context.sense.place.distance(place) / speed).min(lead);
    context.terrain.nearest_walkable(place + velocity * seconds, 0.8).unwrap_or(place)
}

behaviour_settings! {
    /// Settings of `pass`.
    struct PassSettings {
        /// how to move
        gait: GaitName(),
    }
}

impl Behaviour for PassSettings {
    const NAME: &'static str = "pass";
    const SUMMARY: &'static str = "walk into the target until the agent is through, as through an open gate";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Passing { gait: self.gait, walk: WalkTo::default() })
    }
}

struct Passing {
    gait: Gait,
    walk: WalkTo,
}

impl RunningBehaviour for Passing {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let Some(place) = context.target_place() else { return Progress::Failed(FailReason::Gone) };
        context.board.look.post(LookRequest::Ahead);
        match self.walk.walk(context, place, 0.15, self.gait) {
            // An agent that is through leaves play; until then it stands in the gate.
            Progress::Done => Progress::Running,
            other => other,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}
