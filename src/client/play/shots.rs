//! The lines of shots: bright for a moment, from the gun to where the shot ended, with the light of the newest one.

use bevy::prelude::*;
use quarry_minds::protocol::MatchEvent;

use crate::client::play::PlayerCamera;
use crate::client::render::character::guns::{BEFORE_EYES, GunModel};
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::scene::{InScene, SceneBuilder, hidden_part, visible};
use crate::client::session::{GameViewService, Playback, PlayerControl, SceneSetup};

/// The most lines drawn at once; the newest have priority.
const MOST: usize = 24;
/// How long a line is seen, in ticks.
const SEEN: u32 = 3;
/// How far below the eyes the gun is held, and how far before them, in metres.
const HELD: (f32, f32) = (0.25, 0.6);

/// A line; the index counts back from the newest shot.
#[derive(Component, Clone, Copy, Debug)]
pub struct ShotLine(usize);

/// The light of the newest shot.
#[derive(Component, Clone, Copy, Debug)]
pub struct ShotLight;

/// The strength of that light in lumens, and how far it reaches, in metres.
const LIGHT: (f32, f32) = (9_000.0, 6.0);

/// Spawns the lines and the light, hidden.
pub fn spawn(mut builder: SceneBuilder) {
    let mut line = MeshBuffer::new(1.0);
    line.cylinder(0.5, 1.0, &Transform::IDENTITY);
    let mesh = builder.mesh(line);
    let material = builder.shared.muzzle.clone();
    for number in 0..MOST {
        builder.commands.spawn((ShotLine(number), hidden_part("shot", &mesh, &material)));
    }
    let (color, (intensity, range)) = (Color::srgb(1.0, 0.75, 0.4), LIGHT);
    let light = PointLight { color, intensity, range, shadow_maps_enabled: false, ..default() };
    builder.commands.spawn((ShotLight, InScene, light, Transform::default(), Visibility::Hidden));
}

pub fn show(
    (playback, setup, game): (Res<Playback>, Res<SceneSetup>, Res<GameViewService>),
    (control, camera): (Option<Res<PlayerControl>>, Res<PlayerCamera>),
    mut lines: Query<(&ShotLine, &mut Transform, &mut Visibility), Without<ShotLight>>,
    mut light: Query<(&mut Transform, &mut Visibility), With<ShotLight>>,
) {
    let now = playback.now.tick;
    let me = control.filter(|_| camera.first_person).map(|control| control.state().agent);
    let shots: Vec<ShownShot> = playback
        .log_since((now + 1).saturating_sub(SEEN))
        .iter()
        .rev()
        .filter_map(|entry| match &entry.event {
            MatchEvent::Shot { by, from, to, .. } => {
                let width = (game.0.shot_width)(setup.agent(*by)?);
                let own = (me == Some(*by)).then(|| playback.agent(*by)?.gun.and_then(GunModel::of)).flatten();
                (width > 0.0).then(|| ShownShot::new(Vec3::from(*from), Vec3::from(*to), own, width))
            }
            _ => None,
        })
        .take(MOST)
        .collect();
    for (line, mut transform, mut visibility) in &mut lines {
        let shot = shots.get(line.0);
        visibility.set_if_neq(visible(shot.is_some()));
        let Some(shot) = shot else { continue };
        let along = shot.to - shot.muzzle;
        transform.translation = shot.muzzle + along * 0.5;
        transform.rotation = Quat::from_rotation_arc(Vec3::Y, along.normalize_or(Vec3::Y));
        transform.scale = Vec3::new(shot.width, along.length().max(0.01), shot.width);
    }
    for (mut transform, mut visibility) in &mut light {
        visibility.set_if_neq(visible(!shots.is_empty()));
        if let Some(newest) = shots.first() {
            transform.translation = newest.muzzle;
        }
    }
}

/// The line of a shot, in metres.
struct ShownShot {
    muzzle: Vec3,
    to: Vec3,
    width: f32,
}

impl ShownShot {
    /// A shot from the eyes of a body. The player sees its own leave the gun in its hands.
    fn new(eyes: Vec3, to: Vec3, own: Option<GunModel>, width: f32) -> Self {
        let way = (to - eyes).normalize_or(Vec3::NEG_Z);
        let muzzle = match own {
            Some(gun) => {
                let before = BEFORE_EYES - Vec3::Z * gun.muzzle;
                eyes + Transform::default().looking_to(way, Vec3::Y).rotation * before
            }
            None => eyes - Vec3::Y * HELD.0 + way * HELD.1,
        };
        Self { muzzle, to, width }
    }
}
