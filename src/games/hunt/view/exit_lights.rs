//! The lights of an exit: three progress lights on each side of it, and a glow.

use bevy::prelude::*;
use quarry_minds::protocol::ThingId;

use crate::client::render::mesh::MeshBuffer;
use crate::client::render::physics::shut_transform;
use crate::client::render::scene::shared_materials::SharedMaterials;
use crate::client::render::scene::{InScene, SceneBuilder, scene_part};
use crate::client::session::{Playback, SceneSetup};

/// One of the three progress lights over an exit, on each side of it.
#[derive(Component, Clone, Copy, Debug)]
pub struct ExitProgressLight {
    exit: ThingId,
    /// 0 to 2, from the hinge side.
    index: u8,
}

/// The point light of an exit. Red: closed; amber: being unlocked; green: open.
#[derive(Component, Clone, Copy, Debug)]
pub struct ExitGlow(ThingId);

pub fn spawn(mut builder: SceneBuilder) {
    let mut bulb = MeshBuffer::new(1.0);
    bulb.ball(Vec3::splat(0.085), &Transform::IDENTITY);
    let bulb = builder.mesh(bulb);
    let SceneBuilder { commands, setup, shared, .. } = &mut builder;
    for door in setup.level.doors.iter().filter(|door| door.is_gate) {
        let shut = shut_transform(door);
        for side in [-1.0, 1.0] {
            for index in 0..3u8 {
                let along = door.width * (0.5 + (f32::from(index) - 1.0) * 0.27);
                let at = shut.transform_point(Vec3::new(along, door.height + 0.17, side * 0.2));
                let part = scene_part("exit progress light", bulb.clone(), shared.light_off.clone());
                commands.spawn((part, ExitProgressLight { exit: door.thing, index }, Transform::from_translation(at)));
            }
        }
        commands.spawn((
            Name::new("exit glow"),
            InScene,
            ExitGlow(door.thing),
            Transform::from_translation(door.middle + Vec3::Y * (door.height + 0.3) - door.through * 0.7),
            PointLight { range: 7.0, shadow_maps_enabled: false, ..default() },
        ));
    }
}

/// Sets the progress lights and the glow of each exit from its unlocking progress.
pub fn update(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    shared: Res<SharedMaterials>,
    mut bulbs: Query<(&ExitProgressLight, &mut MeshMaterial3d<StandardMaterial>)>,
    mut glows: Query<(&ExitGlow, &mut PointLight)>,
) {
    for (bulb, mut material) in &mut bulbs {
        let Some(exit) = playback.now.things.gate(bulb.exit) else { continue };
        let share = exit.progress * 3.0 - f32::from(bulb.index);
        let wanted = if exit.open || share >= 0.999 {
            &shared.green
        } else if share > 0.0 && (playback.seconds() * 3.0).fract() < 0.6 {
            &shared.amber
        } else {
            &shared.light_off
        };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
    for (glow, mut light) in &mut glows {
        let Some(exit) = playback.now.things.gate(glow.0) else { continue };
        let (colour, lumens) = if exit.open {
            (Color::srgb(0.35, 1.0, 0.5), 900.0)
        } else if exit.progress > 0.0 {
            (Color::srgb(1.0, 0.66, 0.25), 300.0)
        } else {
            (Color::srgb(1.0, 0.25, 0.15), 140.0)
        };
        if light.color != colour {
            light.color = colour;
            light.intensity = lumens * setup.night.lamp_scale;
        }
    }
}
