//! The lines of shots: bright for a moment, from the gun to where the shot ended.

use bevy::prelude::*;
use quarry_minds::protocol::MatchEvent;

use crate::client::play::PlayerCamera;
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::scene::{SceneBuilder, hidden_part, visible};
use crate::client::session::{GameViewService, Playback, PlayerControl, SceneSetup};

/// The most lines drawn at once; the newest have priority.
const MOST: usize = 24;
/// How long a line is seen, in ticks.
const SEEN: u32 = 3;
/// How far below the eyes the gun is held, and how far before them, in metres.
const HELD: (f32, f32) = (0.25, 0.6);

/// Where the muzzle of the gun in a player's hands is, relative to the eyes, in metres.
pub const MUZZLE: Vec3 = Vec3::new(0.17, -0.19, -1.1);

/// A line; the index counts back from the newest shot.
#[derive(Component, Clone, Copy, Debug)]
pub struct ShotLine(usize);

/// Spawns the lines, hidden.
pub fn spawn(mut builder: SceneBuilder) {
    let mut line = MeshBuffer::new(1.0);
    line.cylinder(0.5, 1.0, &Transform::IDENTITY);
    let mesh = builder.mesh(line);
    let material = builder.material(StandardMaterial {
        base_color: Color::srgb(1.0, 0.85, 0.45),
        emissive: LinearRgba::rgb(9.0, 6.0, 2.0),
        unlit: true,
        ..default()
    });
    for number in 0..MOST {
        builder.commands.spawn((ShotLine(number), hidden_part("shot", &mesh, &material)));
    }
}

pub fn show(
    (playback, setup, game): (Res<Playback>, Res<SceneSetup>, Res<GameViewService>),
    (control, camera): (Option<Res<PlayerControl>>, Res<PlayerCamera>),
    mut lines: Query<(&ShotLine, &mut Transform, &mut Visibility)>,
) {
    let now = playback.now.tick;
    // The player sees its own shots leave the rifle in its hands.
    let me = control.filter(|_| camera.first_person).map(|control| control.state().agent);
    let shots: Vec<(Vec3, Vec3, bool, f32)> = playback
        .log_since((now + 1).saturating_sub(SEEN))
        .iter()
        .rev()
        .filter_map(|entry| match &entry.event {
            MatchEvent::Shot { by, from, to, .. } => {
                let width = (game.0.shot_width)(setup.agent(*by)?);
                (width > 0.0).then_some((Vec3::from(*from), Vec3::from(*to), me == Some(*by), width))
            }
            _ => None,
        })
        .take(MOST)
        .collect();
    for (line, mut transform, mut visibility) in &mut lines {
        let shot = shots.get(line.0);
        visibility.set_if_neq(visible(shot.is_some()));
        let Some((from, to, own, width)) = shot else { continue };
        let way = (*to - *from).normalize_or(Vec3::NEG_Z);
        let muzzle = if *own {
            *from + Transform::default().looking_to(way, Vec3::Y).rotation * MUZZLE
        } else {
            *from - Vec3::Y * HELD.0 + way * HELD.1
        };
        let along = *to - muzzle;
        transform.translation = muzzle + along * 0.5;
        transform.rotation = Quat::from_rotation_arc(Vec3::Y, along.normalize_or(Vec3::Y));
        transform.scale = Vec3::new(*width, along.length().max(0.01), *width);
    }
}
