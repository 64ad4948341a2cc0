//! The account as text, to copy or to keep.

use std::sync::Arc;

use bevy_egui::egui::{RichText, Ui};

use super::{MindPage, clipboard};
use crate::{client::panels::theme::faint, goap::Planner, mind::MindSnapshot, protocol::RejectReason};

/// The text of the account last shown.
#[derive(Default)]
pub(super) struct TextCache(Option<(Arc<MindSnapshot>, String)>);

impl TextCache {
    fn of(&mut self, sheet: &MindPage, planner: &mut Planner) -> &str {
        if self.0.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, sheet.account)) {
            self.0 = Some((sheet.account.clone(), text_of(sheet, planner)));
        }
        self.0.as_ref().map_or("", |(_, text)| text)
    }
}

pub(super) fn draw(ui: &mut Ui, sheet: &MindPage, planner: &mut Planner, written: &mut TextCache) {
    let text = written.of(sheet, planner);
    ui.horizontal_wrapped(|ui| {
        if ui.button("Copy").on_hover_text("to the clipboard").clicked() {
            ui.ctx().copy_text(text.to_owned());
            clipboard::put(text);
        }
        ui.label(faint(format!("{} lines", text.lines().count())));
    });
    ui.label(RichText::new(text).monospace());
}

/// The account in words, and for each goal that cannot be reached what is missing.
fn text_of(sheet: &MindPage, planner: &mut Planner) -> String {
    let names = |subject| sheet.name(subject);
    let mut text = sheet.account.render(&names);
    for goal in &sheet.account.goals {
        if matches!(goal.passed_over, Some(RejectReason::Impossible(_)))
            && let Some(why) = sheet.account.explain_unreachable(goal.name, planner, &names)
        {
            text += &format!("why not {}:\n{why}", goal.name);
        }
    }
    text
}
