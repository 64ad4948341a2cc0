//! Noises as rings that expand to the range at which they can be heard, and the positions that agents attribute to what they heard.

use bevy::prelude::*;
use quarry_minds::protocol::{Label, PerceptSource, Subject};

use super::{OverlayContext, OverlayGizmos, OverlaySystems, WorldLabels, gizmos::SOUND};
use crate::client::session::init_for_match;
use crate::client::tools::panels::is_open;
use crate::client::ui::text;
use crate::world::Noises;

/// A ring expands for this long, in seconds of game time.
const RING_SECONDS: f32 = 0.9;
const MAX_RINGS: usize = 48;
/// The age up to which a heard noise is drawn, in seconds.
const MAX_AGE: f32 = 6.0;

/// A noise of the last second.
#[derive(Clone, Copy, Debug)]
struct NoiseRing {
    tick: u32,
    kind: Label,
    place: Vec3,
    loudness: f32,
}

#[derive(Resource, Default)]
struct NoiseRings {
    last_tick: u32,
    all: Vec<NoiseRing>,
}

pub(super) fn plugin(app: &mut App) {
    init_for_match::<NoiseRings>(app);
    app.add_systems(Update, (gather, draw).chain().in_set(OverlaySystems).run_if(is_open(super::id::HEARING)));
}

fn gather(cx: OverlayContext, mut rings: ResMut<NoiseRings>) {
    let now = cx.playback.now.tick;
    if rings.last_tick == now {
        return;
    }
    let Some(noises) = cx.playback.shown_world().and_then(|world| world.get_resource::<Noises>()) else { return };
    rings.last_tick = now;
    let fresh = |ring: &NoiseRing| ring.tick <= now && cx.playback.seconds_at(now - ring.tick) < RING_SECONDS;
    rings.all.retain(fresh);
    let made = noises.0.iter().map(|noise| NoiseRing {
        tick: now,
        kind: noise.kind,
        place: noise.place,
        loudness: noise.loudness,
    });
    rings.all.extend(made);
    let over = rings.all.len().saturating_sub(MAX_RINGS);
    rings.all.drain(..over);
}

fn draw(mut cx: OverlayContext, rings: Res<NoiseRings>, mut gizmos: OverlayGizmos, mut labels: ResMut<WorldLabels>) {
    let spent = cx.timings.start("overlay: hearing");
    for ring in &rings.all {
        if !cx.is_visible(ring.place) {
            continue;
        }
        let age = (cx.playback.seconds() - cx.playback.seconds_at(ring.tick)).max(0.0) / RING_SECONDS;
        let colour = SOUND.with_alpha(0.8 * (1.0 - age).clamp(0.0, 1.0));
        let at = ring.place.with_y(ring.place.y + 0.08);
        gizmos.ring(at, ring.loudness * age.clamp(0.05, 1.0), colour);
        gizmos.dotted_ring(at, ring.loudness, colour.with_alpha(colour.alpha * 0.35));
        if ring.loudness > 8.0 && age < 0.5 {
            labels.add(at, text::humanize(ring.kind), colour);
        }
    }
    drop(spent);
    for (agent, _) in cx.agents() {
        let (Some(snapshot), Some(ears)) = (cx.snapshot(agent), cx.body_point(agent, 0.9)) else { continue };
        let _spent = cx.timings.start("overlay: hearing");
        let heard = snapshot.facts.iter().filter(|known| {
            known.source == PerceptSource::Heard && matches!(known.subject, Subject::Unknown(_)) && known.age < MAX_AGE
        });
        for known in heard.filter(|known| cx.is_visible(known.place)) {
            let fresh = 1.0 - known.age / MAX_AGE;
            let colour = SOUND.with_alpha(0.85 * fresh);
            let at = known.place.with_y(known.place.y + 0.06);
            // A heard noise has a position with an error but no identity.
            gizmos.dotted_ring(at, known.error.max(0.4), colour);
            gizmos.dotted.line(ears, at, colour.with_alpha(0.4 * fresh));
            labels.add(at, format!("{}? {:.0} s", text::humanize(known.kind), known.age), colour);
        }
    }
}
