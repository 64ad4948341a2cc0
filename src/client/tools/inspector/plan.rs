//! The plan page: each step with its conditions and effects, the requests to the body, and what would trigger another decision.

use bevy_egui::egui::{Color32, Frame, Margin, ProgressBar, RichText, Ui};
use quarry_minds::{ConditionRole, ConditionSnapshot, StepPhase, StepSnapshot, protocol::Status};

use super::MindPage;
use crate::client::tools::panels::theme::{RAISED_FILL, condition_icon, faint, heading, small};
use crate::client::ui::{FAINT, GOLD, GREEN, INK};

pub(super) fn draw(ui: &mut Ui, page: &MindPage) {
    let snapshot = page.snapshot;
    let names = |subject| page.name(subject);
    match &snapshot.plan {
        None => {
            ui.label(faint("No plan."));
        }
        Some(plan) => {
            let steps = || plan.steps.iter();
            let left: f64 = steps().filter(|step| step.phase != StepPhase::Done).map(|step| step.step.cost).sum();
            ui.label(format!("Planned cost {:.1}, {left:.1} left", plan.cost));
            for (number, step) in plan.steps.iter().enumerate() {
                draw_step(ui, page, number, step);
            }
            if !plan.conditions.is_empty() {
                heading(ui, "Goal conditions");
                plan.conditions.iter().for_each(|condition| draw_condition(ui, page, condition));
            }
        }
    }
    if !snapshot.requests.is_empty() {
        heading(ui, "Requests");
        for request in &snapshot.requests {
            ui.horizontal_wrapped(|ui| {
                ui.label(request.request.describe(&names));
                match request.status {
                    Status::Running(share) if share > 0.0 => {
                        ui.add(ProgressBar::new(share).desired_width(70.0).desired_height(9.0));
                    }
                    _ => drop(ui.label(faint(request.status_text()))),
                }
            });
        }
    }
    if !snapshot.triggers.is_empty() {
        heading(ui, "Would decide again");
        for trigger in &snapshot.triggers {
            ui.label(RichText::new(trigger.describe(&names)).color(INK));
        }
    }
}

fn draw_step(ui: &mut Ui, page: &MindPage, number: usize, step: &StepSnapshot) {
    let fill = if step.phase == StepPhase::Running { RAISED_FILL } else { Color32::TRANSPARENT };
    Frame::new().fill(fill).inner_margin(Margin::symmetric(4, 2)).corner_radius(3).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let (word, colour) = match step.phase {
                StepPhase::Done => ("done", GREEN),
                StepPhase::Running => ("running", GOLD),
                StepPhase::Pending => ("next", FAINT),
            };
            ui.label(faint(format!("{}.", number + 1)));
            ui.label(RichText::new(word).color(colour).strong());
            let text = RichText::new(page.action(step.step.display_name, step.step.target));
            ui.label(if step.phase == StepPhase::Done { text.color(FAINT) } else { text });
            let travel =
                if step.step.travel > 0.0 { format!(", {:.1} of it travel", step.step.travel) } else { String::new() };
            ui.label(small(format!("cost {:.1}{travel}", step.step.cost), FAINT));
            if let Some(figures) = step.figures {
                ui.label(small(figures.describe(), GOLD));
            }
        });
        if let Some((run, timeout)) = step.running {
            let bar = ProgressBar::new((run / timeout.max(0.1)).clamp(0.0, 1.0)).desired_height(8.0);
            ui.add(bar.fill(GOLD.gamma_multiply(0.6))).on_hover_text("time until the action times out");
            ui.label(small(format!("{run:.1} s of {timeout:.0} s"), FAINT));
        }
        step.conditions.iter().for_each(|condition| draw_condition(ui, page, condition));
        if step.phase != StepPhase::Done && !step.effects.is_empty() {
            let effects: Vec<&str> = step.effects.iter().map(|effect| effect.as_str()).collect();
            ui.label(small(format!("effects: {}", effects.join(", ")), FAINT));
        }
    });
}

/// One condition: whether it holds, what it requires, and the fact's current value.
pub(super) fn draw_condition(ui: &mut Ui, page: &MindPage, condition: &ConditionSnapshot) {
    ui.horizontal_wrapped(|ui| {
        ui.add_space(10.0);
        // A success condition is not expected to hold before the action succeeds.
        let later = condition.holds_when_due || condition.role == ConditionRole::Success;
        condition_icon(ui, condition.holds, later);
        ui.label(small(condition.role.label(), FAINT));
        let value = condition.describe_value(&|subject| page.name(subject));
        ui.label(RichText::new(format!("{}{value}", condition.test)).small());
    });
}
