//! Where shots hit the level: a mark that stays for a while, and dust for a moment. Both follow from the log and the tick on screen, so that
//! a match that is shown backwards takes them back.

use bevy::prelude::*;
use quarry_minds::protocol::MatchEvent;

use crate::client::render::line_of_sight::LineOfSight;
use crate::client::render::mesh::MeshBuffer;
use crate::client::render::scene::{SceneBuilder, hidden_part, visible};
use crate::client::session::Playback;
use crate::world::level::DoorSet;

/// The most marks and the most clouds of dust; the newest are shown.
const MOST: (usize, usize) = (48, 8);
/// How long marks and dust are seen, in seconds.
const SEEN: (f32, f32) = (30.0, 0.45);
/// How wide a mark is, and how wide dust is at its end, in metres.
const WIDE: (f32, f32) = (0.09, 0.5);
/// A wall is looked for so far before and behind the end of a shot, in metres.
const AROUND: f32 = 0.15;

/// A mark or a cloud of dust; the index counts back from the newest impact.
#[derive(Component, Clone, Copy, Debug)]
pub enum ShotImpact {
    Mark(usize),
    Dust(usize),
}

/// Spawns marks and dust, hidden.
pub fn spawn(mut builder: SceneBuilder) {
    let mut ball = MeshBuffer::new(0.5);
    ball.ball(Vec3::splat(0.5), &Transform::IDENTITY);
    let mesh = builder.mesh(ball);
    let (scar, dust) = (builder.shared.scar.clone(), builder.shared.dust.clone());
    for number in 0..MOST.0 {
        builder.commands.spawn((ShotImpact::Mark(number), hidden_part("shot mark", &mesh, &scar)));
    }
    for number in 0..MOST.1 {
        builder.commands.spawn((ShotImpact::Dust(number), hidden_part("shot dust", &mesh, &dust)));
    }
}

pub fn show(
    playback: Res<Playback>,
    lines: Option<Res<LineOfSight>>,
    mut known: Local<(u32, Vec<(Vec3, u32)>)>,
    mut impacts: Query<(&ShotImpact, &mut Transform, &mut Visibility)>,
) {
    let Some(lines) = lines else { return };
    let (read, hits) = &mut *known;
    if *read != playback.now.tick || lines.is_changed() {
        *read = playback.now.tick;
        *hits = read_hits(&playback, &lines);
    }
    let now = playback.seconds();
    for (impact, mut transform, mut visibility) in &mut impacts {
        let (ShotImpact::Mark(number) | ShotImpact::Dust(number)) = *impact;
        let seen = if matches!(impact, ShotImpact::Mark(_)) { SEEN.0 } else { SEEN.1 };
        let hit = hits.get(number).map(|(at, tick)| (*at, now - playback.seconds_at(*tick)));
        let hit = hit.filter(|(_, age)| (0.0..seen).contains(age));
        visibility.set_if_neq(visible(hit.is_some()));
        let Some((at, age)) = hit else { continue };
        transform.translation = at;
        transform.scale = Vec3::splat(match impact {
            // Half of it is in the wall: what is seen is round from everywhere.
            ShotImpact::Mark(_) => WIDE.0,
            ShotImpact::Dust(_) => WIDE.1 * (0.3 + 0.7 * age / SEEN.1),
        });
    }
}

/// Where the newest shots hit something other than agents, doors and the ground, and when; newest first.
fn read_hits(playback: &Playback, lines: &LineOfSight) -> Vec<(Vec3, u32)> {
    let missed = playback.log_of_last(SEEN.0).iter().rev().filter_map(|entry| match &entry.event {
        MatchEvent::Shot { from, to, hit: None, .. } => Some((Vec3::from(*from), Vec3::from(*to), entry.tick)),
        _ => None,
    });
    let hits = missed.take(MOST.0 * 4).filter_map(|(from, to, tick)| {
        let along = (to - from).normalize_or_zero() * AROUND;
        let wall = lines.0.cast(to - along, to + along, DoorSet::default())?;
        (!wall.ground && wall.door.is_none()).then_some((to, tick))
    });
    hits.take(MOST.0).collect()
}
