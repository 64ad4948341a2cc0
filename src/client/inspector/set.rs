//! The graph of an action set: what satisfies what, and what leads nowhere.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::RichText;

use super::{Around, Lens, canvas};
use crate::{
    client::panels::{Dock, Panel, is_open, look::faint, show},
    goap::{Drawing, Tone},
    mind::Brain,
    simulation::with_mind,
};

pub(super) const PANEL: Panel =
    Panel::new("actions", "Graph of the action set", "what satisfies what; dead ends in red", Dock::Float, 900.0)
        .by(KeyCode::KeyG, "G");

/// The graph on show.
#[derive(Resource, Default)]
struct Shown {
    brain: Option<Arc<Brain>>,
    drawing: Drawing,
    dead: Vec<String>,
    lens: Lens,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>().add_systems(Update, draw.in_set(Dock::Float).run_if(is_open(PANEL.id)));
}

fn draw(mut around: Around, mut shown: ResMut<Shown>) {
    let Some((context, agent)) = around.begin() else { return };
    let Around { mut panels, show: on_screen, stage, timings, .. } = around;
    let _spent = timings.of("panel: graph of the action set");
    let read = |world: &World| with_mind(world, agent, |parts| parts.mind.brain.clone());
    let brain =
        on_screen.world().and_then(read).or_else(|| on_screen.account(agent)?.asked.map(|asked| asked.brain.clone()));
    let shown = &mut *shown;
    if let Some(brain) = brain
        && shown.brain.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &brain))
    {
        let graph = brain.graph();
        shown.dead = graph.dead_ends().map(|(name, why)| format!("{name} {why}")).collect();
        shown.drawing = graph.draw(&format!("The mind of a {}", brain.name));
        shown.lens.forget();
        shown.brain = Some(brain);
    }
    let whose = stage.player(agent).map_or("", |player| player.name.as_str());
    show(&mut panels, &context, PANEL.id, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{}, whose name here is {whose}", shown.drawing.title));
            for (tone, word) in [
                (Tone::Given, "read from memory"),
                (Tone::Fact, "fact"),
                (Tone::Action, "action"),
                (Tone::Goal, "goal"),
                (Tone::Dead, "dead end"),
            ] {
                ui.label(RichText::new(word).small().color(canvas::colour(tone)));
            }
            ui.label(faint("drag, wheel, double click: all"));
        });
        if !shown.dead.is_empty() {
            let text = shown.dead.join("; ");
            ui.label(RichText::new(format!("Dead ends: {text}")).small().color(canvas::colour(Tone::Dead)));
        }
        canvas::draw(ui, &shown.drawing, &mut shown.lens);
    });
}
