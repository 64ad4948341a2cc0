//! Plane geometry on the ground: x points east, z south.

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

/// The cross product in the plane; positive if `v` turns from `u` towards +z.
pub(super) fn cross(u: Vec2, v: Vec2) -> f32 {
    u.x * v.y - u.y * v.x
}

/// Twice the signed area of a triangle.
pub(super) fn area(a: Vec2, b: Vec2, c: Vec2) -> f32 {
    cross(b - a, c - a)
}

/// The point of a segment nearest to `point`, as a fraction of the line from `a` to `b`.
pub(super) fn nearest_fraction(a: Vec2, b: Vec2, point: Vec2) -> f32 {
    let line = b - a;
    let length = line.length_squared();
    if length <= f32::EPSILON { 0.0 } else { ((point - a).dot(line) / length).clamp(0.0, 1.0) }
}

/// The point of the segment from `a` to `b` nearest to the line from `from` to `to`: the crossing, or the nearer end.
pub(super) fn portal_point(from: Vec3, to: Vec3, a: Vec3, b: Vec3) -> Vec3 {
    let line = to.xz() - from.xz();
    let portal = b.xz() - a.xz();
    let across = cross(line, portal);
    let fraction = if across.abs() < 1e-6 {
        nearest_fraction(a.xz(), b.xz(), to.xz())
    } else {
        (cross(a.xz() - from.xz(), line) / across).clamp(0.0, 1.0)
    };
    a.lerp(b, fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portal_is_crossed_where_the_line_passes() {
        let to = Vec3::new(4.0, 0.0, 0.0);
        let crossing = portal_point(Vec3::ZERO, to, Vec3::new(2.0, 0.0, -1.0), Vec3::new(2.0, 0.0, 1.0));
        assert!(crossing.distance(Vec3::new(2.0, 0.0, 0.0)) < 1e-5);
        let corner = portal_point(Vec3::ZERO, to, Vec3::new(2.0, 0.0, 1.0), Vec3::new(2.0, 0.0, 3.0));
        assert!(corner.distance(Vec3::new(2.0, 0.0, 1.0)) < 1e-5);
    }
}
