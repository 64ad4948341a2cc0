//! The switches page: goals and actions on and off, for one agent or for its whole side.

use bevy_egui::egui::Ui;
use quarry_minds::protocol::Label;

use super::WhatIfContext;
use crate::client::session::names;
use crate::client::tools::panels::theme::{faint, heading, list_row, small};
use crate::client::ui::{FAINT, text};
use crate::simulation::retune::{RetuneCommand, SwitchScope, SwitchTarget};

pub(super) fn draw(ui: &mut Ui, cx: &mut WhatIfContext) {
    let brain = cx.mind.brain.clone();
    let name = names::agent_name(&cx.setup.agents, cx.agent);
    ui.label(faint(format!("Boxes switch {name}; buttons switch every {} agent.", text::humanize(cx.side))));
    heading(ui, "Goals").on_hover_text("with their current relevance");
    for goal in &brain.goals {
        let name = goal.data.name;
        let status = cx.mind.goals.get(goal.id.index());
        let note = status.map(|status| format!("{:.0}", status.relevance)).unwrap_or_default();
        let off = cx.mind.disabled.goals.contains(&name);
        row(ui, cx, SwitchTarget::Goal(name), name, off, &note);
    }
    heading(ui, "Actions");
    for action in &brain.actions {
        let name = action.data.name;
        let note =
            if action.data.placeholder { "placeholder".to_owned() } else { text::humanize(action.data.behaviour) };
        let off = cx.mind.disabled.actions.contains(&name);
        row(ui, cx, SwitchTarget::Action(name), name, off, &note);
    }
}

fn row(ui: &mut Ui, cx: &mut WhatIfContext, what: SwitchTarget, name: Label, off: bool, note: &str) {
    list_row(ui, (name, matches!(what, SwitchTarget::Goal(_))), |ui| {
        let mut on = !off;
        if ui.checkbox(&mut on, text::humanize(name)).changed() {
            cx.commands.push(RetuneCommand::Switch { who: SwitchScope::Agent(cx.agent), what, on });
        }
        ui.label(small(note, FAINT));
        ui.with_layout(bevy_egui::egui::Layout::right_to_left(bevy_egui::egui::Align::Center), |ui| {
            for (word, on) in [("side off", false), ("side on", true)] {
                if ui.small_button(word).clicked() {
                    cx.commands.push(RetuneCommand::Switch { who: SwitchScope::Side(cx.side), what, on });
                }
            }
        });
    });
}
