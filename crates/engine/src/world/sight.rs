//! Ray casts and swept balls through the level, for eyes, light and projectiles.
//!
//! Each level has one fixed set of colliders, doors included. Every query says which doors are open, so that one set
//! serves all matches on the level, on any thread.

use bevy::math::Vec3;
use bevy_rapier3d::rapier::{
    geometry::{Ray, SharedShape},
    math::{Pose, Real},
};

use super::{
    geometry::{heading_of, rotation},
    level::{BuiltLevel, DOOR_THICKNESS, DoorSet, Solid, SolidOrigin, SolidShape},
    occluders::{Occluders, PlacedShape},
};

/// Tags in the user data of a collider: 0 is a solid, 1 the ground, 2 + i the door with index i, and [`FIRST_PROP`] +
/// i a part of the prop with index i.
const GROUND: u128 = 1;
const FIRST_DOOR: u128 = 2;
const FIRST_PROP: u128 = 1 << 64;

/// The obstacles of the static level and its doors.
pub struct SightWorld {
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
        let solids = level.solids.iter().filter_map(|solid| {
            let tag = match solid.origin {
                SolidOrigin::Floor | SolidOrigin::Ramp | SolidOrigin::Water => GROUND,
                SolidOrigin::Prop(prop) => FIRST_PROP + prop as u128,
                SolidOrigin::Wall | SolidOrigin::Lintel | SolidOrigin::Ceiling => 0,
            };
            let (shape, at) = shape_of(solid)?;
            Some(PlacedShape { shape, at, tag })
        });
        let doors = level.doors.iter().enumerate().map(|(index, door)| {
            let half = Vec3::new(door.width, door.height, DOOR_THICKNESS) * 0.5;
            // The door's local +x points along the door, so that its front faces through the passage.
            let at = Pose::from_parts(door.middle + Vec3::Y * half.y, rotation(heading_of(door.through)));
            PlacedShape { shape: SharedShape::cuboid(half.x, half.y, half.z), at, tag: FIRST_DOOR + index as u128 }
        });
        Self { occluders: Occluders::new(solids.chain(doors).collect()) }
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
        let counts = |tag| blocks(tag, open) && !ignored.contains(&Some(tag));
        self.occluders.first_hit(&ray, length, counts).map(contact)
    }

    /// The first obstacle that a ball hits while its centre moves from one point to another.
    pub fn sweep(&self, from: Vec3, to: Vec3, radius: f32, open: DoorSet) -> Option<RayHit> {
        let (ray, length) = ray_between(from, to)?;
        self.occluders.first_contact(&ray, radius, length, |tag| blocks(tag, open)).map(contact)
    }

    /// Whether a point lies inside a solid. Ground and doors do not count.
    pub fn is_inside_solid(&self, point: Vec3) -> bool {
        self.occluders.contains(point, |tag| tag == 0 || tag >= FIRST_PROP)
    }
}

fn contact((distance, tag): (Real, u128)) -> RayHit {
    RayHit { distance, door: door_of(tag), ground: tag == GROUND }
}

/// The ray between two points and its length; `None` if they coincide.
fn ray_between(from: Vec3, to: Vec3) -> Option<(Ray, Real)> {
    let offset = to - from;
    let length = offset.length();
    (length >= 1e-4).then(|| (Ray::new(from, offset / length), length))
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

/// The shape of a solid, and where it stands; `None` for a wedge without volume.
pub fn shape_of(solid: &Solid) -> Option<(SharedShape, Pose)> {
    let shape = match solid.shape {
        SolidShape::Box { half } => SharedShape::cuboid(half.x, half.y, half.z),
        SolidShape::Cylinder { radius, half_height } => SharedShape::cylinder(half_height, radius),
        SolidShape::Ball { radius } => SharedShape::ball(radius),
        SolidShape::Wedge { half } => SharedShape::convex_hull(&wedge_corners(half))?,
    };
    Some((shape, Pose::from_parts(solid.centre, rotation(solid.heading))))
}

/// The faces of a wedge by [`wedge_corners`]: two triangles each for slope, bottom and front, one for each side; all wound outwards.
pub const WEDGE_FACES: [[u32; 3]; 8] =
    [[0, 1, 5], [0, 5, 4], [0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3], [0, 4, 2], [1, 3, 5]];

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
