//! The first-person camera: at an agent's eyes, in the direction of its gaze.

use bevy::prelude::*;

use super::{CameraContext, ease};
use crate::client::render::character::CharacterModel;
use crate::client::session::{CameraMode, CameraView, Playback};
use crate::world::geometry::{direction, wrap_angle};

#[derive(Clone, Debug, Default)]
pub(super) struct FirstPersonCamera {
    agent: Option<usize>,
    turn: f32,
    pitch: f32,
}

impl FirstPersonCamera {
    pub(super) fn update(&mut self, agent: usize, context: &CameraContext) -> Option<Transform> {
        let CameraContext { playback, setup, input, .. } = *context;
        let (body, player) = (playback.body(agent)?, setup.agents.get(agent)?);
        if self.agent != Some(agent) {
            *self = Self { agent: Some(agent), turn: body.gaze, pitch: body.pitch };
        }
        // A gaze jumps; the camera follows it smoothly.
        self.turn += wrap_angle(body.gaze - self.turn) * ease(9.0, input.seconds);
        self.pitch += (body.pitch - self.pitch) * ease(9.0, input.seconds);
        let ahead = direction(self.turn) * self.pitch.cos() + Vec3::Y * self.pitch.sin();
        Some(Transform::from_translation(body.eye_position(&player.body)).looking_to(ahead, Vec3::Y))
    }
}

/// Hides the character whose eyes the camera is at; for a mind without a body, that of its host.
pub(super) fn hide_own_character(
    view: Res<CameraView>,
    playback: Res<Playback>,
    mut models: Query<(&CharacterModel, &mut Visibility)>,
) {
    if view.mode != CameraMode::Eyes {
        return;
    }
    let own = playback.figure_of(view.followed);
    for (figure, mut visibility) in &mut models {
        if figure.agent == own {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
