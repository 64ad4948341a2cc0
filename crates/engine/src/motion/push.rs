//! Pushing: a body that has been stuck among others for long pushes them out of its way. Those in front of it step aside and pass the push
//! on to those in their own way, so that a crowd disperses around the body that has waited longest. Where that does not help, since three
//! hold each other in a gap like the stones of an arch, a body that has been stuck for long steps back itself now and then.

use bevy::math::Vec3;

use super::avoidance::Neighbour;
use crate::world::geometry::{flat, flat_distance};

/// How long a body is stuck before it pushes, in seconds.
const PUSH_AFTER: f32 = 1.5;
/// A body that wants to move and stays within this radius is stuck, in metres.
const STILL_RADIUS: f32 = 0.3;
/// A body that leaves the radius at less than this share of the speed that it wants has not got free, and goes on pushing.
const FREE: f32 = 0.33;
/// A desired speed below this counts as standing, in m/s.
const STANDING: f32 = 0.1;
/// A body that has not wanted to move for this long is not stuck any more, in seconds.
const REST: f32 = 1.0;
/// Bodies with a smaller gap than this between them push each other, in metres.
const GAP: f32 = 0.15;
/// What a push loses from one body to the next, in seconds, so that it ends somewhere.
const LOSS: f32 = 0.25;
/// Those in front of a body that pushes step aside and walk straight on in turn, for so long each, in seconds.
const TURN: f32 = 2.0;
/// A body that has been stuck for so long steps back every third turn, in seconds.
const STEPS_BACK_AFTER: f32 = 8.0;
/// A body is in the way up to this angle from the direction of the push, as a cosine.
const IN_THE_WAY: f32 = 0.3;

/// A push against the bodies in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// Where to: a unit vector, or zero without a push.
    pub direction: Vec3,
    /// For how long the body that pushed first has been stuck, in seconds, less [`LOSS`] for each body in between; 0 without a push. Of two
    /// pushes the stronger one wins, counted in whole [`LOSS`].
    pub strength: f32,
    /// The row of the body that pushed first: of two pushes as strong the one from the higher row wins, or neither would give way.
    pub origin: u16,
    /// Whether those in front walk straight on, so that a full passage empties at its other end, or step aside.
    pub straight_on: bool,
    /// Whether the body that pushes steps back itself, against those behind it.
    pub back: bool,
}

impl Push {
    /// Whether a body with another push follows this one.
    fn wins(&self, over: &Self) -> bool {
        let rank = |push: &Self| ((push.strength / LOSS).floor() as i32, push.origin);
        self.strength > LOSS && rank(self) > rank(over)
    }
}

/// How long a body has been stuck, and its push.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pusher {
    /// How long it has wanted to move without getting free, whatever its requests were, in seconds.
    stuck: f32,
    /// How long it has wanted to move without leaving [`STILL_RADIUS`], in seconds, and the centre of that radius.
    here: (f32, Vec3),
    /// How long it has not wanted to move, in seconds.
    rested: f32,
    /// Its push in the last tick: its own, or one that it passes on.
    pub push: Push,
}

impl Pusher {
    /// Updates the push of a body in this row of the roster that wants this velocity.
    pub fn update(&mut self, place: Vec3, wanted: Vec3, row: u16, dt: f32) {
        let wants = wanted.length() > STANDING;
        self.rested = if wants { 0.0 } else { self.rested + dt };
        if self.rested > REST {
            (self.stuck, self.here) = (0.0, (0.0, place));
        } else if flat_distance(place, self.here.1) > STILL_RADIUS {
            let is_slow = self.here.0 * wanted.length() * FREE > STILL_RADIUS;
            self.stuck = if is_slow { self.stuck.min(PUSH_AFTER) } else { 0.0 };
            self.here = (0.0, place);
        } else if wants {
            (self.stuck, self.here.0) = (self.stuck + dt, self.here.0 + dt);
        }
        self.push = if wants && self.stuck >= PUSH_AFTER {
            let ahead = wanted.normalize_or_zero();
            let turn = (self.stuck / TURN) as u32;
            let back = self.stuck >= STEPS_BACK_AFTER && turn % 3 == 2;
            let direction = if back { -ahead } else { ahead };
            Push { direction, strength: self.stuck, origin: row, straight_on: turn % 2 == 1, back }
        } else {
            Push::default()
        };
    }
}

/// The push that a body follows and passes on: the strongest one of the bodies that touch it and have it ahead. `None` if none of these
/// pushes wins over its own.
pub(super) fn yield_to<'a>(
    own: Push,
    place: Vec3,
    radius: f32,
    others: impl Iterator<Item = &'a Neighbour>,
) -> Option<Push> {
    let mut strongest: Option<(&Neighbour, Vec3)> = None;
    for other in others.filter(|other| other.push.wins(&own)) {
        let offset = flat(place - other.place);
        let ahead = offset.dot(other.push.direction) > IN_THE_WAY * offset.length();
        let touches = offset.length() < radius + other.radius + GAP;
        let stronger = strongest.is_none_or(|(known, _)| other.push.wins(&known.push));
        if ahead && touches && stronger {
            strongest = Some((other, offset));
        }
    }
    let (Neighbour { push, .. }, offset) = strongest?;
    // Ahead of it and to the side; straight ahead of it to its right.
    let side = offset - push.direction * offset.dot(push.direction);
    let right = Vec3::new(-push.direction.z, 0.0, push.direction.x);
    let side = if side.length() > 0.05 { side.normalize_or_zero() } else { right };
    let aside = (push.direction * 0.5 + side).normalize_or_zero();
    let direction = if push.straight_on { push.direction } else { aside };
    Some(Push { direction, strength: push.strength - LOSS, back: false, ..*push })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 30.0;

    fn pushing(place: Vec3, direction: Vec3, strength: f32) -> Neighbour {
        Neighbour {
            row: 0,
            place,
            velocity: Vec3::ZERO,
            radius: 0.3,
            push: Push { direction, strength, ..Push::default() },
            steered: false,
        }
    }

    #[test]
    fn a_body_pushes_once_it_has_been_stuck_for_long() {
        let mut pusher = Pusher::default();
        let seconds = |pusher: &mut Pusher, seconds: f32, place: Vec3, wanted: Vec3| {
            (0..(seconds / DT) as u32).for_each(|_| pusher.update(place, wanted, 0, DT));
            pusher.push.strength
        };
        assert_eq!(seconds(&mut pusher, 1.0, Vec3::X, Vec3::Z), 0.0);
        assert!(seconds(&mut pusher, 1.0, Vec3::X, Vec3::Z) > PUSH_AFTER);
        // Between two requests it rests for a moment, and is still stuck.
        assert_eq!(seconds(&mut pusher, 0.5, Vec3::X, Vec3::ZERO), 0.0);
        assert!(seconds(&mut pusher, 0.1, Vec3::X, Vec3::Z) > PUSH_AFTER);
        // It got on a little, but is not free before it gets on faster.
        assert!(seconds(&mut pusher, 0.1, Vec3::X * 1.5, Vec3::Z) >= PUSH_AFTER);
        assert_eq!(seconds(&mut pusher, 0.1, Vec3::X * 2.0, Vec3::Z), 0.0);
    }

    #[test]
    fn bodies_in_front_step_aside_and_pass_the_push_on() {
        let behind = [pushing(Vec3::ZERO, Vec3::X, 4.0)];
        let place = Vec3::new(0.6, 0.0, 0.1);
        let passed_on = yield_to(Push::default(), place, 0.3, behind.iter()).expect("it is in the way");
        assert!(passed_on.direction.z > 0.5 && passed_on.direction.x > 0.0, "ahead and to its own side: {passed_on:?}");
        assert!(passed_on.strength < 4.0 && passed_on.strength > 3.0);
        let stronger = Push { direction: Vec3::NEG_X, strength: 5.0, ..Push::default() };
        assert_eq!(yield_to(stronger, place, 0.3, behind.iter()), None, "it has waited longer");
        assert_eq!(yield_to(Push::default(), -place, 0.3, behind.iter()), None, "it is behind");
        assert_eq!(yield_to(Push::default(), place * 3.0, 0.3, behind.iter()), None, "it is not touched");
        let straight_on = [Neighbour { push: Push { straight_on: true, ..behind[0].push }, ..behind[0] }];
        let walks = yield_to(Push::default(), place, 0.3, straight_on.iter()).expect("it is in the way");
        assert_eq!((walks.direction, walks.straight_on), (Vec3::X, true), "all in front walk on");
    }

    /// Three soldiers held each other in a gap for two minutes: each was pushed against a wall by the next.
    #[test]
    fn a_body_that_is_stuck_for_long_steps_back_now_and_then() {
        let mut pusher = Pusher::default();
        let mut back = 0.0;
        for tick in 0..(30.0 / DT) as u32 {
            pusher.update(Vec3::ZERO, Vec3::Z, 0, DT);
            let push = pusher.push;
            assert!(!push.back || tick as f32 * DT > STEPS_BACK_AFTER - 0.1);
            assert!(push.strength == 0.0 || push.direction == if push.back { Vec3::NEG_Z } else { Vec3::Z });
            back += if push.back { DT } else { 0.0 };
        }
        assert!((7.0..9.0).contains(&back), "four turns of two seconds: {back}");
        // Once it has moved it does not go on to step back.
        pusher.update(Vec3::Z * -0.4, Vec3::Z, 0, DT);
        assert!(!pusher.push.back);
    }

    #[test]
    fn of_two_that_push_each_other_since_the_same_moment_one_gives_way() {
        let push = |origin, direction| Push { direction, strength: 3.0, origin, ..Push::default() };
        let place = Vec3::X * 0.6;
        let low = [Neighbour { push: push(4, Vec3::X), ..pushing(Vec3::ZERO, Vec3::X, 3.0) }];
        let high = [Neighbour { push: push(20, Vec3::NEG_X), ..pushing(place, Vec3::NEG_X, 3.0) }];
        assert_eq!(yield_to(push(20, Vec3::NEG_X), place, 0.3, low.iter()), None);
        assert!(yield_to(push(4, Vec3::X), Vec3::ZERO, 0.3, high.iter()).is_some());
    }
}
