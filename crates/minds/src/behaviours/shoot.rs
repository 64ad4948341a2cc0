//! Shooting at a target with an error of the aim, and reloading.

use std::{f32::consts::TAU, sync::Arc};

use bevy_math::{Vec3, ops};
use rand::Rng;

use super::{
    Behaviour, BehaviourContext, Progress, RunningBehaviour,
    held_place::{HeldPlace, Spacing},
    parameters::{Flag, GaitName, Number, QueryName},
    visit::VisitProgress,
    walk::stand_still,
};
use crate::behaviour_settings;
use crate::positions::{PerFactor, PositionCandidate, PositionFactor, PositionRequest};
use crate::protocol::{FailReason, Gait, GoRequest, GunRequest, LookRequest, STANDING_EYES};

/// After a vain search for a step to the side, the next one begins after this time, in seconds.
const WAITS_SECONDS: f32 = 0.5;

/// A step to the side may end this far from where it was meant to, in metres.
const SIDE_STEP_SLACK: f32 = 0.4;

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
        /// time after which the error takes a new random direction, s
        wobble_seconds: Number(0.3, 0.02, 10.0),
        /// largest error that the speed of the target across the line of fire and the shooter's own speed add, degrees
        moving_error: Number(2.5, 0.0, 45.0),
        /// sum of these two speeds at which all of `moving_error` is added, m/s; lower speeds add in proportion
        moving_speed: Number(5.0, 0.1, 50.0),
        /// angle from the line of the eyes at which a target that comes into sight surprises fully, degrees; smaller angles in proportion
        surprise_degrees: Number(60.0, 1.0, 180.0),
        /// error that a full surprise adds to `first_error`; it shrinks alike, degrees
        surprise_error: Number(0.0, 0.0, 45.0),
        /// time that a full surprise adds to `reaction_seconds`, s
        surprise_seconds: Number(0.0, 0.0, 5.0),
        /// height above the target's feet to aim at, m
        aim_height: Number(1.2, 0.0, 3.0),
        /// the height to aim at instead while something is in the way of the other, m; with both hidden it holds its fire
        high_aim: Number(1.5, 0.0, 3.0),
        /// fire once the eyes are within this angle of the aim, degrees
        fire_within: Number(3.0, 0.1, 45.0),
        /// length of a burst, s
        burst_seconds: Number(0.6, 0.05, 10.0),
        /// time between two bursts, s
        pause_seconds: Number(0.3, 0.0, 10.0),
        /// how long to keep aiming at a target out of sight, s
        lose_seconds: Number(1.0, 0.0, 30.0),
        /// how long to go on firing at where a target out of sight is believed to be, from the start or since it was in sight, s
        keep_firing_seconds: Number(0.0, 0.0, 30.0),
        /// query of the mates not to shoot at; without it the agent heeds nobody
        mates: QueryName(),
        /// how far from a mate the line of fire and its error must pass, m
        mate_clearance: Number(0.5, 0.0, 5.0),
        /// how far to walk while shooting, to a place with a line of fire where crouching hides from the target, m; the action ends there, and fails where there is none; 0: it stands where it is
        cover_distance: Number(0.0, 0.0, 30.0),
        /// gait of that walk
        cover_gait: GaitName(),
        /// query of the mates whose places are not chosen
        cover_mates: QueryName(),
        /// no place within this distance of a mate, or of a place that one has reserved, m
        spacing: Number(1.0, 0.0, 20.0),
        /// score of a place that sees the target; that of one where crouching hides from it is `cover_distance`, and a metre of path costs 1: any such place in reach wins
        fire_weight: Number(20.0, 0.0, 1000.0),
        /// whether to crouch between two bursts
        ducks: Flag(false),
        /// length of a step to the side while a mate is in the line of fire, m; twice that where one does not do; 0: it stands and waits
        side_step: Number(1.5, 0.0, 5.0),
    }
}

impl Behaviour for ShootSettings {
    const NAME: &'static str = "shoot";
    const SUMMARY: &'static str = "shoot at the target in bursts with an error that shrinks with time; walk to cover meanwhile; step aside for a mate in the line";

    fn start(self: Arc<Self>) -> Box<dyn RunningBehaviour> {
        Box::new(Shooting {
            settings: self,
            seen: None,
            surprise: 0.0,
            wobble: (0.0, 0.0, 0.0),
            aimed: 0.0,
            steps_aside: false,
            waits_until: 0.0,
            cover: HeldPlace::default(),
            seeks_cover: true,
        })
    }
}

struct Shooting {
    settings: Arc<ShootSettings>,
    /// When the target was first and last in sight, in seconds since the action began; `None` before the first sight.
    seen: Option<(f32, f32)>,
    /// How far the target was from the line of the eyes when it was first in sight, as a share of `surprise_degrees`, 0 to 1.
    surprise: f32,
    /// The current error as shares of the largest one, to the right and upwards, and the time of the next change, in seconds since the
    /// action began.
    wobble: (f32, f32, f32),
    /// The seconds of aiming so far.
    aimed: f32,
    /// Whether it steps out of the line of a mate.
    steps_aside: bool,
    /// Until when it waits before it looks for a step to the side again, in seconds since the action began.
    waits_until: f32,
    /// The place to shoot from.
    cover: HeldPlace,
    /// False once no such place was found or reached.
    seeks_cover: bool,
}

impl RunningBehaviour for Shooting {
    fn tick(&mut self, context: &mut BehaviourContext) -> Progress {
        let settings = Arc::clone(&self.settings);
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
            (none @ None, true) => {
                let to = place + Vec3::Y * settings.aim_height - context.sense.eyes;
                self.surprise = surprise(context.sense.gaze, to, settings.surprise_degrees);
                *none = Some((now, now));
            }
            _ => {}
        }
        let last = self.seen.map_or(0.0, |(_, last)| last);
        if now - last > settings.lose_seconds {
            return Progress::Done;
        }
        self.aimed += context.dt;
        let eyes = context.sense.eyes;
        let heights = [settings.aim_height, settings.high_aim].map(|height| place + Vec3::Y * height);
        let free = heights.into_iter().find(|point| context.terrain.has_line_of_sight(eyes, *point));
        let centre = free.unwrap_or(heights[0]);
        let error = self.error(context, centre - eyes, velocity);
        let aim = self.aim(context, centre, error);
        context.board.look.post(LookRequest::At(aim));
        let mate = self.settings.mate_in_line(context, centre, error);
        let in_burst = now.rem_euclid(settings.burst_seconds + settings.pause_seconds) < settings.burst_seconds;
        let stance = if settings.ducks && !in_burst { Gait::Crouch } else { settings.stance };
        self.stand(context, place, centre, mate, stance);
        if settings.cover_distance > 0.0 && !self.steps_aside {
            match (self.cover.has_stayed(context, 0.0), self.seeks_cover) {
                (true, _) => return Progress::Done,
                (_, false) => return Progress::Failed(FailReason::Unreachable),
                _ => {}
            }
        }
        let skill = context.sense.aim;
        let reaction = (settings.reaction_seconds + settings.surprise_seconds * self.surprise) * skill.reaction;
        let reacted = self.seen.is_none_or(|(first, _)| now - first >= reaction);
        let has_target = in_sight || now - last < settings.keep_firing_seconds;
        let on_target = context.sense.gaze.angle_between(aim - eyes) <= settings.fire_within.to_radians();
        if !(has_target && reacted && in_burst && on_target && free.is_some() && mate.is_none()) {
            context.board.gun.clear();
            return Progress::Running;
        }
        let serial = context.board.gun.post(GunRequest::Fire);
        context.board.gun.status_of(serial).into()
    }
}

impl Shooting {
    /// The largest error of the aim now, in degrees.
    fn error(&self, context: &BehaviourContext, line: Vec3, velocity: Vec3) -> f32 {
        let settings = &*self.settings;
        let right = line.cross(Vec3::Y).normalize_or_zero();
        let across = (velocity.dot(right).abs() + context.sense.velocity.length()) / settings.moving_speed;
        let settled = ops::exp(-self.aimed / settings.settle_seconds);
        let error = settings.steady_error
            + ((settings.first_error - settings.steady_error).max(0.0) + settings.surprise_error * self.surprise)
                * settled
            + settings.moving_error * across.min(1.0);
        (error * context.sense.aim.error).min(45.0)
    }

    /// Where it aims: off the centre of the target by a part of the error (degrees) that changes at random.
    fn aim(&mut self, context: &mut BehaviourContext, centre: Vec3, error: f32) -> Vec3 {
        if context.elapsed >= self.wobble.2 {
            let around = context.rng.gen_range(0.0..TAU);
            let size: f32 = context.rng.gen_range(0.0..1.0_f32).sqrt();
            let (sin, cos) = ops::sin_cos(around);
            self.wobble = (cos * size, sin * size * 0.5, context.elapsed + self.settings.wobble_seconds);
        }
        let line = centre - context.sense.eyes;
        let right = line.cross(Vec3::Y).normalize_or_zero();
        centre + (right * self.wobble.0 + Vec3::Y * self.wobble.1) * line.length() * ops::tan(error.to_radians())
    }

    /// Walks to the place to shoot from, or stands there.
    fn hold(&mut self, context: &mut BehaviourContext, target: Vec3, stance: Gait) {
        let settings = &*self.settings;
        let spacing = Spacing { mates: settings.cover_mates, distance: settings.spacing };
        if self.seeks_cover {
            match self.cover.advance(context, settings.cover_gait, spacing) {
                VisitProgress::Running => return,
                VisitProgress::Reached => {}
                VisitProgress::Missed(_) => self.seeks_cover = false,
                VisitProgress::Free => match settings.choose_cover(context, target) {
                    Some(place) => self.cover.set_out(place),
                    None => self.seeks_cover = false,
                },
            }
        }
        stand_still(context, stance);
    }

    /// Takes its place to shoot from, or steps out of the line that a mate is in; where it cannot, it crouches for a moment. `mate` is how
    /// far to the right of the line it is, in metres.
    fn stand(&mut self, context: &mut BehaviourContext, target: Vec3, aim: Vec3, mate: Option<f32>, stance: Gait) {
        let settings = &*self.settings;
        let Some(mate) = mate.filter(|_| settings.side_step > 0.0) else {
            self.steps_aside = false;
            return self.hold(context, target, stance);
        };
        if self.steps_aside && !context.board.go.status().is_over() {
            return;
        }
        let right = (aim - context.sense.eyes).cross(Vec3::Y).normalize_or_zero() * settings.side_step;
        let away = if mate > 0.0 { -right } else { right };
        let steps = if context.elapsed < self.waits_until { [].as_slice() } else { &[1.0, -1.0, 2.0, -2.0] };
        let place = steps.iter().find_map(|step| {
            let place = context.terrain.nearest_walkable(context.sense.place + away * *step, SIDE_STEP_SLACK)?;
            context.terrain.has_line_of_sight(place + Vec3::Y * STANDING_EYES, aim).then_some(place)
        });
        self.steps_aside = place.is_some();
        if let Some(place) = place {
            // Its place is chosen again once the line is free.
            self.cover = HeldPlace::default();
            context.board.go.post(GoRequest::To { place, within: SIDE_STEP_SLACK, gait: settings.stance });
            return;
        }
        if !steps.is_empty() {
            self.waits_until = context.elapsed + WAITS_SECONDS;
        }
        // It is no target while it waits, and a mate behind it may see over it.
        stand_still(context, Gait::Crouch);
    }
}

impl ShootSettings {
    /// The best place near by that sees the target and hides a crouching body from it; `None` if there is none.
    fn choose_cover(&self, context: &mut BehaviourContext, target: Vec3) -> Option<PositionCandidate> {
        if self.cover_distance <= 0.0 {
            return None;
        }
        let taken = context.taken_places(self.cover_mates);
        let request = PositionRequest {
            target: Some(target),
            points: &[context.sense.place],
            taken: &taken,
            spacing: self.spacing,
            weights: PerFactor::of(&[
                (PositionFactor::LineOfFire, self.fire_weight),
                (PositionFactor::CrouchCover, self.cover_distance),
                (PositionFactor::Path, -1.0),
            ]),
            max_path: self.cover_distance,
            needs_line_of_fire: true,
            ..PositionRequest::default()
        };
        context.choose_position(Self::NAME, &request).filter(|place| place.values[PositionFactor::CrouchCover] > 0.0)
    }

    /// How far to the right of the line of fire the mate is that a shot at `target` with this error (degrees) may strike, in metres; of
    /// several the nearest. `None` if it can strike none.
    fn mate_in_line(&self, context: &BehaviourContext, target: Vec3, error: f32) -> Option<f32> {
        let line = (target - context.sense.eyes).with_y(0.0);
        let (direction, reach) = (line.normalize_or_zero(), line.length());
        let right = direction.cross(Vec3::Y);
        let view = context.view();
        let mates = view.members(self.mates?).map(|fact| (fact.estimate - context.sense.eyes).with_y(0.0));
        let in_line = mates.map(|to| (to.dot(direction), to.dot(right))).filter(|(ahead, aside)| {
            let clearance = self.mate_clearance + ahead * ops::tan(error.to_radians());
            *ahead > 0.0 && *ahead < reach && aside.abs() < clearance
        });
        in_line.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, aside)| aside)
    }
}

/// How far something in the direction `to` is from the line of the eyes, as a share of `full` degrees, 0 to 1.
fn surprise(gaze: Vec3, to: Vec3, full: f32) -> f32 {
    if to == Vec3::ZERO { 0.0 } else { (gaze.angle_between(to).to_degrees() / full).min(1.0) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_into_sight_beside_the_line_of_the_eyes_surprises() {
        let to = |degrees: f32| Vec3::new(ops::sin(degrees.to_radians()), 0.0, -ops::cos(degrees.to_radians())) * 7.0;
        let shares = [0.0, 30.0, -30.0, 60.0, 150.0].map(|degrees| surprise(Vec3::NEG_Z, to(degrees), 60.0));
        for (share, expected) in shares.into_iter().zip([0.0, 0.5, 0.5, 1.0, 1.0]) {
            assert!((share - expected).abs() < 1e-3, "{shares:?}");
        }
        assert_eq!(surprise(Vec3::NEG_Z, Vec3::ZERO, 60.0), 0.0);
    }
}
