//! Turns bodies and eyes, with limited turn rates.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::{
    ecs::prelude::*,
    math::{Vec3, ops},
};
use quarry_minds::protocol::{Blackboard, GoRequest, LookRequest, SimulationClock, Status};

use crate::{
    data::body::BodySpec,
    world::{
        Body, BodyKind, InPlay,
        geometry::{flat, heading_of, wrap_angle},
    },
};

/// Slower bodies count as standing, in m/s.
const STANDING: f32 = 0.2;
/// A steered body walks backwards if the angle between movement and gaze is larger than this, in radians.
const BACKWARDS: f32 = 1.75;

/// The heading the body should turn to, in radians clockwise from north.
pub(super) fn facing(body: &Body, board: &Blackboard, kind: &BodySpec, wanted: Vec3) -> f32 {
    let look = aim(body, board, 0.0).map(|(yaw, _)| yaw);
    let moving = flat(wanted).length() > STANDING;
    match look {
        Some(look) if moving => {
            let steered = matches!(board.go.request(), Some(GoRequest::Steer { .. }));
            let direction = heading_of(wanted);
            if steered && wrap_angle(direction - look).abs() > BACKWARDS { look } else { direction }
        }
        Some(look) => {
            // The head turns first. The body follows once the head is beyond half its limit.
            let ease = kind.head_turn_limit.to_radians() * 0.5;
            if wrap_angle(look - body.heading).abs() > ease { look } else { body.heading }
        }
        None if moving => heading_of(wanted),
        None => body.heading,
    }
}

/// The yaw and pitch of a look request, in radians; `None` if the eyes follow the body.
fn aim(body: &Body, board: &Blackboard, eyes: f32) -> Option<(f32, f32)> {
    let direction = match board.look.request()? {
        LookRequest::At(place) => *place - (body.place + Vec3::Y * eyes),
        LookRequest::Along { direction } => *direction,
        LookRequest::Ahead | LookRequest::Scan { .. } => return None,
    };
    let level = flat(direction).length();
    if level < 1e-3 {
        return None;
    }
    Some((heading_of(direction), ops::atan2(direction.y, level)))
}

/// Turns the eyes of all agents in play.
pub(super) fn turn_eyes(
    clock: Res<SimulationClock>,
    mut agents: Query<(&BodyKind, &mut Blackboard, &mut Body), With<InPlay>>,
) {
    let dt = clock.dt();
    for (kind, mut board, mut body) in &mut agents {
        let kind = &*kind.0;
        let eyes = body.eye_position(kind).y - body.place.y;
        let (yaw, pitch) = match (aim(&body, &board, eyes), board.look.request()) {
            (Some(aim), _) => aim,
            (None, Some(LookRequest::Scan { degrees, period })) if *period > 0.0 => {
                let swing = ops::sin(clock.seconds() / period * TAU);
                (body.heading + degrees.to_radians() * swing, 0.0)
            }
            _ => (body.heading, 0.0),
        };
        let limit = kind.head_turn_limit.to_radians();
        let reach = wrap_angle(yaw - body.heading).clamp(-limit, limit);
        let now = wrap_angle(body.gaze - body.heading).clamp(-limit, limit);
        let most = kind.head_turn_rate.to_radians() * dt;
        body.gaze = wrap_angle(body.heading + now + (reach - now).clamp(-most, most));
        body.pitch += (pitch.clamp(-FRAC_PI_2, FRAC_PI_2) - body.pitch).clamp(-most, most);
        if board.look.request().is_some() {
            let off = wrap_angle(yaw - body.gaze).abs();
            board.look.report(Status::Running((1.0 - off / FRAC_PI_2).clamp(0.0, 1.0)));
        }
    }
}
