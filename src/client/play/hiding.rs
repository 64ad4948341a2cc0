//! The view out of a hiding place: from the height of its gap, turned towards its front, with its doors hidden.

use bevy::prelude::*;
use quarry_minds::protocol::ThingId;

use super::PlayerCamera;
use crate::client::render::scene::{HidingPlaceDoor, ThingModel};
use crate::client::session::{PlayerControl, SceneSetup};
use crate::data::prop::PartShape;
use crate::world::geometry::wrap_angle;

/// The eyes are at least this far below the top of the hiding place, and at least this high above the floor; in metres.
const EYES_BELOW_TOP: f32 = 0.24;
const LEAST_EYE_HEIGHT: f32 = 0.3;
/// How far to each side the player can look, in radians.
const MAX_YAW: f32 = 1.15;

/// The eye position inside a hiding place, given the one in the open.
pub(super) fn hidden_eye_position(setup: &SceneSetup, place: ThingId, eyes: Vec3) -> Vec3 {
    let Some(placed) = setup.level.props.iter().find(|placed| placed.thing == Some(place)) else { return eyes };
    let parts = setup.props.0.get(&placed.name).map(|prop| prop.parts.as_slice()).unwrap_or_default();
    let top = parts
        .iter()
        .map(|part| {
            part.at.1
                + match part.shape {
                    PartShape::Box(_, height, _) | PartShape::Cylinder { height, .. } => height * 0.5,
                    PartShape::Ball { radius } => radius,
                }
        })
        .fold(0.0, f32::max);
    eyes.with_y(eyes.y.min(placed.place.y + (top - EYES_BELOW_TOP).max(LEAST_EYE_HEIGHT)))
}

/// Turns the view to the front of the hiding place on entering, and limits it afterwards.
pub(super) fn face_front(player_camera: &mut PlayerCamera, setup: &SceneSetup, hidden: Option<ThingId>) {
    let front = hidden.and_then(|place| setup.level.thing(place)).map(|thing| thing.heading);
    if let Some(front) = front {
        if player_camera.hidden {
            player_camera.yaw = front + wrap_angle(player_camera.yaw - front).clamp(-MAX_YAW, MAX_YAW);
        } else {
            (player_camera.yaw, player_camera.pitch) = (front, 0.0);
        }
    }
    player_camera.hidden = front.is_some();
}

/// Hides what is before the eyes of the player in a hiding place: its doors, or the whole of a device.
pub(super) fn hide_own_doors(
    control: Res<PlayerControl>,
    mut parts: Query<(AnyOf<(&HidingPlaceDoor, &ThingModel)>, &mut Visibility)>,
) {
    let Some(hidden) = control.state().knowledge.hidden else { return };
    for ((door, model), mut visibility) in &mut parts {
        if door.map(|door| door.thing).or(model.map(|model| model.thing)) == Some(hidden) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}
