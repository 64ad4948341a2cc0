//! Plane geometry on the ground: x east, z south.

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

/// The cross product on the ground: above 0 where `v` turns from `u` towards +z.
pub(super) fn cross(u: Vec2, v: Vec2) -> f32 {
    u.x * v.y - u.y * v.x
}

/// Twice the signed area of a triangle.
pub(super) fn area(a: Vec2, b: Vec2, c: Vec2) -> f32 {
    cross(b - a, c - a)
}

/// The point of a segment nearest to a point, as the share of the way from `a` to `b`.
pub(super) fn nearest_share(a: Vec2, b: Vec2, point: Vec2) -> f32 {
    let way = b - a;
    let length = way.length_squared();
    if length <= f32::EPSILON { 0.0 } else { ((point - a).dot(way) / length).clamp(0.0, 1.0) }
}

/// Where the straight line from `from` to `to` comes nearest to passing through the segment from `a` to `b`: the crossing
/// where there is one, else the nearer end.
pub(super) fn gate_point(from: Vec3, to: Vec3, a: Vec3, b: Vec3) -> Vec3 {
    let way = to.xz() - from.xz();
    let gate = b.xz() - a.xz();
    let across = cross(way, gate);
    let share = if across.abs() < 1e-6 {
        nearest_share(a.xz(), b.xz(), to.xz())
    } else {
        (cross(a.xz() - from.xz(), way) / across).clamp(0.0, 1.0)
    };
    a.lerp(b, share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_crossed_where_the_line_passes() {
        let to = Vec3::new(4.0, 0.0, 0.0);
        let crossing = gate_point(Vec3::ZERO, to, Vec3::new(2.0, 0.0, -1.0), Vec3::new(2.0, 0.0, 1.0));
        assert!(crossing.distance(Vec3::new(2.0, 0.0, 0.0)) < 1e-5);
        let corner = gate_point(Vec3::ZERO, to, Vec3::new(2.0, 0.0, 1.0), Vec3::new(2.0, 0.0, 3.0));
        assert!(corner.distance(Vec3::new(2.0, 0.0, 1.0)) < 1e-5);
    }
}
