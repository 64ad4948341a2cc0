//! Line-of-sight tests: whether any obstacle blocks a line. The search stops at the first one found.
//!
//! Most sight rays need no more than that. [`super::sight`] also finds the nearest obstacle with Rapier's query pipeline, which takes 3.9 to 5 times as
//! long (`benches/physics.rs`).

use bevy_rapier3d::rapier::{
    geometry::{Aabb, ColliderSet, Ray, SharedShape},
    math::{Isometry, Real},
    na::Vector3,
    parry::partitioning::Qbvh,
};

/// The number of boxes in a node of the tree.
const LANES: usize = 4;
/// The size of the traversal stack: three entries for each level of a tree far deeper than any level needs.
const STACK_SIZE: usize = 96;
/// Components of a direction are clamped to this, so that their inverse is finite.
const MIN_COMPONENT: Real = 1e-12;

/// By how much a box may differ from its bounding box and still count as the same, in metres: rounding of its rotation.
const ROUNDING: Real = 1e-4;

/// A shape that may block a line.
struct Occluder {
    shape: OccluderShape,
    /// What the shape is; see [`super::sight`].
    tag: u128,
}

/// A shape. Almost all are the first two, whose tests cost next to nothing.
enum OccluderShape {
    /// A box along the axes: its bounding box.
    Bounds,
    /// An upright cylinder: the middle of its axis, its radius and half its height, in metres.
    Cylinder { middle: [Real; 3], radius: Real, half_height: Real },
    /// Any other shape.
    Other(SharedShape, Isometry<Real>),
}

impl OccluderShape {
    fn new(shape: &SharedShape, at: &Isometry<Real>, bounds: &Aabb) -> Self {
        let extents = bounds.half_extents();
        let upright = (at.rotation * Vector3::y() - Vector3::y()).norm() < ROUNDING;
        if let Some(cuboid) = shape.as_cuboid() {
            // Turned by a multiple of 90 degrees, a box and its bounding box have the same sides.
            let (own, turned) = (cuboid.half_extents, Vector3::new(extents.z, extents.y, extents.x));
            if (own - extents).norm() < ROUNDING || (own - turned).norm() < ROUNDING {
                return Self::Bounds;
            }
        }
        if let (Some(cylinder), true) = (shape.as_cylinder(), upright) {
            let middle = at.translation.vector;
            return Self::Cylinder {
                middle: [middle.x, middle.y, middle.z],
                radius: cylinder.radius,
                half_height: cylinder.half_height,
            };
        }
        Self::Other(shape.clone(), *at)
    }

    /// Whether a ray that crosses its bounding box hits it within `length` metres.
    fn is_hit(&self, ray: &Ray, length: Real) -> bool {
        match self {
            Self::Bounds => true,
            Self::Cylinder { middle, radius, half_height } => {
                crosses_cylinder(ray, length, middle, *radius, *half_height)
            }
            Self::Other(shape, at) => shape.cast_ray(at, ray, length, true).is_some(),
        }
    }
}

/// Whether a ray hits an upright cylinder: where it is inside of the circle, and where it is between top and bottom.
fn crosses_cylinder(ray: &Ray, length: Real, middle: &[Real; 3], radius: Real, half_height: Real) -> bool {
    let [x, y, z] = [ray.origin.x - middle[0], ray.origin.y - middle[1], ray.origin.z - middle[2]];
    let (dx, dy, dz) = (ray.dir.x, ray.dir.y, ray.dir.z);
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
    /// Indices of nodes, or of shapes in a leaf.
    children: [u32; LANES],
    leaf: bool,
}

/// All shapes of a level in a tree of bounding boxes.
pub(super) struct Occluders {
    shapes: Vec<Occluder>,
    nodes: Vec<OccluderNode>,
}

impl Occluders {
    /// Builds the tree from colliders.
    pub fn new(colliders: &ColliderSet) -> Self {
        let bounds: Vec<Aabb> =
            colliders.iter().map(|(_, known)| known.shape().compute_aabb(known.position())).collect();
        let shapes = colliders.iter().zip(&bounds).map(|((_, known), bounds)| Occluder {
            shape: OccluderShape::new(known.shared_shape(), known.position(), bounds),
            tag: known.user_data,
        });
        let shapes: Vec<Occluder> = shapes.collect();
        let mut tree = Qbvh::<u32>::new();
        tree.clear_and_rebuild(bounds.iter().enumerate().map(|(index, bounds)| (index as u32, *bounds)), 0.0);
        let proxies = tree.raw_proxies();
        let nodes = tree.raw_nodes().iter().map(|node| {
            let leaf = node.is_leaf();
            let shape_of = |proxy: u32| proxies.get(proxy as usize).map_or(u32::MAX, |proxy| proxy.data);
            let (min, max) = (node.simd_aabb.mins.coords, node.simd_aabb.maxs.coords);
            OccluderNode {
                min: [min.x.0, min.y.0, min.z.0],
                max: [max.x.0, max.y.0, max.z.0],
                children: if leaf { node.children.map(shape_of) } else { node.children },
                leaf,
            }
        });
        Self { nodes: nodes.collect(), shapes }
    }

    /// Whether the ray hits, within `length` metres, any shape that `counts` accepts.
    pub fn any_hit(&self, ray: &Ray, length: Real, counts: impl Fn(u128) -> bool) -> bool {
        let slab_ray = SlabRay::new(ray, length);
        let mut stack = [0_u32; STACK_SIZE];
        let mut count = 1;
        while let Some(left) = usize::checked_sub(count, 1) {
            count = left;
            let Some(node) = stack.get(left).and_then(|node| self.nodes.get(*node as usize)) else { continue };
            for (child, _) in node.children.iter().zip(slab_ray.cross(node)).filter(|(_, crossed)| *crossed) {
                if !node.leaf {
                    if let Some(next) = stack.get_mut(count) {
                        *next = *child;
                        count += 1;
                    }
                } else if let Some(known) = self.shapes.get(*child as usize)
                    && counts(known.tag)
                    && known.shape.is_hit(ray, length)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// A ray prepared for the slab test with axis-aligned boxes (Kay and Kajiya, 1986).
struct SlabRay {
    origin: [Real; 3],
    inverse: [Real; 3],
    length: Real,
}

impl SlabRay {
    fn new(ray: &Ray, length: Real) -> Self {
        let inverse = |part: Real| 1.0 / if part.abs() < MIN_COMPONENT { MIN_COMPONENT } else { part };
        let (from, direction) = (ray.origin, ray.dir);
        Self {
            origin: [from.x, from.y, from.z],
            inverse: [inverse(direction.x), inverse(direction.y), inverse(direction.z)],
            length,
        }
    }

    /// Which of the four boxes the ray crosses. Written so that the compiler vectorises it.
    fn cross(&self, node: &OccluderNode) -> [bool; LANES] {
        let (mut enters, mut leaves) = ([0.0; LANES], [self.length; LANES]);
        for axis in 0..3 {
            let (origin, inverse) = (self.origin[axis], self.inverse[axis]);
            let (min, max) = (&node.min[axis], &node.max[axis]);
            for lane in 0..LANES {
                let (a, b) = ((min[lane] - origin) * inverse, (max[lane] - origin) * inverse);
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
    use bevy_rapier3d::rapier::{
        geometry::ColliderBuilder,
        na::{Point3, UnitQuaternion},
    };

    use super::*;

    #[test]
    fn the_short_tests_agree_with_the_shapes() {
        let turned = |degrees: Real| UnitQuaternion::from_axis_angle(&Vector3::y_axis(), degrees.to_radians());
        let shapes = [
            (SharedShape::cuboid(0.5, 1.0, 2.0), turned(90.0)),
            (SharedShape::cuboid(0.5, 1.0, 2.0), turned(30.0)),
            (SharedShape::cylinder(1.0, 0.6), turned(45.0)),
        ];
        for (shape, rotation) in shapes {
            let at = Isometry::from_parts([1.0, 0.5, -1.0].into(), rotation);
            let mut colliders = ColliderSet::new();
            colliders.insert(ColliderBuilder::new(shape.clone()).position(at));
            let occluders = Occluders::new(&colliders);
            let (mut hits, mut differences) = (0, 0);
            for number in 0..4000_u32 {
                // Scattered by fixed multiplicative walks.
                let spread = |by: u32| (number.wrapping_mul(by) >> 8 & 0xffff) as Real / 65536.0 * 8.0 - 4.0;
                let from = Point3::new(spread(2_654_435_761), spread(2_246_822_519), spread(3_266_489_917));
                let to = Point3::new(spread(668_265_263), spread(374_761_393), spread(1_597_334_677));
                let length = (to - from).norm();
                let ray = Ray::new(from, (to - from) / length);
                let hit = occluders.any_hit(&ray, length, |_| true);
                hits += u32::from(hit);
                differences += u32::from(hit != shape.cast_ray(&at, &ray, length, true).is_some());
            }
            assert!(hits > 200, "{hits} rays hit");
            assert!(differences <= 2, "{differences} rays differ: more than graze it");
        }
    }
}
