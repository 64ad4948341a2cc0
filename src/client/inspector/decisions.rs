//! The last decisions, newest first: when, what for, what was chosen, and what was passed over.

use bevy_egui::egui::{CollapsingHeader, RichText, Ui};

use super::Sheet;
use crate::{
    client::{
        panels::look::faint,
        style::{FAINT, GOLD},
        words::plain,
    },
    mind::in_words,
};

pub(super) fn draw(ui: &mut Ui, sheet: &Sheet) {
    let known = sheet.account.decisions.len();
    ui.label(faint(match known {
        0 => "No decision yet".to_owned(),
        1 => "The only decision so far".to_owned(),
        _ => format!("The last {known} decisions, newest first"),
    }));
    for decision in sheet.account.decisions.iter().rev() {
        let goal = decision.goal.map_or_else(|| "nothing to be done".to_owned(), plain);
        let title = format!("{}  {goal}", sheet.clock(decision.tick));
        let header = CollapsingHeader::new(RichText::new(title).color(GOLD)).id_salt((decision.tick, goal.as_str()));
        header.show(ui, |ui| {
            for (number, step) in decision.steps.iter().enumerate() {
                let target = step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
                ui.label(format!("{}. {}{target}, cost {:.1}", number + 1, plain(step.called), step.cost));
            }
            if !decision.steps.is_empty() {
                ui.label(faint(format!("cost {:.1} in all, relevance {:.1}", decision.cost, decision.relevance)));
            }
            for (name, relevance, reason) in &decision.passed_over {
                let text = format!("not {} ({relevance:.1}): {}", plain(*name), in_words(*reason));
                ui.label(RichText::new(text).small().color(FAINT));
            }
        });
        ui.label(RichText::new(format!("      {}", decision.why.in_words())).small().color(FAINT));
    }
}
