//! Where props and closed doors are before anything moves them.

use bevy::prelude::*;

use crate::world::geometry::rotation;
use crate::world::level::{Door, PlacedProp};

/// The opening angle of a door in radians.
const SWING: f32 = 1.75;

pub fn prop_transform(placed: &PlacedProp) -> Transform {
    Transform::from_translation(placed.place).with_rotation(rotation(placed.heading))
}

/// The transform of a closed leaf: its hinge, with the x axis along the leaf.
pub fn shut_transform(door: &Door) -> Transform {
    let axes = Quat::from_mat3(&Mat3::from_cols(door.along, Vec3::Y, door.along.cross(Vec3::Y)));
    Transform::from_translation(door.hinge()).with_rotation(axes)
}

/// The angle of an open door, as a rotation about y in radians.
pub fn open_angle(door: &Door) -> f32 {
    let turned = Quat::from_rotation_y(0.1) * door.along;
    if turned.dot(door.through) > 0.0 { SWING } else { -SWING }
}
