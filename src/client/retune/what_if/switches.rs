//! Goals and actions on and off, for one agent or for its whole side.

use bevy_egui::egui::{RichText, Ui};

use super::Desk;
use crate::{
    client::{
        panels::look::{faint, heading, line},
        style::FAINT,
        words,
    },
    protocol::Label,
    simulation::retune::{Command, Switched, Who},
};

pub(super) fn draw(ui: &mut Ui, desk: &mut Desk) {
    let brain = desk.mind.brain.clone();
    let name = words::name(desk.stage, desk.agent);
    ui.label(faint(format!("Ticked is on. The box switches {name}; the buttons switch all of \"{}\".", desk.side)));
    heading(ui, "Goals").on_hover_text("with how much each matters now");
    for goal in &brain.goals {
        let name = goal.data.name;
        let status = desk.mind.goals.get(goal.id.index());
        let note = status.map(|status| format!("{:.0}", status.relevance)).unwrap_or_default();
        let off = desk.mind.off.goals.contains(&name);
        row(ui, desk, Switched::Goal(name), name, off, &note);
    }
    heading(ui, "Actions");
    for action in &brain.actions {
        let name = action.data.name;
        let note = if action.data.imagined { "imagined".to_owned() } else { words::plain(action.data.behaviour) };
        let off = desk.mind.off.actions.contains(&name);
        row(ui, desk, Switched::Action(name), name, off, &note);
    }
}

fn row(ui: &mut Ui, desk: &mut Desk, what: Switched, name: Label, off: bool, note: &str) {
    line(ui, (name, matches!(what, Switched::Goal(_))), |ui| {
        let mut on = !off;
        if ui.checkbox(&mut on, words::plain(name)).changed() {
            desk.commands.push(Command::Switch { who: Who::Agent(desk.agent), what, on });
        }
        ui.label(RichText::new(note).color(FAINT).small());
        ui.with_layout(bevy_egui::egui::Layout::right_to_left(bevy_egui::egui::Align::Center), |ui| {
            for (word, on) in [("side off", false), ("side on", true)] {
                if ui.small_button(word).clicked() {
                    desk.commands.push(Command::Switch { who: Who::Side(desk.side), what, on });
                }
            }
        });
    });
}
