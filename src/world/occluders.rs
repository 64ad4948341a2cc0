//! Line-of-sight tests: whether any obstacle blocks a line. The search stops at the first one found.
//!
//! Most sight rays need no more than that. [`super::sight`] also finds the nearest obstacle, which costs more.

use bevy_rapier3d::rapier::{
    geometry::{ColliderSet, Ray, SharedShape},
    math::{Isometry, Real},
    parry::partitioning::Qbvh,
};

/// The number of boxes in a node of the tree.
const LANES: usize = 4;
/// The size of the traversal stack: three entries for each level of a tree far deeper than any level needs.
const STACK_SIZE: usize = 96;
/// Components of a direction are clamped to this, so that their inverse is finite.
const MIN_COMPONENT: Real = 1e-12;

/// A shape that may block a line.
struct Occluder {
    shape: SharedShape,
    at: Isometry<Real>,
    /// What the shape is; see [`super::sight`].
    tag: u128,
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
        let shapes: Vec<_> = colliders
            .iter()
            .map(|(_, collider)| Occluder {
                shape: collider.shared_shape().clone(),
                at: *collider.position(),
                tag: collider.user_data,
            })
            .collect();
        let mut tree = Qbvh::<u32>::new();
        let boxes = shapes.iter().enumerate().map(|(index, known)| (index as u32, known.shape.compute_aabb(&known.at)));
        tree.clear_and_rebuild(boxes, 0.0);
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
                    && known.shape.cast_ray(&known.at, ray, length, true).is_some()
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
