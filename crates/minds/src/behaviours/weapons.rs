//! Striking and throwing.

use std::{f32::consts::TAU, sync::Arc};

use bevy_math::{Vec3, ops};
use rand::Rng;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour, WalkTo,
    parameters::{Flag, GaitName, Number, Word},
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::protocol::{
    Aim, FailReason, Gait, LookRequest, STANDING_EYES, Status, StrikeRequest, Subject, ThrowRequest,
};

/// How near to close in on the target, in metres.
const CLOSE_IN: f32 = 0.4;
/// How fast what is thrown falls, in m/s², as in the rules that are shipped.
const GRAVITY: f32 = 9.8;
/// The line to this height above the place where a throw is to land must be clear, in metres.
const GROUND_CLEARANCE: f32 = 0.4;

/// The difference between two shares of the way at which a throw may land.
const SHARE_STEP: f32 = 0.08;

behaviour_settings! {
    /// Settings of `strike`.
    struct StrikeSettings {
        /// name of the blow; without one, the first that the body has
        with: Word(""),
        /// how to close in on the target
        gait: GaitName(),
        /// distance at which to strike, m
        reach: Number(1.1, 0.2, 5.0),
        /// distance at which to give up, m
        give_up_distance: Number(3.5, 0.5, 20.0),
    }
}

impl Behaviour for StrikeSettings {
    const NAME: &'static str = "strike";
    const SUMMARY: &'static str = "close in on the target and strike it";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Striking { settings: self, walk: WalkTo::default(), posted: None })
    }
}

struct Striking {
    settings: Arc<StrikeSettings>,
    walk: WalkTo,
    posted: Option<u32>,
}

impl RunningBehaviour for Striking {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        let Some(fact) = context.target.and_then(|target| context.memory.about(target)) else {
            return Progress::Failed(FailReason::Gone);
        };
        let Subject::Agent(agent) = fact.subject else { return Progress::Failed(FailReason::Gone) };
        let place = fact.estimate;
        context.board.look.post(LookRequest::At(place + Vec3::Y));
        let distance = context.sense.place.distance(place);
        if let Some(serial) = self.posted {
            // Stay close during the wind-up.
            let _ = self.walk.walk(context, place, CLOSE_IN, settings.gait);
            return match context.board.strike.status_of(serial) {
                Status::Failed(FailReason::NotReady) => {
                    self.posted = None;
                    Progress::Running
                }
                status => status.into(),
            };
        }
        if distance > settings.give_up_distance {
            return Progress::Failed(FailReason::OutOfReach);
        }
        if distance <= settings.reach {
            self.posted = Some(context.board.strike.post(StrikeRequest { target: Some(agent), with: settings.with }));
        }
        match self.walk.walk(context, place, CLOSE_IN, settings.gait) {
            Progress::Failed(reason) => Progress::Failed(reason),
            _ => Progress::Running,
        }
    }

    fn heading(&self) -> Option<Vec3> {
        self.walk.heading()
    }
}

behaviour_settings! {
    /// Settings of `throw`.
    struct ThrowSettings {
        /// name of a projectile of the rules
        projectile: Word("bolt"),
        /// assumed speed of the projectile, for leading the target, m/s
        projectile_speed: Number(18.0, 1.0, 100.0),
        /// how to follow the target until the line to it is clear
        gait: GaitName(),
        /// how long to aim, s
        aim_seconds: Number(0.25, 0.0, 5.0),
        /// time from the throw's beginning to its release, for leading the target, s
        release_seconds: Number(0.0, 0.0, 5.0),
        /// largest error of the aim, degrees
        error_degrees: Number(0.0, 0.0, 45.0),
        /// height above the target's feet to aim at, m
        aim_height: Number(1.1, 0.0, 3.0),
        /// how far from the target the decoy may land, m: at the place in sight that is farthest from the agent; 0 aims at the target itself
        decoy_distance: Number(0.0, 0.0, 40.0),
        /// whether it is to land on the ground, whether the target is in sight or not, such as smoke; a decoy then only beyond the target, where its arc meets nothing
        at_ground: Flag(false),
        /// for that: at which share of the way to the target
        landing_share: Number(1.0, 0.0, 1.0),
        /// for that: the least share, where the line to the other is not clear; 1: none but the other
        least_share: Number(1.0, 0.0, 1.0),
        /// for that: how far from the agent at least, m
        least_distance: Number(0.0, 0.0, 100.0),
        /// for that: whether only at places that see the target, as a light does that is to dazzle it
        sees_target: Flag(false),
    }
}

impl Behaviour for ThrowSettings {
    const NAME: &'static str = "throw";
    const SUMMARY: &'static str = "throw a projectile at the target once the line is clear, leading it if it moves, and see whether it hits; or beyond it as a decoy, or to the ground before it";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Throwing { settings: self, walk: WalkTo::default(), posted: None, error: None })
    }
}

struct Throwing {
    settings: Arc<ThrowSettings>,
    walk: WalkTo,
    posted: Option<PostedThrow>,
    /// The error of this throw: shares of the largest one to the right and upwards.
    error: Option<(f32, f32)>,
}

/// A throw that has begun.
#[derive(Clone, Copy)]
struct PostedThrow {
    /// The number of the request.
    serial: u32,
    /// In seconds since the action began.
    begun: f32,
    /// Where it was aimed at then.
    aim: Vec3,
}

impl RunningBehaviour for Throwing {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = self.settings.clone();
        if let Some(posted) = self.posted
            && let status = context.board.throw.status_of(posted.serial)
            && status.is_over()
        {
            return status.into();
        }
        let Some((place, velocity, in_sight)) = context
            .target
            .and_then(|target| context.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            // In flight it needs no target.
            return if self.posted.is_some() { Progress::Running } else { Progress::Failed(FailReason::Gone) };
        };
        let is_decoy = settings.decoy_distance > 0.0;
        let at_ground = settings.at_ground;
        // Where to aim, and whether it can land there.
        let (aim, lands) = if is_decoy {
            let kept = self.posted.filter(|_| at_ground).map(|posted| posted.aim);
            let found = kept.or_else(|| settings.decoy_place(context, place));
            (found.unwrap_or(place), found.is_some() || !at_ground)
        } else if at_ground {
            let found = self.posted.map(|posted| posted.aim).or_else(|| settings.landing_place(context, place));
            (found.unwrap_or_else(|| context.sense.place.lerp(place, settings.landing_share)), found.is_some())
        } else {
            let begun = self.posted.map_or(context.elapsed, |posted| posted.begun);
            let release_in = (begun + settings.release_seconds - context.elapsed).max(0.0);
            let aim = self.lead(context, place, velocity, release_in);
            (aim, self.posted.is_none() && context.terrain.has_line_of_sight(context.sense.eyes, aim))
        };
        context.board.look.post(LookRequest::At(aim));
        let request = ThrowRequest { what: settings.projectile, aim: Aim::Place(aim) };
        if let Some(posted) = self.posted {
            stand_still(context, Gait::Walk);
            // The aim follows the target until the release.
            if in_sight && !at_ground {
                context.board.throw.revise(posted.serial, request);
            }
            return Progress::Running;
        }
        // Aiming needs the target in sight.
        if !is_decoy && !at_ground && !in_sight {
            return Progress::Failed(FailReason::Gone);
        }
        if context.elapsed >= settings.aim_seconds && lands {
            self.posted = Some(PostedThrow { serial: context.board.throw.post(request), begun: context.elapsed, aim });
            stand_still(context, Gait::Walk);
            return Progress::Running;
        }
        if is_decoy && !at_ground {
            stand_still(context, Gait::Walk);
            return Progress::Running;
        }
        match self.walk.walk(context, place, CLOSE_IN, settings.gait) {
            Progress::Failed(reason) => Progress::Failed(reason),
            _ => Progress::Running,
        }
    }
}

impl Throwing {
    /// Where to aim at a target that moves on until the release and during the flight, with the error of this throw.
    fn lead(&mut self, context: &mut BehaviourContext, place: Vec3, velocity: Vec3, release_in: f32) -> Vec3 {
        let settings = &*self.settings;
        let at_release = place + velocity * release_in;
        let flight = |to: Vec3| context.sense.place.distance(to) / settings.projectile_speed.max(1.0);
        // The second estimate of the flight is to where the first one leads.
        let seconds = flight(at_release + velocity * flight(at_release));
        let aim = at_release + velocity * seconds + Vec3::Y * settings.aim_height;
        let (right, up) = *self.error.get_or_insert_with(|| {
            let around = context.rng.gen_range(0.0..TAU);
            let size: f32 = context.rng.gen_range(0.0..1.0_f32).sqrt();
            let (sin, cos) = ops::sin_cos(around);
            (cos * size, sin * size)
        });
        let line = aim - context.sense.eyes;
        let off = line.length() * ops::tan((settings.error_degrees * context.sense.aim.error).min(45.0).to_radians());
        aim + (line.cross(Vec3::Y).normalize_or_zero() * right + Vec3::Y * up) * off
    }
}

impl ThrowSettings {
    /// Whether what is thrown can come down at a place, and is of use there.
    fn can_land(&self, context: &BehaviourContext, place: Vec3, target: Vec3) -> bool {
        let above = place + Vec3::Y * GROUND_CLEARANCE;
        let eyes = target + Vec3::Y * STANDING_EYES;
        let eyes_here = context.sense.eyes;
        // What falls for t seconds is g t^2 / 8 above the straight line in the middle of its flight.
        let seconds = eyes_here.distance(above) / self.projectile_speed.max(1.0);
        let top = (eyes_here + above) * 0.5 + Vec3::Y * (GRAVITY * seconds * seconds / 8.0);
        context.sense.place.distance(place) >= self.least_distance
            && context.terrain.has_line_of_sight(eyes_here, top)
            && context.terrain.has_line_of_sight(top, above)
            && (!self.sees_target || context.terrain.has_line_of_sight(above, eyes))
    }

    /// Where a throw to the ground is to land: at the first share of the way to the target, or else at the greatest one below it, down to the
    /// least, at which it can; `None` if it can nowhere.
    fn landing_place(&self, context: &BehaviourContext, target: Vec3) -> Option<Vec3> {
        let here = context.sense.place;
        let steps = ((self.landing_share - self.least_share).max(0.0) / SHARE_STEP) as usize;
        let shares = (0..=steps).map(|step| self.landing_share - step as f32 * SHARE_STEP);
        let mut places = shares.chain([self.least_share.min(self.landing_share)]).map(|share| here.lerp(target, share));
        places.find(|place| self.can_land(context, *place, target))
    }

    /// A place near the target where a noise leads others away from it: of those that this agent can see, the one farthest from itself.
    fn decoy_place(&self, context: &BehaviourContext, target: Vec3) -> Option<Vec3> {
        let here = context.sense.place;
        let eyes = here + Vec3::Y * 1.5;
        let is_beyond =
            |place: Vec3| place.distance(here) > target.distance(here) && self.can_land(context, place, target);
        let places = context.terrain.places().iter().map(|place| place.position);
        places
            .filter(|place| place.distance(target) <= self.decoy_distance)
            .filter(|place| context.terrain.has_line_of_sight(eyes, *place + Vec3::Y * 0.5))
            .filter(|place| !self.at_ground || is_beyond(*place))
            .max_by(|a, b| a.distance_squared(here).total_cmp(&b.distance_squared(here)))
    }
}
