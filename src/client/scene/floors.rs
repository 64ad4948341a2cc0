//! Floors, ceilings and stairs. Floors are darker beside walls and under furniture.

use bevy::prelude::*;

use super::{
    batch::{Layer, MeshBatch},
    floor_plan::FloorPlan,
};
use crate::{
    client::mesh::Vertex,
    protocol::Label,
    world::{
        geometry::rotation,
        level::{GroundPatch, SolidOrigin, SolidShape},
    },
};

/// How finely a floor is divided where light falls off, in parts of a cell.
const PARTS: i32 = 4;

/// Adds the floors, stairs, ceilings and lintels of a floor.
pub fn add(batch: &mut MeshBatch, plan: &FloorPlan) {
    for patch in plan.level.patches.iter().filter(|patch| patch.floor == plan.floor && patch.slope.is_none()) {
        floor(batch, plan, patch);
    }
    let Some(floor) = plan.level.floors.get(plan.floor) else { return };
    if let Some(material) = floor.roof {
        for patch in plan.level.patches.iter().filter(|patch| patch.floor == plan.floor) {
            roof(batch, plan, patch, material);
        }
    }
    let next = plan.level.floors.get(plan.floor + 1).map_or(f32::MAX, |next| next.height);
    for solid in &plan.level.solids {
        let (SolidShape::Box { half } | SolidShape::Wedge { half }) = solid.shape else { continue };
        let low = solid.centre.y - half.y;
        // What belongs to this floor stands on it, and below the ground of the next.
        if low < floor.height - 0.5
            || low >= next.max(floor.height + 0.1) + if solid.origin == SolidOrigin::Ceiling { 0.5 } else { -0.3 }
        {
            continue;
        }
        let moved = Transform::from_translation(solid.centre).with_rotation(rotation(solid.heading));
        match solid.origin {
            SolidOrigin::Ramp => batch.shape(Layer::Whole, plan.floor, solid.material).steps(half, &moved),
            SolidOrigin::Lintel => {
                batch.shape(Layer::Upper, plan.floor, solid.material).bevelled_box(half, 0.0, &moved);
            }
            SolidOrigin::Ceiling if low > floor.height + 0.5 => {
                let shape = batch.shape(Layer::Ceiling, plan.floor, solid.material);
                shape.bevelled_box(half, 0.0, &moved);
            }
            _ => {}
        }
    }
}

/// How thick a roof is, in metres.
const ROOF: f32 = 0.12;

/// The roof over a piece of the ground; over a slope it is as high as at the upper end.
fn roof(batch: &mut MeshBatch, plan: &FloorPlan, patch: &GroundPatch, material: Label) {
    let low = patch.height + patch.slope.map_or(0.0, |(rise, _)| rise) + plan.level.wall_height;
    let (middle, half) = ((patch.min + patch.max) * 0.5, (patch.max - patch.min) * 0.5);
    let moved = Transform::from_xyz(middle.x, low + ROOF * 0.5, middle.y);
    batch.shape(Layer::Ceiling, plan.floor, material).bevelled_box(Vec3::new(half.x, ROOF * 0.5, half.y), 0.0, &moved);
}

fn floor(batch: &mut MeshBatch, plan: &FloorPlan, patch: &GroundPatch) {
    let cell = plan.level.cell;
    let cells = |from: f32, to: f32| (from / cell).round() as i32..(to / cell).round() as i32;
    let shape = batch.shape(Layer::Ground, plan.floor, patch.material);
    let repeat = shape.repeat;
    for row in cells(patch.min.y, patch.max.y) {
        for column in cells(patch.min.x, patch.max.x) {
            let parts = if plan.shaded(column, row) { PARTS } else { 1 };
            let side = cell / parts as f32;
            for part in 0..parts * parts {
                let low = Vec2::new(column as f32, row as f32) * cell
                    + Vec2::new((part % parts) as f32, (part / parts) as f32) * side;
                let at = |x: f32, y: f32| {
                    let flat = low + Vec2::new(x, y) * side;
                    let light = if parts > 1 { plan.light(flat) } else { 1.0 };
                    Vertex { at: Vec3::new(flat.x, patch.height, flat.y), uv: flat / repeat, light }
                };
                shape.face([at(0.0, 1.0), at(1.0, 1.0), at(1.0, 0.0), at(0.0, 0.0)], Vec3::Y);
            }
        }
    }
}
