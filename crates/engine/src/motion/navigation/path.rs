//! Shortest paths over the mesh. Polyanya finds the optimum; if rounding defeats it, A* over triangles and a funnel
//! give an approximation.
//!
//! Source of the funnel: Mononen, "Simple Stupid Funnel Algorithm" (2010), after Lee and Preparata (1984). The A*
//! enters a triangle at the point of the shared edge nearest to the straight line to the goal.

use std::{cell::RefCell, cmp::Reverse, collections::BinaryHeap};

use bevy::math::{Vec3, Vec3Swizzles};

use super::{
    barred::BarredDoors,
    flat::{area, portal_point},
    mesh::{BORDER, NavMesh, NavPoint},
    polyanya::PolyanyaSearch,
};

#[derive(Default)]
struct PathBuffers {
    polyanya: PolyanyaSearch,
    generation: u32,
    seen: Vec<u32>,
    cost: Vec<f32>,
    parent: Vec<u32>,
    entry: Vec<Vec3>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    corridor: Vec<u32>,
    portals: Vec<(Vec3, Vec3)>,
}

thread_local! {
    // Reused buffers only. No result depends on an earlier query.
    static BUFFERS: RefCell<PathBuffers> = RefCell::new(PathBuffers::default());
}

impl NavMesh {
    /// Writes the corners of the shortest path into `corners`, the goal last, and returns its length in metres. `None`
    /// if there is no path.
    pub fn path(&self, from: NavPoint, to: NavPoint, corners: &mut Vec<Vec3>) -> Option<f32> {
        corners.clear();
        if from.triangle == to.triangle {
            corners.push(to.point);
            return Some(from.point.distance(to.point));
        }
        BUFFERS.with_borrow_mut(|buffers| {
            let found = buffers.polyanya.run(self, from, to, corners);
            if found {
                Some(length(from.point, corners))
            } else {
                self.corridor(from, to, &BarredDoors::default(), buffers, corners)
            }
        })
    }

    /// The same without passing doors that are barred. Where it has to go around it may be longer than necessary, and `None` if both ends are in one
    /// triangle.
    pub(super) fn path_around(
        &self,
        from: NavPoint,
        to: NavPoint,
        barred: &BarredDoors,
        corners: &mut Vec<Vec3>,
    ) -> Option<f32> {
        let straight = self.path(from, to, corners)?;
        if !barred.are_on(from.point, corners) {
            return Some(straight);
        }
        let found = BUFFERS.with_borrow_mut(|buffers| self.corridor(from, to, barred, buffers, corners));
        found.filter(|_| !barred.are_on(from.point, corners))
    }

    /// The path through the corridor of triangles that A* finds.
    fn corridor(
        &self,
        from: NavPoint,
        to: NavPoint,
        barred: &BarredDoors,
        buffers: &mut PathBuffers,
        corners: &mut Vec<Vec3>,
    ) -> Option<f32> {
        corners.clear();
        buffers.begin(self.triangles.len());
        if !self.search(from, to, barred, buffers) {
            return None;
        }
        self.portals(from, to, buffers);
        funnel(from.point, to.point, &buffers.portals, corners);
        Some(length(from.point, corners))
    }

    /// A* over triangles. Returns whether it reached the goal; `parent` then leads back.
    fn search(&self, from: NavPoint, to: NavPoint, barred: &BarredDoors, buffers: &mut PathBuffers) -> bool {
        let heuristic = |point: Vec3| point.distance(to.point);
        buffers.enter(from.triangle, BORDER, 0.0, from.point, heuristic(from.point));
        while let Some(Reverse((bits, triangle))) = buffers.open.pop() {
            if triangle == to.triangle {
                return true;
            }
            let (cost, point) = (buffers.cost[triangle as usize], buffers.entry[triangle as usize]);
            if bits > (cost + heuristic(point)).to_bits() {
                continue;
            }
            let corners = self.corners(triangle);
            for edge in 0..3 {
                let neighbour = self.triangles[triangle as usize].neighbours[edge];
                if neighbour == BORDER || neighbour == buffers.parent[triangle as usize] {
                    continue;
                }
                let (left, right) = (corners[edge], corners[(edge + 1) % 3]);
                let nearest = portal_point(point, to.point, left, right);
                // Beside a barred door the edge may be passed on this side of it only.
                let on_this_side = |portal: &Vec3| !barred.are_between(point, *portal);
                let Some(portal) = [nearest, left, right].into_iter().find(on_this_side) else { continue };
                let entry = if neighbour == to.triangle { to.point } else { portal };
                if barred.are_between(portal, entry) {
                    continue;
                }
                let step = point.distance(portal) + portal.distance(entry);
                buffers.enter(neighbour, triangle, cost + step, entry, heuristic(entry));
            }
        }
        false
    }

    /// The edges that the corridor crosses, as (left, right) seen along the path from above.
    fn portals(&self, from: NavPoint, to: NavPoint, buffers: &mut PathBuffers) {
        buffers.corridor.clear();
        let mut triangle = to.triangle;
        buffers.corridor.push(triangle);
        while triangle != from.triangle && buffers.corridor.len() <= self.triangles.len() {
            triangle = buffers.parent[triangle as usize];
            buffers.corridor.push(triangle);
        }
        buffers.corridor.reverse();
        buffers.portals.clear();
        for pair in buffers.corridor.windows(2) {
            let corners = self.corners(pair[0]);
            let edge = self.triangles[pair[0] as usize].neighbours.iter().position(|beyond| *beyond == pair[1]);
            if let Some(edge) = edge {
                buffers.portals.push((corners[edge], corners[(edge + 1) % 3]));
            }
        }
        buffers.portals.push((to.point, to.point));
    }
}

impl PathBuffers {
    fn begin(&mut self, triangles: usize) {
        if self.seen.len() < triangles {
            self.seen.resize(triangles, 0);
            self.cost.resize(triangles, 0.0);
            self.parent.resize(triangles, BORDER);
            self.entry.resize(triangles, Vec3::ZERO);
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.seen.fill(0);
            self.generation = 1;
        }
        self.open.clear();
    }

    fn enter(&mut self, triangle: u32, parent: u32, cost: f32, entry: Vec3, heuristic: f32) {
        let index = triangle as usize;
        if self.seen[index] == self.generation && self.cost[index] <= cost {
            return;
        }
        self.seen[index] = self.generation;
        self.cost[index] = cost;
        self.parent[index] = parent;
        self.entry[index] = entry;
        // The bits of non-negative floats sort like the numbers.
        self.open.push(Reverse(((cost + heuristic).to_bits(), triangle)));
    }
}

/// The length of a path, in metres.
fn length(from: Vec3, corners: &[Vec3]) -> f32 {
    let mut last = from;
    let mut sum = 0.0;
    for corner in corners {
        sum += last.distance(*corner);
        last = *corner;
    }
    sum
}

/// The corners of the shortest path through portals given as (left, right).
fn funnel(from: Vec3, to: Vec3, portals: &[(Vec3, Vec3)], corners: &mut Vec<Vec3>) {
    let (mut apex, mut left, mut right) = (from, from, from);
    let (mut left_at, mut right_at) = (0, 0);
    let mut index = 0;
    let turn = |a: Vec3, b: Vec3, c: Vec3| area(a.xz(), b.xz(), c.xz());
    let same = |a: Vec3, b: Vec3| a.xz().distance_squared(b.xz()) < 1e-8;
    while index < portals.len() {
        let (next_left, next_right) = portals[index];
        if turn(apex, right, next_right) <= 0.0 {
            if same(apex, right) || turn(apex, left, next_right) > 0.0 {
                right = next_right;
                right_at = index;
            } else {
                corners.push(left);
                apex = left;
                right = apex;
                right_at = left_at;
                index = left_at + 1;
                continue;
            }
        }
        if turn(apex, left, next_left) >= 0.0 {
            if same(apex, left) || turn(apex, right, next_left) < 0.0 {
                left = next_left;
                left_at = index;
            } else {
                corners.push(right);
                apex = right;
                left = apex;
                left_at = right_at;
                index = right_at + 1;
                continue;
            }
        }
        index += 1;
    }
    if corners.last().is_none_or(|last| !same(*last, to)) {
        corners.push(to);
    }
}
