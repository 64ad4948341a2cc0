//! Polyanya: optimal any-angle paths over the mesh, which turn only at its corners.
//!
//! Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh" (IJCAI 2017). A search node
//! is a root (the last turning point) and an interval of an edge seen from it. The search ignores heights, which are
//! small compared with the distances.

use std::{cmp::Reverse, collections::BinaryHeap};

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

use super::{
    flat::cross,
    mesh::{BORDER, NavMesh, NavPoint},
};

/// Not a vertex: a point inside an edge, or the start.
const INSIDE: u32 = u32::MAX;
/// Points this near to an end of an edge count as that end, in metres.
const SNAP: f32 = 1e-3;
/// The node limit of a search. Beyond it the mesh is at fault, and A* takes over.
const MAX_NODES: usize = 20_000;

/// A point on an edge, and its vertex if it is one.
#[derive(Clone, Copy, Debug)]
struct EdgePoint {
    at: Vec2,
    vertex: u32,
}

/// A turning point of the path.
#[derive(Clone, Copy, Debug)]
struct SearchRoot {
    at: Vec2,
    vertex: u32,
    /// The length of the path to it.
    cost: f32,
    /// The previous turning point.
    before: u32,
}

/// An interval of an edge seen from a root; or the goal, if `triangle` is [`BORDER`].
#[derive(Clone, Copy, Debug)]
struct IntervalNode {
    root: u32,
    left: EdgePoint,
    right: EdgePoint,
    /// The triangle beyond the edge.
    triangle: u32,
    /// The index of the edge in that triangle.
    edge: u8,
}

/// Buffers that searches reuse.
#[derive(Default)]
pub(super) struct PolyanyaSearch {
    generation: u32,
    seen: Vec<u32>,
    best: Vec<f32>,
    roots: Vec<SearchRoot>,
    nodes: Vec<IntervalNode>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    chain: Vec<u32>,
}

impl PolyanyaSearch {
    /// Writes the corners of the shortest path into `corners`, the goal last. Returns `false` if there is none.
    pub fn run(&mut self, mesh: &NavMesh, from: NavPoint, to: NavPoint, corners: &mut Vec<Vec3>) -> bool {
        self.begin(mesh.vertices.len());
        let (start, goal) = (from.point.xz(), to.point.xz());
        self.roots.push(SearchRoot { at: start, vertex: INSIDE, cost: 0.0, before: BORDER });
        let triangle = mesh.triangles[from.triangle as usize];
        for edge in 0..3 {
            // Seen from inside the triangle, the second end of an edge lies to the left.
            let (near, far) = (triangle.corners[edge], triangle.corners[(edge + 1) % 3]);
            let (left, right) = (mesh.vertex(far), mesh.vertex(near));
            self.push(mesh, 0, left, right, from.triangle, edge, goal);
        }
        while let Some(Reverse((_, index))) = self.open.pop() {
            let node = self.nodes[index as usize];
            if node.triangle == BORDER {
                self.write_corners(mesh, node.root, to, corners);
                return true;
            }
            if self.nodes.len() > MAX_NODES {
                return false;
            }
            let root = self.roots[node.root as usize];
            let dominated = root.vertex != INSIDE && self.best[root.vertex as usize] + 1e-4 < root.cost;
            if !dominated {
                self.expand(mesh, node, root, to.triangle, goal);
            }
        }
        false
    }

    fn begin(&mut self, vertices: usize) {
        if self.seen.len() < vertices {
            self.seen.resize(vertices, 0);
            self.best.resize(vertices, 0.0);
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.seen.fill(0);
            self.generation = 1;
        }
        self.roots.clear();
        self.nodes.clear();
        self.open.clear();
    }

    /// Projects an interval through the triangle behind it onto the other two edges.
    fn expand(&mut self, mesh: &NavMesh, node: IntervalNode, root: SearchRoot, goal_triangle: u32, goal: Vec2) {
        let (at, left, right) = (root.at, node.left, node.right);
        let at_left = at.distance_squared(left.at) < SNAP * SNAP;
        let at_right = at.distance_squared(right.at) < SNAP * SNAP;
        let turn = |end: Vec2, point: Vec2| cross(end - at, point - at);
        if node.triangle == goal_triangle {
            let via = if !at_left && turn(left.at, goal) > 0.0 {
                Some(left)
            } else if !at_right && turn(right.at, goal) < 0.0 {
                Some(right)
            } else {
                None
            };
            self.push_goal(node.root, root, via, goal);
        }
        let triangle = mesh.triangles[node.triangle as usize];
        let edge = usize::from(node.edge);
        // Seen from outside, the first end of the edge lies to the left.
        let (edge_left, edge_right) =
            (mesh.vertex(triangle.corners[edge]), mesh.vertex(triangle.corners[(edge + 1) % 3]));
        let tip = mesh.vertex(triangle.corners[(edge + 2) % 3]);
        let (left_edge, right_edge) = ((edge + 2) % 3, (edge + 1) % 3);
        let tip_is_left = !at_left && turn(left.at, tip.at) >= 0.0;
        let tip_is_right = !at_right && turn(right.at, tip.at) <= 0.0;
        let here = node.triangle;
        if tip_is_left {
            // Everything visible lies to the right of the tip.
            let from = crossing(at, left, tip, edge_right);
            let to = if at_right { edge_right } else { crossing(at, right, tip, edge_right) };
            self.push(mesh, node.root, from, to, here, right_edge, goal);
            if let Some(turned) = self.turn_at(mesh, node.root, root, left, edge_left) {
                self.push(mesh, turned, edge_left, tip, here, left_edge, goal);
                self.push(mesh, turned, tip, from, here, right_edge, goal);
            }
        } else if tip_is_right {
            let from = if at_left { edge_left } else { crossing(at, left, edge_left, tip) };
            let to = crossing(at, right, edge_left, tip);
            self.push(mesh, node.root, from, to, here, left_edge, goal);
            if let Some(turned) = self.turn_at(mesh, node.root, root, right, edge_right) {
                self.push(mesh, turned, tip, edge_right, here, right_edge, goal);
                self.push(mesh, turned, to, tip, here, left_edge, goal);
            }
        } else {
            let from = if at_left { edge_left } else { crossing(at, left, edge_left, tip) };
            let to = if at_right { edge_right } else { crossing(at, right, tip, edge_right) };
            self.push(mesh, node.root, from, tip, here, left_edge, goal);
            self.push(mesh, node.root, tip, to, here, right_edge, goal);
        }
    }

    /// A new root at an end of an interval, if the end is a corner of the mesh and no shorter path to it is known.
    fn turn_at(
        &mut self,
        mesh: &NavMesh,
        index: u32,
        root: SearchRoot,
        end: EdgePoint,
        edge_end: EdgePoint,
    ) -> Option<u32> {
        if end.vertex == INSIDE || end.vertex != edge_end.vertex || !mesh.is_corner(end.vertex) {
            return None;
        }
        let cost = root.cost + root.at.distance(end.at);
        let vertex = end.vertex as usize;
        if self.seen[vertex] == self.generation && self.best[vertex] < cost - 1e-5 {
            return None;
        }
        self.seen[vertex] = self.generation;
        self.best[vertex] = cost;
        self.roots.push(SearchRoot { at: end.at, vertex: end.vertex, cost, before: index });
        Some(self.roots.len() as u32 - 1)
    }

    /// Adds the interval of an edge of `triangle` as a node for the triangle beyond it.
    fn push(
        &mut self,
        mesh: &NavMesh,
        root: u32,
        left: EdgePoint,
        right: EdgePoint,
        triangle: u32,
        edge: usize,
        goal: Vec2,
    ) {
        let beyond = mesh.triangles[triangle as usize].neighbours[edge];
        if beyond == BORDER || left.at.distance_squared(right.at) < 1e-10 {
            return;
        }
        let entry = mesh.triangles[beyond as usize].neighbours.iter().position(|back| *back == triangle);
        let Some(entry) = entry else { return };
        let from = self.roots[root as usize];
        let estimate = from.cost + lower_bound(from.at, left.at, right.at, goal);
        let index = self.nodes.len() as u32;
        self.nodes.push(IntervalNode { root, left, right, triangle: beyond, edge: entry as u8 });
        self.open.push(Reverse((estimate.to_bits(), index)));
    }

    /// Adds the goal, reached from a root directly or around an end of the interval.
    fn push_goal(&mut self, index: u32, root: SearchRoot, via: Option<EdgePoint>, goal: Vec2) {
        let (last, cost) = match via {
            Some(end) => {
                let cost = root.cost + root.at.distance(end.at);
                self.roots.push(SearchRoot { at: end.at, vertex: end.vertex, cost, before: index });
                (self.roots.len() as u32 - 1, cost + end.at.distance(goal))
            }
            None => (index, root.cost + root.at.distance(goal)),
        };
        let end = EdgePoint { at: goal, vertex: INSIDE };
        let number = self.nodes.len() as u32;
        self.nodes.push(IntervalNode { root: last, left: end, right: end, triangle: BORDER, edge: 0 });
        self.open.push(Reverse((cost.to_bits(), number)));
    }

    fn write_corners(&mut self, mesh: &NavMesh, last: u32, to: NavPoint, corners: &mut Vec<Vec3>) {
        corners.clear();
        self.chain.clear();
        let mut root = last;
        while root != 0 && root != BORDER {
            self.chain.push(root);
            root = self.roots[root as usize].before;
        }
        for root in self.chain.iter().rev() {
            let root = self.roots[*root as usize];
            let height = mesh.vertices.get(root.vertex as usize).map_or(to.point.y, |vertex| vertex.y);
            corners.push(Vec3::new(root.at.x, height, root.at.y));
        }
        corners.push(to.point);
    }
}

impl NavMesh {
    fn vertex(&self, vertex: u32) -> EdgePoint {
        EdgePoint { at: self.vertices[vertex as usize].xz(), vertex }
    }
}

/// Where the ray from a root through an end of an interval crosses the edge from `left` to `right`.
fn crossing(root: Vec2, end: EdgePoint, left: EdgePoint, right: EdgePoint) -> EdgePoint {
    for corner in [left, right] {
        if end.vertex == corner.vertex && end.vertex != INSIDE {
            return corner;
        }
    }
    let (ray, line) = (end.at - root, right.at - left.at);
    let across = cross(ray, line);
    let share = if across.abs() < 1e-12 { 0.0 } else { (cross(left.at - root, ray) / across).clamp(0.0, 1.0) };
    let at = left.at + line * share;
    [left, right]
        .into_iter()
        .find(|corner| corner.at.distance_squared(at) < SNAP * SNAP)
        .unwrap_or(EdgePoint { at, vertex: INSIDE })
}

/// A lower bound for a path from a root through an interval to the goal. A goal on the root's side of the edge is
/// mirrored, since the path must cross the edge and come back.
fn lower_bound(root: Vec2, left: Vec2, right: Vec2, goal: Vec2) -> f32 {
    let edge = right - left;
    let (own, other) = (cross(edge, root - left), cross(edge, goal - left));
    let goal = if own * other > 0.0 {
        let normal = Vec2::new(-edge.y, edge.x) / edge.length();
        goal - normal * (2.0 * normal.dot(goal - left))
    } else {
        goal
    };
    let line = goal - root;
    if cross(left - root, line) > 0.0 {
        root.distance(left) + left.distance(goal)
    } else if cross(right - root, line) < 0.0 {
        root.distance(right) + right.distance(goal)
    } else {
        root.distance(goal)
    }
}
