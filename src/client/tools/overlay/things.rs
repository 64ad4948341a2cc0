//! Items, hiding places and gates, drawn through walls; reservations; scratch marks.

use bevy::prelude::*;

use super::{BLOCKED, GOLD, HIT, OverlayContext, OverlayGizmos, WorldLabels, agent_colour};
use crate::client::session::names;
use crate::client::ui::humanize;
use crate::world::{HidingState, ItemLocation, ThingState};

/// Draws items as diamonds, hiding places as squares with an arrow out of them, gates as double rings,
/// devices as squares with their state.
pub(super) fn draw_things(cx: OverlayContext, mut gizmos: OverlayGizmos, mut labels: ResMut<WorldLabels>) {
    let _spent = cx.timings.start("overlay: things");
    let inside = |shelter: &HidingState| {
        let names: Vec<&str> =
            shelter.occupants().filter_map(|agent| Some(cx.setup.agent(agent)?.name.as_str())).collect();
        if names.is_empty() { String::new() } else { format!(", {} inside", names.join(", ")) }
    };
    for thing in &cx.setup.level.things {
        let lift = Vec3::Y * 0.1;
        match cx.playback.now.things.state(thing.id) {
            Some(ThingState::Item(ItemLocation::Lying(place))) if cx.is_visible(*place) => {
                gizmos.diamond(*place + lift, 0.4, GOLD);
                gizmos.bold.line(*place + lift, *place + Vec3::Y * 1.1, GOLD.with_alpha(0.5));
                labels.add(*place + Vec3::Y * 1.2, humanize(thing.name), GOLD);
            }
            Some(ThingState::HidingPlace(state)) if cx.is_visible(thing.entry) => {
                let inside: Vec<_> = state.occupants().filter_map(|agent| cx.setup.agent(agent)).collect();
                let colour = inside.first().map_or(LinearRgba::rgb(0.45, 0.6, 0.75), |info| agent_colour(info));
                gizmos.square(thing.place.with_y(thing.entry.y) + lift, 0.5, thing.heading, colour);
                let out = crate::world::geometry::direction(thing.heading);
                gizmos.chevron(thing.place.with_y(thing.entry.y) + lift + out * 0.8, out, 0.2, colour);
                if !inside.is_empty() {
                    let names: Vec<&str> = inside.iter().map(|info| info.name.as_str()).collect();
                    labels.add(thing.place + Vec3::Y, format!("{} inside", names.join(", ")), colour);
                }
            }
            Some(ThingState::Gate(gate)) if cx.is_visible(thing.entry) => {
                let colour = if gate.open { HIT } else { BLOCKED };
                gizmos.bold_ring(thing.entry + lift, 0.9, colour);
                gizmos.ring(thing.entry + lift, 0.6, colour);
                let state = if gate.open { "open".to_owned() } else { format!("{:.0} %", gate.progress * 100.0) };
                labels.add(thing.entry + Vec3::Y * 1.6, format!("{}: {state}", humanize(thing.name)), colour);
            }
            Some(ThingState::Device(device)) if cx.is_visible(thing.entry) => {
                gizmos.square(thing.entry + lift, 0.35, thing.heading, GOLD);
                labels.add(
                    thing.place + Vec3::Y * 1.5,
                    format!("{}: {}{}", humanize(thing.name), humanize(device.state), inside(&device.inside)),
                    GOLD,
                );
            }
            _ => {}
        }
    }
}

/// Draws brackets around each reserved target and a line to the agent that reserved it.
pub(super) fn draw_reservations(mut cx: OverlayContext, mut gizmos: OverlayGizmos, mut labels: ResMut<WorldLabels>) {
    for (agent, info) in cx.agents() {
        let Some(snapshot) = cx.snapshot(agent) else { continue };
        let _spent = cx.timings.start("overlay: reservations");
        // Team-mates hold copies of a reservation: draw it from its owner's memory only.
        for claim in
            snapshot.reservations.iter().filter(|claim| usize::from(claim.by.0) == agent && cx.is_visible(claim.place))
        {
            let (colour, at) = (agent_colour(&info), claim.place + Vec3::Y * 0.12);
            for side in [-1.0f32, 1.0] {
                let corner = |x: f32, z: f32| at + Vec3::new(x * side, 0.0, z) * 0.7;
                gizmos
                    .bold
                    .linestrip([corner(0.6, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(0.6, 1.0)], colour);
            }
            if let Some(hands) = cx.body_point(agent, 0.5) {
                gizmos.dotted.line(hands, at, colour.with_alpha(0.45));
            }
            let what = names::target_name(&cx.setup, claim.subject);
            let what = if what.is_empty() { "position".to_owned() } else { what };
            labels.add(at + Vec3::Y * 0.3, format!("{}: {what}, {:.0} s", info.name, claim.left), colour);
        }
    }
}

pub(super) fn draw_scratch_marks(cx: OverlayContext, mut gizmos: OverlayGizmos) {
    let _spent = cx.timings.start("overlay: scratch marks");
    let now = cx.playback.seconds();
    let fades = cx.playback.trace_seconds();
    for mark in cx.playback.now.traces.iter().filter(|mark| cx.is_visible(mark.place)) {
        let age = ((now - cx.playback.seconds_at(mark.tick)) / fades).clamp(0.0, 1.0);
        let colour = LinearRgba::rgb(1.0, 0.35, 0.55).with_alpha(1.0 - 0.85 * age);
        gizmos.chevron(mark.place + Vec3::Y * 0.08, mark.direction, 0.3 - 0.15 * age, colour);
    }
}
