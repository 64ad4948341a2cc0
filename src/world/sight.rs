//! Ray casts and swept balls through the level, for eyes, light and projectiles.
//!
//! Each level has one fixed set of colliders, doors included. Every query says which doors are open, so that one set
//! serves all matches on the level, on any thread.

use bevy::math::{Quat, Vec3};
use bevy_rapier3d::rapier::{
    dynamics::RigidBodySet,
    geometry::{Collider, ColliderBuilder, ColliderHandle, ColliderSet, Ray},
    math::{Isometry, Real},
    na::{Point3, Quaternion, Translation3, UnitQuaternion, Vector3},
    parry::{query::ShapeCastOptions, shape::Ball},
    pipeline::{QueryFilter, QueryPipeline},
};

use super::{
    geometry::{heading_of, rotation},
    level::{BuiltLevel, DOOR_THICKNESS, DoorSet, Solid, SolidOrigin, SolidShape},
    occluders::Occluders,
};

/// Tags in the user data of a collider: 0 is a solid, 1 the ground, 2 + i the door with index i, and [`FIRST_PROP`] +
/// i a part of the prop with index i.
const GROUND: u128 = 1;
const FIRST_DOOR: u128 = 2;
const FIRST_PROP: u128 = 1 << 64;

/// The colliders of the static level and its doors.
pub struct SightWorld {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    pipeline: QueryPipeline,
    occluders: Occluders,
}

/// Where a ray or a ball hit an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The distance along the way, in metres.
    pub distance: f32,
    /// The index of the door, if it hit one.
    pub door: Option<usize>,
    /// Whether it hit the ground.
    pub ground: bool,
}

impl SightWorld {
    /// Builds the colliders of a level.
    pub fn new(level: &BuiltLevel) -> Self {
        let mut colliders = ColliderSet::new();
        for solid in &level.solids {
            let tag = match solid.origin {
                SolidOrigin::Floor | SolidOrigin::Ramp | SolidOrigin::Water => GROUND,
                SolidOrigin::Prop(prop) => FIRST_PROP + prop as u128,
                SolidOrigin::Wall | SolidOrigin::Lintel | SolidOrigin::Ceiling => 0,
            };
            if let Some(collider) = collider_of(solid) {
                colliders.insert(collider.user_data(tag));
            }
        }
        for (index, door) in level.doors.iter().enumerate() {
            let half = Vec3::new(door.width, door.height, DOOR_THICKNESS) * 0.5;
            // The door's local +x points along the door, so that its front faces through the passage.
            let at = pose(door.middle + Vec3::Y * half.y, rotation(heading_of(door.through)));
            let leaf = ColliderBuilder::cuboid(half.x, half.y, half.z).position(at);
            colliders.insert(leaf.user_data(FIRST_DOOR + index as u128));
        }
        let mut pipeline = QueryPipeline::new();
        pipeline.update(&colliders);
        let occluders = Occluders::new(&colliders);
        Self { bodies: RigidBodySet::new(), colliders, pipeline, occluders }
    }

    /// Whether no solid and no door outside of `open` blocks the straight line between two points.
    pub fn is_clear(&self, from: Vec3, to: Vec3, open: DoorSet) -> bool {
        self.is_clear_ignoring(from, to, open, [None, None])
    }

    /// The same, ignoring the props with these indices: an agent sees out of a hiding place, and into one.
    pub fn is_clear_ignoring(&self, from: Vec3, to: Vec3, open: DoorSet, props: [Option<usize>; 2]) -> bool {
        let ignored = tags_of(props);
        let Some((ray, length)) = ray_between(from, to) else { return true };
        !self.occluders.any_hit(&ray, length, |tag| blocks(tag, open) && !ignored.contains(&Some(tag)))
    }

    /// The first obstacle on the straight line from one point to another.
    pub fn cast(&self, from: Vec3, to: Vec3, open: DoorSet) -> Option<RayHit> {
        self.cast_ignoring(from, to, open, [None, None])
    }

    /// The same, ignoring the props with these indices.
    pub fn cast_ignoring(&self, from: Vec3, to: Vec3, open: DoorSet, props: [Option<usize>; 2]) -> Option<RayHit> {
        let ignored = tags_of(props);
        let (ray, length) = ray_between(from, to)?;
        let counted = |_: ColliderHandle, collider: &Collider| {
            blocks(collider.user_data, open) && !ignored.contains(&Some(collider.user_data))
        };
        let filter = QueryFilter::default().predicate(&counted);
        let (handle, distance) = self.pipeline.cast_ray(&self.bodies, &self.colliders, &ray, length, true, filter)?;
        Some(self.contact(handle, distance))
    }

    /// The first obstacle that a ball hits while its centre moves from one point to another.
    pub fn sweep(&self, from: Vec3, to: Vec3, radius: f32, open: DoorSet) -> Option<RayHit> {
        let offset = to - from;
        let length = offset.length();
        if length < 1e-4 {
            return None;
        }
        let at = Isometry::translation(from.x, from.y, from.z);
        let velocity = Vector3::new(offset.x, offset.y, offset.z) / length;
        let shut = |_: ColliderHandle, collider: &Collider| blocks(collider.user_data, open);
        let filter = QueryFilter::default().predicate(&shut);
        let options = ShapeCastOptions::with_max_time_of_impact(length);
        let ball = Ball::new(radius);
        let (handle, hit) =
            self.pipeline.cast_shape(&self.bodies, &self.colliders, &at, &velocity, &ball, options, filter)?;
        Some(self.contact(handle, hit.time_of_impact))
    }

    /// Whether a point lies inside a solid. Ground and doors do not count.
    pub fn is_inside_solid(&self, point: Vec3) -> bool {
        let solid =
            |_: ColliderHandle, collider: &Collider| collider.user_data == 0 || collider.user_data >= FIRST_PROP;
        let filter = QueryFilter::default().predicate(&solid);
        let mut inside = false;
        let point = Point3::new(point.x, point.y, point.z);
        self.pipeline.intersections_with_point(&self.bodies, &self.colliders, &point, filter, |_| {
            inside = true;
            false
        });
        inside
    }

    fn contact(&self, handle: ColliderHandle, distance: Real) -> RayHit {
        let tag = self.colliders.get(handle).map_or(0, |collider| collider.user_data);
        RayHit { distance, door: tag.checked_sub(FIRST_DOOR).map(|door| door as usize), ground: tag == GROUND }
    }
}

/// The ray between two points and its length; `None` if they coincide.
fn ray_between(from: Vec3, to: Vec3) -> Option<(Ray, Real)> {
    let offset = to - from;
    let length = offset.length();
    let direction = || Vector3::new(offset.x, offset.y, offset.z) / length;
    (length >= 1e-4).then(|| (Ray::new(Point3::new(from.x, from.y, from.z), direction()), length))
}

fn tags_of(props: [Option<usize>; 2]) -> [Option<u128>; 2] {
    props.map(|prop| prop.map(|prop| FIRST_PROP + prop as u128))
}

fn blocks(tag: u128, open: DoorSet) -> bool {
    door_of(tag).is_none_or(|door| !open.contains(door))
}

/// The index of the door with this tag, if it is a door's.
fn door_of(tag: u128) -> Option<usize> {
    (FIRST_DOOR..FIRST_PROP).contains(&tag).then(|| (tag - FIRST_DOOR) as usize)
}

/// A place and a rotation as the physics library writes them.
pub fn pose(place: Vec3, turn: Quat) -> Isometry<Real> {
    Isometry::from_parts(
        Translation3::new(place.x, place.y, place.z),
        UnitQuaternion::new_unchecked(Quaternion::new(turn.w, turn.x, turn.y, turn.z)),
    )
}

/// The collider of a solid, without a tag; `None` for a wedge without volume.
pub fn collider_of(solid: &Solid) -> Option<ColliderBuilder> {
    let builder = match solid.shape {
        SolidShape::Box { half } => ColliderBuilder::cuboid(half.x, half.y, half.z),
        SolidShape::Cylinder { radius, half_height } => ColliderBuilder::cylinder(half_height, radius),
        SolidShape::Ball { radius } => ColliderBuilder::ball(radius),
        SolidShape::Wedge { half } => {
            let corners = wedge_corners(half).map(|corner| Point3::new(corner.x, corner.y, corner.z));
            ColliderBuilder::convex_hull(&corners)?
        }
    };
    Some(builder.position(pose(solid.centre, rotation(solid.heading))))
}

/// The corners of a wedge in its own axes: the low edge at the back, then the bottom and the top of the front.
pub fn wedge_corners(half: Vec3) -> [Vec3; 6] {
    [
        Vec3::new(-half.x, -half.y, half.z),
        Vec3::new(half.x, -half.y, half.z),
        Vec3::new(-half.x, -half.y, -half.z),
        Vec3::new(half.x, -half.y, -half.z),
        Vec3::new(-half.x, half.y, -half.z),
        Vec3::new(half.x, half.y, -half.z),
    ]
}
