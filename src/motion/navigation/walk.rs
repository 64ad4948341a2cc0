//! Moving over the mesh: straight until a border, and along it.

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

use super::{
    flat::cross,
    mesh::{BORDER, NavMesh, NavPoint, contains, height_in},
};

/// How far from a border a stopped walk ends, in metres: so that it lies inside beyond any doubt of rounding.
const INSET: f32 = 2e-3;
/// The most triangles one straight walk passes.
const MOST_STEPS: usize = 512;

/// How a straight walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Walk {
    /// Where.
    pub end: NavPoint,
    /// The direction of the border that stopped it (of length 1, flat); `None` where it got through.
    pub border: Option<Vec3>,
}

impl NavMesh {
    /// Walks straight from a spot towards a point, as far as the ground goes.
    pub(super) fn walk(&self, from: NavPoint, to: Vec3) -> Walk {
        let mut triangle = from.triangle;
        let start = from.point.xz();
        let way = to.xz() - start;
        for _ in 0..MOST_STEPS {
            let corners = self.corners(triangle);
            if contains(corners, to.xz()) {
                let point = Vec3::new(to.x, height_in(corners, to.xz()), to.z);
                return Walk { end: NavPoint { point, triangle }, border: None };
            }
            // Leave by the first edge that the target lies beyond.
            let mut exit: Option<(f32, usize)> = None;
            for edge in 0..3 {
                let (a, b) = (corners[edge].xz(), corners[(edge + 1) % 3].xz());
                let side = b - a;
                if cross(side, way) >= -1e-9 || cross(side, to.xz() - a) >= 0.0 {
                    continue;
                }
                let share = cross(a - start, side) / cross(way, side);
                if exit.is_none_or(|(known, _)| share < known) {
                    exit = Some((share, edge));
                }
            }
            let Some((share, edge)) = exit else { break };
            let neighbour = self.triangles[triangle as usize].neighbours[edge];
            if neighbour != BORDER {
                triangle = neighbour;
                continue;
            }
            let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
            let side = (b.xz() - a.xz()).normalize_or_zero();
            // The inside lies to the side towards which the area is positive.
            let inward = Vec2::new(-side.y, side.x);
            let stop = start + way * share.clamp(0.0, 1.0) + inward * INSET;
            let point = Vec3::new(stop.x, height_in(corners, stop), stop.y);
            let end = if contains(corners, stop) { NavPoint { point, triangle } } else { self.settle(point, from) };
            return Walk { end, border: Some(Vec3::new(side.x, 0.0, side.y)) };
        }
        Walk { end: from, border: Some(Vec3::ZERO) }
    }

    /// A spot at a point that a narrow corner has pushed off its triangle; `fallback` where none is near.
    fn settle(&self, point: Vec3, fallback: NavPoint) -> NavPoint {
        self.nearest(point, INSET * 4.0).unwrap_or(fallback)
    }

    /// Moves from a spot towards a point, sliding along borders: where a body ends that pushes that way.
    pub fn slide(&self, from: NavPoint, to: Vec3) -> NavPoint {
        let mut spot = from;
        let mut target = to;
        for _ in 0..3 {
            let walk = self.walk(spot, target);
            let Some(border) = walk.border else { return walk.end };
            spot = walk.end;
            let rest = target - spot.point;
            let along = border * rest.dot(border);
            if along.length_squared() < 1e-8 {
                return spot;
            }
            target = spot.point + along;
        }
        spot
    }

    /// Whether one can walk straight from a spot to a point.
    pub fn straight(&self, from: NavPoint, to: Vec3) -> bool {
        let walk = self.walk(from, to);
        walk.border.is_none() && (walk.end.point.y - to.y).abs() < 1.5
    }
}
