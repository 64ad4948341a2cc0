//! Ground, water, stairs, ceilings and roofs. The ground is darker beside walls and under furniture.

use bevy::prelude::*;
use quarry_minds::protocol::Label;

use super::natural_ground::{NaturalGround, is_natural};
use super::{FloorPlan, Layer, MeshBatch};
use crate::client::render::mesh::Vertex;
use crate::world::geometry::rotation;
use crate::world::level::{GroundPatch, SolidOrigin, SolidShape};

/// Subdivisions of a shaded cell in each direction.
const PARTS: i32 = 4;

/// Adds the ground, water, stairs, ceilings, roofs and lintels of a floor.
pub fn add(batch: &mut MeshBatch, plan: &FloorPlan) {
    for patch in plan.level.patches.iter().filter(|patch| patch.floor == plan.floor && patch.slope.is_none()) {
        add_ground(batch, plan, patch);
    }
    for patch in plan.level.water.iter().filter(|patch| patch.floor == plan.floor) {
        add_ground(batch, plan, patch);
        add_banks(batch, plan, patch);
    }
    let natural = NaturalGround::new(batch, plan);
    natural.add(batch, plan);
    let Some(floor) = plan.level.floors.get(plan.floor) else { return };
    if let Some(material) = floor.roof {
        let covered = plan.level.patches.iter().chain(&plan.level.water);
        for patch in covered.filter(|patch| patch.floor == plan.floor) {
            add_roof(batch, plan, patch, material);
        }
    }
    let next = plan.level.floors.get(plan.floor + 1).map_or(f32::MAX, |next| next.height);
    for solid in &plan.level.solids {
        let (SolidShape::Box { half } | SolidShape::Wedge { half }) = solid.shape else { continue };
        let low = solid.centre.y - half.y;
        // Solids carry no floor index: those between this ground and the next belong to this floor.
        if low < floor.height - 0.5
            || low >= next.max(floor.height + 0.1) + if solid.origin == SolidOrigin::Ceiling { 0.5 } else { -0.3 }
        {
            continue;
        }
        let transform = Transform::from_translation(solid.centre).with_rotation(rotation(solid.heading));
        match solid.origin {
            SolidOrigin::Ramp => batch.shape(Layer::Whole, plan.floor, solid.material).steps(half, &transform),
            SolidOrigin::Lintel => {
                batch.shape(Layer::Upper, plan.floor, solid.material).bevelled_box(half, 0.0, &transform);
            }
            SolidOrigin::Ceiling if low > floor.height + 0.5 => {
                let shape = batch.shape(Layer::Ceiling, plan.floor, solid.material);
                shape.bevelled_box(half, 0.0, &transform);
            }
            _ => {}
        }
    }
}

/// The thickness of a roof in metres.
const ROOF_THICKNESS: f32 = 0.12;

/// Adds the roof over a patch of ground. Over a slope, the upper end sets its height.
fn add_roof(batch: &mut MeshBatch, plan: &FloorPlan, patch: &GroundPatch, material: Label) {
    let low = patch.height + patch.slope.map_or(0.0, |(rise, _)| rise) + plan.level.wall_height;
    let (middle, half) = ((patch.min + patch.max) * 0.5, (patch.max - patch.min) * 0.5);
    let transform = Transform::from_xyz(middle.x, low + ROOF_THICKNESS * 0.5, middle.y);
    batch.shape(Layer::Ceiling, plan.floor, material).bevelled_box(
        Vec3::new(half.x, ROOF_THICKNESS * 0.5, half.y),
        0.0,
        &transform,
    );
}

fn add_ground(batch: &mut MeshBatch, plan: &FloorPlan, patch: &GroundPatch) {
    let cell = plan.level.cell;
    let cells = |from: f32, to: f32| (from / cell).round() as i32..(to / cell).round() as i32;
    let shape = batch.shape(Layer::Ground, plan.floor, patch.material);
    let tile_size = shape.tile_size;
    for row in cells(patch.min.y, patch.max.y) {
        for column in cells(patch.min.x, patch.max.x) {
            let parts = if plan.is_shaded(column, row) { PARTS } else { 1 };
            let side = cell / parts as f32;
            for part in 0..parts * parts {
                let low = Vec2::new(column as f32, row as f32) * cell
                    + Vec2::new((part % parts) as f32, (part / parts) as f32) * side;
                let at = |x: f32, y: f32| {
                    let flat = low + Vec2::new(x, y) * side;
                    let light = if parts > 1 { plan.light(flat) } else { 1.0 };
                    Vertex { at: Vec3::new(flat.x, patch.height, flat.y), uv: flat / tile_size, light }
                };
                shape.quad([at(0.0, 1.0), at(1.0, 1.0), at(1.0, 0.0), at(0.0, 0.0)], Vec3::Y);
            }
        }
    }
}

/// Adds the banks of a patch of water: the edges of the built ground beside it, down to the surface. Natural ground slopes into it.
fn add_banks(batch: &mut MeshBatch, plan: &FloorPlan, water: &GroundPatch) {
    let middle = (water.min + water.max) * 0.5;
    for ground in plan.level.patches.iter().filter(|patch| patch.floor == plan.floor && patch.slope.is_none()) {
        if is_natural(batch, ground.material) {
            continue;
        }
        // The part of the border that both patches share: a line along one axis, or nothing.
        let (from, to) = (water.min.max(ground.min), water.max.min(ground.max));
        let size = to - from;
        if size.min_element().abs() > 1e-3 || size.max_element() < 1e-3 {
            continue;
        }
        let centre = (from + to) * 0.5;
        let towards_water =
            if size.x > size.y { Vec3::Z * (middle.y - centre.y) } else { Vec3::X * (middle.x - centre.x) };
        let up = Vec3::Y * (ground.height - water.height);
        let along = up.cross(towards_water).normalize_or_zero() * size.max_element();
        let corner = Vec3::new(centre.x, water.height, centre.y) - along * 0.5;
        batch.shape(Layer::Ground, plan.floor, ground.material).rectangle(corner, along, up);
    }
}
