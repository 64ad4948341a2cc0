//! The first-person camera: at an agent's eyes, in the direction of its gaze.

use bevy::prelude::*;

use super::{CameraContext, ease};
use crate::client::render::character::first_person::OwnFigure;
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

/// Shows the arms alone of the character whose eyes the camera is at; for a mind without a body, those of its host.
pub(super) fn choose_own_figure(view: Res<CameraView>, playback: Res<Playback>, mut own: ResMut<OwnFigure>) {
    let agent = playback.figure_of(view.followed);
    let person = playback.now.agents.get(agent);
    own.set_if_neq(match view.mode {
        CameraMode::Eyes if person.is_some_and(|person| person.stands() && person.hidden.is_none()) => {
            OwnFigure::Arms(agent)
        }
        CameraMode::Eyes => OwnFigure::Hidden(agent),
        _ => OwnFigure::Whole,
    });
}
