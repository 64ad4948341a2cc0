//! How far a camera can move back before it hits a solid.

use bevy::math::bounding::{Aabb3d, RayCast3d};
use bevy::prelude::*;

use crate::world::geometry::rotation;
use crate::world::level::{BuiltLevel, SolidOrigin, SolidShape};

/// The distance from `from` along the unit vector `towards` to the first solid, at most `reach`, in metres. Furniture lower than
/// 1.4 m is ignored.
pub(super) fn clear_distance(level: &BuiltLevel, from: Vec3, towards: Vec3, reach: f32) -> f32 {
    let mut free = reach;
    for solid in &level.solids {
        let half = match solid.shape {
            SolidShape::Box { half } | SolidShape::Wedge { half } => half,
            SolidShape::Cylinder { radius, half_height } => Vec3::new(radius, half_height, radius),
            SolidShape::Ball { radius } => Vec3::splat(radius),
        };
        if matches!(solid.origin, SolidOrigin::Prop(_)) && half.y < 0.7 {
            continue;
        }
        if solid.centre.distance(from) - half.length() > free {
            continue;
        }
        let turned = rotation(solid.heading).inverse();
        let hit = hit_box(turned * (from - solid.centre), turned * towards, half + 0.18);
        free = hit.map_or(free, |hit| hit.min(free));
    }
    free
}

/// The distance at which a ray enters a box centred at the origin; `None` if it misses or starts inside.
fn hit_box(from: Vec3, towards: Vec3, half: Vec3) -> Option<f32> {
    let ray = RayCast3d::new(from, Dir3::new(towards).ok()?, f32::MAX);
    ray.aabb_intersection_at(&Aabb3d::new(Vec3::ZERO, half)).filter(|enter| *enter > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_stops_at_a_box() {
        let half = Vec3::splat(1.0);
        assert_eq!(hit_box(Vec3::new(-3.0, 0.0, 0.0), Vec3::X, half), Some(2.0));
        assert_eq!(hit_box(Vec3::new(-3.0, 2.0, 0.0), Vec3::X, half), None);
        assert_eq!(hit_box(Vec3::new(3.0, 0.0, 0.0), Vec3::X, half), None);
        assert_eq!(hit_box(Vec3::ZERO, Vec3::X, half), None);
    }
}
