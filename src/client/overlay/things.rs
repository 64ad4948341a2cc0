//! Things seen through walls: keys, hiding places and exits as they are, what somebody wants for himself, marks left running.

use bevy::prelude::*;

use super::{
    OverlayContext, OverlayGizmos, WorldLabels, agent_colour,
    strokes::{BLOCKED, GOLD, HIT},
};
use crate::{
    client::text,
    world::{MatchRules, ThingState, things::KeyLocation},
};

/// Draws keys as diamonds, hiding places as squares that face where one looks out, exits as double rings.
pub(super) fn draw_things(scene: OverlayContext, mut strokes: OverlayGizmos, mut tags: ResMut<WorldLabels>) {
    let _spent = scene.timings.start("overlay: things");
    for thing in &scene.setup.level.things {
        let lift = Vec3::Y * 0.1;
        match scene.playback.now.things.state(thing.id) {
            Some(ThingState::Key(KeyLocation::Lying(place))) if scene.is_visible(*place) => {
                strokes.diamond(*place + lift, 0.4, GOLD);
                strokes.bold.line(*place + lift, *place + Vec3::Y * 1.1, GOLD.with_alpha(0.5));
                tags.add(*place + Vec3::Y * 1.2, "key", GOLD);
            }
            Some(ThingState::HidingPlace(state)) if scene.is_visible(thing.entry) => {
                let who = state.occupant.and_then(|agent| scene.setup.agent(agent));
                let colour = who.map_or(LinearRgba::rgb(0.45, 0.6, 0.75), agent_colour);
                strokes.square(thing.place.with_y(thing.entry.y) + lift, 0.5, thing.heading, colour);
                let out = crate::world::geometry::direction(thing.heading);
                strokes.chevron(thing.place.with_y(thing.entry.y) + lift + out * 0.8, out, 0.2, colour);
                if let Some(player) = who {
                    tags.add(thing.place + Vec3::Y, format!("{} inside", player.name), colour);
                }
            }
            Some(ThingState::Exit(exit)) if scene.is_visible(thing.entry) => {
                let colour = if exit.open { HIT } else { BLOCKED };
                strokes.bold_ring(thing.entry + lift, 0.9, colour);
                strokes.ring(thing.entry + lift, 0.6, colour);
                let text =
                    if exit.open { "exit, open".to_owned() } else { format!("exit {:.0} %", exit.progress * 100.0) };
                tags.add(thing.entry + Vec3::Y * 1.6, text, colour);
            }
            _ => {}
        }
    }
}

/// Draws what is spoken for: brackets around it, and a line to whoever wants it.
pub(super) fn draw_claims(mut scene: OverlayContext, mut strokes: OverlayGizmos, mut tags: ResMut<WorldLabels>) {
    for (agent, player) in scene.agents() {
        let Some(account) = scene.account(agent) else { continue };
        let _spent = scene.timings.start("overlay: reservations");
        // One's own word; what team-mates know of it is the same.
        for claim in account
            .reservations
            .iter()
            .filter(|claim| usize::from(claim.by.0) == agent && scene.is_visible(claim.place))
        {
            let (colour, at) = (agent_colour(&player), claim.place + Vec3::Y * 0.12);
            for side in [-1.0f32, 1.0] {
                let corner = |x: f32, z: f32| at + Vec3::new(x * side, 0.0, z) * 0.7;
                strokes
                    .bold
                    .linestrip([corner(0.6, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(0.6, 1.0)], colour);
            }
            if let Some(hands) = scene.at(agent, 0.5) {
                strokes.dotted.line(hands, at, colour.with_alpha(0.45));
            }
            let what = text::target_name(&scene.setup, claim.subject);
            let what = if what.is_empty() { "this place".to_owned() } else { what };
            tags.add(at + Vec3::Y * 0.3, format!("{} wants {what}, {:.0} s", player.name, claim.left), colour);
        }
    }
}

/// Draws the marks that running leaves, as they fade.
pub(super) fn draw_marks(scene: OverlayContext, mut strokes: OverlayGizmos) {
    let _spent = scene.timings.start("overlay: marks");
    let now = scene.playback.seconds();
    let rules = scene.playback.shown_world().and_then(|world| world.get_resource::<MatchRules>());
    let fades = rules.map_or(10.0, |rules| rules.0.traces.lifetime).max(0.1);
    for mark in scene.playback.now.traces.iter().filter(|mark| scene.is_visible(mark.place)) {
        let age = ((now - scene.playback.seconds_at(mark.tick)) / fades).clamp(0.0, 1.0);
        let colour = LinearRgba::rgb(1.0, 0.35, 0.55).with_alpha(1.0 - 0.85 * age);
        strokes.chevron(mark.place + Vec3::Y * 0.08, mark.direction, 0.3 - 0.15 * age, colour);
    }
}
