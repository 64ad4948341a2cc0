//! What can be gathered: crystals that shrink as they are mined, and the vents of gas.

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::ThingId;

use crate::client::render::character::skeleton::{at, srgb};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::scene::{SceneBuilder, scene_part, visible};
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::Playback;
use crate::games::commander::schema::{CommanderLevel, MINERALS};
use crate::world::ThingState;
use crate::world::level::ThingKind;

/// The variants of a group of crystals.
const VARIANTS: i32 = 3;
/// The height of the platforms on which refineries stand, in metres.
const PLATFORM: f32 = 0.16;

#[derive(Component, Clone, Copy, Debug)]
pub struct Crystals(ThingId);

/// Spawns the crystals and vents of the level.
pub fn spawn(mut builder: SceneBuilder) {
    let groups: Vec<Handle<Mesh>> = (0..VARIANTS).map(|variant| builder.mesh(crystals(variant))).collect();
    let glassy = builder.material(StandardMaterial {
        perceptual_roughness: 0.25,
        reflectance: 0.6,
        emissive: LinearRgba::rgb(0.02, 0.1, 0.16),
        ..default()
    });
    let level = builder.setup.level.clone();
    let fields = level.things_of(ThingKind::Stock).filter(|thing| thing.name == MINERALS);
    for (number, field) in fields.enumerate() {
        let Some(mesh) = groups.get(number % groups.len().max(1)) else { break };
        let turn = hash_noise(number as i32, 3, 71) * std::f32::consts::TAU;
        let part = scene_part("minerals", mesh.clone(), glassy.clone());
        let place = Transform::from_translation(field.place).with_rotation(Quat::from_rotation_y(turn));
        builder.commands.spawn((part, Crystals(field.id), place, Visibility::Inherited));
    }
    let Some(of_game) = level.game.get::<CommanderLevel>() else { return };
    let painted = builder.material(StandardMaterial { perceptual_roughness: 0.9, ..default() });
    let glowing = builder.material(StandardMaterial {
        base_color: Color::srgb(0.4, 0.9, 0.35),
        emissive: LinearRgba::rgb(0.25, 1.1, 0.2),
        ..default()
    });
    let (rim, glow) = (builder.mesh(vent()), builder.mesh(gas()));
    for &(x, z) in of_game.bases.iter().flat_map(|base| &base.geysers) {
        // The ground is as high as that of the nearest thing.
        let flat = |place: Vec3| (place.x - x).hypot(place.z - z);
        let near = level.things.iter().min_by(|a, b| flat(a.place).total_cmp(&flat(b.place)));
        let ground = near.map_or(0.0, |thing| thing.place.y);
        let place = Transform::from_xyz(x, ground + PLATFORM, z);
        let rim = scene_part("vent", rim.clone(), painted.clone());
        builder.commands.spawn((rim, NotShadowCaster, place, Visibility::Inherited)).with_child((
            NotShadowCaster,
            Mesh3d(glow.clone()),
            MeshMaterial3d(glowing.clone()),
        ));
    }
}

/// Shows as much of each field as is left.
pub fn follow(playback: Res<Playback>, mut fields: Query<(&Crystals, &mut Transform, &mut Visibility)>) {
    for (Crystals(thing), mut transform, mut visibility) in &mut fields {
        let Some(ThingState::Stock(stock)) = playback.now.things.state(*thing) else { continue };
        let share = (stock.amount / stock.max.max(0.01)).clamp(0.0, 1.0);
        visibility.set_if_neq(visible(share > 0.0));
        let scale = Vec3::new(0.6 + 0.4 * share, 0.25 + 0.75 * share, 0.6 + 0.4 * share);
        if transform.scale != scale {
            transform.scale = scale;
        }
    }
}

/// A group of six-sided crystals.
fn crystals(variant: i32) -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for number in 0..7 {
        let chance = |which: i32| hash_noise(number, which, 900 + variant as u32);
        let turn = number as f32 * 2.4 + chance(1);
        let out = 0.12 + 0.5 * chance(2) * (number as f32 / 6.0).sqrt();
        let (tall, thick) = (0.55 + 0.75 * chance(3) * (1.0 - out), 0.12 + 0.09 * chance(4));
        let lean = Quat::from_rotation_y(turn) * Quat::from_rotation_z(-0.25 - 0.4 * out);
        let place = at(turn.cos() * out, -0.05, -turn.sin() * out).with_rotation(lean);
        let light = 0.75 + 0.5 * chance(5);
        shape.set_colour(srgb(0.2, 0.62, 0.86) * light);
        let rings = [(0.0, thick * 0.8), (tall * 0.25, thick), (tall * 0.72, thick * 0.9), (tall, 0.0)];
        shape.lathe(&rings, 6, &place);
    }
    shape
}

fn vent() -> MeshBuffer {
    let mut shape = MeshBuffer::painted(1.0, srgb(0.26, 0.24, 0.21));
    let rings = [(0.0, 1.25), (0.2, 0.95), (0.3, 0.7), (0.12, 0.5)];
    shape.lathe(&rings, 12, &Transform::IDENTITY);
    shape
}

fn gas() -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    for (x, z, size) in [(0.0, 0.0, 0.42), (0.22, 0.14, 0.22), (-0.2, 0.1, 0.2)] {
        shape.ball(Vec3::new(size, size * 0.5, size), &at(x, 0.14, z));
    }
    shape
}
