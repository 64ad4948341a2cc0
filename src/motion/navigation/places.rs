//! The spots that cover the level: what lies between them, and which sees which, worked out once.

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

use bevy::math::Vec3;

use super::mesh::{NavMesh, NavPoint};
use crate::{
    protocol::{PlaceId, TerrainPlace},
    world::{Site, geometry::flat_distance, level::DoorSet},
};

/// How far from every walkable cell a spot may be at most, in metres.
const COVER: f32 = 1.9;
/// On how many square metres a level is covered as closely as that; a larger one more thinly, by about as many spots.
const COVERED_CLOSELY: f32 = 3500.0;
/// How far spots are joined straight, in metres.
const JOIN: f32 = 7.0;
/// How far spots are joined around a corner, in metres.
const JOIN_AROUND: f32 = 4.0;
/// The height of eyes and of what they look for, in metres.
const EYES: f32 = 1.4;
/// How far one spot may see another, in metres.
const FARTHEST: f32 = 45.0;
/// The most spots; a larger level is covered more thinly.
const MOST: usize = 4096;
/// The side of a cell of the grid, in metres.
const GRID: f32 = 2.0;
/// How much farther a spot in another room counts when the nearest is sought, in metres.
const OTHER_ROOM: f32 = 1.5;

/// The spots of a level.
pub struct PlaceGraph {
    /// The spots; the index is the number.
    pub places: Vec<TerrainPlace>,
    spots: Vec<NavPoint>,
    travel: Vec<f32>,
    sees: Vec<u64>,
    words: usize,
    /// How many times farther apart than usual they lie.
    apart: f32,
    columns: usize,
    rows: usize,
    /// By cell of the grid, row by row: where its spots begin among `members`; one more for the end.
    starts: Vec<u32>,
    members: Vec<PlaceId>,
}

impl PlaceGraph {
    /// Covers the mesh with spots and works out their tables.
    pub(super) fn new(site: &Site, mesh: &NavMesh) -> Self {
        let columns = (site.built.bounds.max.x / GRID).ceil().max(1.0) as usize;
        let rows = (site.built.bounds.max.z / GRID).ceil().max(1.0) as usize;
        let cells: u32 = site.built.floors.iter().map(|floor| floor.rows * floor.columns).sum();
        let area = cells as f32 * site.built.cell.powi(2);
        let mut places = Self {
            apart: (area / COVERED_CLOSELY).max(1.0).sqrt(),
            places: Vec::new(),
            spots: Vec::new(),
            travel: Vec::new(),
            sees: Vec::new(),
            words: 0,
            columns,
            rows,
            starts: Vec::new(),
            members: Vec::new(),
        };
        places.cover(site, mesh);
        places.measure(mesh);
        places.look(site);
        places
    }

    fn cover(&mut self, site: &Site, mesh: &NavMesh) {
        let reach = COVER * self.apart;
        let mut cells = vec![Vec::new(); self.columns * self.rows];
        for floor in &site.built.floors {
            for row in 0..floor.rows {
                for column in 0..floor.columns {
                    let middle = Vec3::new(column as f32 + 0.5, 0.0, row as f32 + 0.5) * site.built.cell;
                    let point = Vec3::new(middle.x, floor.height, middle.z);
                    let Some(height) = site.built.ground_height(point) else { continue };
                    let Some(spot) = mesh.locate(Vec3::new(point.x, height, point.z)) else { continue };
                    if self.places.len() < MOST && !self.covered(&cells, mesh, spot, reach) {
                        let position = Vec3::new(point.x, height, point.z);
                        let (column, row) = self.cell(position);
                        cells[row * self.columns + column].push(self.places.len() as PlaceId);
                        self.places.push(TerrainPlace { position, room: site.built.room_at(position) });
                        self.spots.push(spot);
                    }
                }
            }
        }
        let ends = cells.iter().scan(0, |end, cell| {
            *end += cell.len() as u32;
            Some(*end)
        });
        self.starts = std::iter::once(0).chain(ends).collect();
        self.members = cells.concat();
    }

    fn covered(&self, cells: &[Vec<PlaceId>], mesh: &NavMesh, spot: NavPoint, reach: f32) -> bool {
        self.cells_around(spot.point, reach).flat_map(|row| cells[row].iter().flatten()).any(|id| {
            let other = self.places[usize::from(*id)].position;
            flat_distance(other, spot.point) <= reach && mesh.straight(spot, other)
        })
    }

    fn cell(&self, point: Vec3) -> (usize, usize) {
        let index = |metres: f32, count: usize| ((metres / GRID).max(0.0) as usize).min(count - 1);
        (index(point.x, self.columns), index(point.z, self.rows))
    }

    /// The cells of the grid that a square of this half side touches, row by row.
    fn cells_around(&self, point: Vec3, radius: f32) -> impl Iterator<Item = Range<usize>> + use<> {
        let (from, to) = (self.cell(point - Vec3::splat(radius)), self.cell(point + Vec3::splat(radius)));
        let columns = self.columns;
        (from.1..=to.1).map(move |row| row * columns + from.0..row * columns + to.0 + 1)
    }

    /// The spots in those cells.
    fn around(&self, point: Vec3, radius: f32) -> impl Iterator<Item = PlaceId> + '_ {
        let of_row = |row: Range<usize>| &self.members[self.starts[row.start] as usize..self.starts[row.end] as usize];
        self.cells_around(point, radius).flat_map(of_row).copied()
    }

    /// Distances along the mesh: spots joined where one can walk straight (or nearly), then Dijkstra from each.
    fn measure(&mut self, mesh: &NavMesh) {
        let count = self.places.len();
        let (join, join_around) = (JOIN * self.apart, JOIN_AROUND * self.apart);
        let mut corners = Vec::new();
        let joins: Vec<Vec<(PlaceId, f32)>> = (0..count)
            .map(|from| {
                let (spot, place) = (self.spots[from], self.places[from]);
                let mut joined: Vec<_> = self
                    .around(place.position, join)
                    .filter(|to| usize::from(*to) != from)
                    .filter_map(|to| {
                        let other = self.places[usize::from(to)].position;
                        let distance = place.position.distance(other);
                        if distance <= join && mesh.straight(spot, other) {
                            return Some((to, distance));
                        }
                        if distance > join_around {
                            return None;
                        }
                        let length = mesh.path(spot, self.spots[usize::from(to)], &mut corners)?;
                        (length <= 2.0 * join_around).then_some((to, length))
                    })
                    .collect();
                joined.sort_by_key(|(to, _)| *to);
                joined
            })
            .collect();
        self.travel = vec![f32::INFINITY; count * count];
        let mut open = BinaryHeap::new();
        for from in 0..count {
            let reached = &mut self.travel[from * count..(from + 1) * count];
            reached[from] = 0.0;
            open.push(Reverse((0_u32, from)));
            while let Some(Reverse((bits, at))) = open.pop() {
                let cost = f32::from_bits(bits);
                if cost > reached[at] {
                    continue;
                }
                for (to, length) in &joins[at] {
                    let sum = cost + length;
                    if sum < reached[usize::from(*to)] {
                        reached[usize::from(*to)] = sum;
                        open.push(Reverse((sum.to_bits(), usize::from(*to))));
                    }
                }
            }
        }
    }

    fn look(&mut self, site: &Site) {
        let count = self.places.len();
        self.words = count.div_ceil(64);
        self.sees = vec![0; self.words * count];
        for from in 0..count {
            self.see(from, from);
            for to in from + 1..count {
                let (a, b) = (self.places[from].position, self.places[to].position);
                if a.distance(b) <= FARTHEST
                    && site.sight.clear(a + Vec3::Y * EYES, b + Vec3::Y * EYES, DoorSet::default())
                {
                    self.see(from, to);
                    self.see(to, from);
                }
            }
        }
    }

    fn see(&mut self, from: usize, to: usize) {
        self.sees[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// The spots within `radius` metres of a point, in the order of their numbers.
    pub fn near(&self, point: Vec3, radius: f32, found: &mut Vec<PlaceId>) {
        found.clear();
        if (2.0 * radius / GRID).powi(2) * 8.0 > (self.columns * self.rows) as f32 {
            // Most of the level: what is found in order need not be sorted.
            found.extend((0..self.places.len() as PlaceId).filter(|id| self.is_near(*id, point, radius)));
        } else {
            found.extend(self.visit_near(point, radius));
            found.sort_unstable();
        }
    }

    /// The same, cell by cell.
    pub fn visit_near(&self, point: Vec3, radius: f32) -> impl Iterator<Item = PlaceId> + '_ {
        self.around(point, radius).filter(move |id| self.is_near(*id, point, radius))
    }

    fn is_near(&self, id: PlaceId, point: Vec3, radius: f32) -> bool {
        self.places[usize::from(id)].position.distance_squared(point) <= radius * radius
    }

    /// Whether one spot sees another.
    pub fn sees(&self, from: PlaceId, to: PlaceId) -> bool {
        let (from, to) = (usize::from(from), usize::from(to));
        self.sees.get(from * self.words + to / 64).is_some_and(|word| word >> (to % 64) & 1 == 1)
    }

    /// The length of the way between two spots in metres; infinite where none leads.
    pub fn travel(&self, from: PlaceId, to: PlaceId) -> f32 {
        let count = self.places.len();
        self.travel.get(usize::from(from) * count + usize::from(to)).copied().unwrap_or(f32::INFINITY)
    }

    /// The spot nearest to a point, one in the same room preferred; 0 where there are none.
    pub fn at(&self, point: Vec3, room: u16) -> PlaceId {
        let mut radius = GRID;
        let farthest = GRID * self.columns.max(self.rows) as f32;
        loop {
            let mut best: Option<(f32, PlaceId)> = None;
            for id in self.around(point, radius) {
                let place = self.places[usize::from(id)];
                let strange = if place.room == room { 0.0 } else { OTHER_ROOM };
                let distance = place.position.distance(point) + strange;
                if best.is_none_or(|(known, _)| distance < known) {
                    best = Some((distance, id));
                }
            }
            match best {
                Some((distance, id)) if distance <= radius || radius > farthest => return id,
                None if radius > farthest => return 0,
                _ => radius *= 2.0,
            }
        }
    }
}
