//! The colliders of a level in a tree of bounding boxes: which of them a ray, a moving ball or a point meets.
//!
//! Most queries are lines of sight, which need no more than whether anything is in the way. The tree is our own: it asks four boxes at a time
//! and knows boxes along the axes and upright cylinders without asking the shape (`benches/physics.rs` has both beside the tree of
//! parry). All else is left to parry's shapes.

use bevy::math::{Quat, Vec3};
use bevy_rapier3d::rapier::{
    geometry::{Aabb, Ball, Ray, SharedShape},
    math::{Pose, Real},
    parry::{
        bounding_volume::BoundingVolume,
        query::{ShapeCastOptions, cast_shapes},
    },
};

/// The number of boxes in a node of the tree.
const LANES: usize = 4;
/// The size of the traversal stack: three entries for each level of a tree far deeper than any level needs.
const STACK_SIZE: usize = 96;
/// Components of a direction are clamped to this, so that their inverse is finite.
const MIN_COMPONENT: Real = 1e-12;
/// By how much a box may differ from its bounding box and still count as the same, in metres: rounding of its rotation.
const ROUNDING: Real = 1e-4;
/// Marks the index of a shape among the children of a node.
const SHAPE: u32 = 1 << 31;
/// The child of an unused lane.
const UNUSED: u32 = SHAPE - 1;

/// A solid, a door or a part of a prop.
#[derive(Clone)]
pub(super) struct PlacedShape {
    /// Its shape.
    pub shape: SharedShape,
    /// Its place and rotation.
    pub at: Pose,
    /// What it is; see [`super::sight`].
    pub tag: u128,
}

/// An obstacle, and how a ray is tested against it once it crosses the bounding box.
struct Occluder {
    obstacle: PlacedShape,
    test: RayTest,
}

/// How to test whether a ray that crosses the bounding box hits the shape. Almost all are the first two, whose tests cost next to nothing.
enum RayTest {
    /// A box along the axes: it is its bounding box.
    Bounds,
    /// An upright cylinder: the middle of its axis, its radius and half its height, in metres.
    Cylinder { middle: Vec3, radius: Real, half_height: Real },
    /// Any other shape.
    Shape,
}

impl RayTest {
    fn new(PlacedShape { shape, at, .. }: &PlacedShape, bounds: &Aabb) -> Self {
        if let Some(cuboid) = shape.as_cuboid() {
            // Turned by a multiple of 90 degrees, a box and its bounding box have the same sides.
            let (own, extents) = (cuboid.half_extents, bounds.half_extents());
            let turned = Vec3::new(extents.z, extents.y, extents.x);
            if own.distance(extents) < ROUNDING || own.distance(turned) < ROUNDING {
                return Self::Bounds;
            }
        }
        match shape.as_cylinder() {
            Some(cylinder) if (at.rotation * Vec3::Y).distance(Vec3::Y) < ROUNDING => {
                Self::Cylinder { middle: at.translation, radius: cylinder.radius, half_height: cylinder.half_height }
            }
            _ => Self::Shape,
        }
    }
}

impl Occluder {
    /// Whether a ray that crosses its bounding box hits it within `length` metres.
    fn is_hit(&self, ray: &Ray, length: Real) -> bool {
        match &self.test {
            RayTest::Bounds => true,
            RayTest::Cylinder { middle, radius, half_height } => {
                crosses_cylinder(ray, length, *middle, *radius, *half_height)
            }
            RayTest::Shape => self.distance(ray, length).is_some(),
        }
    }

    /// Where a ray enters it, in metres along the ray; 0 from inside.
    fn distance(&self, ray: &Ray, length: Real) -> Option<Real> {
        self.obstacle.shape.cast_ray(&self.obstacle.at, ray, length, true)
    }
}

/// Whether a ray hits an upright cylinder: where it is inside of the circle, and where it is between top and bottom.
fn crosses_cylinder(ray: &Ray, length: Real, middle: Vec3, radius: Real, half_height: Real) -> bool {
    let Vec3 { x, y, z } = ray.origin - middle;
    let Vec3 { x: dx, y: dy, z: dz } = ray.dir;
    let (mut enters, mut leaves) = (0.0, length);
    if dy.abs() > MIN_COMPONENT {
        let (a, b) = ((-half_height - y) / dy, (half_height - y) / dy);
        (enters, leaves) = (a.min(b).max(enters), a.max(b).min(leaves));
    } else if y.abs() > half_height {
        return false;
    }
    // |(x, z) + t (dx, dz)| = radius
    let (along, off, out) = (dx * dx + dz * dz, x * dx + z * dz, x * x + z * z - radius * radius);
    if along <= MIN_COMPONENT {
        return out <= 0.0 && enters <= leaves;
    }
    let root = off * off - along * out;
    if root < 0.0 {
        return false;
    }
    let half = root.sqrt();
    let (near, far) = ((-off - half) / along, (-off + half) / along);
    near.max(enters) <= far.min(leaves)
}

/// Four bounding boxes side by side: for each axis their minima and maxima.
struct OccluderNode {
    min: [[Real; LANES]; 3],
    max: [[Real; LANES]; 3],
    /// Indices of nodes, or of shapes with the mark [`SHAPE`].
    children: [u32; LANES],
}

impl OccluderNode {
    /// Boxes that nothing crosses.
    const EMPTY: Self =
        Self { min: [[Real::INFINITY; LANES]; 3], max: [[Real::NEG_INFINITY; LANES]; 3], children: [UNUSED; LANES] };

    fn set(&mut self, lane: usize, bounds: &Aabb, child: u32) {
        for axis in 0..3 {
            self.min[axis][lane] = bounds.mins[axis];
            self.max[axis][lane] = bounds.maxs[axis];
        }
        self.children[lane] = child;
    }
}

/// All obstacles of a level in a tree of bounding boxes.
pub(super) struct Occluders {
    occluders: Vec<Occluder>,
    nodes: Vec<OccluderNode>,
}

impl Occluders {
    /// Builds the tree.
    pub fn new(obstacles: Vec<PlacedShape>) -> Self {
        let bounds: Vec<Aabb> = obstacles.iter().map(|known| known.shape.compute_aabb(&known.at)).collect();
        let occluders = obstacles.into_iter().zip(&bounds).map(|(obstacle, bounds)| {
            let test = RayTest::new(&obstacle, bounds);
            Occluder { obstacle, test }
        });
        let mut tree = Self { occluders: occluders.collect(), nodes: Vec::new() };
        let mut members: Vec<u32> = (0..bounds.len() as u32).collect();
        tree.add_node(&mut members, &bounds);
        tree
    }

    /// Adds a node over the members, which it sorts, and returns its index.
    fn add_node(&mut self, members: &mut [u32], bounds: &[Aabb]) -> u32 {
        let index = self.nodes.len();
        self.nodes.push(OccluderNode::EMPTY);
        let (left, right) = halves(members, bounds);
        let quarters = [halves(left, bounds), halves(right, bounds)];
        for (lane, quarter) in quarters.into_iter().flat_map(|(one, other)| [one, other]).enumerate() {
            let Some(around) = quarter.iter().map(|member| bounds[*member as usize]).reduce(|a, b| a.merged(&b)) else {
                continue;
            };
            let child = match quarter {
                [member] => *member | SHAPE,
                _ => self.add_node(quarter, bounds),
            };
            self.nodes[index].set(lane, &around, child);
        }
        index as u32
    }

    /// Calls `visit` with each obstacle whose bounding box the ray crosses, until it returns true. It may shorten the ray.
    fn any_crossed(&self, ray: &mut SlabRay, mut visit: impl FnMut(&Occluder, &mut SlabRay) -> bool) -> bool {
        let mut stack = [0_u32; STACK_SIZE];
        let mut count = 1;
        while let Some(left) = usize::checked_sub(count, 1) {
            count = left;
            let Some(node) = stack.get(left).and_then(|node| self.nodes.get(*node as usize)) else { continue };
            for (child, _) in node.children.iter().zip(ray.cross(node)).filter(|(_, crossed)| *crossed) {
                if child & SHAPE == 0 {
                    if let Some(next) = stack.get_mut(count) {
                        *next = *child;
                        count += 1;
                    }
                } else if let Some(occluder) = self.occluders.get((child & !SHAPE) as usize)
                    && visit(occluder, ray)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the ray hits, within `length` metres, any obstacle whose tag `counts` accepts.
    pub fn any_hit(&self, ray: &Ray, length: Real, counts: impl Fn(u128) -> bool) -> bool {
        self.any_crossed(&mut SlabRay::new(ray, length, 0.0), |occluder, _| {
            counts(occluder.obstacle.tag) && occluder.is_hit(ray, length)
        })
    }

    /// The first obstacle that the ray hits: its distance in metres and its tag.
    pub fn first_hit(&self, ray: &Ray, length: Real, counts: impl Fn(u128) -> bool) -> Option<(Real, u128)> {
        self.first(SlabRay::new(ray, length, 0.0), |occluder, length| {
            counts(occluder.obstacle.tag).then(|| occluder.distance(ray, length)).flatten()
        })
    }

    /// The first obstacle that a ball hits on its way along the ray: the distance of its centre in metres, and the tag.
    pub fn first_contact(
        &self,
        ray: &Ray,
        radius: Real,
        length: Real,
        counts: impl Fn(u128) -> bool,
    ) -> Option<(Real, u128)> {
        let (ball, from) = (Ball::new(radius), Pose::from_parts(ray.origin, Quat::IDENTITY));
        self.first(SlabRay::new(ray, length, radius), |occluder, length| {
            let PlacedShape { shape, at, tag } = &occluder.obstacle;
            let options = ShapeCastOptions::with_max_time_of_impact(length);
            let contact = || cast_shapes(&from, ray.dir, &ball, at, Vec3::ZERO, shape.as_ref(), options);
            // Parry casts balls against every shape that a level has.
            counts(*tag).then(contact)?.ok()?.map(|hit| hit.time_of_impact)
        })
    }

    fn first(&self, mut ray: SlabRay, distance: impl Fn(&Occluder, Real) -> Option<Real>) -> Option<(Real, u128)> {
        let mut first = None;
        self.any_crossed(&mut ray, |occluder, ray| {
            if let Some(near) = distance(occluder, ray.length)
                && first.is_none_or(|(known, _)| near < known)
            {
                ray.length = near;
                first = Some((near, occluder.obstacle.tag));
            }
            false
        });
        first
    }

    /// Whether a point lies inside an obstacle.
    pub fn contains(&self, point: Vec3, counts: impl Fn(u128) -> bool) -> bool {
        let upwards = Ray::new(point, Vec3::Y);
        self.any_crossed(&mut SlabRay::new(&upwards, 0.0, 0.0), |Occluder { obstacle, .. }, _| {
            counts(obstacle.tag) && obstacle.shape.contains_point(&obstacle.at, point)
        })
    }
}

/// Divides shapes into two groups along one axis, where the surfaces of their bounding boxes, times the number of shapes in them, are least
/// (surface area heuristic: MacDonald and Booth, *Heuristics for ray tracing using space subdivision*, 1990).
fn halves<'m>(members: &'m mut [u32], bounds: &[Aabb]) -> (&'m mut [u32], &'m mut [u32]) {
    if members.len() < 2 {
        return members.split_at_mut(members.len());
    }
    let sort = |members: &mut [u32], axis: usize| {
        let middle = |member: u32| bounds[member as usize].mins[axis] + bounds[member as usize].maxs[axis];
        members.sort_by(|a, b| middle(*a).total_cmp(&middle(*b)).then(a.cmp(b)));
    };
    let mut best = (Real::INFINITY, 0, 1);
    for axis in 0..3 {
        sort(members, axis);
        let after = surfaces(members.iter().rev(), bounds);
        for (count, before) in surfaces(members.iter(), bounds).iter().enumerate().take(members.len() - 1) {
            let (left, right) = (count + 1, members.len() - count - 1);
            let cost = before * left as Real + after[right - 1] * right as Real;
            if cost < best.0 {
                best = (cost, axis, left);
            }
        }
    }
    let (_, axis, at) = best;
    sort(members, axis);
    members.split_at_mut(at)
}

/// The surface of the box around the first member, the first two, and so on, in square metres.
fn surfaces<'m>(members: impl Iterator<Item = &'m u32>, bounds: &[Aabb]) -> Vec<Real> {
    let around = members.scan(Aabb::new_invalid(), |around, member| {
        around.merge(&bounds[*member as usize]);
        let Vec3 { x, y, z } = around.extents();
        Some(2.0 * (x * y + y * z + z * x))
    });
    around.collect()
}

/// A ray prepared for the slab test with axis-aligned boxes (Kay and Kajiya, 1986).
struct SlabRay {
    /// The origin as seen from the minima and from the maxima of the boxes, which are enlarged by a margin.
    from_min: [Real; 3],
    from_max: [Real; 3],
    inverse: [Real; 3],
    length: Real,
}

impl SlabRay {
    fn new(ray: &Ray, length: Real, margin: Real) -> Self {
        let inverse = |part: Real| 1.0 / if part.abs() < MIN_COMPONENT { MIN_COMPONENT } else { part };
        Self {
            from_min: (ray.origin + margin).to_array(),
            from_max: (ray.origin - margin).to_array(),
            inverse: ray.dir.to_array().map(inverse),
            length,
        }
    }

    /// Which of the four boxes the ray crosses. Written so that the compiler vectorises it.
    #[inline]
    fn cross(&self, node: &OccluderNode) -> [bool; LANES] {
        let (mut enters, mut leaves) = ([0.0; LANES], [self.length; LANES]);
        for axis in 0..3 {
            let (from_min, from_max, inverse) = (self.from_min[axis], self.from_max[axis], self.inverse[axis]);
            let (min, max) = (&node.min[axis], &node.max[axis]);
            for lane in 0..LANES {
                let (a, b) = ((min[lane] - from_min) * inverse, (max[lane] - from_max) * inverse);
                let (near, far) = if a < b { (a, b) } else { (b, a) };
                enters[lane] = if near > enters[lane] { near } else { enters[lane] };
                leaves[lane] = if far < leaves[lane] { far } else { leaves[lane] };
            }
        }
        std::array::from_fn(|lane| enters[lane] <= leaves[lane])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scattered by fixed multiplicative walks.
    fn point(number: u32, by: [u32; 3]) -> Vec3 {
        Vec3::from(by.map(|by| (number.wrapping_mul(by) >> 8 & 0xffff) as Real / 65536.0 * 8.0 - 4.0))
    }

    fn ray(number: u32) -> (Ray, Real) {
        let from = point(number, [2_654_435_761, 2_246_822_519, 3_266_489_917]);
        let to = point(number, [668_265_263, 374_761_393, 1_597_334_677]);
        (Ray::new(from, (to - from).normalize()), from.distance(to))
    }

    fn obstacle(shape: SharedShape, place: Vec3, degrees: Real, tag: u128) -> PlacedShape {
        PlacedShape { shape, at: Pose::from_parts(place, Quat::from_rotation_y(degrees.to_radians())), tag }
    }

    #[test]
    fn the_short_tests_agree_with_the_shapes() {
        let shapes = [
            (SharedShape::cuboid(0.5, 1.0, 2.0), 90.0),
            (SharedShape::cuboid(0.5, 1.0, 2.0), 30.0),
            (SharedShape::cylinder(1.0, 0.6), 45.0),
        ];
        for (shape, degrees) in shapes {
            let known = obstacle(shape, Vec3::new(1.0, 0.5, -1.0), degrees, 0);
            let occluders = Occluders::new(vec![known.clone()]);
            let (mut hits, mut differences) = (0, 0);
            for number in 0..4000 {
                let (ray, length) = ray(number);
                let hit = occluders.any_hit(&ray, length, |_| true);
                hits += u32::from(hit);
                differences += u32::from(hit != known.shape.cast_ray(&known.at, &ray, length, true).is_some());
            }
            assert!(hits > 200, "{hits} rays hit");
            assert!(differences <= 2, "{differences} rays differ: more than graze it");
        }
    }

    #[test]
    fn the_tree_finds_what_asking_every_obstacle_finds() {
        let obstacles: Vec<PlacedShape> = (0..90_u32)
            .map(|number| {
                let shape = match number % 3 {
                    0 => SharedShape::cuboid(0.3, 0.4, 0.2),
                    1 => SharedShape::cylinder(0.5, 0.25),
                    _ => SharedShape::ball(0.3),
                };
                let place = point(number, [2_246_822_519, 374_761_393, 2_654_435_761]);
                obstacle(shape, place, number as Real * 17.0, u128::from(number))
            })
            .collect();
        let occluders = Occluders::new(obstacles.clone());
        let even = |tag: u128| tag.is_multiple_of(2);
        let counted = || obstacles.iter().filter(|known| even(known.tag));
        let (mut hits, mut inside) = (0, 0);
        for number in 0..2000 {
            let (ray, length) = ray(number);
            let nearest = |distances: &mut dyn Iterator<Item = Real>| distances.reduce(Real::min);
            let hit = nearest(&mut counted().filter_map(|known| known.shape.cast_ray(&known.at, &ray, length, true)));
            let found = occluders.first_hit(&ray, length, even);
            assert_eq!(found.map(|(distance, _)| distance), hit, "ray {number}");
            assert!(found.is_none_or(|(_, tag)| even(tag)));
            hits += u32::from(hit.is_some());

            let (ball, from) = (Ball::new(0.2), Pose::from_parts(ray.origin, Quat::IDENTITY));
            let options = ShapeCastOptions::with_max_time_of_impact(length);
            let cast =
                |known: &PlacedShape| cast_shapes(&from, ray.dir, &ball, &known.at, Vec3::ZERO, &*known.shape, options);
            let contact = nearest(&mut counted().filter_map(|known| Some(cast(known).ok()??.time_of_impact)));
            let found = occluders.first_contact(&ray, 0.2, length, even).map(|(distance, _)| distance);
            let off = |a: Real, b: Real| (a - b).abs() > 1e-3;
            assert!(found.is_some() == contact.is_some(), "ball {number}: {found:?} {contact:?}");
            assert!(!found.zip(contact).is_some_and(|(a, b)| off(a, b)), "ball {number}: {found:?} {contact:?}");

            let within = counted().any(|known| known.shape.contains_point(&known.at, ray.origin));
            assert_eq!(occluders.contains(ray.origin, even), within, "point {number}");
            inside += u32::from(within);
        }
        assert!(hits > 400 && inside > 20, "{hits} rays hit, {inside} points are inside");
    }

    #[test]
    fn nothing_is_in_the_way_of_an_empty_level() {
        let (ray, length) = ray(1);
        assert!(!Occluders::new(Vec::new()).any_hit(&ray, length, |_| true));
    }
}
