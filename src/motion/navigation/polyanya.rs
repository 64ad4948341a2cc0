//! The shortest way over the mesh, exactly: any angle, turning only at corners.
//!
//! Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh" (Polyanya; IJCAI 2017). A search node
//! is a root, where the way last turned, and the interval of an edge seen from it. Heights play no part in the search;
//! they are small beside the distances.

use std::{cmp::Reverse, collections::BinaryHeap};

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

use super::{
    flat::cross,
    mesh::{BORDER, NavMesh, NavPoint},
};

/// No vertex: a point inside an edge, or the start.
const INSIDE: u32 = u32::MAX;
/// How near an end of an edge counts as the end, in metres.
const SNAP: f32 = 1e-3;
/// The most nodes one search makes; beyond it the mesh is at fault, and a plainer search must do.
const MOST_NODES: usize = 20_000;

/// A point on an edge, and the vertex it is, if it is one.
#[derive(Clone, Copy, Debug)]
struct Point {
    at: Vec2,
    vertex: u32,
}

/// A root: a corner of the way.
#[derive(Clone, Copy, Debug)]
struct Root {
    at: Vec2,
    vertex: u32,
    /// The length of the way to it.
    cost: f32,
    /// The root before it.
    before: u32,
}

/// An interval of an edge, seen from a root; or the goal reached, where `triangle` is [`BORDER`].
#[derive(Clone, Copy, Debug)]
struct SearchNode {
    root: u32,
    left: Point,
    right: Point,
    /// The triangle beyond the edge.
    triangle: u32,
    /// The edge of that triangle.
    edge: u8,
}

/// Memory that searches reuse.
#[derive(Default)]
pub(super) struct PolyanyaSearch {
    round: u32,
    seen: Vec<u32>,
    best: Vec<f32>,
    roots: Vec<Root>,
    nodes: Vec<SearchNode>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    chain: Vec<u32>,
}

impl PolyanyaSearch {
    /// Writes the corners of the shortest way into `corners`, the goal last. `false` where none was found.
    pub fn run(&mut self, mesh: &NavMesh, from: NavPoint, to: NavPoint, corners: &mut Vec<Vec3>) -> bool {
        self.begin(mesh.vertices.len());
        let (start, goal) = (from.point.xz(), to.point.xz());
        self.roots.push(Root { at: start, vertex: INSIDE, cost: 0.0, before: BORDER });
        let triangle = mesh.triangles[from.triangle as usize];
        for edge in 0..3 {
            // Seen on the way out, the far end of an edge lies to the left.
            let (near, far) = (triangle.corners[edge], triangle.corners[(edge + 1) % 3]);
            let (left, right) = (mesh.vertex(far), mesh.vertex(near));
            self.push(mesh, 0, left, right, from.triangle, edge, goal);
        }
        while let Some(Reverse((_, index))) = self.open.pop() {
            let node = self.nodes[index as usize];
            if node.triangle == BORDER {
                self.write(mesh, node.root, to, corners);
                return true;
            }
            if self.nodes.len() > MOST_NODES {
                return false;
            }
            let root = self.roots[node.root as usize];
            let outdone = root.vertex != INSIDE && self.best[root.vertex as usize] + 1e-4 < root.cost;
            if !outdone {
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
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
        self.roots.clear();
        self.nodes.clear();
        self.open.clear();
    }

    /// Pushes an interval through the triangle behind it onto the two other edges.
    fn expand(&mut self, mesh: &NavMesh, node: SearchNode, root: Root, goal_triangle: u32, goal: Vec2) {
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
            self.finish(node.root, root, via, goal);
        }
        let triangle = mesh.triangles[node.triangle as usize];
        let edge = usize::from(node.edge);
        // Seen on the way in, the near end of the edge lies to the left.
        let (edge_left, edge_right) =
            (mesh.vertex(triangle.corners[edge]), mesh.vertex(triangle.corners[(edge + 1) % 3]));
        let tip = mesh.vertex(triangle.corners[(edge + 2) % 3]);
        let (left_edge, right_edge) = ((edge + 2) % 3, (edge + 1) % 3);
        let tip_is_left = !at_left && turn(left.at, tip.at) >= 0.0;
        let tip_is_right = !at_right && turn(right.at, tip.at) <= 0.0;
        let here = node.triangle;
        if tip_is_left {
            // All that is seen lies right of the tip.
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

    /// A new root at an end of an interval, where that is a corner of the walkable ground and no shorter way to it is known.
    fn turn_at(&mut self, mesh: &NavMesh, index: u32, root: Root, end: Point, edge_end: Point) -> Option<u32> {
        if end.vertex == INSIDE || end.vertex != edge_end.vertex || !mesh.is_corner(end.vertex) {
            return None;
        }
        let cost = root.cost + root.at.distance(end.at);
        let vertex = end.vertex as usize;
        if self.seen[vertex] == self.round && self.best[vertex] < cost - 1e-5 {
            return None;
        }
        self.seen[vertex] = self.round;
        self.best[vertex] = cost;
        self.roots.push(Root { at: end.at, vertex: end.vertex, cost, before: index });
        Some(self.roots.len() as u32 - 1)
    }

    /// Enters the interval of an edge of `triangle` as a node for what lies beyond it.
    #[expect(clippy::too_many_arguments, reason = "an interval has two ends, an edge and a root")]
    fn push(&mut self, mesh: &NavMesh, root: u32, left: Point, right: Point, triangle: u32, edge: usize, goal: Vec2) {
        let beyond = mesh.triangles[triangle as usize].neighbours[edge];
        if beyond == BORDER || left.at.distance_squared(right.at) < 1e-10 {
            return;
        }
        let entry = mesh.triangles[beyond as usize].neighbours.iter().position(|back| *back == triangle);
        let Some(entry) = entry else { return };
        let from = self.roots[root as usize];
        let estimate = from.cost + least(from.at, left.at, right.at, goal);
        let index = self.nodes.len() as u32;
        self.nodes.push(SearchNode { root, left, right, triangle: beyond, edge: entry as u8 });
        self.open.push(Reverse((estimate.to_bits(), index)));
    }

    /// Enters the goal, reached from a root straight or by way of an end of the interval.
    fn finish(&mut self, index: u32, root: Root, via: Option<Point>, goal: Vec2) {
        let (last, cost) = match via {
            Some(end) => {
                let cost = root.cost + root.at.distance(end.at);
                self.roots.push(Root { at: end.at, vertex: end.vertex, cost, before: index });
                (self.roots.len() as u32 - 1, cost + end.at.distance(goal))
            }
            None => (index, root.cost + root.at.distance(goal)),
        };
        let end = Point { at: goal, vertex: INSIDE };
        let number = self.nodes.len() as u32;
        self.nodes.push(SearchNode { root: last, left: end, right: end, triangle: BORDER, edge: 0 });
        self.open.push(Reverse((cost.to_bits(), number)));
    }

    fn write(&mut self, mesh: &NavMesh, last: u32, to: NavPoint, corners: &mut Vec<Vec3>) {
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
    fn vertex(&self, vertex: u32) -> Point {
        Point { at: self.vertices[vertex as usize].xz(), vertex }
    }
}

/// Where the ray from a root through an end of an interval crosses the edge from `left` to `right`.
fn crossing(root: Vec2, end: Point, left: Point, right: Point) -> Point {
    for corner in [left, right] {
        if end.vertex == corner.vertex && end.vertex != INSIDE {
            return corner;
        }
    }
    let (ray, way) = (end.at - root, right.at - left.at);
    let across = cross(ray, way);
    let share = if across.abs() < 1e-12 { 0.0 } else { (cross(left.at - root, ray) / across).clamp(0.0, 1.0) };
    let at = left.at + way * share;
    [left, right]
        .into_iter()
        .find(|corner| corner.at.distance_squared(at) < SNAP * SNAP)
        .unwrap_or(Point { at, vertex: INSIDE })
}

/// The least a way from a root through an interval to the goal can measure; a goal on the root's side is mirrored, since
/// the way must cross the edge and come back.
fn least(root: Vec2, left: Vec2, right: Vec2, goal: Vec2) -> f32 {
    let edge = right - left;
    let (own, other) = (cross(edge, root - left), cross(edge, goal - left));
    let goal = if own * other > 0.0 {
        let normal = Vec2::new(-edge.y, edge.x) / edge.length();
        goal - normal * (2.0 * normal.dot(goal - left))
    } else {
        goal
    };
    let way = goal - root;
    if cross(left - root, way) > 0.0 {
        root.distance(left) + left.distance(goal)
    } else if cross(right - root, way) < 0.0 {
        root.distance(right) + right.distance(goal)
    } else {
        root.distance(goal)
    }
}
