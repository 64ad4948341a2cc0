//! Behind somebody, over the shoulder; it comes nearer where a wall is in the way.

use bevy::prelude::*;

use super::{CameraInput, clearance::clear_distance, eased};
use crate::{
    client::{playback::Playback, scene_setup::SceneSetup},
    world::geometry::wrap_angle,
};

/// With less room than this behind somebody, in metres, they are looked at from above: at these slants, in radians.
const ROOM: f32 = 2.0;
const STEEPER: [f32; 2] = [0.9, 1.3];

#[derive(Clone, Debug)]
pub(super) struct FollowCamera {
    /// Radians clockwise from north; it looks along it.
    turn: f32,
    /// How much a person has turned it away.
    offset: f32,
    pitch: f32,
    distance: f32,
    focus: Option<Vec3>,
    free: f32,
    whom: Option<usize>,
}

impl Default for FollowCamera {
    fn default() -> Self {
        Self { turn: 0.0, offset: 0.0, pitch: 0.42, distance: 5.2, focus: None, free: 5.2, whom: None }
    }
}

impl FollowCamera {
    pub(super) fn forget(&mut self) {
        self.focus = None;
        self.whom = None;
    }

    pub(super) fn look(
        &mut self,
        whom: usize,
        playback: &Playback,
        setup: &SceneSetup,
        steering: &CameraInput,
    ) -> (Transform, Vec3) {
        let Some(body) = playback.body(whom) else { return (Transform::default(), Vec3::ZERO) };
        let height = setup.agents.get(whom).map_or(1.6, |player| body.height(&player.body));
        let wanted = body.place + Vec3::Y * (height * 0.82);
        if self.whom != Some(whom) {
            *self = Self {
                turn: body.heading,
                whom: Some(whom),
                distance: self.distance,
                pitch: self.pitch,
                ..Self::default()
            };
        }
        let focus = self.focus.map_or(wanted, |before| before.lerp(wanted, eased(9.0, steering.seconds)));
        self.focus = Some(focus);
        self.turn += wrap_angle(body.heading - self.turn) * eased(1.6, steering.seconds);
        self.offset = wrap_angle(self.offset + steering.drag.x * 0.006);
        self.pitch = (self.pitch + steering.drag.y * 0.005).clamp(-0.2, 1.35);
        self.distance = (self.distance * 0.88f32.powf(steering.wheel)).clamp(1.6, 16.0);
        let heading = -(self.turn + self.offset);
        let back_at = |pitch: f32| {
            let back = Quat::from_rotation_y(heading) * Vec3::new(0.0, pitch.sin(), pitch.cos());
            (back, clear_distance(&setup.level, focus, back, self.distance))
        };
        // Where there is no room behind (in a hedge, in a chest) one looks from above.
        let steeper = STEEPER.iter().map(|steep| back_at(self.pitch.max(*steep)));
        let (back, free) =
            steeper.fold(
                back_at(self.pitch),
                |best, other| {
                    if best.1 < ROOM && other.1 > best.1 + 0.3 { other } else { best }
                },
            );
        // In at once, out by and by.
        self.free = if free < self.free { free } else { self.free + (free - self.free) * eased(3.0, steering.seconds) };
        let eye = focus + back * self.free.max(0.7);
        (Transform::from_translation(eye).looking_at(focus + Vec3::Y * 0.1, Vec3::Y), focus)
    }
}
