//! Moving over the mesh in a straight line, and sliding along its border.

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

use super::{
    flat::cross,
    mesh::{BORDER, NavMesh, NavPoint, contains, height_in},
};

/// How far inside the border a stopped walk ends, in metres, so that rounding cannot put it outside.
const INSET: f32 = 2e-3;
/// The largest number of triangles that a straight walk crosses.
const MAX_STEPS: usize = 512;

/// The result of a straight walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WalkResult {
    /// Where it ended.
    pub end: NavPoint,
    /// The direction of the border that stopped it, of length 1 on the ground; `None` if it reached its target.
    pub border: Option<Vec3>,
}

impl NavMesh {
    /// Walks straight towards a point until the target or the border.
    pub(super) fn walk_straight(&self, from: NavPoint, to: Vec3) -> WalkResult {
        let mut triangle = from.triangle;
        let start = from.point.xz();
        let line = to.xz() - start;
        for _ in 0..MAX_STEPS {
            let corners = self.corners(triangle);
            if contains(corners, to.xz()) {
                let point = Vec3::new(to.x, height_in(corners, to.xz()), to.z);
                return WalkResult { end: NavPoint { point, triangle }, border: None };
            }
            // Leave through the first edge that the target lies beyond.
            let mut exit: Option<(f32, usize)> = None;
            for edge in 0..3 {
                let (a, b) = (corners[edge].xz(), corners[(edge + 1) % 3].xz());
                let side = b - a;
                if cross(side, line) >= -1e-9 || cross(side, to.xz() - a) >= 0.0 {
                    continue;
                }
                let fraction = cross(a - start, side) / cross(line, side);
                if exit.is_none_or(|(known, _)| fraction < known) {
                    exit = Some((fraction, edge));
                }
            }
            let Some((fraction, edge)) = exit else { break };
            let neighbour = self.triangles[triangle as usize].neighbours[edge];
            if neighbour != BORDER {
                triangle = neighbour;
                continue;
            }
            let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
            let side = (b.xz() - a.xz()).normalize_or_zero();
            // The inside is the side with positive area.
            let inward = Vec2::new(-side.y, side.x);
            let stop = start + line * fraction.clamp(0.0, 1.0) + inward * INSET;
            let point = Vec3::new(stop.x, height_in(corners, stop), stop.y);
            let end = if contains(corners, stop) { NavPoint { point, triangle } } else { self.settle(point, from) };
            return WalkResult { end, border: Some(Vec3::new(side.x, 0.0, side.y)) };
        }
        WalkResult { end: from, border: Some(Vec3::ZERO) }
    }

    /// The mesh point for a position that a narrow corner has pushed off its triangle; `fallback` if none is near.
    fn settle(&self, point: Vec3, fallback: NavPoint) -> NavPoint {
        self.nearest(point, INSET * 4.0).unwrap_or(fallback)
    }

    /// Moves towards a point and slides along borders, as a body pushing that line would.
    pub fn slide(&self, from: NavPoint, to: Vec3) -> NavPoint {
        let end = self.slide_from(from, to);
        if end.point.distance(from.point) > INSET || to.distance(from.point) <= 2.0 * INSET {
            return end;
        }
        // A body that follows the border may lie a hair outside of it by rounding, where a corner of the mesh lets it go no farther.
        let [a, b, c] = self.corners(from.triangle);
        let inwards = ((a + b + c) / 3.0 - from.point).with_y(0.0).clamp_length_max(INSET);
        let freed = self.slide_from(NavPoint { point: from.point + inwards, ..from }, to);
        if freed.point.distance(from.point) > 2.0 * INSET { freed } else { end }
    }

    fn slide_from(&self, from: NavPoint, to: Vec3) -> NavPoint {
        let mut position = from;
        let mut target = to;
        for _ in 0..3 {
            let walk = self.walk_straight(position, target);
            let Some(border) = walk.border else { return walk.end };
            position = walk.end;
            let rest = target - position.point;
            let along = border * rest.dot(border);
            if along.length_squared() < 1e-8 {
                return position;
            }
            target = position.point + along;
        }
        position
    }

    /// Whether the straight line to a point stays on the mesh.
    pub fn is_straight_walkable(&self, from: NavPoint, to: Vec3) -> bool {
        let walk = self.walk_straight(from, to);
        walk.border.is_none() && (walk.end.point.y - to.y).abs() < 1.5
    }
}
