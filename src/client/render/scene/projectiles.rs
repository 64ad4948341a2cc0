//! Projectiles with their trails, stones that have landed, and the scratch marks that running leaves on the ground.

use bevy::{light::NotShadowCaster, prelude::*};

use super::{SceneBuilder, SharedMaterials, hidden_part, visible};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::physics::{MAX_STONES, STONE_RADIUS, ViewPhysics};
use crate::client::session::{GameViewService, Playback, SceneSetup};
use crate::world::geometry::heading_of;

/// The largest number of projectiles drawn.
const MAX_PROJECTILES: usize = 6;
/// The largest number of scratch marks drawn; the newest have priority.
const MAX_SCRATCH_MARKS: usize = 48;
/// Beads per projectile, the projectile included.
const TRAIL_BEADS: usize = 10;

/// One bead of a projectile's trail; bead 0 is the projectile itself.
#[derive(Component, Clone, Copy, Debug)]
pub struct ProjectileModel {
    projectile: usize,
    bead: usize,
}

/// A stone that has landed; the index counts from the oldest.
#[derive(Component, Clone, Copy, Debug)]
pub struct StoneModel(usize);

/// One scratch mark; the index counts back from the newest.
#[derive(Component, Clone, Copy, Debug)]
pub struct ScratchMarkModel(usize);

/// Spawns the pools, hidden.
pub fn spawn(builder: &mut SceneBuilder) {
    let mut bead = MeshBuffer::new(1.0);
    bead.ball(Vec3::splat(0.5), &Transform::IDENTITY);
    let bead_mesh = builder.mesh(bead);
    let mut mark = MeshBuffer::new(1.0);
    for (offset, length) in [(-0.09f32, 0.42), (0.0, 0.6), (0.1, 0.36)] {
        mark.rectangle(Vec3::new(offset, 0.0, length * 0.5), Vec3::X * 0.035, Vec3::NEG_Z * length);
    }
    let mark = builder.mesh(mark);
    let SceneBuilder { commands, shared, .. } = builder;
    for projectile in 0..MAX_PROJECTILES {
        for bead in 0..TRAIL_BEADS {
            let part = hidden_part("projectile", &bead_mesh, &shared.bolt);
            let mut entity = commands.spawn((ProjectileModel { projectile, bead }, part));
            if bead == 0 {
                entity.insert(PointLight {
                    color: Color::srgb(0.8, 0.4, 1.0),
                    intensity: 0.0,
                    range: 6.0,
                    shadow_maps_enabled: false,
                    ..default()
                });
            }
        }
    }
    for number in 0..MAX_STONES {
        let part = hidden_part("stone", &bead_mesh, &shared.iron);
        commands.spawn((StoneModel(number), part)).remove::<NotShadowCaster>();
    }
    for number in 0..MAX_SCRATCH_MARKS {
        commands.spawn((ScratchMarkModel(number), hidden_part("scratch mark", &mark, &shared.scratch)));
    }
}

/// Places the models of the projectiles in flight.
pub fn show_projectiles(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    game: Res<GameViewService>,
    shared: Res<SharedMaterials>,
    mut models: Query<(
        &ProjectileModel,
        &mut Transform,
        &mut Visibility,
        &mut MeshMaterial3d<StandardMaterial>,
        Option<&mut PointLight>,
    )>,
) {
    for (model, mut transform, mut visibility, mut material, light) in &mut models {
        let flight = playback.now.flights.get(model.projectile);
        let flight = flight.map(|flight| (flight, (game.0.projectile_glows)(flight.what)));
        let flight = flight.filter(|(_, glows)| *glows || model.bead == 0);
        visibility.set_if_neq(visible(flight.is_some()));
        let Some((projectile, glows)) = flight else { continue };
        let tick = projectile.velocity / playback.rate();
        let back = projectile.velocity.normalize_or_zero() * (model.bead as f32 * 0.16).min(projectile.age * 16.0);
        transform.translation = projectile.place - tick * (1.0 - playback.blend) - back;
        let size = if glows { 0.2 * (1.0 - model.bead as f32 / TRAIL_BEADS as f32) + 0.02 } else { STONE_RADIUS * 2.0 };
        transform.scale = Vec3::splat(size);
        let wanted = if glows { &shared.bolt } else { &shared.iron };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
        if let Some(mut light) = light {
            light.intensity = if glows { 500.0 * setup.night.lamp_scale } else { 0.0 };
        }
    }
}

/// Places the stones that have landed.
pub fn show_stones(
    playback: Res<Playback>,
    physics: Res<ViewPhysics>,
    mut models: Query<(&StoneModel, &mut Transform, &mut Visibility)>,
) {
    for (model, mut transform, mut visibility) in &mut models {
        let place = physics.stones().nth(model.0).and_then(|stone| physics.place_of(stone, &playback));
        visibility.set_if_neq(visible(place.is_some()));
        if let Some(place) = place {
            *transform = place.with_scale(Vec3::splat(STONE_RADIUS * 2.0));
        }
    }
}

/// Places the newest scratch marks; they shrink with age.
pub fn show_scratch_marks(
    playback: Res<Playback>,
    mut marks: Query<(&ScratchMarkModel, &mut Transform, &mut Visibility)>,
) {
    for (model, mut transform, mut visibility) in &mut marks {
        let mark = playback.now.traces.iter().rev().nth(model.0);
        visibility.set_if_neq(visible(mark.is_some()));
        let Some(mark) = mark else { continue };
        let age = playback.seconds() - playback.seconds_at(mark.tick);
        let fresh = (1.0 - age / playback.trace_seconds()).clamp(0.15, 1.0);
        *transform = Transform::from_translation(mark.place + Vec3::Y * 0.012)
            .with_rotation(crate::world::geometry::rotation(heading_of(mark.direction)))
            .with_scale(Vec3::new(fresh, 1.0, fresh));
    }
}
