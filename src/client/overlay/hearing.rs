//! How far noises carry, as rings that run out to where they are heard no more; and where what was heard seems to come from.

use bevy::prelude::*;

use super::{HEARING, OverlayContext, OverlayGizmos, OverlaySystems, WorldLabels, strokes::SOUND};
use crate::{
    client::{panels::is_open, screen::Screen, text},
    protocol::{Label, PerceptSource, Subject},
    world::Noises,
};

/// For how many seconds of game time a ring runs.
const RUNS: f32 = 0.9;
/// The most rings at a time.
const MOST: usize = 48;
/// How long something heard is drawn, in seconds.
const HEARD: f32 = 6.0;

/// A noise that was made.
#[derive(Clone, Copy, Debug)]
struct NoiseRing {
    tick: u32,
    kind: Label,
    place: Vec3,
    loudness: f32,
}

/// The noises of the last second.
#[derive(Resource, Default)]
struct NoiseRings {
    seen: u32,
    all: Vec<NoiseRing>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NoiseRings>()
        .add_systems(OnEnter(Screen::Loading), |mut rings: ResMut<NoiseRings>| *rings = NoiseRings::default())
        .add_systems(Update, (gather, draw).chain().in_set(OverlaySystems).run_if(is_open(HEARING.id)));
}

fn gather(scene: OverlayContext, mut rings: ResMut<NoiseRings>) {
    let now = scene.playback.now.tick;
    if rings.seen == now {
        return;
    }
    let Some(noises) = scene.playback.shown_world().and_then(|world| world.get_resource::<Noises>()) else { return };
    rings.seen = now;
    let fresh = |ring: &NoiseRing| ring.tick <= now && scene.playback.seconds_at(now - ring.tick) < RUNS;
    rings.all.retain(fresh);
    let made = noises.0.iter().map(|noise| NoiseRing {
        tick: now,
        kind: noise.kind,
        place: noise.place,
        loudness: noise.loudness,
    });
    rings.all.extend(made);
    let over = rings.all.len().saturating_sub(MOST);
    rings.all.drain(..over);
}

fn draw(mut scene: OverlayContext, rings: Res<NoiseRings>, mut strokes: OverlayGizmos, mut tags: ResMut<WorldLabels>) {
    let spent = scene.timings.start("overlay: hearing");
    for ring in &rings.all {
        if !scene.is_visible(ring.place) {
            continue;
        }
        let age = (scene.playback.seconds() - scene.playback.seconds_at(ring.tick)).max(0.0) / RUNS;
        let colour = SOUND.with_alpha(0.8 * (1.0 - age).clamp(0.0, 1.0));
        let at = ring.place.with_y(ring.place.y + 0.08);
        strokes.ring(at, ring.loudness * age.clamp(0.05, 1.0), colour);
        strokes.dotted_ring(at, ring.loudness, colour.with_alpha(colour.alpha * 0.35));
        if ring.loudness > 8.0 && age < 0.5 {
            tags.add(at, text::humanize(ring.kind), colour);
        }
    }
    drop(spent);
    for (agent, _) in scene.agents() {
        let (Some(account), Some(ears)) = (scene.account(agent), scene.at(agent, 0.9)) else { continue };
        let _spent = scene.timings.start("overlay: hearing");
        let heard = account.facts.iter().filter(|known| {
            known.source == PerceptSource::Heard && matches!(known.subject, Subject::Unknown(_)) && known.age < HEARD
        });
        for known in heard.filter(|known| scene.is_visible(known.place)) {
            let fresh = 1.0 - known.age / HEARD;
            let colour = SOUND.with_alpha(0.85 * fresh);
            let at = known.place.with_y(known.place.y + 0.06);
            // Somewhere in there: a place with an error, never an identity.
            strokes.dotted_ring(at, known.error.max(0.4), colour);
            strokes.dotted.line(ears, at, colour.with_alpha(0.4 * fresh));
            tags.add(at, format!("{}? {:.0} s", text::humanize(known.kind), known.age), colour);
        }
    }
}
