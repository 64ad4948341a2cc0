//! The navigation mesh: triangles with neighbours, and a grid for point location.

use bevy::math::{Vec2, Vec3, Vec3Swizzles};

use super::flat::{area, nearest_fraction};

/// No neighbour: the edge is on the border of the mesh.
pub(super) const BORDER: u32 = u32::MAX;
/// The side of a grid cell, in metres.
const CELL: f32 = 1.0;
/// The largest height difference between a point and its triangle, in metres; less than the distance of two floors.
const FLOOR_TOLERANCE: f32 = 1.5;

/// A triangle of the mesh, wound so that its [`area`] is positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub corners: [u32; 3],
    /// The neighbour across the edge from corner `i` to corner `i + 1`, or [`BORDER`].
    pub neighbours: [u32; 3],
}

/// A point on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavPoint {
    /// The position, in metres.
    pub point: Vec3,
    /// The index of its triangle.
    pub triangle: u32,
}

/// The walkable ground as triangles.
#[derive(Clone, Debug)]
pub struct NavMesh {
    pub(super) vertices: Vec<Vec3>,
    pub(super) triangles: Vec<Triangle>,
    /// Whether each vertex lies on the border, where paths may turn.
    corner: Vec<bool>,
    origin: Vec2,
    columns: usize,
    rows: usize,
    cell_starts: Vec<u32>,
    members: Vec<u32>,
}

impl NavMesh {
    /// Builds a mesh from triangles with their neighbours.
    pub(super) fn new(vertices: Vec<Vec3>, mut triangles: Vec<Triangle>) -> Self {
        for triangle in &mut triangles {
            let [a, b, c] = triangle.corners.map(|corner| vertices[corner as usize].xz());
            if area(a, b, c) < 0.0 {
                let ([p, q, r], [along, beyond, back]) = (triangle.corners, triangle.neighbours);
                *triangle = Triangle { corners: [p, r, q], neighbours: [back, beyond, along] };
            }
        }
        let mut mesh = Self {
            vertices,
            triangles,
            corner: Vec::new(),
            origin: Vec2::ZERO,
            columns: 0,
            rows: 0,
            cell_starts: Vec::new(),
            members: Vec::new(),
        };
        mesh.index();
        mesh
    }

    fn index(&mut self) {
        self.corner = vec![false; self.vertices.len()];
        for triangle in &self.triangles {
            for edge in (0..3).filter(|edge| triangle.neighbours[*edge] == BORDER) {
                self.corner[triangle.corners[edge] as usize] = true;
                self.corner[triangle.corners[(edge + 1) % 3] as usize] = true;
            }
        }
        let (mut low, mut high) = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
        for vertex in &self.vertices {
            low = low.min(vertex.xz());
            high = high.max(vertex.xz());
        }
        if self.vertices.is_empty() {
            (low, high) = (Vec2::ZERO, Vec2::ZERO);
        }
        self.origin = low;
        self.columns = ((high.x - low.x) / CELL) as usize + 1;
        self.rows = ((high.y - low.y) / CELL) as usize + 1;
        let mut cells = vec![Vec::new(); self.columns * self.rows];
        for index in 0..self.triangles.len() {
            let [a, b, c] = self.corners(index as u32).map(|corner| corner.xz());
            let (from, to) = (self.cell(a.min(b).min(c)), self.cell(a.max(b).max(c)));
            for row in from.1..=to.1 {
                for column in from.0..=to.0 {
                    cells[row * self.columns + column].push(index as u32);
                }
            }
        }
        self.cell_starts = Vec::with_capacity(cells.len() + 1);
        self.members.clear();
        for cell in &cells {
            self.cell_starts.push(self.members.len() as u32);
            self.members.extend_from_slice(cell);
        }
        self.cell_starts.push(self.members.len() as u32);
    }

    fn cell(&self, point: Vec2) -> (usize, usize) {
        let at = ((point - self.origin) / CELL).max(Vec2::ZERO);
        ((at.x as usize).min(self.columns - 1), (at.y as usize).min(self.rows - 1))
    }

    fn members_of(&self, column: usize, row: usize) -> &[u32] {
        let cell = row * self.columns + column;
        &self.members[self.cell_starts[cell] as usize..self.cell_starts[cell + 1] as usize]
    }

    /// Whether a vertex lies on the border of the mesh.
    pub(super) fn is_corner(&self, vertex: u32) -> bool {
        self.corner.get(vertex as usize).copied().unwrap_or(false)
    }

    /// The number of triangles.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Whether the mesh has no triangles.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The corners of a triangle, in metres.
    ///
    /// # Panics
    /// If there is no such triangle. Valid indices come from [`NavPoint`]s of this mesh and from [`NavMesh::len`].
    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.triangles[triangle as usize].corners.map(|corner| self.vertices[corner as usize])
    }

    /// The point of the mesh straight above or below `point`, on the same floor; `None` if the ground is not walkable
    /// there.
    pub fn locate(&self, point: Vec3) -> Option<NavPoint> {
        let flat = point.xz();
        let (column, row) = self.cell(flat);
        let mut best: Option<(f32, NavPoint)> = None;
        for &triangle in self.members_of(column, row) {
            let corners = self.corners(triangle);
            if !contains(corners, flat) {
                continue;
            }
            let height = height_in(corners, flat);
            let off = (height - point.y).abs();
            if off <= FLOOR_TOLERANCE && best.is_none_or(|(known, _)| off < known) {
                best = Some((off, NavPoint { point: Vec3::new(point.x, height, point.z), triangle }));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The nearest point of the mesh within `radius` metres on the ground, on the same floor.
    pub fn nearest(&self, point: Vec3, radius: f32) -> Option<NavPoint> {
        if let Some(found) = self.locate(point) {
            return Some(found);
        }
        let flat = point.xz();
        let (from, to) = (self.cell(flat - radius), self.cell(flat + radius));
        let mut best: Option<(f32, NavPoint)> = None;
        for row in from.1..=to.1 {
            for column in from.0..=to.0 {
                for &triangle in self.members_of(column, row) {
                    let close = nearest_on_edges(self.corners(triangle), flat);
                    let distance = close.xz().distance(flat);
                    if distance <= radius
                        && (close.y - point.y).abs() <= FLOOR_TOLERANCE
                        && best.is_none_or(|(known, _)| distance < known)
                    {
                        best = Some((distance, NavPoint { point: close, triangle }));
                    }
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// Removes the triangles whose entry in `keep` is false.
    pub(super) fn retain(&mut self, keep: &[bool]) {
        let mut renumbered = vec![BORDER; self.triangles.len()];
        let staying = renumbered.iter_mut().zip(keep).filter(|(_, kept)| **kept);
        for (count, (number, _)) in staying.enumerate() {
            *number = count as u32;
        }
        let mut kept = keep.iter();
        self.triangles.retain(|_| kept.next().copied().unwrap_or(false));
        for triangle in &mut self.triangles {
            for neighbour in &mut triangle.neighbours {
                if *neighbour != BORDER {
                    *neighbour = renumbered[*neighbour as usize];
                }
            }
        }
        self.index();
    }

    /// The index of the connected component of each triangle.
    pub(super) fn components(&self) -> Vec<u32> {
        let mut components = vec![BORDER; self.triangles.len()];
        let mut open = Vec::new();
        let mut count = 0;
        for seed in 0..self.triangles.len() {
            if components[seed] != BORDER {
                continue;
            }
            components[seed] = count;
            open.push(seed);
            while let Some(triangle) = open.pop() {
                for &neighbour in &self.triangles[triangle].neighbours {
                    if neighbour != BORDER && components[neighbour as usize] == BORDER {
                        components[neighbour as usize] = count;
                        open.push(neighbour as usize);
                    }
                }
            }
            count += 1;
        }
        components
    }
}

/// Whether a triangle contains a point, edges included.
pub(super) fn contains(corners: [Vec3; 3], point: Vec2) -> bool {
    const SLACK: f32 = -1e-5;
    let [a, b, c] = corners.map(|corner| corner.xz());
    area(a, b, point) >= SLACK && area(b, c, point) >= SLACK && area(c, a, point) >= SLACK
}

/// The height of a triangle's plane at a point.
pub(super) fn height_in(corners: [Vec3; 3], point: Vec2) -> f32 {
    let [a, b, c] = corners.map(|corner| corner.xz());
    let whole = area(a, b, c);
    if whole.abs() < 1e-6 {
        return nearest_on_edges(corners, point).y;
    }
    (area(b, c, point) * corners[0].y + area(c, a, point) * corners[1].y + area(a, b, point) * corners[2].y) / whole
}

fn nearest_on_edges(corners: [Vec3; 3], point: Vec2) -> Vec3 {
    let mut best = corners[0];
    for edge in 0..3 {
        let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
        let close = a.lerp(b, nearest_fraction(a.xz(), b.xz(), point));
        if edge == 0 || close.xz().distance_squared(point) < best.xz().distance_squared(point) {
            best = close;
        }
    }
    best
}
