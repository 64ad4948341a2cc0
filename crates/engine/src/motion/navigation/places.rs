//! The places that cover a level, with precomputed distances and visibility between them.

use std::ops::Range;

use bevy::math::Vec3;
use quarry_minds::protocol::{PlaceId, TerrainPlace};

use super::{
    distances::{DistanceTable, PlaceJoins},
    exposure::ExposureTable,
    mesh::{NavMesh, NavPoint},
};
use crate::world::{Site, geometry::flat_distance, level::DoorSet};

/// The largest distance between a walkable cell and the nearest place, in metres.
const COVER_RADIUS: f32 = 1.9;
/// Up to this area in m², places cover a level with [`COVER_RADIUS`]. In a larger level they are spaced farther apart, so that their
/// number stays about the same.
const DENSE_AREA: f32 = 3500.0;
/// The height of eyes and of their targets, in metres.
const EYE_HEIGHT: f32 = 1.4;
/// The largest distance at which one place sees another, in metres.
const MAX_SIGHT: f32 = 45.0;
/// The largest number of places in a level.
const MAX_PLACES: usize = 4096;
/// The side of a grid cell, in metres.
const CELL: f32 = 2.0;
/// The penalty for places in another room when looking for the nearest one, in metres.
const OTHER_ROOM_PENALTY: f32 = 1.5;

/// The places of a level, with distances and visibility.
pub struct PlaceGraph {
    /// The places, indexed by their number.
    pub places: Vec<TerrainPlace>,
    pub(super) points: Vec<NavPoint>,
    pub(super) joins: PlaceJoins,
    distances: DistanceTable,
    sees: Vec<u64>,
    words: usize,
    /// Who sees whose body, for cover.
    pub(super) exposure: ExposureTable,
    /// The factor on all distances between places; 1 in levels of ordinary size.
    pub(super) spacing: f32,
    columns: usize,
    rows: usize,
    /// For each grid cell, row by row: where its places begin in `members`; one more entry for the end.
    cell_starts: Vec<u32>,
    members: Vec<PlaceId>,
}

impl PlaceGraph {
    /// Covers the mesh with places and computes their tables.
    pub(super) fn new(site: &Site, mesh: &NavMesh) -> Self {
        let columns = (site.built.bounds.max.x / CELL).ceil().max(1.0) as usize;
        let rows = (site.built.bounds.max.z / CELL).ceil().max(1.0) as usize;
        let cells: u32 = site.built.floors.iter().map(|floor| floor.rows * floor.columns).sum();
        let area = cells as f32 * site.built.cell.powi(2);
        let mut places = Self {
            spacing: (area / DENSE_AREA).max(1.0).sqrt(),
            places: Vec::new(),
            points: Vec::new(),
            joins: PlaceJoins::new(),
            distances: DistanceTable::new(&PlaceJoins::new()),
            sees: Vec::new(),
            words: 0,
            exposure: ExposureTable::new(0),
            columns,
            rows,
            cell_starts: Vec::new(),
            members: Vec::new(),
        };
        places.cover(site, mesh);
        places.joins = places.join(mesh);
        places.distances = DistanceTable::new(&places.joins);
        places.compute_visibility(site);
        places.exposure = ExposureTable::new(places.places.len());
        places
    }

    fn cover(&mut self, site: &Site, mesh: &NavMesh) {
        let reach = COVER_RADIUS * self.spacing;
        let mut cells = vec![Vec::new(); self.columns * self.rows];
        for floor in &site.built.floors {
            for row in 0..floor.rows {
                for column in 0..floor.columns {
                    let centre = Vec3::new(column as f32 + 0.5, 0.0, row as f32 + 0.5) * site.built.cell;
                    let Some(height) = site.built.ground_height(centre.with_y(floor.height)) else { continue };
                    let position = centre.with_y(height);
                    let Some(point) = mesh.locate(position) else { continue };
                    if self.places.len() < MAX_PLACES && !self.covered(&cells, mesh, point, reach) {
                        let (column, row) = self.cell(position);
                        cells[row * self.columns + column].push(self.places.len() as PlaceId);
                        self.places.push(TerrainPlace { position, room: site.built.room_at(position) });
                        self.points.push(point);
                    }
                }
            }
        }
        let ends = cells.iter().scan(0, |end, cell| {
            *end += cell.len() as u32;
            Some(*end)
        });
        self.cell_starts = std::iter::once(0).chain(ends).collect();
        self.members = cells.concat();
    }

    fn covered(&self, cells: &[Vec<PlaceId>], mesh: &NavMesh, point: NavPoint, reach: f32) -> bool {
        self.cells_around(point.point, reach).flat_map(|row| cells[row].iter().flatten()).any(|id| {
            let other = self.places[usize::from(*id)].position;
            flat_distance(other, point.point) <= reach && mesh.is_straight_walkable(point, other)
        })
    }

    fn cell(&self, point: Vec3) -> (usize, usize) {
        let index = |metres: f32, count: usize| ((metres / CELL).max(0.0) as usize).min(count - 1);
        (index(point.x, self.columns), index(point.z, self.rows))
    }

    /// The grid cells that a square with this half side touches, row by row.
    fn cells_around(&self, point: Vec3, radius: f32) -> impl Iterator<Item = Range<usize>> + use<> {
        let (from, to) = (self.cell(point - Vec3::splat(radius)), self.cell(point + Vec3::splat(radius)));
        let columns = self.columns;
        (from.1..=to.1).map(move |row| row * columns + from.0..row * columns + to.0 + 1)
    }

    /// The places in those cells.
    pub(super) fn around(&self, point: Vec3, radius: f32) -> impl Iterator<Item = PlaceId> + '_ {
        let of_row =
            |row: Range<usize>| &self.members[self.cell_starts[row.start] as usize..self.cell_starts[row.end] as usize];
        self.cells_around(point, radius).flat_map(of_row).copied()
    }

    fn compute_visibility(&mut self, site: &Site) {
        let count = self.places.len();
        self.words = count.div_ceil(64);
        self.sees = vec![0; self.words * count];
        for from in 0..count {
            self.see(from, from);
            for to in from + 1..count {
                let (a, b) = (self.places[from].position, self.places[to].position);
                if a.distance(b) <= MAX_SIGHT
                    && site.sight.is_clear(a + Vec3::Y * EYE_HEIGHT, b + Vec3::Y * EYE_HEIGHT, DoorSet::default())
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

    /// Writes the places within `radius` metres of a point into `found`, in ascending order.
    pub fn near(&self, point: Vec3, radius: f32, found: &mut Vec<PlaceId>) {
        found.clear();
        if (2.0 * radius / CELL).powi(2) * 8.0 > (self.columns * self.rows) as f32 {
            // Over most of the level a scan is already in order.
            found.extend((0..self.places.len() as PlaceId).filter(|id| self.is_near(*id, point, radius)));
        } else {
            found.extend(self.visit_near(point, radius));
            found.sort_unstable();
        }
    }

    /// The same, in the order of the grid.
    pub fn visit_near(&self, point: Vec3, radius: f32) -> impl Iterator<Item = PlaceId> + '_ {
        self.around(point, radius).filter(move |id| self.is_near(*id, point, radius))
    }

    fn is_near(&self, id: PlaceId, point: Vec3, radius: f32) -> bool {
        self.places[usize::from(id)].position.distance_squared(point) <= radius * radius
    }

    /// Whether one place sees another.
    pub fn sees(&self, from: PlaceId, to: PlaceId) -> bool {
        let (from, to) = (usize::from(from), usize::from(to));
        self.sees.get(from * self.words + to / 64).is_some_and(|word| word >> (to % 64) & 1 == 1)
    }

    /// The length of the path between two places, in metres; infinite if there is none.
    pub fn distance(&self, from: PlaceId, to: PlaceId) -> f32 {
        self.distances.get(from, to)
    }

    /// Where a place is, in metres.
    pub(super) fn place(&self, id: PlaceId) -> Vec3 {
        self.places.get(usize::from(id)).map_or(Vec3::ZERO, |place| place.position)
    }

    /// The memory of a table of distances, in bytes.
    pub(super) fn table_bytes(&self) -> usize {
        self.places.len() * self.places.len() * size_of::<f32>()
    }

    /// The place nearest to a point among those that fit, preferring the same room; 0 if there are none.
    pub(super) fn nearest_that(&self, point: Vec3, room: u16, fits: impl Fn(Vec3) -> bool) -> PlaceId {
        let mut radius = CELL;
        let farthest = CELL * self.columns.max(self.rows) as f32;
        loop {
            let mut best: Option<(f32, PlaceId)> = None;
            for id in self.around(point, radius) {
                let place = self.places[usize::from(id)];
                if !fits(place.position) {
                    continue;
                }
                let penalty = if place.room == room { 0.0 } else { OTHER_ROOM_PENALTY };
                let distance = place.position.distance(point) + penalty;
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
