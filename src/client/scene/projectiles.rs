//! What flies, with its trail, and the marks that running leaves on the ground.

use bevy::{pbr::NotShadowCaster, prelude::*};

use super::{InScene, shared_materials::SharedMaterials};
use crate::{
    client::{mesh::MeshBuffer, playback::Playback, scene_setup::SceneSetup},
    world::geometry::heading_of,
};

/// How many things in flight are drawn.
const FLIGHTS: usize = 6;
/// How many marks are drawn: the newest.
const MARKS: usize = 48;
/// How many beads a trail has.
const TRAIL: usize = 10;

/// One thing in flight: its place in the list of flights, and which bead of the trail (0 is the thing itself).
#[derive(Component, Clone, Copy, Debug)]
pub struct ProjectileModel {
    flight: usize,
    bead: usize,
}

/// One mark on the ground: its place among the newest.
#[derive(Component, Clone, Copy, Debug)]
pub struct ScratchMarkModel(usize);

/// Spawns figures for flights and marks, hidden until needed.
pub fn spawn(commands: &mut Commands, meshes: &mut Assets<Mesh>, kit: &SharedMaterials) {
    let mut bead = MeshBuffer::new(1.0);
    bead.ball(Vec3::splat(0.5), &Transform::IDENTITY);
    let bead_mesh = meshes.add(bead.mesh(false));
    for flight in 0..FLIGHTS {
        for bead in 0..TRAIL {
            let mut entity = commands.spawn((
                Name::new("flight"),
                InScene,
                NotShadowCaster,
                ProjectileModel { flight, bead },
                Transform::default(),
                Visibility::Hidden,
                Mesh3d(bead_mesh.clone()),
                MeshMaterial3d(kit.bolt.clone()),
            ));
            if bead == 0 {
                entity.insert(PointLight {
                    color: Color::srgb(0.8, 0.4, 1.0),
                    intensity: 0.0,
                    range: 6.0,
                    shadows_enabled: false,
                    ..default()
                });
            }
        }
    }
    let mut mark = MeshBuffer::new(1.0);
    for (offset, length) in [(-0.09f32, 0.42), (0.0, 0.6), (0.1, 0.36)] {
        mark.rectangle(Vec3::new(offset, 0.0, length * 0.5), Vec3::X * 0.035, Vec3::NEG_Z * length);
    }
    let mark = meshes.add(mark.mesh(false));
    for number in 0..MARKS {
        commands.spawn((
            Name::new("mark"),
            InScene,
            NotShadowCaster,
            ScratchMarkModel(number),
            Transform::default(),
            Visibility::Hidden,
            Mesh3d(mark.clone()),
            MeshMaterial3d(kit.scratch.clone()),
        ));
    }
}

/// Draws what flies.
pub fn show_flights(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    kit: Res<SharedMaterials>,
    mut figures: Query<(
        &ProjectileModel,
        &mut Transform,
        &mut Visibility,
        &mut MeshMaterial3d<StandardMaterial>,
        Option<&mut PointLight>,
    )>,
) {
    for (figure, mut transform, mut visibility, mut material, light) in &mut figures {
        let Some(flight) = playback.now.flights.get(figure.flight) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        let glows = flight.what != "stone";
        if !glows && figure.bead > 0 {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        let tick = flight.velocity / 30.0;
        let back = flight.velocity.normalize_or_zero() * (figure.bead as f32 * 0.16).min(flight.age * 16.0);
        transform.translation = flight.place - tick * (1.0 - playback.blend) - back;
        let size = if glows { 0.2 * (1.0 - figure.bead as f32 / TRAIL as f32) + 0.02 } else { 0.11 };
        transform.scale = Vec3::splat(size);
        let wanted = if glows { &kit.bolt } else { &kit.iron };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
        if let Some(mut light) = light {
            light.intensity = if glows { 500.0 * setup.night.lamp_scale } else { 0.0 };
        }
    }
}

/// Draws the newest marks; they sink into the ground as they age.
pub fn show_marks(playback: Res<Playback>, mut marks: Query<(&ScratchMarkModel, &mut Transform, &mut Visibility)>) {
    for (figure, mut transform, mut visibility) in &mut marks {
        let Some(mark) = playback.now.traces.iter().rev().nth(figure.0) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let age = playback.seconds() - playback.seconds_at(mark.tick);
        let fresh = (1.0 - age / 10.0).clamp(0.15, 1.0);
        *transform = Transform::from_translation(mark.place + Vec3::Y * 0.012)
            .with_rotation(crate::world::geometry::rotation(heading_of(mark.direction)))
            .with_scale(Vec3::new(fresh, 1.0, fresh));
    }
}
