//! Natural ground: where grass, earth and sand meet, one grows over the other with a frayed edge, and shores slope into the water.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use quarry_minds::protocol::Label;

use super::{FloorPlan, Layer, MeshBatch};
use crate::client::render::mesh::SurfacePoint;
use crate::client::render::texture::noise::value_noise_3d;

/// The side of a part of an edge or a shore in a level of usual size, in metres, and the most parts of a cell in each direction.
const PART: f32 = 0.3;
const MOST_PARTS: f32 = 7.0;
/// How far one ground grows over another, and a shore into the water: this part of a cell, and at most so many metres.
const REACH: (f32, f32) = (0.6, 1.3);
/// How far an edge lies above the ground it covers, in metres.
const LIFT: f32 = 0.006;
/// How deep a shore goes below the surface of the water, in metres.
const DEPTH: f32 = 0.3;

/// The level ground of a floor, cell by cell.
pub struct NaturalGround {
    cell: f32,
    /// Subdivisions of a cell in each direction.
    parts: i32,
    /// The cells of natural ground: material and height.
    land: BTreeMap<(i32, i32), (Label, f32)>,
    /// The height of the water in its cells.
    water: BTreeMap<(i32, i32), f32>,
}

/// The heights that a shore joins, in metres.
#[derive(Clone, Copy)]
struct Shore {
    land: f32,
    water: f32,
}

impl NaturalGround {
    pub fn new(batch: &MeshBatch, plan: &FloorPlan) -> Self {
        let level = plan.level;
        let parts = ((level.cell / PART).min(MOST_PARTS) * batch.detail()).round().max(2.0) as i32;
        let mut ground = Self { cell: level.cell, parts, land: BTreeMap::new(), water: BTreeMap::new() };
        let cells = |from: f32, to: f32| (from / level.cell).round() as i32..(to / level.cell).round() as i32;
        for patch in level.patches.iter().filter(|patch| patch.floor == plan.floor && patch.slope.is_none()) {
            if !is_natural(batch, patch.material) {
                continue;
            }
            for row in cells(patch.min.y, patch.max.y) {
                let columns = cells(patch.min.x, patch.max.x);
                ground.land.extend(columns.map(|column| ((column, row), (patch.material, patch.height))));
            }
        }
        for patch in level.water.iter().filter(|patch| patch.floor == plan.floor) {
            for row in cells(patch.min.y, patch.max.y) {
                ground.water.extend(cells(patch.min.x, patch.max.x).map(|column| ((column, row), patch.height)));
            }
        }
        ground
    }

    /// Adds the frayed edges and the shores.
    pub fn add(&self, batch: &mut MeshBatch, plan: &FloorPlan) {
        for (at, (material, height)) in &self.land {
            // The one that comes later by its name grows over the other.
            let over = self.around(*at).filter(|(_, other, level)| other > material && (level - height).abs() < 0.01);
            let over: BTreeSet<Label> = over.map(|(_, other, _)| other).collect();
            for other in over {
                self.add_edge(batch, plan, *at, *height, other);
            }
        }
        for (at, surface) in &self.water {
            let beside = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
            let shore = beside.iter().find_map(|(x, y)| self.land.get(&(at.0 + x, at.1 + y)));
            if let Some((material, height)) = shore {
                let heights = Shore { land: *height, water: *surface };
                self.add_shore(batch, plan.floor, *at, heights, *material);
            }
        }
    }

    /// The natural cells around a cell, with material and height.
    fn around(&self, (column, row): (i32, i32)) -> impl Iterator<Item = ((i32, i32), Label, f32)> + '_ {
        let beside = (-1..=1).flat_map(move |y| (-1..=1).map(move |x| (column + x, row + y)));
        beside.filter_map(|cell| self.land.get(&cell).map(|(material, height)| (cell, *material, *height)))
    }

    fn reach(&self) -> f32 {
        (self.cell * REACH.0).min(REACH.1)
    }

    /// How far a point of a cell is from the nearest of the natural cells around it that a rule names: 0 at their border, 1 as far as they
    /// reach, on average. The distance varies from place to place.
    fn share(&self, cell: (i32, i32), point: Vec2, counts: impl Fn(Label) -> bool) -> f32 {
        let near = self.around(cell).filter(|(_, material, _)| counts(*material)).map(|((column, row), ..)| {
            let low = Vec2::new(column as f32, row as f32) * self.cell;
            point.distance(point.clamp(low, low + self.cell))
        });
        let distance = near.fold(f32::MAX, f32::min);
        let noise = value_noise_3d(Vec3::new(point.x, 0.0, point.y) * 0.9, 3) - 0.5
            + 0.4 * (value_noise_3d(Vec3::new(point.x, 0.0, point.y) * 2.7, 5) - 0.5);
        distance / self.reach() + noise * 0.8
    }

    fn add_edge(&self, batch: &mut MeshBatch, plan: &FloorPlan, cell: (i32, i32), height: f32, over: Label) {
        let low = Vec2::new(cell.0 as f32, cell.1 as f32) * self.cell;
        let shaded = plan.is_shaded(cell.0, cell.1);
        batch.shape(Layer::Edge, plan.floor, over).surface(self.parts, |x, y| {
            let flat = low + Vec2::new(x as f32, y as f32) * (self.cell / self.parts as f32);
            SurfacePoint {
                at: Vec3::new(flat.x, height + LIFT, flat.y),
                light: if shaded { plan.light(flat) } else { 1.0 },
                cover: 1.0 - self.share(cell, flat, |material| material == over).clamp(0.0, 1.0) * 0.75,
            }
        });
    }

    fn add_shore(&self, batch: &mut MeshBatch, floor: usize, cell: (i32, i32), shore: Shore, material: Label) {
        let Shore { land, water } = shore;
        let low = Vec2::new(cell.0 as f32, cell.1 as f32) * self.cell;
        batch.shape(Layer::Edge, floor, material).surface(self.parts, |x, y| {
            let flat = low + Vec2::new(x as f32, y as f32) * (self.cell / self.parts as f32);
            let border = self.share(cell, flat, |_| true);
            // At the very border it joins the land, whatever the noise says.
            let on_border = self.around(cell).any(|((column, row), ..)| {
                let low = Vec2::new(column as f32, row as f32) * self.cell;
                flat.distance(flat.clamp(low, low + self.cell)) < 1e-3
            });
            let share = if on_border { 0.0 } else { border.clamp(0.0, 1.0) };
            let sloped = share * share * (3.0 - 2.0 * share);
            let height = land + (water - DEPTH - land) * sloped;
            SurfacePoint {
                at: Vec3::new(flat.x, height, flat.y),
                light: 1.0 - 0.35 * sloped,
                cover: if height > water - 0.1 { 1.0 } else { 0.0 },
            }
        });
    }
}

/// Whether a material is natural ground.
pub fn is_natural(batch: &MeshBatch, material: Label) -> bool {
    batch.palette.get(material).is_some_and(|surface| surface.edge.is_some())
}
