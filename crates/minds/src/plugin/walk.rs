//! A body that walks straight to where its mind wants it, for games without navigation of their own.

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3, ops};
use bevy_transform::components::Transform;

use crate::Dormant;
use crate::protocol::{Blackboard, Gait, GoRequest, LookRequest, SimulationClock, Status};

/// Moves the `Transform` as the [`Blackboard`] asks: straight, without obstacles. A game with walls or physics leaves it out, and fulfils
/// `Blackboard::go` itself: it moves the body, and reports `Done` or `Failed`.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// The speed of a walk, in m/s. Crouching is half as fast, hurrying 1.5 times, running 2.5 times.
    pub speed: f32,
    /// Where the body faces, beside which the eyes may look; zero before it has moved.
    heading: Vec3,
}

impl Default for Walker {
    fn default() -> Self {
        Self::new(1.5)
    }
}

impl Walker {
    /// With this speed of a walk, in m/s.
    pub const fn new(speed: f32) -> Self {
        Self { speed, heading: Vec3::ZERO }
    }

    fn speed_of(self, gait: Gait) -> f32 {
        self.speed
            * match gait {
                Gait::Crouch => 0.5,
                Gait::Walk => 1.0,
                Gait::Hurry => 1.5,
                Gait::Run => 2.5,
            }
    }
}

/// Moves and turns all walkers.
pub(super) fn walk(
    clock: Res<SimulationClock>,
    mut walkers: Query<(&mut Walker, &mut Transform, &mut Blackboard), Without<Dormant>>,
) {
    for (mut walker, mut transform, mut board) in &mut walkers {
        let here = transform.translation;
        let mut ahead = Vec3::ZERO;
        match board.go.active().copied() {
            Some(GoRequest::To { place, within, gait }) => {
                let way = (place - here).with_y(0.0);
                let step = walker.speed_of(gait) * clock.dt();
                if way.length() <= within.max(step) {
                    board.go.report(Status::Done);
                } else {
                    ahead = way.normalize();
                    transform.translation += ahead * step;
                    board.go.report(Status::Running(0.0));
                }
            }
            Some(GoRequest::Steer { direction, gait }) => {
                ahead = direction.with_y(0.0).clamp_length_max(1.0);
                transform.translation += ahead * walker.speed_of(gait) * clock.dt();
            }
            _ => {}
        }
        let facing = if walker.heading == Vec3::ZERO { *transform.forward() } else { walker.heading };
        walker.heading = if ahead == Vec3::ZERO { facing } else { ahead };
        let gaze = match board.look.active() {
            Some(LookRequest::At(place)) => (*place - here).with_y(0.0),
            Some(LookRequest::Along { direction }) => direction.with_y(0.0),
            Some(LookRequest::Scan { degrees, period }) => {
                let swing = ops::sin(clock.seconds() / period.max(0.1) * std::f32::consts::TAU);
                Quat::from_rotation_y(swing * degrees.to_radians()) * walker.heading
            }
            _ => walker.heading,
        };
        if gaze.length_squared() > 1e-4 {
            transform.look_to(gaze, Vec3::Y);
        }
    }
}
