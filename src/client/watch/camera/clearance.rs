//! How far a camera can move back before it hits a solid.

use bevy::math::bounding::{Aabb3d, RayCast3d};
use bevy::prelude::*;

use crate::client::render::physics::{open_angle, shut_transform};
use crate::world::Things;
use crate::world::geometry::rotation;
use crate::world::level::{BuiltLevel, DOOR_THICKNESS, Door, SolidOrigin, SolidShape};

/// How far the camera keeps from what it must not enter, in metres.
const MARGIN: f32 = 0.18;
/// Furniture up to half of this height, in metres, is looked over: only the place where the camera would be must be free of it.
const LOW: f32 = 0.7;

/// An upright box that a camera must not enter.
struct ViewObstacle {
    centre: Vec3,
    turned: Quat,
    half: Vec3,
    low: bool,
}

/// The distance from `from` along the unit vector `towards` to the first solid, door leaf or shut gate, at most `reach`, in metres.
/// The view passes over low furniture, but does not end inside of it.
pub(super) fn clear_distance(level: &BuiltLevel, things: &Things, from: Vec3, towards: Vec3, reach: f32) -> f32 {
    let solids = level.solids.iter().map(|solid| {
        let half = match solid.shape {
            SolidShape::Box { half } | SolidShape::Wedge { half } => half,
            SolidShape::Cylinder { radius, half_height } => Vec3::new(radius, half_height, radius),
            SolidShape::Ball { radius } => Vec3::splat(radius),
        };
        let low = matches!(solid.origin, SolidOrigin::Prop(_)) && half.y < LOW;
        ViewObstacle { centre: solid.centre, turned: rotation(solid.heading), half, low }
    });
    let leaves = level.doors.iter().filter_map(|door| leaf(door, things));
    let mut free = reach;
    let mut below = Vec::new();
    for obstacle in solids.chain(leaves) {
        if obstacle.centre.distance(from) - obstacle.half.length() > free {
            continue;
        }
        match obstacle.hit(from, towards) {
            Some(_) if obstacle.low => below.push(obstacle),
            Some(hit) => free = hit.min(free),
            None => {}
        }
    }
    // What the camera moves out of may push it into the next piece.
    for _ in 0..below.len() {
        let eye = from + towards * free;
        let Some(inside) = below.iter().find(|obstacle| obstacle.contains(eye)) else { break };
        free = inside.hit(from, towards).map_or(free, |hit| (hit - 0.01).clamp(0.0, free));
    }
    free
}

/// The leaf of a door where it stands, shut or open, or a gate that is not raised.
fn leaf(door: &Door, things: &Things) -> Option<ViewObstacle> {
    let swing = match things.gate(door.thing) {
        Some(gate) if gate.swing < 0.5 => 0.0,
        Some(_) => return None,
        None => things.door(door.thing)?.swing,
    };
    let mut at = shut_transform(door);
    at.rotate_y(open_angle(door) * swing);
    let half = Vec3::new(door.width, door.height, DOOR_THICKNESS) * 0.5;
    let centre = at.transform_point(half.with_z(0.0));
    Some(ViewObstacle { centre, turned: at.rotation, half, low: false })
}

impl ViewObstacle {
    fn hit(&self, from: Vec3, towards: Vec3) -> Option<f32> {
        let back = self.turned.inverse();
        hit_box(back * (from - self.centre), back * towards, self.half + MARGIN)
    }

    fn contains(&self, point: Vec3) -> bool {
        (self.turned.inverse() * (point - self.centre)).abs().cmple(self.half + MARGIN).all()
    }
}

/// The distance at which a ray enters a box centred at the origin; `None` if it misses or starts inside.
fn hit_box(from: Vec3, towards: Vec3, half: Vec3) -> Option<f32> {
    let ray = RayCast3d::new(from, Dir3::new(towards).ok()?, f32::MAX);
    ray.aabb_intersection_at(&Aabb3d::new(Vec3::ZERO, half)).filter(|enter| *enter > 0.0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::client::render::scene::tests::setup;
    use crate::data::Library;
    use crate::games;

    /// Shut doors stop the camera, and where it passes over low furniture it ends outside of that.
    #[test]
    fn the_camera_stops_at_shut_doors_and_beside_low_furniture() {
        let game = (games::view_of("hunt").unwrap().game)();
        let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR")), game.schema()).unwrap();
        let level = setup(&library, "manor".into()).level;
        let things = Things::new(&level);
        for door in level.doors.iter().filter(|door| !door.is_gate) {
            let from = door.middle + Vec3::Y * 1.2 - door.through * 0.6;
            let free = clear_distance(&level, &things, from, door.through, 3.0);
            assert!(free < 0.6, "{}: {free} m through a shut door", door.middle);
        }
        let low = level.solids.iter().filter(|solid| matches!(solid.origin, SolidOrigin::Prop(_)));
        let mut entered = 0;
        for solid in low {
            let SolidShape::Box { half } = solid.shape else { continue };
            if half.y >= LOW {
                continue;
            }
            let from = solid.centre + Vec3::new(1.5, 1.5, 0.0);
            let towards = (solid.centre - from).normalize();
            let eye = from + towards * clear_distance(&level, &things, from, towards, 3.0);
            let at = rotation(solid.heading).inverse() * (eye - solid.centre);
            assert!(!at.abs().cmplt(half).all(), "{eye} is inside of {} with {half}", solid.centre);
            entered += 1;
        }
        assert!(entered > 20, "{entered}");
    }

    #[test]
    fn a_ray_stops_at_a_box() {
        let half = Vec3::splat(1.0);
        assert_eq!(hit_box(Vec3::new(-3.0, 0.0, 0.0), Vec3::X, half), Some(2.0));
        assert_eq!(hit_box(Vec3::new(-3.0, 2.0, 0.0), Vec3::X, half), None);
        assert_eq!(hit_box(Vec3::new(3.0, 0.0, 0.0), Vec3::X, half), None);
        assert_eq!(hit_box(Vec3::ZERO, Vec3::X, half), None);
    }
}
