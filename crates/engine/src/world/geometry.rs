//! Headings, rotations and flat geometry. Uses no platform sine, so that results are equal on every machine.

use bevy::math::{Quat, Vec2, Vec3, ops};

/// The unit vector on the ground for a heading in radians, clockwise from north (-z) seen from above.
pub fn direction(heading: f32) -> Vec3 {
    Vec3::new(ops::sin(heading), 0.0, -ops::cos(heading))
}

/// The heading of a direction in radians, from -pi to pi, clockwise from north; 0 for a vertical direction.
pub fn heading_of(direction: Vec3) -> f32 {
    if direction.x == 0.0 && direction.z == 0.0 { 0.0 } else { ops::atan2(direction.x, -direction.z) }
}

/// Wraps an angle into -pi to pi.
pub fn wrap_angle(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    let wrapped = (angle + PI).rem_euclid(TAU) - PI;
    if wrapped < -PI { -PI } else { wrapped }
}

/// The distance of a point from the line between two others, in metres.
pub fn distance_from_segment(point: Vec3, from: Vec3, to: Vec3) -> f32 {
    let (along, offset) = (to - from, point - from);
    let share = (offset.dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

/// The rotation that turns an object's front (-z) to `heading` (radians).
pub fn rotation(heading: f32) -> Quat {
    let half = -heading * 0.5;
    Quat::from_xyzw(0.0, ops::sin(half), 0.0, ops::cos(half))
}

/// Converts a point from the axes of an object at `origin` with `heading` (radians) to the axes of the world.
pub fn place_of(origin: Vec3, heading: f32, local: Vec3) -> Vec3 {
    let (sin, cos) = (ops::sin(heading), ops::cos(heading));
    // Clockwise from above: the local right (+x) points along (cos, sin) of the ground's x and z.
    origin + Vec3::new(local.x * cos - local.z * sin, local.y, local.x * sin + local.z * cos)
}

/// The horizontal part of a vector.
pub fn flat(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

/// The horizontal distance between two points, in metres.
pub fn flat_distance(a: Vec3, b: Vec3) -> f32 {
    Vec2::new(a.x - b.x, a.z - b.z).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_from_a_segment_ends_with_it() {
        let (from, to) = (Vec3::ZERO, Vec3::X * 10.0);
        assert_eq!(distance_from_segment(Vec3::new(4.0, 0.0, 1.0), from, to), 1.0);
        assert_eq!(distance_from_segment(Vec3::new(13.0, 0.0, 0.0), from, to), 3.0);
        assert_eq!(distance_from_segment(Vec3::new(-2.0, 0.0, 0.0), from, from), 2.0);
    }

    #[test]
    fn east_is_a_quarter_turn_and_headings_round_trip() {
        let east = direction(std::f32::consts::FRAC_PI_2);
        assert!(east.distance(Vec3::X) < 1e-6);
        assert!((heading_of(east) - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
        assert!((rotation(0.7) * Vec3::NEG_Z).distance(direction(0.7)) < 1e-6);
        assert!(place_of(Vec3::ZERO, 0.7, Vec3::NEG_Z).distance(direction(0.7)) < 1e-6);
        assert!((rotation(0.7) * Vec3::X).distance(place_of(Vec3::ZERO, 0.7, Vec3::X)) < 1e-6);
    }
}
