//! Smoke: soft puffs about what gives it off, each a picture that faces the camera. It thickens as it begins, and thins out before it ends.

use std::f32::consts::TAU;

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

use super::{SceneBuilder, hidden_part, visible};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::texture::noise::{fractal_noise, hash_noise};
use crate::client::session::{Playback, SceneSetup};
use crate::data::thing::{ThingSpecs, ThingStateSpec};
use crate::world::{DeviceState, ThingState, level::LevelThing};
use quarry_minds::protocol::ThingId;

/// The most clouds drawn; the first have priority. Two squads of five have ten grenades.
const MAX_CLOUDS: usize = 12;
/// The puffs of each.
const PUFFS: usize = 40;
/// The width of the picture of a puff, in pixels.
const PICTURE: u32 = 64;
/// How long a cloud takes to spread, and to thin out, in seconds.
const SPREADS: f32 = 0.8;
const THINS: f32 = 2.0;

/// One puff of a cloud.
#[derive(Component, Clone, Copy, Debug)]
pub struct Puff {
    cloud: usize,
    number: usize,
}

/// A cloud at this moment.
struct Cloud {
    place: Vec3,
    radius: f32,
    /// From 0 to 1.
    thickness: f32,
}

/// Spawns the pool, hidden.
pub fn spawn(builder: &mut SceneBuilder, images: &mut Assets<Image>) {
    let mut square = MeshBuffer::new(1.0);
    square.rectangle(Vec3::new(-0.5, -0.5, 0.0), Vec3::X, Vec3::Y);
    let square = builder.mesh(square);
    let material = builder.material(StandardMaterial {
        base_color: Color::srgba(0.52, 0.53, 0.55, 0.55),
        base_color_texture: Some(images.add(picture())),
        alpha_mode: AlphaMode::Blend,
        perceptual_roughness: 1.0,
        reflectance: 0.0,
        ..default()
    });
    for cloud in 0..MAX_CLOUDS {
        for number in 0..PUFFS {
            let part = hidden_part("smoke", &square, &material);
            builder.commands.spawn((Puff { cloud, number }, part));
        }
    }
}

/// A white spot with a soft, uneven edge.
fn picture() -> Image {
    let size = Extent3d { width: PICTURE, height: PICTURE, depth_or_array_layers: 1 };
    let points = (0..PICTURE * PICTURE).flat_map(|point| {
        let at = Vec2::new((point % PICTURE) as f32, (point / PICTURE) as f32) / PICTURE as f32;
        let edge = 1.0 - (at - 0.5).length() * 2.0 - 0.35 * fractal_noise(at, 4, 3, 977);
        [255, 255, 255, (edge.clamp(0.0, 0.6) / 0.6 * 255.0) as u8]
    });
    let (bytes, usage) = (points.collect(), RenderAssetUsages::RENDER_WORLD);
    Image::new(size, TextureDimension::D2, bytes, TextureFormat::Rgba8UnormSrgb, usage)
}

/// Places the puffs of all clouds, and turns them to the camera.
pub fn show(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    cameras: Query<&GlobalTransform, With<Camera3d>>,
    mut puffs: Query<(&Puff, &mut Transform, &mut Visibility), Without<Camera3d>>,
) {
    let clouds = clouds(&playback, &setup);
    let facing = cameras.iter().next().map_or(Quat::IDENTITY, GlobalTransform::rotation);
    let now = playback.seconds();
    for (puff, mut transform, mut visibility) in &mut puffs {
        let cloud = clouds.get(puff.cloud);
        visibility.set_if_neq(visible(cloud.is_some()));
        if let Some(cloud) = cloud {
            *transform = puff.place(cloud, now).with_rotation(facing);
        }
    }
}

impl Puff {
    /// Where it is, and how large. Each drifts about its own place in the cloud.
    fn place(&self, cloud: &Cloud, now: f32) -> Transform {
        let chance = |which: i32| hash_noise(self.number as i32, which, 811);
        let turn = chance(1) * TAU + now * (0.12 + 0.1 * chance(2));
        let (out, up) = (chance(3).sqrt() * 0.72, chance(4) * 0.85 - 0.15);
        let off = Vec3::new(turn.cos() * out, up, turn.sin() * out) * cloud.radius * (0.4 + 0.6 * cloud.thickness);
        let size = cloud.radius * (0.9 + 0.5 * chance(5)) * cloud.thickness;
        Transform::from_translation(cloud.place + off).with_scale(Vec3::splat(size.max(0.01)))
    }
}

/// The clouds about all things that give off smoke in their state.
fn clouds(playback: &Playback, setup: &SceneSetup) -> Vec<Cloud> {
    let things = &playback.now.things;
    let devices = (0..things.states.len()).filter_map(|index| {
        let thing = things.thing(&setup.level, ThingId(index as u16))?;
        let Some(ThingState::Device(device)) = things.states.get(index) else { return None };
        cloud_of(thing, device, &setup.things, playback)
    });
    devices.take(MAX_CLOUDS).collect()
}

fn cloud_of(thing: &LevelThing, device: &DeviceState, specs: &ThingSpecs, playback: &Playback) -> Option<Cloud> {
    let spec: &ThingStateSpec = specs.get(&thing.name)?.states.get(&device.state)?;
    let age = playback.seconds() - playback.seconds_at(device.since);
    let left = spec.turns.as_ref().map_or(f32::INFINITY, |turns| turns.after - age);
    let thickness = (age / SPREADS).clamp(0.1, 1.0).min((left / THINS).clamp(0.1, 1.0));
    (spec.veils > 0.0).then_some(Cloud { place: thing.place, radius: spec.veils, thickness })
}
