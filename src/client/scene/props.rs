//! Furniture: the parts of the prop catalogue with softened edges, merged by material; parts that swing open stay apart.

use std::hash::Hasher;

use bevy::prelude::*;

use super::{
    InScene,
    batch::{Layer, MeshBatch, OnFloor},
    palette_materials::PaletteMaterials,
};
use crate::{
    client::{mesh::MeshBuffer, scene_setup::SceneSetup},
    data::prop::{PartShape, PropPart},
    protocol::{Digest, ThingId},
    world::{geometry::rotation, level::PlacedProp},
};

/// A part of a hiding place that swings open.
#[derive(Component, Clone, Copy, Debug)]
pub struct HidingPlaceDoor {
    /// The hiding place.
    pub thing: ThingId,
    /// How it stands shut.
    pub shut: Transform,
    /// From its middle to its hinge, in its own axes, in metres.
    pub hinge: Vec3,
}

/// Adds the furniture of the level.
pub fn add(batch: &mut MeshBatch, setup: &SceneSetup) {
    for (index, placed) in setup.level.props.iter().enumerate() {
        let Some(prop) = setup.props.0.get(&placed.name) else { continue };
        let stands = stands(placed);
        for (number, part) in prop.parts.iter().enumerate() {
            if part.opens && placed.thing.is_some() {
                continue;
            }
            let Some(painted) = batch.painter.get(part.material).cloned() else { continue };
            let shape = batch.shape(Layer::Whole, placed.floor, part.material);
            let tone = tone(index, number);
            shape.paint(LinearRgba::rgb(tone, tone, tone));
            mould(shape, part, &(stands * local(part)), painted.bushy);
            shape.paint(LinearRgba::WHITE);
        }
    }
}

/// Spawns the parts that swing.
pub fn spawn_swinging(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    painter: &PaletteMaterials,
    setup: &SceneSetup,
) {
    for placed in &setup.level.props {
        let (Some(prop), Some(thing)) = (setup.props.0.get(&placed.name), placed.thing) else { continue };
        for part in prop.parts.iter().filter(|part| part.opens) {
            let Some(painted) = painter.get(part.material) else { continue };
            let mut shape = MeshBuffer::new(painted.repeat);
            mould(&mut shape, part, &Transform::IDENTITY, painted.bushy);
            let width = match part.shape {
                PartShape::Box(width, ..) => width * 0.5,
                PartShape::Cylinder { radius, .. } | PartShape::Ball { radius } => radius,
            };
            // On the side away from the middle of the prop, so that double doors open both ways.
            let hinge = Vec3::X * if part.at.0 < -0.01 { -width } else { width };
            let shut = stands(placed) * local(part);
            commands.spawn((
                Name::new(format!("door of {}", placed.name)),
                InScene,
                OnFloor(placed.floor),
                Layer::Whole,
                HidingPlaceDoor { thing, shut, hinge },
                shut,
                Mesh3d(meshes.add(shape.mesh(setup.quality.normal_maps))),
                MeshMaterial3d(painted.handle.clone()),
            ));
        }
    }
}

fn stands(placed: &PlacedProp) -> Transform {
    Transform::from_translation(placed.place).with_rotation(rotation(placed.heading))
}

fn local(part: &PropPart) -> Transform {
    Transform::from_translation(Vec3::from(part.at)).with_rotation(rotation(part.rotation.to_radians()))
}

/// No two pieces are of quite the same tone: a factor a little below 1.
fn tone(prop: usize, part: usize) -> f32 {
    let mut sum = Digest::default();
    sum.write_usize(prop * 3 + 1);
    sum.write_usize(part / 2);
    0.86 + 0.14 * (sum.finish() >> 40 & 0xff) as f32 / 255.0
}

/// Adds one part. Wood runs along the longest side of a box.
fn mould(shape: &mut MeshBuffer, part: &PropPart, moved: &Transform, bushy: bool) {
    match part.shape {
        PartShape::Box(width, height, depth) => {
            let half = Vec3::new(width, height, depth) * 0.5;
            if bushy {
                shape.bush(half, moved);
            } else {
                let bevel = (half.min_element() * 0.3).min(0.025);
                lengthwise(shape, half, bevel, moved);
            }
        }
        PartShape::Cylinder { radius, height } => shape.cylinder(radius, height, moved),
        PartShape::Ball { radius } => shape.ball(Vec3::splat(radius), moved),
    }
}

/// A box whose grain runs along its longest side: the pattern's grain runs upwards, so the box is made standing and laid down.
fn lengthwise(shape: &mut MeshBuffer, half: Vec3, bevel: f32, moved: &Transform) {
    if half.x > half.y && half.x >= half.z {
        let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        shape.bevelled_box(Vec3::new(half.y, half.x, half.z), bevel, &(*moved * Transform::from_rotation(turned)));
    } else if half.z > half.y {
        let turned = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        shape.bevelled_box(Vec3::new(half.x, half.z, half.y), bevel, &(*moved * Transform::from_rotation(turned)));
    } else {
        shape.bevelled_box(half, bevel, moved);
    }
}
