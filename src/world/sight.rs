//! Straight lines through the level: rays for eyes and light, swept balls for what flies.
//!
//! One fixed set of colliders a level, doors among them; which doors stand open is told with each question, so that one
//! set serves every match on the level, on any thread.

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

/// What a collider is, as kept in its user data: 0 a solid, 1 the ground, 2 and more a door with this index plus 2, from
/// [`FIRST_PROP`] on a part of the prop with this index plus that.
const GROUND: u128 = 1;
const FIRST_DOOR: u128 = 2;
const FIRST_PROP: u128 = 1 << 64;

/// The static level and its doors, to be cast against.
pub struct SightWorld {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    pipeline: QueryPipeline,
    occluders: Occluders,
}

/// Where a line or a ball met something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// How far along, in metres.
    pub distance: f32,
    /// The index of the door that was met, if it was one.
    pub door: Option<usize>,
    /// Whether it was the ground.
    pub ground: bool,
}

impl SightWorld {
    /// Builds the colliders of a level.
    pub fn new(level: &BuiltLevel) -> Self {
        let mut colliders = ColliderSet::new();
        for solid in &level.solids {
            let mark = match solid.origin {
                SolidOrigin::Floor | SolidOrigin::Ramp => GROUND,
                SolidOrigin::Prop(prop) => FIRST_PROP + prop as u128,
                SolidOrigin::Wall | SolidOrigin::Lintel | SolidOrigin::Ceiling => 0,
            };
            if let Some(collider) = collider_of(solid) {
                colliders.insert(collider.user_data(mark));
            }
        }
        for (index, door) in level.doors.iter().enumerate() {
            let half = Vec3::new(door.width, door.height, DOOR_THICKNESS) * 0.5;
            // The leaf's own right (+x) lies along it: its front faces through the passage.
            let at = pose(door.middle + Vec3::Y * half.y, rotation(heading_of(door.through)));
            let leaf = ColliderBuilder::cuboid(half.x, half.y, half.z).position(at);
            colliders.insert(leaf.user_data(FIRST_DOOR + index as u128));
        }
        let mut pipeline = QueryPipeline::new();
        pipeline.update(&colliders);
        let occluders = Occluders::new(&colliders);
        Self { bodies: RigidBodySet::new(), colliders, pipeline, occluders }
    }

    /// Whether the straight line between two points is free of solids and of doors that are not in `open`.
    pub fn clear(&self, from: Vec3, to: Vec3, open: DoorSet) -> bool {
        self.clear_past(from, to, open, [None, None])
    }

    /// The same, as if the props with these indices were not there: one sees out of and into a hiding place.
    pub fn clear_past(&self, from: Vec3, to: Vec3, open: DoorSet, props: [Option<usize>; 2]) -> bool {
        let passed = marks_of(props);
        let Some((ray, length)) = ray_between(from, to) else { return true };
        !self.occluders.meet(&ray, length, |mark| blocks(mark, open) && !passed.contains(&Some(mark)))
    }

    /// The first thing the straight line from one point to another meets.
    pub fn cast(&self, from: Vec3, to: Vec3, open: DoorSet) -> Option<Contact> {
        self.cast_past(from, to, open, [None, None])
    }

    /// The same, as if the props with these indices were not there.
    pub fn cast_past(&self, from: Vec3, to: Vec3, open: DoorSet, props: [Option<usize>; 2]) -> Option<Contact> {
        let passed = marks_of(props);
        let (ray, length) = ray_between(from, to)?;
        let counted = |_: ColliderHandle, collider: &Collider| {
            blocks(collider.user_data, open) && !passed.contains(&Some(collider.user_data))
        };
        let filter = QueryFilter::default().predicate(&counted);
        let (handle, distance) = self.pipeline.cast_ray(&self.bodies, &self.colliders, &ray, length, true, filter)?;
        Some(self.contact(handle, distance))
    }

    /// The first thing a ball meets whose middle moves from one point to another.
    pub fn sweep(&self, from: Vec3, to: Vec3, radius: f32, open: DoorSet) -> Option<Contact> {
        let way = to - from;
        let length = way.length();
        if length < 1e-4 {
            return None;
        }
        let at = Isometry::translation(from.x, from.y, from.z);
        let velocity = Vector3::new(way.x, way.y, way.z) / length;
        let shut = |_: ColliderHandle, collider: &Collider| blocks(collider.user_data, open);
        let filter = QueryFilter::default().predicate(&shut);
        let options = ShapeCastOptions::with_max_time_of_impact(length);
        let ball = Ball::new(radius);
        let (handle, hit) =
            self.pipeline.cast_shape(&self.bodies, &self.colliders, &at, &velocity, &ball, options, filter)?;
        Some(self.contact(handle, hit.time_of_impact))
    }

    /// Whether a point lies inside a solid; the ground and doors do not count.
    pub fn inside_solid(&self, point: Vec3) -> bool {
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

    fn contact(&self, handle: ColliderHandle, distance: Real) -> Contact {
        let mark = self.colliders.get(handle).map_or(0, |collider| collider.user_data);
        Contact { distance, door: mark.checked_sub(FIRST_DOOR).map(|door| door as usize), ground: mark == GROUND }
    }
}

/// The ray from one point to another and how long it is; `None` where they are one.
fn ray_between(from: Vec3, to: Vec3) -> Option<(Ray, Real)> {
    let way = to - from;
    let length = way.length();
    let direction = || Vector3::new(way.x, way.y, way.z) / length;
    (length >= 1e-4).then(|| (Ray::new(Point3::new(from.x, from.y, from.z), direction()), length))
}

fn marks_of(props: [Option<usize>; 2]) -> [Option<u128>; 2] {
    props.map(|prop| prop.map(|prop| FIRST_PROP + prop as u128))
}

fn blocks(mark: u128, open: DoorSet) -> bool {
    door_of(mark).is_none_or(|door| !open.contains(door))
}

/// The index of the door with this mark, if it is one's.
fn door_of(mark: u128) -> Option<usize> {
    (FIRST_DOOR..FIRST_PROP).contains(&mark).then(|| (mark - FIRST_DOOR) as usize)
}

fn pose(place: Vec3, turn: Quat) -> Isometry<Real> {
    Isometry::from_parts(
        Translation3::new(place.x, place.y, place.z),
        UnitQuaternion::new_unchecked(Quaternion::new(turn.w, turn.x, turn.y, turn.z)),
    )
}

fn collider_of(solid: &Solid) -> Option<ColliderBuilder> {
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

/// The corners of a wedge in its own axes: the low edge at the back, the bottom and the top of its front.
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
