//! Keys on the ground, which turn and bob; those that have been dropped lie where they fell.

use bevy::{light::NotShadowCaster, prelude::*};
use quarry_minds::protocol::ThingId;

use crate::client::render::mesh::MeshBuffer;
use crate::client::render::physics::{Movable, ViewPhysics};
use crate::client::render::scene::{SceneBuilder, scene_part, visible};
use crate::client::session::Playback;
use crate::world::ItemLocation;
use crate::world::level::ThingKind;

#[derive(Component, Clone, Copy, Debug)]
pub struct KeyModel(ThingId);

/// Spawns a hidden model for every key of the level.
pub fn spawn(mut builder: SceneBuilder) {
    let key = builder.mesh(key_shape());
    let mut halo = MeshBuffer::new(1.0);
    // Overlapping additive shells get brighter towards the centre.
    for radius in [0.12, 0.18, 0.25, 0.33] {
        halo.ball(Vec3::splat(radius), &Transform::IDENTITY);
    }
    let halo = builder.mesh(halo);
    let SceneBuilder { commands, setup, shared, .. } = &mut builder;
    for thing in setup.level.things_of(ThingKind::Item).filter(|thing| thing.name == "key") {
        let part = scene_part("key", key.clone(), shared.gold.clone());
        commands
            .spawn((part, KeyModel(thing.id), Transform::from_translation(thing.place), Visibility::Hidden))
            .with_children(|parts| {
                parts.spawn((NotShadowCaster, Mesh3d(halo.clone()), MeshMaterial3d(shared.halo.clone())));
                parts.spawn(PointLight {
                    color: Color::srgb(1.0, 0.78, 0.35),
                    intensity: 45.0 * setup.night.lamp_scale,
                    range: 2.2,
                    shadow_maps_enabled: false,
                    ..default()
                });
            });
    }
}

/// Half the size of a key, for its fall.
pub const HALF_SIZE: Vec3 = Vec3::new(0.1, 0.24, 0.025);

/// An old-fashioned key, oversized so that it is visible from a distance.
fn key_shape() -> MeshBuffer {
    let mut shape = MeshBuffer::new(1.0);
    shape.ring(0.085, 0.022, &Transform::from_xyz(0.0, 0.17, 0.0));
    for turn in [0.0f32, 2.09, 4.19] {
        let lobe = Vec3::new(turn.sin(), turn.cos(), 0.0) * 0.1 + Vec3::Y * 0.17;
        shape.ball(Vec3::splat(0.035), &Transform::from_translation(lobe));
    }
    shape.cylinder(0.022, 0.3, &Transform::from_xyz(0.0, -0.06, 0.0));
    shape.ring(0.026, 0.012, &Transform::from_xyz(0.0, 0.06, 0.0).with_rotation(Quat::from_rotation_x(1.57)));
    for (y, length) in [(-0.19, 0.1), (-0.13, 0.075), (-0.07, 0.055)] {
        let tooth = Transform::from_xyz(length * 0.5 + 0.01, y, 0.0);
        shape.bevelled_box(Vec3::new(length * 0.5, 0.018, 0.014), 0.004, &tooth);
    }
    shape
}

/// Shows and animates the keys that lie on the ground; hides carried and used ones.
pub fn animate(
    playback: Res<Playback>,
    physics: Res<ViewPhysics>,
    time: Res<Time>,
    mut keys: Query<(&KeyModel, &mut Transform, &mut Visibility)>,
) {
    for (key, mut transform, mut visibility) in &mut keys {
        let item = playback.now.things.item(key.0);
        visibility.set_if_neq(visible(matches!(item, Some(ItemLocation::Lying(_)))));
        let Some(ItemLocation::Lying(place)) = item else { continue };
        if let Some(fallen) = physics.place_of(Movable::Item(key.0), &playback) {
            *transform = fallen;
            continue;
        }
        let beat = time.elapsed_secs() * 1.6 + f32::from(key.0.0);
        transform.translation = place + Vec3::Y * (0.42 + 0.05 * beat.sin());
        transform.rotation = Quat::from_rotation_y(beat) * Quat::from_rotation_z(0.25);
    }
}
