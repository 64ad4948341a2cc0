//! Lamps: each a light that flickers a little; those nearest to what is looked at cast shadows.
//!
//! A light without a shadow shines through walls. So a lamp burns for the eye only while the eye can see something that it
//! truly lights: what would be seen of any other is only what leaks.

use bevy::prelude::*;

use super::{InScene, batch::OnFloor};
use crate::{
    client::{
        line_of_sight::LineOfSight,
        playback::Playback,
        scene_setup::SceneSetup,
        view::{CameraView, MainCamera},
    },
    world::level::{DoorSet, PlacedLamp},
};

/// A lamp.
#[derive(Component, Clone, Debug)]
pub struct LampLight {
    lumens: f32,
    phase: f32,
    /// Its place among the lamps of the level.
    number: usize,
    /// Points that it lights, in metres; `None`: not worked out yet.
    lit: Option<Vec<Vec3>>,
    /// Whether the eye sees any of them.
    seen: bool,
    /// How far it is turned up, 0 to 1.
    up: f32,
}

/// How many lamps are judged in a frame: all of them in a few.
const JUDGED: usize = 4;
/// How far away a lamp is still judged, in metres.
const AFAR: f32 = 48.0;
/// How many times a second a lamp goes from dark to bright.
const PACE: f32 = 5.0;
/// In how many directions around it, and at which shares of its reach, a lamp's light is looked for.
const AROUND: usize = 12;
const SHARES: [f32; 3] = [0.25, 0.6, 1.1];

/// What is nearer to a flame than this casts no shadow, in metres: its own glass and foot.
const HOUSING: f32 = 0.32;

/// Spawns the lamps.
pub fn spawn(commands: &mut Commands, setup: &SceneSetup) {
    for (number, lamp) in setup.level.lamps.iter().enumerate() {
        let (red, green, blue) = lamp.colour;
        let floor = setup.level.props.get(lamp.prop).map_or(0, |prop| prop.floor);
        let lumens = lamp.lumens * setup.night.lamp_scale;
        commands.spawn((
            Name::new("lamp"),
            InScene,
            OnFloor(floor),
            LampLight { lumens, phase: number as f32 * 1.7, number, lit: None, seen: true, up: 1.0 },
            Transform::from_translation(lamp.place),
            PointLight {
                color: Color::srgb(red, green, blue),
                intensity: lumens,
                range: lamp.range * 1.5,
                radius: 0.05,
                shadows_enabled: false,
                shadow_map_near_z: HOUSING,
                ..default()
            },
        ));
    }
}

/// Finds out which lamps light anything that the eye sees, a few in each frame.
pub fn see(
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    playback: Res<Playback>,
    lines: Option<Res<LineOfSight>>,
    cameras: Query<&Transform, With<MainCamera>>,
    mut turn: Local<usize>,
    mut lamps: Query<&mut LampLight>,
) {
    let (Some(lines), Ok(eye)) = (lines, cameras.get_single()) else { return };
    let count = setup.level.lamps.len();
    let judged = |number: usize| (number + count - *turn % count.max(1)) % count.max(1) < JUDGED;
    for mut lamp in &mut lamps {
        // From above one looks into all rooms at once.
        if view.cutaway {
            lamp.seen = true;
            continue;
        }
        let Some(built) = setup.level.lamps.get(lamp.number).filter(|_| judged(lamp.number)) else { continue };
        let here = eye.translation;
        let seen = built.place.distance(here) < AFAR && {
            let lit = lamp.lit.get_or_insert_with(|| lit_by(built, &lines));
            lit.iter().any(|point| {
                lines.0.cast_past(here, *point, playback.now.things.open, [Some(built.prop), None]).is_none()
            })
        };
        lamp.seen = seen;
    }
    *turn = turn.wrapping_add(JUDGED);
}

/// Points of the room that a lamp lights, itself among them.
fn lit_by(lamp: &PlacedLamp, lines: &LineOfSight) -> Vec<Vec3> {
    let own = [Some(lamp.prop), None];
    let mut lit = vec![lamp.place];
    for step in 0..AROUND {
        let out = Vec2::from_angle(step as f32 / AROUND as f32 * std::f32::consts::TAU) * lamp.range;
        for share in SHARES {
            let point = lamp.place + Vec3::new(out.x * share, -0.6, out.y * share);
            if lines.0.cast_past(lamp.place, point, DoorSet::default(), own).is_none() {
                lit.push(point);
            }
        }
    }
    lit
}

/// Flames are never quite still.
pub fn flicker(playback: Res<Playback>, clock: Res<Time<Real>>, mut lamps: Query<(&mut LampLight, &mut PointLight)>) {
    let time = playback.seconds();
    for (mut lamp, mut light) in &mut lamps {
        let wave = (time * 7.3 + lamp.phase).sin() * (time * 3.1 + lamp.phase * 2.0).sin();
        let wanted = f32::from(u8::from(lamp.seen));
        let most = PACE * clock.delta_secs();
        lamp.up += (wanted - lamp.up).clamp(-most, most);
        light.intensity = lamp.lumens * lamp.up * (1.0 + 0.07 * wave);
    }
}

/// Gives shadows to the lamps nearest to what is looked at.
pub fn choose_shadows(
    setup: Res<SceneSetup>,
    view: Res<CameraView>,
    mut lamps: Query<(Entity, &Transform, &LampLight, &mut PointLight)>,
) {
    let wanted = usize::from(setup.quality.shadowed_lamps);
    let mut near: Vec<(f32, Entity)> = lamps
        .iter()
        .filter(|(_, _, lamp, _)| lamp.seen || lamp.up > 0.0)
        .map(|(entity, at, ..)| (at.translation.distance_squared(view.focus), entity))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(wanted);
    for (entity, _, _, mut light) in &mut lamps {
        let shadows = near.iter().any(|(_, chosen)| *chosen == entity);
        if light.shadows_enabled != shadows {
            light.shadows_enabled = shadows;
        }
    }
}
