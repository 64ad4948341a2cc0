//! The sky of the night: moonlight, the moon and stars.

use bevy::light::{CascadeShadowConfigBuilder, NotShadowCaster};
use bevy::prelude::*;

use super::{
    InScene, MainLight, NightSky, PaletteMaterials, SceneBuilder, scene_part, shared_materials::see_through, skyline,
};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::colour;
use crate::world::geometry::direction;

/// The radius of the sky in metres: within the camera's far plane, outside every level.
pub(super) const SKY_RADIUS: f32 = 190.0;

/// Spawns the moonlight, the stars, and what is seen outside of the level.
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
    let glow = builder.material(see_through(Color::WHITE, AlphaMode::Opaque));
    let part = scene_part("stars and moon", builder.mesh(sky_dome(towards_moon)), glow);
    builder.commands.spawn((part, NightSky, NotShadowCaster, Transform::from_translation(middle)));
    skyline::spawn(builder, palette);
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
