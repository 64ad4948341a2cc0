//! Through somebody's eyes: where they are and where they look, as their senses have it.

use bevy::prelude::*;

use super::{CameraInput, eased};
use crate::{
    client::{
        character::CharacterModel,
        playback::Playback,
        scene_setup::SceneSetup,
        view::{CameraMode, CameraView},
    },
    world::geometry::{direction, wrap_angle},
};

#[derive(Clone, Debug, Default)]
pub(super) struct FirstPersonCamera {
    whom: Option<usize>,
    turn: f32,
    pitch: f32,
}

impl FirstPersonCamera {
    pub(super) fn look(
        &mut self,
        whom: usize,
        playback: &Playback,
        setup: &SceneSetup,
        steering: &CameraInput,
    ) -> Option<Transform> {
        let (body, player) = (playback.body(whom)?, setup.agents.get(whom)?);
        if self.whom != Some(whom) {
            *self = Self { whom: Some(whom), turn: body.gaze, pitch: body.pitch };
        }
        // FirstPersonCamera jump; a picture that did would be no pleasure.
        self.turn += wrap_angle(body.gaze - self.turn) * eased(9.0, steering.seconds);
        self.pitch += (body.pitch - self.pitch) * eased(9.0, steering.seconds);
        let ahead = direction(self.turn) * self.pitch.cos() + Vec3::Y * self.pitch.sin();
        Some(Transform::from_translation(body.eye_position(&player.body)).looking_to(ahead, Vec3::Y))
    }
}

/// One does not see one's own head from inside.
pub(super) fn hide_own_figure(view: Res<CameraView>, mut figures: Query<(&CharacterModel, &mut Visibility)>) {
    if view.mode != CameraMode::Eyes {
        return;
    }
    for (figure, mut visibility) in &mut figures {
        if figure.agent == view.followed {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
