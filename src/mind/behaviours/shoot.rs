//! Shooting at a target with an error of the aim, and reloading.

use std::{f32::consts::TAU, sync::Arc};

use bevy::math::{Vec3, ops};
use rand::Rng;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    parameters::{GaitName, Number, behaviour_settings},
    walk::stand_still,
};
use crate::protocol::{FailReason, GunRequest, LookRequest};

/// The error of the aim takes a new random direction after this many seconds.
const WOBBLE_SECONDS: f32 = 0.3;
/// The speed in m/s at which a target across the line of fire, or the shooter itself, adds all of `moving_error`. Lower speeds add in
/// proportion; both speeds are summed.
const FAST_TARGET: f32 = 5.0;

behaviour_settings! {
    /// Settings of `shoot`.
    struct ShootSettings {
        /// gait whose stance to take
        stance: GaitName(),
        /// time from the first sight of the target to the first shot, s
        reaction_seconds: Number(0.35, 0.0, 5.0),
        /// largest error at the beginning of the aiming, degrees
        first_error: Number(4.0, 0.0, 45.0),
        /// largest error after long aiming, degrees
        steady_error: Number(0.8, 0.0, 45.0),
        /// time after which 37 % of the difference between first and steady error is left, s
        settle_seconds: Number(0.9, 0.01, 20.0),
        /// largest error that the speed of the target across the line of fire and the shooter's own speed add, degrees
        moving_error: Number(2.5, 0.0, 45.0),
        /// height above the target's feet to aim at, m
        aim_height: Number(1.2, 0.0, 3.0),
        /// fire once the eyes are within this angle of the aim, degrees
        fire_within: Number(3.0, 0.1, 45.0),
        /// length of a burst, s
        burst_seconds: Number(0.6, 0.05, 10.0),
        /// time between two bursts, s
        pause_seconds: Number(0.3, 0.0, 10.0),
        /// how long to keep aiming at a target out of sight, s
        lose_seconds: Number(1.0, 0.0, 30.0),
    }
}

impl Behaviour for ShootSettings {
    const NAME: &'static str = "shoot";
    const SUMMARY: &'static str =
        "stand and shoot at the target in bursts, with an error of the aim that shrinks with time";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Shooting { settings: self, seen: None, wobble: (0.0, 0.0, 0.0), aimed: 0.0 })
    }
}

struct Shooting {
    settings: Arc<ShootSettings>,
    /// When the target was first and last in sight, in seconds since the action began; `None` before the first sight.
    seen: Option<(f32, f32)>,
    /// The current error as shares of the largest one, to the right and upwards, and the time of the next change, in seconds since the
    /// action began.
    wobble: (f32, f32, f32),
    /// The seconds of aiming so far.
    aimed: f32,
}

impl RunningBehaviour for Shooting {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = &*self.settings;
        let now = context.elapsed;
        let Some((place, velocity, in_sight)) = context
            .target
            .and_then(|target| context.memory.about(target))
            .map(|fact| (fact.estimate, fact.velocity, fact.in_sight))
        else {
            return Progress::Failed(FailReason::Gone);
        };
        match (&mut self.seen, in_sight) {
            (Some((_, last)), true) => *last = now,
            (none @ None, true) => *none = Some((now, now)),
            _ => {}
        }
        let last = self.seen.map_or(0.0, |(_, last)| last);
        if now - last > settings.lose_seconds {
            return Progress::Done;
        }
        stand_still(context, settings.stance);
        self.aimed += context.dt;
        if now >= self.wobble.2 {
            let around = context.rng.gen_range(0.0..TAU);
            let size: f32 = context.rng.gen_range(0.0..1.0_f32).sqrt();
            let (sin, cos) = ops::sin_cos(around);
            self.wobble = (cos * size, sin * size * 0.5, now + WOBBLE_SECONDS);
        }
        let eyes = context.sense.eyes;
        let aim = place + Vec3::Y * settings.aim_height;
        let line = aim - eyes;
        let right = line.cross(Vec3::Y).normalize_or_zero();
        let across = velocity.dot(right).abs() / FAST_TARGET + context.sense.velocity.length() / FAST_TARGET;
        let settled = ops::exp(-self.aimed / settings.settle_seconds);
        let error = settings.steady_error
            + (settings.first_error - settings.steady_error).max(0.0) * settled
            + settings.moving_error * across.min(1.0);
        let skill = context.sense.aim;
        let off = line.length() * ops::tan((error * skill.error).min(45.0).to_radians());
        let aim = aim + (right * self.wobble.0 + Vec3::Y * self.wobble.1) * off;
        context.board.look.post(LookRequest::At(aim));
        let reacted = self.seen.is_some_and(|(first, _)| now - first >= settings.reaction_seconds * skill.reaction);
        let in_burst = now.rem_euclid(settings.burst_seconds + settings.pause_seconds) < settings.burst_seconds;
        let on_target = context.sense.gaze.angle_between(aim - eyes) <= settings.fire_within.to_radians();
        if !(in_sight && reacted && in_burst && on_target) {
            context.board.gun.clear();
            return Progress::Running;
        }
        let serial = context.board.gun.post(GunRequest::Fire);
        context.board.gun.status_of(serial).into()
    }
}

behaviour_settings! {
    /// Settings of `reload`.
    struct ReloadSettings {
        /// gait whose stance to take
        stance: GaitName(),
        /// how far to look to each side, degrees
        scan_degrees: Number(30.0, 0.0, 180.0),
        /// duration of one look to both sides and back, s
        scan_period: Number(3.0, 0.2, 30.0),
    }
}

impl Behaviour for ReloadSettings {
    const NAME: &'static str = "reload";
    const SUMMARY: &'static str = "stand still and change the magazine";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Reloading { settings: self, posted: None })
    }
}

struct Reloading {
    settings: Arc<ReloadSettings>,
    /// The number of the request to reload, once it is posted.
    posted: Option<u32>,
}

impl RunningBehaviour for Reloading {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        stand_still(context, self.settings.stance);
        context.look_around(self.settings.scan_degrees, self.settings.scan_period);
        let serial = match self.posted {
            Some(serial) => serial,
            None => *self.posted.insert(context.board.gun.post(GunRequest::Reload)),
        };
        context.board.gun.status_of(serial).into()
    }
}
