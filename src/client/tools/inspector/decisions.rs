//! The decisions page: the last decisions, newest first, each with its reason, plan and rejected goals.

use bevy_egui::egui::{CollapsingHeader, RichText, Ui};
use quarry_minds::describe_rejection;

use super::MindPage;
use crate::client::tools::panels::theme::{faint, small};
use crate::client::ui::{FAINT, GOLD, counted, humanize};

pub(super) fn draw(ui: &mut Ui, page: &MindPage) {
    let decisions = &page.snapshot.decisions;
    ui.label(faint(match decisions.len() {
        0 => "No decision yet.".to_owned(),
        count => format!("The last {}, newest first", counted(count, "decision")),
    }));
    for decision in decisions.iter().rev() {
        let goal = decision.goal.map_or_else(|| "no goal".to_owned(), humanize);
        let title = format!("{}  {goal}", page.clock(decision.tick));
        let header = CollapsingHeader::new(RichText::new(title).color(GOLD)).id_salt((decision.tick, goal.as_str()));
        header.show(ui, |ui| {
            for (number, step) in decision.steps.iter().enumerate() {
                let action = page.action(step.display_name, step.target);
                ui.label(format!("{}. {action}, cost {:.1}", number + 1, step.cost));
            }
            if !decision.steps.is_empty() {
                ui.label(faint(format!("total cost {:.1}, relevance {:.1}", decision.cost, decision.relevance)));
            }
            for (name, relevance, reason) in &decision.passed_over {
                let text = format!("rejected: {} ({relevance:.1}), {}", humanize(*name), describe_rejection(*reason));
                ui.label(small(text, FAINT));
            }
        });
        ui.label(small(format!("      {}", decision.why.describe()), FAINT));
    }
}
