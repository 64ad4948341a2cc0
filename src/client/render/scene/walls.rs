//! Walls: one face wherever a wall cell meets open space, split at the cut height so that a cutaway view can hide the upper part.
//! Corners are darker; plastered rooms get a skirting board.

use bevy::prelude::*;

use super::{FloorPlan, Layer, MeshBatch, WallCell, cover};
use crate::client::render::mesh::{MeshBuffer, SurfacePoint, Vertex};
use crate::client::render::texture::noise::{hash_noise, value_noise_3d};
use crate::data::look::Pattern;

/// The height at which a cutaway view cuts walls, in metres above the floor's ground.
pub const CUT_HEIGHT: f32 = 1.15;
/// The tops of cut walls have the colour of their wall times this, so that its rooms stand out.
const CUT_SHADE: LinearRgba = LinearRgba::rgb(0.42, 0.42, 0.44);
/// The reach of the darkening in corners, in metres.
const CORNER: f32 = 0.45;
/// Height and depth of the skirting board in metres.
const SKIRTING: (f32, f32) = (0.14, 0.035);

/// The four sides of a cell: the offset of the neighbouring cell, the start of the face in cells from the north-west corner, and
/// the direction of the face. A face runs to the right as seen from outside.
const SIDES: [((i32, i32), Vec2, Vec3); 4] = [
    ((0, -1), Vec2::new(1.0, 0.0), Vec3::NEG_X),
    ((1, 0), Vec2::new(1.0, 1.0), Vec3::NEG_Z),
    ((0, 1), Vec2::new(0.0, 1.0), Vec3::X),
    ((-1, 0), Vec2::new(0.0, 0.0), Vec3::Z),
];

/// Adds the walls, hedges and wall caps of a floor.
pub fn add(batch: &mut MeshBatch, plan: &FloorPlan) {
    let cell = plan.level.cell;
    let ground = plan.level.floors.get(plan.floor).map_or(0.0, |floor| floor.height);
    for ((column, row), wall) in plan.walls() {
        let Some(surface) = batch.palette.get(wall.material).cloned() else { continue };
        if cover::is_object(surface.pattern) {
            continue;
        }
        let corner = Vec3::new(column as f32 * cell, ground, row as f32 * cell);
        if surface.pattern == Pattern::Thicket {
            add_bush(batch, plan, (column, row), wall, corner);
            continue;
        }
        if surface.leafy {
            add_hedge(batch, plan, (column, row), wall, corner);
            continue;
        }
        for (towards, start, right) in SIDES {
            let neighbour = plan.wall(column + towards.0, row + towards.1);
            let from = neighbour.map_or(0.0, |other| other.height);
            if from >= wall.height - 0.001 {
                continue;
            }
            let out = Vec3::new(towards.0 as f32, 0.0, towards.1 as f32);
            let beside = |side: f32| {
                let step = right * side + out;
                plan.wall(column + step.x as i32, row + step.z as i32).is_some()
            };
            let face = WallFace {
                from: corner + Vec3::new(start.x * cell, 0.0, start.y * cell),
                right,
                out,
                width: cell,
                closed: [beside(-1.0), beside(1.0)],
                rough: surface.pattern == Pattern::Cliff,
            };
            face.add(batch, plan, wall, from);
            if from == 0.0
                && surface.pattern == Pattern::Plaster
                && !plan.is_open_sky(column + towards.0, row + towards.1)
            {
                face.skirting(batch, plan.floor);
            }
        }
        let tall = wall.height > CUT_HEIGHT + 0.01;
        if surface.pattern == Pattern::Cliff {
            add_cliff_top(batch, plan, wall, corner);
            continue;
        }
        let layer = if tall { Layer::Upper } else { Layer::Whole };
        add_top(batch.shape(layer, plan.floor, wall.material), corner, cell, wall.height);
        if tall {
            let cut = batch.shape(Layer::Cap, plan.floor, wall.material);
            cut.set_colour(CUT_SHADE);
            add_top(cut, corner, cell, CUT_HEIGHT);
        }
    }
}

fn add_cliff_top(batch: &mut MeshBatch, plan: &FloorPlan, wall: WallCell, corner: Vec3) {
    let parts = rock_parts(batch);
    batch.shape(Layer::Whole, plan.floor, wall.material).surface(parts, |x, y| {
        let flat = Vec3::new(x as f32, 0.0, y as f32) * (plan.level.cell / parts as f32);
        SurfacePoint { at: weathered(corner + flat + Vec3::Y * wall.height, corner.y), light: 1.0, cover: 1.0 }
    });
}

fn add_top(shape: &mut MeshBuffer, corner: Vec3, cell: f32, height: f32) {
    shape.rectangle(corner + Vec3::new(0.0, height, cell), Vec3::X * cell, Vec3::NEG_Z * cell);
}

/// Subdivisions of a cell of a cliff in each direction: fewer in large levels.
fn rock_parts(batch: &MeshBatch) -> i32 {
    if batch.detail() < 1.0 { 2 } else { 3 }
}

/// How far the surface of a cliff is moved, times noise of 0.7 either way at most, in metres.
const WEATHERED: Vec3 = Vec3::new(0.45, 1.5, 0.45);

/// A point of the surface of a cliff: broken, and of uneven height. It depends on the place alone, so that faces meet without gaps.
fn weathered(at: Vec3, ground: f32) -> Vec3 {
    let part = |seed: u32| value_noise_3d(at * 0.55, seed) + 0.4 * value_noise_3d(at * 1.7, seed + 9) - 0.7;
    let rise = ((at.y - ground) / 3.0).clamp(0.0, 1.0);
    at + Vec3::new(part(1), (part(2) + 0.2).max(-0.2) * rise, part(3)) * WEATHERED
}

/// The visible side of one wall cell.
struct WallFace {
    from: Vec3,
    right: Vec3,
    out: Vec3,
    width: f32,
    /// Whether another wall meets the left and the right end.
    closed: [bool; 2],
    /// Whether it is a cliff, which is broken and is not cut.
    rough: bool,
}

impl WallFace {
    fn light(&self, along: f32, height: f32) -> f32 {
        let near = |closed: bool, distance: f32| {
            if closed { 0.6 + 0.4 * (distance / CORNER).min(1.0) } else { 1.0 }
        };
        let low = 0.62 + 0.38 * (height / CORNER).min(1.0);
        low * near(self.closed[0], along) * near(self.closed[1], self.width - along)
    }

    fn add(&self, batch: &mut MeshBatch, plan: &FloorPlan, wall: WallCell, from: f32) {
        let mut heights = vec![from];
        heights.extend([0.2, CORNER, CUT_HEIGHT].into_iter().filter(|height| *height > from && *height < wall.height));
        heights.push(wall.height);
        let (corner, rock) = (CORNER.min(self.width * 0.4), rock_parts(batch));
        let columns = match self.rough {
            true => (0..=rock).map(|part| part as f32 * self.width / rock as f32).collect(),
            false => vec![0.0, corner, self.width - corner, self.width],
        };
        if self.rough {
            let steps = (1..20).map(|step| CUT_HEIGHT + step as f32 * 1.8 / rock as f32);
            heights
                .splice(heights.len() - 1..heights.len() - 1, steps.take_while(|height| *height < wall.height - 0.2));
        }
        for pair in heights.windows(2) {
            let layer = if pair[0] >= CUT_HEIGHT - 0.001 && !self.rough { Layer::Upper } else { Layer::Whole };
            let shape = batch.shape(layer, plan.floor, wall.material);
            let tile_size = shape.tile_size;
            for side in columns.windows(2) {
                let at = |along: f32, height: f32| {
                    let at = self.from + self.right * along + Vec3::Y * height;
                    // World coordinates, so that the texture continues across cells.
                    let run = at.dot(self.right);
                    let shown = if self.rough { weathered(at, self.from.y) } else { at };
                    Vertex { at: shown, uv: Vec2::new(run, -at.y) / tile_size, light: self.light(along, height) }
                };
                let corners = [at(side[0], pair[0]), at(side[1], pair[0]), at(side[1], pair[1]), at(side[0], pair[1])];
                let facing = (corners[1].at - corners[0].at).cross(corners[3].at - corners[0].at);
                shape.quad(corners, if self.rough { facing.normalize_or(self.out) } else { self.out });
            }
        }
    }

    fn skirting(&self, batch: &mut MeshBatch, floor: usize) {
        let (height, depth) = SKIRTING;
        let Some(shape) = batch.trim(floor) else { return };
        let reach = |closed: bool| if closed { 0.0 } else { depth };
        let start = self.from - self.right * reach(self.closed[0]) + self.out * depth;
        let run = self.right * (self.width + reach(self.closed[0]) + reach(self.closed[1]));
        shape.rectangle(start, run, Vec3::Y * height);
        shape.rectangle(start + Vec3::Y * height, run, -self.out * depth);
        for (end, closed) in [(start, self.closed[0]), (start + run, self.closed[1])] {
            if !closed {
                let left = end == start;
                let (corner, side) =
                    if left { (end - self.out * depth, self.out * depth) } else { (end, -self.out * depth) };
                shape.rectangle(corner, side, Vec3::Y * height);
            }
        }
    }
}

/// Adds a cell of a thicket: a bush that runs into those beside it, larger or smaller than they are.
fn add_bush(batch: &mut MeshBatch, plan: &FloorPlan, (column, row): (i32, i32), wall: WallCell, corner: Vec3) {
    let cell = plan.level.cell;
    let chance = |seed: u32| hash_noise(column, row, seed) - 0.5;
    let middle = corner + Vec3::new(cell * (0.5 + 0.6 * chance(1)), 0.0, cell * (0.5 + 0.6 * chance(2)));
    let wide = cell * (0.76 + 0.4 * chance(3));
    let half = Vec3::new(wide, wall.height * (1.0 + 0.5 * chance(4)), wide);
    batch.shape(Layer::Whole, plan.floor, wall.material).leafy_mound(middle, half);
}

/// Adds a hedge cell: leafy faces at the top and on open sides.
fn add_hedge(batch: &mut MeshBatch, plan: &FloorPlan, (column, row): (i32, i32), wall: WallCell, corner: Vec3) {
    let cell = plan.level.cell;
    let half = Vec3::new(cell, wall.height, cell) * 0.5;
    let transform = Transform::from_translation(corner + half);
    let shape = batch.shape(Layer::Whole, plan.floor, wall.material);
    shape.leafy_side(half, Vec3::Y, Vec3::X, &transform);
    for (towards, _, right) in SIDES {
        let out = Vec3::new(towards.0 as f32, 0.0, towards.1 as f32);
        let lower =
            plan.wall(column + towards.0, row + towards.1).is_none_or(|other| other.height < wall.height - 0.01);
        if lower {
            shape.leafy_side(half, out, right, &transform);
        }
    }
}
