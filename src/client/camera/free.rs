//! The camera a person flies.

use bevy::prelude::*;

use super::CameraInput;

/// How fast it flies, in metres a second, plainly and in a hurry.
const PACE: (f32, f32) = (8.0, 24.0);

#[derive(Clone, Debug, Default)]
pub(super) struct FreeCamera {
    at: Vec3,
    turn: f32,
    pitch: f32,
}

impl FreeCamera {
    /// Where another camera was.
    pub(super) fn from(eye: &Transform) -> Self {
        let (turn, pitch, _) = eye.rotation.to_euler(EulerRot::YXZ);
        Self { at: eye.translation, turn, pitch }
    }

    pub(super) fn look(&mut self, steering: &CameraInput) -> Transform {
        let drag = steering.drag + steering.slide;
        self.turn -= drag.x * 0.0035;
        self.pitch = (self.pitch - drag.y * 0.0035).clamp(-1.54, 1.54);
        let rotation = Quat::from_euler(EulerRot::YXZ, self.turn, self.pitch, 0.0);
        let pace = if steering.fast { PACE.1 } else { PACE.0 };
        let go = rotation * Vec3::new(steering.go.x, 0.0, steering.go.z) + Vec3::Y * steering.go.y;
        self.at += go * pace * steering.seconds + rotation * Vec3::NEG_Z * steering.wheel * 1.5;
        self.at.y = self.at.y.max(0.15);
        Transform::from_translation(self.at).with_rotation(rotation)
    }
}
