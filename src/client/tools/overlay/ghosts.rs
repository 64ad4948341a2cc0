//! Where enemies are believed to be: ghosts that fade with confidence, and the hypotheses about a lost enemy.

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Subject};

use super::{OverlayContext, OverlayGizmos, WorldLabels, agent_colour, gizmos::GOLD};
use crate::client::session::names;

/// Draws a ghost where an unseen enemy is believed to be, and a cross where it was last seen.
pub(super) fn draw_ghosts(mut cx: OverlayContext, mut gizmos: OverlayGizmos, mut labels: ResMut<WorldLabels>) {
    for (agent, info) in cx.one_of_each_side_in_tactical_view() {
        let Some(snapshot) = cx.snapshot(agent) else { continue };
        let _spent = cx.timings.start("overlay: ghosts");
        for known in &snapshot.facts {
            let Subject::Agent(other) = known.subject else { continue };
            let Some(enemy) = cx.setup.agent(other) else { continue };
            if known.in_sight || !cx.setup.enemies(AgentId(agent as u16), other) || !cx.is_visible(known.place) {
                continue;
            }
            let colour = agent_colour(enemy);
            gizmos.ghost(known.place, enemy.body.height, known.confidence, colour);
            if known.place.distance(known.seen_at) > 0.5 {
                let faint = colour.with_alpha(0.4 * known.confidence);
                let lift = Vec3::Y * 0.1;
                gizmos.cross(known.seen_at + lift, 0.18, faint);
                gizmos.dotted.line(known.seen_at + lift, known.place + lift, faint);
            }
            let text = format!("{}: {} {:.0} s, {:.0} %", info.name, enemy.name, known.age, known.confidence * 100.0);
            labels.add(known.place + Vec3::Y * (enemy.body.height + 0.1), text, colour.with_alpha(known.confidence));
        }
    }
}

/// Draws a numbered diamond at each hypothesis; likelier ones are larger.
pub(super) fn draw_hypotheses(mut cx: OverlayContext, mut gizmos: OverlayGizmos, mut labels: ResMut<WorldLabels>) {
    for (agent, _) in cx.agents() {
        let Some(snapshot) = cx.snapshot(agent) else { continue };
        let _spent = cx.timings.start("overlay: hypotheses");
        for (rank, guess) in snapshot.hypotheses.iter().enumerate() {
            if !cx.is_visible(guess.position) {
                continue;
            }
            let at = guess.position + Vec3::Y * 0.1;
            let colour = GOLD.with_alpha((0.35 + guess.weight).min(1.0));
            gizmos.diamond(at, 0.35 + guess.weight * 0.9, colour);
            if let Some(known) = snapshot.about(guess.of) {
                gizmos.dotted.line(known.seen_at + Vec3::Y * 0.1, at, colour.with_alpha(0.3));
            }
            let name = names::target_name(&cx.setup, guess.of);
            let text = format!("{}. {name} {:.0} %", rank + 1, guess.weight * 100.0);
            labels.add(at + Vec3::Y * 0.5, text, colour);
        }
    }
}
