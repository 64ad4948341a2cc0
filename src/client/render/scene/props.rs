//! Furniture: the parts of the prop catalogue with bevelled edges, merged by material. Doors of hiding places and props that move
//! stay separate entities.

use std::{collections::BTreeMap, hash::Hasher};

use bevy::prelude::*;
use quarry_minds::protocol::{Digest, Label, ThingId};

use super::{Layer, MeshBatch, OnFloor, PaletteMaterials, Present, SceneBuilder, scene_part};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::physics::{Movable, ViewPhysics, prop_transform};
use crate::client::session::{Playback, SceneSetup};
use crate::data::prop::{PartShape, Prop, PropPart};
use crate::world::geometry::rotation;

#[derive(Component, Clone, Copy, Debug)]
pub struct HidingPlaceDoor {
    pub thing: ThingId,
    /// The transform while closed.
    pub shut: Transform,
    /// The offset from the centre to the hinge in local axes, in metres.
    pub hinge: Vec3,
}

/// A part of a lamp that shines while the lamp does, with the index of the feed of the lamp.
#[derive(Component, Clone, Copy, Debug)]
pub struct Glow(usize);

/// Adds the furniture of the level that does not move, without the doors of hiding places and what goes out with a lamp.
pub fn add(batch: &mut MeshBatch, setup: &SceneSetup) {
    for (index, placed) in setup.level.props.iter().enumerate() {
        let Some(prop) = setup.props.0.get(&placed.name).filter(|prop| prop.moves.is_none()) else { continue };
        let root = prop_transform(placed);
        let goes_out = setup.level.feed_of(index).is_some();
        let layer = layer_of(prop);
        for (number, part) in prop.parts.iter().enumerate() {
            if part.opens && placed.thing.is_some() {
                continue;
            }
            let Some(surface) =
                batch.palette.get(part.material).filter(|surface| !(goes_out && surface.glows)).cloned()
            else {
                continue;
            };
            let shape = batch.shape(layer, placed.floor, part.material);
            let tone = tone(index, number);
            shape.set_colour(LinearRgba::rgb(tone, tone, tone));
            add_part(shape, part, &(root * part_transform(part)), surface.leafy);
            shape.set_colour(LinearRgba::WHITE);
        }
    }
}

/// What hangs at walls or ceilings is hidden with the upper part of the walls: chandeliers, tapestries, gates that are fixed to a wall.
fn layer_of(prop: &Prop) -> Layer {
    let lower_end = |part: &PropPart| {
        part.at.1
            - match part.shape {
                PartShape::Box(_, height, _) | PartShape::Cylinder { height, .. } => height * 0.5,
                PartShape::Ball { radius } => radius,
            }
    };
    if prop.on_wall || prop.parts.iter().all(|part| lower_end(part) > HANGS) { Layer::Upper } else { Layer::Whole }
}

/// What reaches no lower than this hangs, in metres: what stands on a table begins below.
const HANGS: f32 = 0.82;

/// Lets what shines of a lamp be there while the lamp shines.
pub fn put_out(playback: Res<Playback>, setup: Res<SceneSetup>, mut glows: Query<(&Glow, &mut Present)>) {
    for (glow, mut present) in &mut glows {
        present.set_if_neq(Present(playback.now.things.are_fed(&setup.level, Some(glow.0))));
    }
}

/// A part of a prop that moves, by the index of the prop in the level.
#[derive(Component, Clone, Copy, Debug)]
pub struct MovingProp(usize);

/// Spawns the props that move, and of the others what shines of lamps that can go out: an entity for each of their materials. Props of a
/// kind share their meshes.
pub fn spawn_apart(builder: &mut SceneBuilder, palette: &PaletteMaterials) {
    let (level, catalogue) = (builder.setup.level.clone(), builder.setup.props.clone());
    let mut kinds: BTreeMap<Label, Vec<(Label, Handle<Mesh>)>> = BTreeMap::new();
    for (index, placed) in level.props.iter().enumerate() {
        let Some(prop) = catalogue.0.get(&placed.name) else { continue };
        let (moves, feed) = (prop.moves.is_some(), level.feed_of(index));
        if !moves && feed.is_none() {
            continue;
        }
        let kind = kinds.entry(placed.name).or_insert_with(|| {
            let mut shapes: BTreeMap<Label, MeshBuffer> = BTreeMap::new();
            for part in &prop.parts {
                let Some(surface) = palette.get(part.material).filter(|surface| moves || surface.glows) else {
                    continue;
                };
                let shape = shapes.entry(part.material).or_insert_with(|| MeshBuffer::new(surface.tile_size));
                add_part(shape, part, &part_transform(part), surface.leafy);
            }
            shapes.into_iter().map(|(material, shape)| (material, builder.textured_mesh(shape))).collect()
        });
        for (material, mesh) in kind {
            let Some(surface) = palette.get(*material) else { continue };
            let part = scene_part(format!("{material} of {}", placed.name), mesh.clone(), surface.handle.clone());
            let place = (OnFloor(placed.floor), layer_of(prop), prop_transform(placed));
            let mut spawned = builder.commands.spawn((part, place));
            if moves {
                spawned.insert(MovingProp(index));
            }
            if let Some(feed) = feed.filter(|_| surface.glows) {
                spawned.insert((Glow(feed), Present(true)));
            }
        }
    }
}

/// Moves props where the physics puts them.
pub fn move_props(playback: Res<Playback>, physics: Res<ViewPhysics>, mut props: Query<(&MovingProp, &mut Transform)>) {
    for (prop, mut transform) in &mut props {
        if let Some(place) = physics.place_of(Movable::Prop(prop.0), &playback) {
            transform.set_if_neq(place);
        }
    }
}

pub fn spawn_hiding_place_doors(builder: &mut SceneBuilder, palette: &PaletteMaterials) {
    let (level, catalogue) = (builder.setup.level.clone(), builder.setup.props.clone());
    for placed in &level.props {
        let (Some(prop), Some(thing)) = (catalogue.0.get(&placed.name), placed.thing) else { continue };
        for part in prop.parts.iter().filter(|part| part.opens) {
            let Some(surface) = palette.get(part.material) else { continue };
            let mut shape = MeshBuffer::new(surface.tile_size);
            add_part(&mut shape, part, &Transform::IDENTITY, surface.leafy);
            let width = match part.shape {
                PartShape::Box(width, ..) => width * 0.5,
                PartShape::Cylinder { radius, .. } | PartShape::Ball { radius } => radius,
            };
            // The hinge is on the outer side of the prop, so that double doors open outwards.
            let hinge = Vec3::X * if part.at.0 < -0.01 { -width } else { width };
            let shut = prop_transform(placed) * part_transform(part);
            let mesh = builder.textured_mesh(shape);
            let part = scene_part(format!("door of {}", placed.name), mesh, surface.handle.clone());
            let door = HidingPlaceDoor { thing, shut, hinge };
            builder.commands.spawn((part, OnFloor(placed.floor), Layer::Whole, door, shut));
        }
    }
}

/// Where a part of a prop is, relative to the prop.
pub fn part_transform(part: &PropPart) -> Transform {
    let turn = rotation(part.rotation.to_radians()) * Quat::from_rotation_z(-part.tilt.to_radians());
    Transform::from_translation(Vec3::from(part.at)).with_rotation(turn)
}

/// A brightness factor, 0.86 to 1, that varies between props and their parts.
fn tone(prop: usize, part: usize) -> f32 {
    let mut sum = Digest::default();
    sum.write_usize(prop * 3 + 1);
    sum.write_usize(part / 2);
    0.86 + 0.14 * (sum.finish() >> 40 & 0xff) as f32 / 255.0
}

/// A box with half its least size below this has sharp edges, in metres.
const SHARP: f32 = 0.016;

/// Adds one part. The grain follows the longest side of a box.
pub(super) fn add_part(shape: &mut MeshBuffer, part: &PropPart, transform: &Transform, leafy: bool) {
    match part.shape {
        PartShape::Box(width, height, depth) => {
            let half = Vec3::new(width, height, depth) * 0.5;
            if leafy {
                shape.leafy_box(half, transform);
            } else {
                let thin = half.min_element() < SHARP;
                let bevel = if thin { 0.0 } else { (half.min_element() * 0.3).min(0.025) };
                add_grained_box(shape, half, bevel, transform);
            }
        }
        PartShape::Cylinder { radius, height } => shape.cylinder(radius, height, transform),
        PartShape::Ball { radius } => shape.ball(Vec3::splat(radius), transform),
    }
}

/// Adds a box with its grain along the longest side. The pattern's grain is vertical, so the box is built upright and rotated.
fn add_grained_box(shape: &mut MeshBuffer, half: Vec3, bevel: f32, transform: &Transform) {
    if half.x > half.y && half.x >= half.z {
        let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        shape.bevelled_box(Vec3::new(half.y, half.x, half.z), bevel, &(*transform * Transform::from_rotation(turned)));
    } else if half.z > half.y {
        let turned = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        shape.bevelled_box(Vec3::new(half.x, half.z, half.y), bevel, &(*transform * Transform::from_rotation(turned)));
    } else {
        shape.bevelled_box(half, bevel, transform);
    }
}
