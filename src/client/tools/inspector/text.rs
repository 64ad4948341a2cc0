//! The text page: the whole snapshot as plain text, to copy.

use arboard::Clipboard;
use bevy::log::warn;
use bevy_egui::egui::{RichText, Ui};
use quarry_goap::Planner;
use quarry_minds::{MindSnapshot, protocol::RejectReason};

use super::{Computed, MindPage};
use crate::client::tools::panels::theme::faint;
use crate::client::ui::counted;

pub(super) fn draw(
    ui: &mut Ui,
    page: &MindPage,
    planner: &mut Planner,
    text: &mut Computed<MindSnapshot, String>,
    clipboard: &mut Option<Clipboard>,
) {
    let text = text.of(page.snapshot, || render(page, planner));
    ui.horizontal_wrapped(|ui| {
        if ui.button("Copy").on_hover_text("copy to the clipboard").clicked()
            && let Err(error) = copy(text, clipboard)
        {
            // The text can still be selected and copied by hand.
            warn!("cannot copy to the clipboard: {error}");
        }
        ui.label(faint(counted(text.lines().count(), "line")));
    });
    ui.label(RichText::new(text).monospace());
}

/// The clipboard stays open: on X11 the program that has copied a text hands it over when another one asks.
fn copy(text: &str, clipboard: &mut Option<Clipboard>) -> Result<(), arboard::Error> {
    let open = match clipboard.take() {
        Some(open) => open,
        None => Clipboard::new()?,
    };
    clipboard.insert(open).set_text(text)
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
