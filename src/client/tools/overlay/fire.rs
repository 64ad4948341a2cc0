//! Sight lines and shots: from each agent to each enemy that it sees, and the shots of the last moment.

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, MatchEvent, Subject};

use super::{GOLD, HIT, OverlayContext, OverlayGizmos, agent_colour};

/// A shot fades out over this time, in seconds.
const FADE_SECONDS: f32 = 0.6;
/// The line from an agent to an enemy begins and ends at these parts of their heights, so that two lines between two agents lie apart.
const EYES: f32 = 0.92;
const CHEST: f32 = 0.7;

pub(super) fn draw(mut cx: OverlayContext, mut gizmos: OverlayGizmos) {
    let agents = cx.all_in_tactical_view();
    for (agent, info) in &agents {
        let Some(snapshot) = cx.snapshot(*agent) else { continue };
        let _spent = cx.timings.start("overlay: sight lines and shots");
        let Some(eyes) = cx.body_point(*agent, EYES) else { continue };
        for known in snapshot.facts.iter().filter(|known| known.in_sight) {
            let Subject::Agent(other) = known.subject else { continue };
            let stands = cx.playback.agent(other).is_some_and(|frame| frame.stands());
            if !stands || !cx.setup.enemies(AgentId(*agent as u16), other) {
                continue;
            }
            let height = cx.setup.agent(other).map_or(1.6, |enemy| enemy.body.height);
            let chest = known.place + Vec3::Y * height * CHEST;
            if cx.is_visible(known.place) || cx.is_visible(eyes) {
                let colour = agent_colour(info);
                gizmos.fine.line_gradient(eyes, chest, colour.with_alpha(0.95), colour.with_alpha(0.25));
                gizmos.cross(chest, 0.14, colour.with_alpha(0.8));
            }
        }
    }
    draw_shots(&cx, &mut gizmos);
}

/// The shots of the last moment, also of those that have fallen since: green for a hit of an enemy, gold for others.
fn draw_shots(cx: &OverlayContext, gizmos: &mut OverlayGizmos) {
    let playback = &cx.playback;
    let now = playback.now.tick;
    for entry in playback.log_of_last(FADE_SECONDS) {
        let MatchEvent::Shot { by, from, to, hit } = &entry.event else { continue };
        let (from, to) = (Vec3::from(*from), Vec3::from(*to));
        let strength = 1.0 - playback.seconds_at(now.saturating_sub(entry.tick)) / FADE_SECONDS;
        if strength <= 0.0 || !cx.concerns(*by) || !cx.is_visible(from) {
            continue;
        }
        let hits = hit.is_some_and(|hit| cx.setup.enemies(*by, hit));
        let colour = if hits { HIT } else { GOLD }.with_alpha(0.85 * strength);
        gizmos.bold.line(from, to, colour);
        if hits {
            gizmos.cross(to, 0.3, colour);
        }
    }
}
