//! Doors, the portcullises of gates, and the doors of hiding places.

use bevy::prelude::*;
use quarry_minds::protocol::ThingId;

use super::walls::CUT_HEIGHT;
use super::{HidingPlaceDoor, InScene, Layer, MeshBatch, OnFloor, PaletteMaterials, SceneBuilder};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::physics::{Movable, ViewPhysics, shut_transform};
use crate::client::session::{CameraView, Playback};
use crate::world::Things;
use crate::world::level::{DOOR_THICKNESS, Door};

/// A door leaf that swings, or a portcullis that rises.
#[derive(Component, Clone, Copy, Debug)]
pub struct DoorLeaf {
    pub(super) thing: ThingId,
    shut: Transform,
    /// The height of a fully open portcullis in metres; 0 for a door.
    rise: f32,
    /// The part of its height that a cutaway view leaves.
    cut: f32,
}

/// Spawns door leaves and portcullises, and adds their frames to the batch.
pub fn build(builder: &mut SceneBuilder, batch: &mut MeshBatch, palette: &PaletteMaterials) {
    let level = builder.setup.level.clone();
    for door in &level.doors {
        let shut = shut_transform(door);
        add_frame(batch, door, &shut);
        let floor = OnFloor(door.cell.0);
        let rise = if door.is_gate { door.height * 0.92 } else { 0.0 };
        let leaf = DoorLeaf { thing: door.thing, shut, rise, cut: (CUT_HEIGHT / door.height.max(0.1)).min(1.0) };
        let (iron, wood) =
            if door.is_gate { (portcullis(door), None) } else { (fittings(door), Some(leaf_shape(door))) };
        let iron = (Mesh3d(builder.mesh(iron)), MeshMaterial3d(builder.shared.iron.clone()));
        let surface = batch.trim_material().and_then(|trim| palette.get(trim));
        let wood = wood
            .zip(surface)
            .map(|(wood, surface)| (Mesh3d(builder.textured_mesh(wood)), MeshMaterial3d(surface.handle.clone())));
        let mut door = builder.commands.spawn((
            Name::new("door"),
            InScene,
            Layer::Whole,
            floor,
            leaf,
            shut,
            Visibility::default(),
        ));
        for part in std::iter::once(iron).chain(wood) {
            door.with_child(part);
        }
    }
}

/// Adds posts and a beam around the doorway; what is above the cut is hidden in a cutaway view.
fn add_frame(batch: &mut MeshBatch, door: &Door, shut: &Transform) {
    let Some(trim) = batch.trim_material() else { return };
    let post = if door.is_gate { 0.09 } else { 0.05 };
    let (depth, height) = if door.is_gate { (0.28, door.height + 0.32) } else { (0.12, door.height + 0.06) };
    let cut = CUT_HEIGHT.min(height * 0.9);
    for (layer, low, high) in [(Layer::Whole, 0.0, cut), (Layer::Upper, cut, height)] {
        let shape = batch.shape(layer, door.cell.0, trim);
        for end in [-0.02, door.width + 0.02] {
            let at = *shut * Transform::from_xyz(end, (low + high) * 0.5, 0.0);
            shape.bevelled_box(Vec3::new(post, (high - low) * 0.5, depth), 0.015, &at);
        }
    }
    let shape = batch.shape(Layer::Upper, door.cell.0, trim);
    let beam = if door.is_gate { 0.15 } else { 0.04 };
    let at = *shut * Transform::from_xyz(door.width * 0.5, door.height + beam, 0.0);
    let turned = Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    shape.bevelled_box(Vec3::new(beam, door.width * 0.5 + post + 0.04, depth + 0.01), 0.015, &(at * turned));
}

/// A door leaf of stiles, rails and recessed panels, with its hinge side at the origin.
fn leaf_shape(door: &Door) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    let (width, height, thick) = (door.width, door.height, DOOR_THICKNESS * 0.5);
    let stile = 0.065;
    let mut board = |x: f32, y: f32, half: Vec3, tone: f32| {
        shape.set_colour(LinearRgba::rgb(tone, tone, tone));
        shape.bevelled_box(half, 0.012, &Transform::from_xyz(x, y, 0.0));
    };
    for x in [stile, width - stile] {
        board(x, height * 0.5, Vec3::new(stile, height * 0.5, thick), 1.0);
    }
    for share in [0.04, 0.42, 0.97] {
        board(width * 0.5, height * share, Vec3::new(width * 0.5 - stile, 0.075, thick * 0.96), 0.92);
    }
    for (low, high) in [(0.07, 0.39), (0.45, 0.94)] {
        let middle = (low + high) * 0.5 * height;
        board(width * 0.5, middle, Vec3::new(width * 0.5 - stile, (high - low) * 0.5 * height, thick * 0.45), 0.72);
        let inner = Vec3::new(width * 0.5 - stile - 0.09, (high - low) * 0.5 * height - 0.1, thick * 0.7);
        board(width * 0.5, middle, inner, 0.84);
    }
    shape
}

/// The iron parts of a door: handles and hinges.
fn fittings(door: &Door) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for side in [-1.0, 1.0] {
        let at = Transform::from_xyz(door.width - 0.09, door.height * 0.47, side * 0.075);
        shape.ball(Vec3::new(0.035, 0.035, 0.03), &at);
        shape.bevelled_box(Vec3::new(0.035, 0.08, 0.008), 0.004, &(at * Transform::from_xyz(0.0, 0.0, -side * 0.02)));
        for share in [0.16, 0.86] {
            let strap =
                Transform::from_xyz(door.width * 0.2, door.height * share, side * (DOOR_THICKNESS * 0.5 + 0.004));
            shape.bevelled_box(Vec3::new(door.width * 0.2, 0.025, 0.006), 0.004, &strap);
        }
    }
    shape
}

fn portcullis(door: &Door) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    let bars = (door.width / 0.17).round().max(3.0) as i32;
    for bar in 0..=bars {
        let x = door.width * bar as f32 / bars as f32;
        shape.cylinder(0.022, door.height - 0.08, &Transform::from_xyz(x, door.height * 0.5 + 0.04, 0.0));
        let tip = [(Vec3::new(x, 0.1, 0.0), 0.03), (Vec3::new(x, 0.0, 0.0), 0.002)];
        shape.tube(&tip, 6, &Transform::IDENTITY);
    }
    for share in [0.12, 0.4, 0.68, 0.96] {
        let band = Transform::from_xyz(door.width * 0.5, door.height * share, 0.0);
        shape.bevelled_box(Vec3::new(door.width * 0.5, 0.03, 0.03), 0.008, &band);
    }
    shape
}

/// Moves door leaves where the physics puts them, and portcullises to their height between the last two ticks. A cutaway view shows them as low
/// as the walls.
pub fn move_doors(
    playback: Res<Playback>,
    physics: Res<ViewPhysics>,
    view: Res<CameraView>,
    mut leaves: Query<(&DoorLeaf, &OnFloor, &mut Transform)>,
) {
    let rise = |things: &Things, gate: ThingId| things.gate(gate).map(|gate| gate.swing);
    for (leaf, floor, mut transform) in &mut leaves {
        let mut moved = leaf.shut;
        let low = if view.cutaway && floor.0 >= view.cut_from { leaf.cut } else { 1.0 };
        if leaf.rise > 0.0 {
            let gates = [&playback.before.things, &playback.now.things].map(|things| rise(things, leaf.thing));
            let [Some(before), Some(now)] = gates else { continue };
            moved.translation.y += leaf.rise * low * (before + (now - before) * playback.blend);
        } else if let Some(place) = physics.place_of(Movable::Door(leaf.thing), &playback) {
            moved = place;
        }
        moved.scale.y *= low;
        transform.set_if_neq(moved);
    }
}

/// Opens the doors of a hiding place for 0.9 s whenever its occupant changes.
pub fn swing_hiding_place_doors(
    playback: Res<Playback>,
    mut known: Local<std::collections::BTreeMap<ThingId, (bool, f32)>>,
    mut parts: Query<(&HidingPlaceDoor, &mut Transform)>,
) {
    for (swinging, mut transform) in &mut parts {
        let occupied = playback.now.things.hiding_place(swinging.thing).is_some_and(|hiding| !hiding.is_empty());
        let (was, opened) = known.entry(swinging.thing).or_insert((occupied, -10.0));
        let now = playback.seconds();
        if *was != occupied {
            (*was, *opened) = (occupied, now);
        }
        let since = now - *opened;
        let open =
            if since < 0.0 { 0.0 } else { (since / 0.2).min(1.0) * (1.0 - ((since - 0.5) / 0.4).clamp(0.0, 1.0)) };
        let turn = Quat::from_rotation_y(open * 1.5 * if swinging.hinge.x < 0.0 { 1.0 } else { -1.0 });
        let hinge = swinging.shut.transform_point(swinging.hinge);
        let rotation = swinging.shut.rotation * turn;
        transform.set_if_neq(Transform {
            translation: hinge - rotation * swinging.hinge,
            rotation,
            scale: swinging.shut.scale,
        });
    }
}
