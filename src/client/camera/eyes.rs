//! Through somebody's eyes: where they are and where they look, as their senses have it.

use bevy::prelude::*;

use super::{Steering, eased};
use crate::{
    client::{
        figure::Figure,
        show::Show,
        stage::Stage,
        view::{Mode, View},
    },
    world::geometry::{direction, wrap_angle},
};

#[derive(Clone, Debug, Default)]
pub(super) struct Eyes {
    whom: Option<usize>,
    turn: f32,
    pitch: f32,
}

impl Eyes {
    pub(super) fn look(&mut self, whom: usize, show: &Show, stage: &Stage, steering: &Steering) -> Option<Transform> {
        let (body, player) = (show.body(whom)?, stage.cast.get(whom)?);
        if self.whom != Some(whom) {
            *self = Self { whom: Some(whom), turn: body.gaze, pitch: body.pitch };
        }
        // Eyes jump; a picture that did would be no pleasure.
        self.turn += wrap_angle(body.gaze - self.turn) * eased(9.0, steering.seconds);
        self.pitch += (body.pitch - self.pitch) * eased(9.0, steering.seconds);
        let ahead = direction(self.turn) * self.pitch.cos() + Vec3::Y * self.pitch.sin();
        Some(Transform::from_translation(body.eyes(&player.body)).looking_to(ahead, Vec3::Y))
    }
}

/// One does not see one's own head from inside.
pub(super) fn hide_own_figure(view: Res<View>, mut figures: Query<(&Figure, &mut Visibility)>) {
    if view.mode != Mode::Eyes {
        return;
    }
    for (figure, mut visibility) in &mut figures {
        if figure.agent == view.followed {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
