//! The plan: which steps are done, running and to come, what each rests on and whether that holds; what is asked of the
//! body; what would change its mind.

use bevy_egui::egui::{Frame, Margin, ProgressBar, RichText, Ui};

use super::MindPage;
use crate::{
    client::{
        panels::theme::{RAISED_FILL, condition_icon, faint, heading},
        style::{FAINT, GOLD, GREEN, INK},
        text::humanize,
    },
    mind::{ConditionRole, ConditionSnapshot, StepPhase, StepSnapshot},
    protocol::Status,
};

pub(super) fn draw(ui: &mut Ui, sheet: &MindPage) {
    let account = sheet.account;
    match &account.plan {
        None => {
            ui.label(faint("No plan."));
        }
        Some(plan) => {
            let left: f64 =
                plan.steps.iter().filter(|step| step.phase != StepPhase::Done).map(|step| step.step.cost).sum();
            ui.label(format!("Cost {:.1} when made, {left:.1} still to come", plan.cost));
            for (number, step) in plan.steps.iter().enumerate() {
                draw_step(ui, sheet, number, step);
            }
            if !plan.conditions.is_empty() {
                heading(ui, "so that");
                plan.conditions.iter().for_each(|want| draw_condition(ui, sheet, want));
            }
        }
    }
    if !account.requests.is_empty() {
        heading(ui, "Asked of the body");
        for asked in &account.requests {
            ui.horizontal_wrapped(|ui| {
                ui.label(asked.request.describe(&|subject| sheet.name(subject)));
                match asked.status {
                    Status::Running(share) if share > 0.0 => {
                        ui.add(ProgressBar::new(share).desired_width(70.0).desired_height(9.0));
                    }
                    _ => drop(ui.label(faint(asked.status_text()))),
                }
            });
        }
    }
    if !account.triggers.is_empty() {
        heading(ui, "Would change its mind");
        for turn in &account.triggers {
            ui.label(RichText::new(turn.describe(&|subject| sheet.name(subject))).color(INK));
        }
    }
}

fn draw_step(ui: &mut Ui, sheet: &MindPage, number: usize, step: &StepSnapshot) {
    let fill = if step.phase == StepPhase::Running { RAISED_FILL } else { bevy_egui::egui::Color32::TRANSPARENT };
    Frame::new().fill(fill).inner_margin(Margin::symmetric(4, 2)).corner_radius(3).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let (word, colour) = match step.phase {
                StepPhase::Done => ("done", GREEN),
                StepPhase::Running => ("now", GOLD),
                StepPhase::Pending => ("then", FAINT),
            };
            ui.label(RichText::new(format!("{}.", number + 1)).color(FAINT));
            ui.label(RichText::new(word).color(colour).strong());
            let target = step.step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
            let text = RichText::new(format!("{}{target}", humanize(step.step.display_name)));
            ui.label(if step.phase == StepPhase::Done { text.color(FAINT) } else { text });
            let travel =
                if step.step.travel > 0.0 { format!(", {:.1} of it way", step.step.travel) } else { String::new() };
            ui.label(RichText::new(format!("cost {:.1}{travel}", step.step.cost)).small().color(FAINT));
        });
        if let Some((run, most)) = step.running {
            let bar = ProgressBar::new((run / most.max(0.1)).clamp(0.0, 1.0)).desired_height(8.0);
            ui.add(bar.fill(GOLD.gamma_multiply(0.6))).on_hover_text("how long it has run of how long it may");
            ui.label(RichText::new(format!("for {run:.1} s of at most {most:.0}")).small().color(FAINT));
        }
        step.conditions.iter().for_each(|condition| draw_condition(ui, sheet, condition));
        if step.phase != StepPhase::Done && !step.effects.is_empty() {
            let brings: Vec<String> =
                step.effects.iter().map(|(fact, what)| format!("{} {what}", humanize(*fact))).collect();
            ui.label(RichText::new(format!("brings {}", brings.join(", "))).small().color(FAINT));
        }
    });
}

/// A condition: a mark for how it stands, what is asked, and the present value.
pub(super) fn draw_condition(ui: &mut Ui, sheet: &MindPage, condition: &ConditionSnapshot) {
    ui.horizontal_wrapped(|ui| {
        ui.add_space(10.0);
        if condition.role == ConditionRole::Until {
            // Not to be met yet is no fault of it.
            condition_icon(ui, condition.holds, true);
        } else {
            condition_icon(ui, condition.holds, condition.holds_when_due);
        }
        let value = condition
            .value
            .map_or_else(String::new, |value| format!("; it is {}", value.describe(&|subject| sheet.name(subject))));
        ui.label(RichText::new(condition.role.label()).small().color(FAINT));
        ui.label(RichText::new(format!("{}{value}", condition.describe_test().replace('_', " "))).small());
    });
}
