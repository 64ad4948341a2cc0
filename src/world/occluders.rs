//! Whether anything stands between two points: the first thing found is enough, whichever it is.
//!
//! Most sight rays ask no more than that. What stands nearest costs more; [`super::sight`] answers it.

use bevy_rapier3d::rapier::{
    geometry::{ColliderSet, Ray, SharedShape},
    math::{Isometry, Real},
    parry::partitioning::Qbvh,
};

/// How many boxes a node of the tree holds.
const LANES: usize = 4;
/// How many nodes may wait at a time: three for each floor of a tree far deeper than any level needs.
const WAITING: usize = 96;
/// A direction's part that is less than this counts as this, so that its inverse is a number.
const LEAST: Real = 1e-12;

/// A shape that may stand in the way.
struct Occluder {
    shape: SharedShape,
    at: Isometry<Real>,
    /// What it is; see [`super::sight`].
    mark: u128,
}

/// Four boxes, side by side: for each axis their least and greatest coordinates.
struct OccluderNode {
    least: [[Real; LANES]; 3],
    greatest: [[Real; LANES]; 3],
    /// Nodes, or the shapes themselves.
    children: [u32; LANES],
    leaf: bool,
}

/// All shapes of a level, in a tree of boxes.
pub(super) struct Occluders {
    shapes: Vec<Occluder>,
    nodes: Vec<OccluderNode>,
}

impl Occluders {
    /// The shapes of these colliders.
    pub fn new(colliders: &ColliderSet) -> Self {
        let shapes: Vec<_> = colliders
            .iter()
            .map(|(_, collider)| Occluder {
                shape: collider.shared_shape().clone(),
                at: *collider.position(),
                mark: collider.user_data,
            })
            .collect();
        let mut tree = Qbvh::<u32>::new();
        let boxes = shapes.iter().enumerate().map(|(index, known)| (index as u32, known.shape.compute_aabb(&known.at)));
        tree.clear_and_rebuild(boxes, 0.0);
        let proxies = tree.raw_proxies();
        let nodes = tree.raw_nodes().iter().map(|node| {
            let leaf = node.is_leaf();
            let shape_of = |proxy: u32| proxies.get(proxy as usize).map_or(u32::MAX, |proxy| proxy.data);
            let (least, greatest) = (node.simd_aabb.mins.coords, node.simd_aabb.maxs.coords);
            OccluderNode {
                least: [least.x.0, least.y.0, least.z.0],
                greatest: [greatest.x.0, greatest.y.0, greatest.z.0],
                children: if leaf { node.children.map(shape_of) } else { node.children },
                leaf,
            }
        });
        Self { nodes: nodes.collect(), shapes }
    }

    /// Whether the ray meets, within `length` metres, anything whose mark counts.
    pub fn meet(&self, ray: &Ray, length: Real, counts: impl Fn(u128) -> bool) -> bool {
        let slabs = Slabs::of(ray, length);
        let mut waiting = [0_u32; WAITING];
        let mut count = 1;
        while let Some(left) = usize::checked_sub(count, 1) {
            count = left;
            let Some(node) = waiting.get(left).and_then(|node| self.nodes.get(*node as usize)) else { continue };
            for (child, _) in node.children.iter().zip(slabs.cross(node)).filter(|(_, crossed)| *crossed) {
                if !node.leaf {
                    if let Some(next) = waiting.get_mut(count) {
                        *next = *child;
                        count += 1;
                    }
                } else if let Some(known) = self.shapes.get(*child as usize)
                    && counts(known.mark)
                    && known.shape.cast_ray(&known.at, ray, length, true).is_some()
                {
                    return true;
                }
            }
        }
        false
    }
}

/// A piece of a line, made ready for boxes along the axes (the method of slabs: Kay and Kajiya, 1986).
struct Slabs {
    origin: [Real; 3],
    inverse: [Real; 3],
    length: Real,
}

impl Slabs {
    fn of(ray: &Ray, length: Real) -> Self {
        let inverse = |part: Real| 1.0 / if part.abs() < LEAST { LEAST } else { part };
        let (from, way) = (ray.origin, ray.dir);
        Self { origin: [from.x, from.y, from.z], inverse: [inverse(way.x), inverse(way.y), inverse(way.z)], length }
    }

    /// Which of the four boxes it crosses. Written so that the four are worked out side by side.
    fn cross(&self, node: &OccluderNode) -> [bool; LANES] {
        let (mut enters, mut leaves) = ([0.0; LANES], [self.length; LANES]);
        for axis in 0..3 {
            let (origin, inverse) = (self.origin[axis], self.inverse[axis]);
            let (least, greatest) = (&node.least[axis], &node.greatest[axis]);
            for lane in 0..LANES {
                let (a, b) = ((least[lane] - origin) * inverse, (greatest[lane] - origin) * inverse);
                let (near, far) = if a < b { (a, b) } else { (b, a) };
                enters[lane] = if near > enters[lane] { near } else { enters[lane] };
                leaves[lane] = if far < leaves[lane] { far } else { leaves[lane] };
            }
        }
        std::array::from_fn(|lane| enters[lane] <= leaves[lane])
    }
}
