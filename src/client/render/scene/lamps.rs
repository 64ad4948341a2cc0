//! Lamps: flickering point lights, of which the nearest cast shadows.
//!
//! A light without shadows shines through walls. To hide most of that, a lamp is on only while the camera sees a point that the
//! lamp really lights.

use bevy::prelude::*;

use super::{InScene, OnFloor, SceneBuilder};
use crate::client::render::line_of_sight::LineOfSight;
use crate::client::render::physics::{Movable, ViewPhysics, prop_transform};
use crate::client::session::{CameraView, MainCamera, Playback, SceneSetup};
use crate::data::prop::Lamp;
use crate::world::level::{DoorSet, PlacedLamp};

/// A lamp and its visibility to the camera.
#[derive(Component, Clone, Debug)]
pub struct LampLight {
    lumens: f32,
    phase: f32,
    /// The index in `BuiltLevel::lamps`.
    index: usize,
    /// Sample points that it lights, in metres; `None` until first needed.
    lit: Option<Vec<Vec3>>,
    /// Whether the camera sees any of them.
    seen: bool,
    /// The fade factor, 0 (off) to 1.
    fade: f32,
}

/// Lamps tested for visibility per frame.
const TESTED_PER_FRAME: usize = 4;
/// Lamps farther from the camera than this are off, in metres.
const MAX_DISTANCE: f32 = 48.0;
/// The fade speed: changes of `fade` per second.
const FADE_SPEED: f32 = 5.0;
/// Sample points of a lamp: the number of directions, and the distances as shares of its reach.
const SAMPLE_DIRECTIONS: usize = 12;
const SAMPLE_DISTANCES: [f32; 3] = [0.25, 0.6, 1.1];

/// The near plane of a lamp's shadow map in metres: the lamp's own housing casts no shadow.
const HOUSING: f32 = 0.32;

pub fn spawn(builder: &mut SceneBuilder) {
    let SceneBuilder { commands, setup, .. } = builder;
    for (index, lamp) in setup.level.lamps.iter().enumerate() {
        let floor = setup.level.props.get(lamp.prop).map_or(0, |prop| prop.floor);
        let lumens = lamp.lumens * setup.night.lamp_scale;
        commands.spawn((
            Name::new("lamp"),
            InScene,
            OnFloor(floor),
            LampLight { lumens, phase: index as f32 * 1.7, index, lit: None, seen: true, fade: 1.0 },
            Transform::from_translation(lamp.place),
            light(lamp.colour, lumens, lamp.range),
        ));
    }
}

/// The light of a lamp that comes and goes, or moves, at a scale of its brightness.
pub fn light_of(lamp: &Lamp, scale: f32) -> PointLight {
    light(lamp.colour, lamp.lumens * scale, lamp.range)
}

/// A light without shadows. `range` is in metres.
fn light((red, green, blue): (f32, f32, f32), lumens: f32, range: f32) -> PointLight {
    PointLight {
        color: Color::srgb(red, green, blue),
        intensity: lumens,
        range: range * 1.5,
        radius: 0.05,
        shadow_maps_enabled: false,
        shadow_map_near_z: HOUSING,
        ..default()
    }
}

/// Tests a few lamps per frame: a lamp is on while the camera sees a point that it lights.
pub fn test_visibility(
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    playback: Res<Playback>,
    lines: Option<Res<LineOfSight>>,
    cameras: Query<&Transform, With<MainCamera>>,
    mut turn: Local<usize>,
    mut lamps: Query<&mut LampLight>,
) {
    let (Some(lines), Ok(eye)) = (lines, cameras.single()) else { return };
    let count = setup.level.lamps.len();
    let due = |index: usize| (index + count - *turn % count.max(1)) % count.max(1) < TESTED_PER_FRAME;
    for mut lamp in &mut lamps {
        // A cutaway view shows every room at once.
        if view.cutaway {
            lamp.seen = true;
            continue;
        }
        let Some(built) = setup.level.lamps.get(lamp.index).filter(|_| due(lamp.index)) else { continue };
        let here = eye.translation;
        let seen = built.place.distance(here) < MAX_DISTANCE && {
            let lit = lamp.lit.get_or_insert_with(|| sample_lit_points(built, &lines));
            lit.iter().any(|point| {
                lines.0.cast_ignoring(here, *point, playback.now.things.open, [Some(built.prop), None]).is_none()
            })
        };
        lamp.seen = seen;
    }
    *turn = turn.wrapping_add(TESTED_PER_FRAME);
}

/// Sample points around a lamp that no solid hides from it; the first is the lamp itself.
fn sample_lit_points(lamp: &PlacedLamp, lines: &LineOfSight) -> Vec<Vec3> {
    let own = [Some(lamp.prop), None];
    let mut lit = vec![lamp.place];
    for step in 0..SAMPLE_DIRECTIONS {
        let out = Vec2::from_angle(step as f32 / SAMPLE_DIRECTIONS as f32 * std::f32::consts::TAU) * lamp.range;
        for share in SAMPLE_DISTANCES {
            let point = lamp.place + Vec3::new(out.x * share, -0.6, out.y * share);
            if lines.0.cast_ignoring(lamp.place, point, DoorSet::default(), own).is_none() {
                lit.push(point);
            }
        }
    }
    lit
}

/// Sets the intensity of each lamp: fade and flicker.
pub fn flicker(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    clock: Res<Time<Real>>,
    mut lamps: Query<(&mut LampLight, &mut PointLight)>,
) {
    let time = playback.seconds();
    for (mut lamp, mut light) in &mut lamps {
        let wave = (time * 7.3 + lamp.phase).sin() * (time * 3.1 + lamp.phase * 2.0).sin();
        let feed = setup.level.lamps.get(lamp.index).and_then(|lamp| lamp.feed);
        let target = f32::from(u8::from(lamp.seen && playback.now.things.are_fed(&setup.level, feed)));
        let step = FADE_SPEED * clock.delta_secs();
        lamp.fade += (target - lamp.fade).clamp(-step, step);
        light.intensity = lamp.lumens * lamp.fade * (1.0 + 0.07 * wave);
    }
}

/// Moves the lamps of props that move with them.
pub fn hang(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    physics: Res<ViewPhysics>,
    mut lamps: Query<(&LampLight, &mut Transform)>,
) {
    for (lamp, mut transform) in &mut lamps {
        let Some(built) = setup.level.lamps.get(lamp.index) else { continue };
        let Some(prop) = setup.level.props.get(built.prop).map(prop_transform) else { continue };
        if let Some(now) = physics.place_of(Movable::Prop(built.prop), &playback) {
            transform.translation = now.transform_point(prop.compute_affine().inverse().transform_point3(built.place));
        }
    }
}

/// Enables shadows for the lit lamps nearest to the camera's focus.
pub fn choose_shadows(
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut lamps: Query<(Entity, &Transform, &LampLight, &mut PointLight)>,
) {
    let count = usize::from(setup.quality.shadowed_lamps);
    let mut near: Vec<(f32, Entity)> = lamps
        .iter()
        .filter(|(_, _, lamp, _)| lamp.fade > 0.0)
        .map(|(entity, at, ..)| (at.translation.distance_squared(view.focus), entity))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(count);
    for (entity, _, _, mut light) in &mut lamps {
        let shadows = near.iter().any(|(_, chosen)| *chosen == entity);
        if light.shadow_maps_enabled != shadows {
            light.shadow_maps_enabled = shadows;
            light.contact_shadows_enabled = shadows && setup.quality.contact_shadows;
        }
    }
}
