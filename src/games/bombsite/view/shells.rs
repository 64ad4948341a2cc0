//! The cases that guns throw out to the right, one for each shot. Where each is follows from the log and the time on screen, so that a
//! match that is shown backwards picks them up again.

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, MatchEvent};

use crate::client::render::character::guns::BEFORE_EYES;
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::scene::{SceneBuilder, hidden_part, visible};
use crate::client::render::texture::noise::hash_noise;
use crate::client::session::{Playback, SceneSetup};

/// The most cases; the newest are shown.
const MOST: usize = 40;
/// How long a case is seen, in seconds.
const SEEN: f32 = 4.0;
/// Where it leaves the gun, relative to the gun's place before the eyes, in metres.
const PORT: Vec3 = Vec3::new(0.01, -0.01, 0.08);
/// How fast it leaves, to the right and up, in m/s, and how much each may differ.
const PACE: Vec2 = Vec2::new(1.5, 1.4);
const DIFFERS: f32 = 0.5;
/// Half of its length, and its radius, in metres.
const HALF_LENGTH: f32 = 0.014;
const RADIUS: f32 = 0.005;
const GRAVITY: f32 = 9.8;
/// How far below the eyes the floor is looked for: the floor above may be nearer to them, in metres.
const KNEES: f32 = 1.2;

/// A case; the index counts back from the newest shot.
#[derive(Component, Clone, Copy, Debug)]
pub struct Shell(usize);

/// Spawns the cases, hidden.
pub fn spawn(mut builder: SceneBuilder) {
    let mut shape = MeshBuffer::new(0.3);
    shape.cylinder(RADIUS, HALF_LENGTH * 2.0, &Transform::IDENTITY);
    let mesh = builder.mesh(shape);
    for number in 0..MOST {
        builder.commands.spawn((Shell(number), hidden_part("shell", &mesh, &builder.shared.brass)));
    }
}

pub fn show(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    mut shells: Query<(&Shell, &mut Transform, &mut Visibility)>,
) {
    let now = playback.seconds();
    let fired = playback.log_of_last(SEEN).iter().rev().filter_map(|entry| match &entry.event {
        MatchEvent::Shot { by, from, to, .. } => {
            let floor = setup.level.ground_height(Vec3::from(*from) - Vec3::Y * KNEES)?;
            let age = now - playback.seconds_at(entry.tick);
            (0.0..SEEN).contains(&age).then(|| case((*by, entry.tick), Vec3::from(*from), Vec3::from(*to), floor, age))
        }
        _ => None,
    });
    let cases: Vec<Transform> = fired.take(MOST).collect();
    for (shell, mut transform, mut visibility) in &mut shells {
        let case = cases.get(shell.0);
        visibility.set_if_neq(visible(case.is_some()));
        if let Some(case) = case {
            transform.set_if_neq(*case);
        }
    }
}

/// Where the case of a shot lies or flies: thrown from beside the gun, and at rest on the floor.
fn case((by, tick): (AgentId, u32), eyes: Vec3, to: Vec3, floor: f32, age: f32) -> Transform {
    let chance = |which: i32| hash_noise(tick as i32, i32::from(by.0), which as u32);
    let aim = Transform::default().looking_to((to - eyes).normalize_or(Vec3::NEG_Z), Vec3::Y).rotation;
    let from = eyes + aim * (BEFORE_EYES + PORT);
    let pace = PACE * (1.0 + DIFFERS * (chance(1) - 0.5));
    let height = (from.y - floor - RADIUS).max(0.0);
    // When it meets the floor: from height + up t - g t^2 / 2 = 0.
    let falls = (pace.y + (pace.y * pace.y + 2.0 * GRAVITY * height).sqrt()) / GRAVITY;
    let t = age.min(falls);
    let aside = (aim * Vec3::X).with_y(0.0).normalize_or(Vec3::X) * pace.x * t;
    let place = from.with_y(floor + RADIUS) + Vec3::Y * (height + pace.y * t - GRAVITY * t * t * 0.5).max(0.0) + aside;
    let turn = Quat::from_rotation_y(chance(2) * std::f32::consts::TAU);
    let tumble =
        if age < falls { Quat::from_rotation_x(t * 25.0) } else { Quat::from_rotation_x(std::f32::consts::FRAC_PI_2) };
    Transform::from_translation(place).with_rotation(turn * tumble)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_flies_to_the_right_and_comes_to_rest_on_the_floor() {
        let at = |age: f32| {
            case((AgentId(1), 90), Vec3::new(0.0, 1.6, 0.0), Vec3::new(0.0, 1.6, -20.0), 0.0, age).translation
        };
        assert!(at(0.0).distance(BEFORE_EYES + PORT + Vec3::Y * 1.6) < 1e-3, "{}", at(0.0));
        assert!(at(0.1).y > at(0.0).y && at(0.3).x > at(0.1).x, "up and to the right: {} {}", at(0.1), at(0.3));
        let rest = at(2.0);
        assert!((rest.y - RADIUS).abs() < 1e-3 && rest == at(3.0), "{rest}");
        // Fired from a platform it lies on the platform.
        let above = case((AgentId(1), 90), Vec3::Y * 4.6, Vec3::new(0.0, 4.6, -20.0), 3.0, 2.0).translation;
        assert!((above.y - 3.0 - RADIUS).abs() < 1e-3, "{above}");
    }
}
