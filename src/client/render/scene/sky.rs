//! The surroundings of the level: moonlight, stars, the ground outside, and trees in the fog.

use bevy::light::{CascadeShadowConfigBuilder, NotShadowCaster};
use bevy::prelude::*;

use super::{InScene, MainLight, NightSky, PaletteMaterials, SceneBuilder, scene_part, shared_materials::see_through};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::colour;
use crate::data::look::Pattern;
use crate::world::geometry::direction;

/// Half the side of the ground outside the level at least, in metres, and how far it reaches beyond the level at least.
const GROUND_HALF_SIZE: f32 = 90.0;
const GROUND_BEYOND: f32 = 70.0;

/// The radius of the sky in metres: within the camera's far plane, outside every level.
pub(super) const SKY_RADIUS: f32 = 190.0;

/// Spawns the moonlight and the surroundings.
pub fn spawn(builder: &mut SceneBuilder, palette: &PaletteMaterials) {
    let SceneBuilder { commands, setup, .. } = &mut *builder;
    let sky = &setup.level.sky;
    let from = direction(sky.moon_azimuth.to_radians());
    let height = sky.moon_elevation.clamp(5.0, 90.0).to_radians();
    let towards_moon = from * height.cos() + Vec3::Y * height.sin();
    commands.spawn((
        Name::new("moon"),
        InScene,
        MainLight,
        DirectionalLight {
            color: colour(setup.night.moon_colour),
            illuminance: sky.moon_lux * setup.night.moon_scale,
            shadow_maps_enabled: setup.quality.moon_shadow_size > 0,
            contact_shadows_enabled: setup.quality.contact_shadows,
            ..default()
        },
        CascadeShadowConfigBuilder {
            num_cascades: usize::from(setup.quality.moon_cascades.clamp(1, 4)),
            maximum_distance: 70.0,
            first_cascade_far_bound: 22.0,
            ..default()
        }
        .build(),
        Transform::default().looking_to(-towards_moon, Vec3::Y),
    ));
    let bounds = builder.setup.level.bounds;
    let middle = (bounds.min + bounds.max) * 0.5;
    let low = bounds.min.y + 0.12;
    let glow = builder.material(see_through(Color::WHITE, AlphaMode::Opaque));
    let part = scene_part("stars and moon", builder.mesh(sky_dome(towards_moon)), glow);
    builder.commands.spawn((part, NightSky, NotShadowCaster, Transform::from_translation(middle)));
    let grass =
        builder.setup.palette.0.iter().find(|(_, surface)| surface.pattern == Pattern::Grass).map(|(name, _)| *name);
    let Some(surface) = grass.and_then(|name| palette.get(name)) else { return };
    let mut ground = MeshBuffer::new(surface.tile_size * 1.5);
    ground.set_colour(LinearRgba::rgb(0.55, 0.6, 0.6));
    let half = (bounds.max - bounds.min).max_element() * 0.5 + GROUND_BEYOND;
    let half = half.max(GROUND_HALF_SIZE);
    ground.rectangle(Vec3::new(middle.x - half, low, middle.z + half), Vec3::X * half * 2.0, Vec3::NEG_Z * half * 2.0);
    let part = scene_part("outer ground", builder.mesh(ground), surface.handle.clone());
    builder.commands.spawn((part, NotShadowCaster));
    if builder.setup.quality.background_trees {
        let bark = builder.material(StandardMaterial { perceptual_roughness: 1.0, reflectance: 0.1, ..default() });
        let trees = trees(Vec3::new(middle.x, low, middle.z), (bounds.max - bounds.min) * 0.5);
        let part = scene_part("trees", builder.mesh(trees), bark);
        builder.commands.spawn(part);
    }
}

/// The disc of the moon and stars of several sizes.
fn sky_dome(towards_moon: Vec3) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    let mut disc = |towards: Vec3, half: f32, corners: u32, light: f32| {
        shape.set_colour(LinearRgba::rgb(0.80 * light, 0.86 * light, light));
        let at = Transform::from_translation(towards * SKY_RADIUS).looking_to(-towards, Vec3::Y);
        let point = |step: u32| {
            let angle = step as f32 / corners as f32 * std::f32::consts::TAU;
            at.transform_point(Vec3::new(angle.cos(), angle.sin(), 0.0) * half)
        };
        // A fan of quads about the centre, two segments each.
        for step in (0..corners).step_by(2) {
            shape.flat_quad([at.translation, point(step), point(step + 1), point(step + 2)]);
        }
    };
    disc(towards_moon, 5.0, 24, 0.9);
    for number in 0..420i32 {
        let chance = |which: u32| hash_noise(number, which as i32, 977);
        // Uniform over the dome: the sine of the elevation is uniform.
        let (turn, up) = (chance(1) * std::f32::consts::TAU, 0.06 + 0.94 * chance(2));
        let across = (1.0 - up * up).sqrt();
        let towards = Vec3::new(turn.cos() * across, up, turn.sin() * across);
        if towards.dot(towards_moon) < 0.99 {
            disc(towards, 0.12 + 0.3 * chance(3) * chance(3) * chance(3), 4, 0.12 + 0.5 * chance(4));
        }
    }
    shape
}

/// A belt of firs around the level.
fn trees(middle: Vec3, half: Vec3) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for number in 0..150i32 {
        let chance = |which: u32| hash_noise(number, which as i32, 401);
        let turn = chance(1) * std::f32::consts::TAU;
        let reach = 4.0 + 26.0 * chance(2) * chance(2);
        let out = Vec2::from_angle(turn);
        // Outside the rectangle of the level.
        let edge = (half.x / out.x.abs().max(0.01)).min(half.z / out.y.abs().max(0.01));
        let at = middle + Vec3::new(out.x, 0.0, out.y) * (edge + reach);
        let tall = 4.0 + 5.0 * chance(3);
        let tone = 0.55 + 0.45 * chance(4);
        shape.set_colour(LinearRgba::rgb(0.035 * tone, 0.028 * tone, 0.02));
        let transform = Transform::from_translation(at).with_rotation(Quat::from_rotation_y(turn * 7.0));
        shape.lathe(&[(0.0, 0.2), (tall * 0.5, 0.12)], 6, &transform);
        shape.set_colour(LinearRgba::rgb(0.012 * tone, 0.028 * tone, 0.022 * tone));
        for tier in 0..4 {
            let share = tier as f32 / 4.0;
            let low = tall * (0.16 + 0.62 * share);
            let wide = (1.0 - share * 0.72) * tall * 0.24;
            let rings = [(low, wide * 0.25), (low - 0.12, wide), (low + tall * 0.3, 0.0)];
            shape.lathe(&rings, 9, &transform);
        }
    }
    shape
}
