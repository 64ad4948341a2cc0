//! Where others are believed to be: ghosts that fade with confidence, and the places where somebody lost may have gone.

use bevy::prelude::*;

use super::{OverlayContext, OverlayGizmos, WorldLabels, agent_colour, strokes::GOLD};
use crate::{client::text, protocol::Subject};

/// Draws where others were last known to be, and where they are believed to be by now.
pub(super) fn draw_ghosts(mut scene: OverlayContext, mut strokes: OverlayGizmos, mut tags: ResMut<WorldLabels>) {
    let people = scene.agents();
    for (agent, player) in people {
        let Some(account) = scene.account(agent) else { continue };
        let _spent = scene.timings.start("overlay: ghosts");
        for known in &account.facts {
            let Subject::Agent(other) = known.subject else { continue };
            let Some(theirs) = scene.setup.agent(other) else { continue };
            // Team-mates are no mystery, and whoever is in sight is no ghost.
            if known.in_sight || theirs.side == player.side || !scene.is_visible(known.place) {
                continue;
            }
            let colour = agent_colour(theirs);
            strokes.ghost(known.place, theirs.body.height, known.confidence, colour);
            if known.place.distance(known.seen_at) > 0.5 {
                let faint = colour.with_alpha(0.4 * known.confidence);
                let lift = Vec3::Y * 0.1;
                strokes.cross(known.seen_at + lift, 0.18, faint);
                strokes.dotted.line(known.seen_at + lift, known.place + lift, faint);
            }
            let text =
                format!("{}: {} {:.0} s, {:.0} %", player.name, theirs.name, known.age, known.confidence * 100.0);
            tags.add(known.place + Vec3::Y * (theirs.body.height + 0.1), text, colour.with_alpha(known.confidence));
        }
    }
}

/// Draws where somebody lost may be: a diamond a place, the larger the likelier, numbered in their order.
pub(super) fn draw_hypotheses(mut scene: OverlayContext, mut strokes: OverlayGizmos, mut tags: ResMut<WorldLabels>) {
    for (agent, _) in scene.agents() {
        let Some(account) = scene.account(agent) else { continue };
        let _spent = scene.timings.start("overlay: hypotheses");
        for (rank, guess) in account.hypotheses.iter().enumerate() {
            if !scene.is_visible(guess.position) {
                continue;
            }
            let at = guess.position + Vec3::Y * 0.1;
            let colour = GOLD.with_alpha((0.35 + guess.weight).min(1.0));
            strokes.diamond(at, 0.35 + guess.weight * 0.9, colour);
            if let Some(known) = account.about(guess.of) {
                strokes.dotted.line(known.seen_at + Vec3::Y * 0.1, at, colour.with_alpha(0.3));
            }
            let whom = text::target_name(&scene.setup, guess.of);
            let text = format!("{}. {whom} {:.0} %", rank + 1, guess.weight * 100.0);
            tags.add(at + Vec3::Y * 0.5, text, colour);
        }
    }
}
