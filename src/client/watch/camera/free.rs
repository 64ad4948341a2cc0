//! The free camera, flown with keys and mouse.

use bevy::prelude::*;

use super::CameraInput;

/// Normal and fast speed in m/s.
const SPEED: (f32, f32) = (8.0, 24.0);

#[derive(Clone, Debug, Default)]
pub(super) struct FreeCamera {
    at: Vec3,
    turn: f32,
    pitch: f32,
}

impl FreeCamera {
    /// Starts at the transform of another camera.
    pub(super) fn from(eye: &Transform) -> Self {
        let (turn, pitch, _) = eye.rotation.to_euler(EulerRot::YXZ);
        Self { at: eye.translation, turn, pitch }
    }

    pub(super) fn update(&mut self, input: &CameraInput) -> Transform {
        let drag = input.drag + input.slide;
        self.turn -= drag.x * 0.0035;
        self.pitch = (self.pitch - drag.y * 0.0035).clamp(-1.54, 1.54);
        let rotation = Quat::from_euler(EulerRot::YXZ, self.turn, self.pitch, 0.0);
        let speed = if input.fast { SPEED.1 } else { SPEED.0 };
        let go = rotation * Vec3::new(input.go.x, 0.0, input.go.z) + Vec3::Y * input.go.y;
        self.at += go * speed * input.seconds + rotation * Vec3::NEG_Z * input.wheel * 1.5;
        self.at.y = self.at.y.max(0.15);
        Transform::from_translation(self.at).with_rotation(rotation)
    }
}
