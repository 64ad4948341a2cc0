//! The last decisions, newest first: when, what for, what was chosen, and what was passed over.

use bevy_egui::egui::{CollapsingHeader, RichText, Ui};

use super::MindPage;
use crate::{
    client::{
        panels::theme::faint,
        style::{FAINT, GOLD},
        text::humanize,
    },
    mind::describe_rejection,
};

pub(super) fn draw(ui: &mut Ui, sheet: &MindPage) {
    let known = sheet.account.decisions.len();
    ui.label(faint(match known {
        0 => "No decision yet".to_owned(),
        1 => "The only decision so far".to_owned(),
        _ => format!("The last {known} decisions, newest first"),
    }));
    for decision in sheet.account.decisions.iter().rev() {
        let goal = decision.goal.map_or_else(|| "nothing to be done".to_owned(), humanize);
        let title = format!("{}  {goal}", sheet.clock(decision.tick));
        let header = CollapsingHeader::new(RichText::new(title).color(GOLD)).id_salt((decision.tick, goal.as_str()));
        header.show(ui, |ui| {
            for (number, step) in decision.steps.iter().enumerate() {
                let target = step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
                ui.label(format!("{}. {}{target}, cost {:.1}", number + 1, humanize(step.display_name), step.cost));
            }
            if !decision.steps.is_empty() {
                ui.label(faint(format!("cost {:.1} in all, relevance {:.1}", decision.cost, decision.relevance)));
            }
            for (name, relevance, reason) in &decision.passed_over {
                let text = format!("not {} ({relevance:.1}): {}", humanize(*name), describe_rejection(*reason));
                ui.label(RichText::new(text).small().color(FAINT));
            }
        });
        ui.label(RichText::new(format!("      {}", decision.why.describe())).small().color(FAINT));
    }
}
