//! The bomb: lying, planted, and its blinking light; and the marks of the sites on the ground.

use bevy::{light::NotShadowCaster, prelude::*};

use super::status::bomb_state;
use crate::client::render::character::skeleton::srgb;
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::physics::{Movable, ViewPhysics};
use crate::client::render::scene::{SceneBuilder, scene_part, visible};
use crate::client::session::{Playback, SceneSetup};
use crate::games::bombsite::schema::SITES;
use crate::world::level::ThingKind;
use crate::world::{ItemLocation, StockState, ThingState};

#[derive(Component, Clone, Copy, Debug)]
pub struct BombModel;

/// The light on the bomb, which blinks once it is planted.
#[derive(Component, Clone, Copy, Debug)]
pub struct BombLight;

/// Spawns the bomb, hidden, and the marks of the sites.
pub fn spawn(mut builder: SceneBuilder) {
    let painted = builder.material(StandardMaterial { perceptual_roughness: 0.8, reflectance: 0.2, ..default() });
    let light = builder.material(StandardMaterial {
        base_color: Color::srgb(1.0, 0.15, 0.1),
        emissive: LinearRgba::rgb(12.0, 0.6, 0.3),
        ..default()
    });
    let mut bulb = MeshBuffer::new(1.0);
    bulb.ball(Vec3::splat(0.045), &Transform::from_xyz(0.1, 0.24, 0.0));
    let (case, bulb) = (builder.mesh(bomb_shape()), builder.mesh(bulb));
    let light = (NotShadowCaster, BombLight, Mesh3d(bulb), MeshMaterial3d(light), Visibility::Inherited);
    let bomb = (scene_part("bomb", case, painted.clone()), BombModel, Visibility::Hidden);
    builder.commands.spawn(bomb).with_child(light);
    let SceneBuilder { setup, .. } = &builder;
    let level = setup.level.clone();
    for site in level.things_of(ThingKind::Stock).filter(|thing| SITES.contains(&thing.name.as_str())) {
        let mark = builder.mesh(site_mark(site.name == SITES[1]));
        let part = scene_part(site.name.as_str(), mark, painted.clone());
        builder.commands.spawn((part, NotShadowCaster, Transform::from_translation(site.place)));
    }
}

/// The letter of a site in a broken ring, painted on the ground; its top is to the north.
pub(super) fn site_mark(is_b: bool) -> MeshBuffer {
    const A: &[[(f32, f32); 2]] =
        &[[(-0.6, 0.85), (0.0, -0.85)], [(0.0, -0.85), (0.6, 0.85)], [(-0.34, 0.25), (0.34, 0.25)]];
    const B: &[[(f32, f32); 2]] = &[
        [(-0.45, 0.85), (-0.45, -0.85)],
        [(-0.45, -0.85), (0.25, -0.85)],
        [(0.25, -0.85), (0.45, -0.45)],
        [(0.45, -0.45), (0.2, -0.05)],
        [(-0.45, -0.05), (0.2, -0.05)],
        [(0.2, -0.05), (0.5, 0.4)],
        [(0.5, 0.4), (0.25, 0.85)],
        [(-0.45, 0.85), (0.25, 0.85)],
    ];
    let mut mark = MeshBuffer::painted(1.0, srgb(0.85, 0.82, 0.74));
    let stroke = |mark: &mut MeshBuffer, from: Vec2, to: Vec2, half: f32, up: f32| {
        let (middle, along) = ((from + to) * 0.5, to - from);
        let turn = Quat::from_rotation_y(-along.to_angle());
        let place = Transform::from_xyz(middle.x, up, middle.y).with_rotation(turn);
        mark.bevelled_box(Vec3::new(along.length() * 0.5 + half * 0.6, 0.006, half), 0.0, &place);
    };
    for (number, [from, to]) in if is_b { B } else { A }.iter().enumerate() {
        // Strokes that cross do not flicker.
        stroke(&mut mark, Vec2::from(*from), Vec2::from(*to), 0.14, 0.012 + 0.001 * number as f32);
    }
    mark.set_colour(srgb(0.85, 0.3, 0.12));
    for arc in 0..24 {
        let point = |step: f32| Vec2::from_angle((arc as f32 + step) / 24.0 * std::f32::consts::TAU) * 1.65;
        // A stencil leaves bridges.
        if arc % 6 != 0 {
            stroke(&mut mark, point(0.0), point(1.0), 0.07, 0.012);
        }
    }
    mark
}

/// Half the size of the bomb, for its fall.
pub const HALF_SIZE: Vec3 = Vec3::new(0.22, 0.13, 0.15);

/// A satchel with two rolls strapped to it.
fn bomb_shape() -> MeshBuffer {
    let mut shape = MeshBuffer::painted(1.0, srgb(0.24, 0.26, 0.2));
    shape.bevelled_box(Vec3::new(0.22, 0.1, 0.15), 0.03, &Transform::from_xyz(0.0, 0.1, 0.0));
    shape.set_colour(srgb(0.6, 0.12, 0.09));
    for side in [-0.075, 0.075] {
        let roll =
            Transform::from_xyz(-0.03, 0.21, side).with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
        shape.cylinder(0.055, 0.28, &roll);
    }
    shape.set_colour(srgb(0.1, 0.1, 0.11));
    shape.bevelled_box(Vec3::new(0.05, 0.035, 0.09), 0.01, &Transform::from_xyz(0.1, 0.205, 0.0));
    shape
}

/// Shows the bomb where it lies or is planted; hides it while it is carried and after the explosion.
pub fn show(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    physics: Res<ViewPhysics>,
    mut bombs: Query<(&mut Transform, &mut Visibility), (With<BombModel>, Without<BombLight>)>,
    mut lights: Query<&mut Visibility, With<BombLight>>,
) {
    let frame = &playback.now;
    let items = setup.level.things_of(ThingKind::Item).filter(|thing| thing.name == "bomb");
    let lying = items.filter_map(|thing| match frame.things.item(thing.id)? {
        ItemLocation::Lying(place) => {
            let fallen = physics.place_of(Movable::Item(thing.id), &playback);
            let standing = Transform::from_translation(place);
            Some(fallen.map_or(standing, |fallen| fallen * Transform::from_translation(Vec3::NEG_Y * HALF_SIZE.y)))
        }
        _ => None,
    });
    let armed = |state: Option<&ThingState>| matches!(state, Some(ThingState::Stock(StockState { amount, .. })) if *amount > 0.0);
    let planted = frame.things.appeared.iter().find(|thing| thing.name == "planted_bomb");
    let exploded = frame.number("bomb_state") as u32 == bomb_state::EXPLODED;
    let place = lying
        .into_iter()
        .next()
        .or(planted.map(|thing| Transform::from_translation(thing.place)))
        .filter(|_| !exploded);
    for (mut transform, mut visibility) in &mut bombs {
        visibility.set_if_neq(visible(place.is_some()));
        if let Some(place) = place {
            transform.set_if_neq(place);
        }
    }
    let ticking = planted.is_some_and(|thing| armed(frame.things.state(thing.id)));
    let lit = ticking && playback.seconds_at(frame.tick).fract() < 0.5;
    for mut visibility in &mut lights {
        visibility.set_if_neq(visible(lit));
    }
}
