//! The text page: the whole snapshot as plain text, to copy.

use bevy_egui::egui::{RichText, Ui};
use quarry_goap::Planner;
use quarry_minds::{MindSnapshot, protocol::RejectReason};

use super::{Computed, MindPage, clipboard};
use crate::client::tools::panels::theme::faint;
use crate::client::ui::counted;

pub(super) fn draw(ui: &mut Ui, page: &MindPage, planner: &mut Planner, text: &mut Computed<MindSnapshot, String>) {
    let text = text.of(page.snapshot, || render(page, planner));
    ui.horizontal_wrapped(|ui| {
        if ui.button("Copy").on_hover_text("copy to the clipboard").clicked() {
            ui.ctx().copy_text(text.clone());
            clipboard::copy(text);
        }
        ui.label(faint(counted(text.lines().count(), "line")));
    });
    ui.label(RichText::new(text).monospace());
}

/// The snapshot as text, followed by the missing facts of each goal without a plan.
fn render(page: &MindPage, planner: &mut Planner) -> String {
    let names = |subject| page.name(subject);
    let mut text = page.snapshot.render(&names);
    for goal in &page.snapshot.goals {
        if matches!(goal.passed_over, Some(RejectReason::Impossible(_)))
            && let Some(why) = page.snapshot.explain_unreachable(goal.name, planner, &names)
        {
            text += &format!("why there is no plan for {}:\n{why}", goal.name);
        }
    }
    text
}
