//! The plan: which steps are done, running and to come, what each rests on and whether that holds; what is asked of the
//! body; what would change its mind.

use bevy_egui::egui::{Frame, Margin, ProgressBar, RichText, Ui};

use super::Sheet;
use crate::{
    client::{
        panels::look::{RAISED, faint, heading, holds},
        style::{FAINT, GOLD, GREEN, INK},
        words::plain,
    },
    mind::{Condition, Phase, Role, StepAccount},
    protocol::Status,
};

pub(super) fn draw(ui: &mut Ui, sheet: &Sheet) {
    let account = sheet.account;
    match &account.plan {
        None => {
            ui.label(faint("No plan."));
        }
        Some(plan) => {
            let left: f64 = plan.steps.iter().filter(|step| step.phase != Phase::Done).map(|step| step.step.cost).sum();
            ui.label(format!("Cost {:.1} when made, {left:.1} still to come", plan.cost));
            for (number, step) in plan.steps.iter().enumerate() {
                draw_step(ui, sheet, number, step);
            }
            if !plan.wants.is_empty() {
                heading(ui, "so that");
                plan.wants.iter().for_each(|want| draw_condition(ui, sheet, want));
            }
        }
    }
    if !account.requests.is_empty() {
        heading(ui, "Asked of the body");
        for asked in &account.requests {
            ui.horizontal_wrapped(|ui| {
                ui.label(asked.request.in_words(&|subject| sheet.name(subject)));
                match asked.status {
                    Status::Running(share) if share > 0.0 => {
                        ui.add(ProgressBar::new(share).desired_width(70.0).desired_height(9.0));
                    }
                    _ => drop(ui.label(faint(asked.stands()))),
                }
            });
        }
    }
    if !account.turns.is_empty() {
        heading(ui, "Would change its mind");
        for turn in &account.turns {
            ui.label(RichText::new(turn.in_words(&|subject| sheet.name(subject))).color(INK));
        }
    }
}

fn draw_step(ui: &mut Ui, sheet: &Sheet, number: usize, step: &StepAccount) {
    let fill = if step.phase == Phase::Running { RAISED } else { bevy_egui::egui::Color32::TRANSPARENT };
    Frame::new().fill(fill).inner_margin(Margin::symmetric(4, 2)).corner_radius(3).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let (word, colour) = match step.phase {
                Phase::Done => ("done", GREEN),
                Phase::Running => ("now", GOLD),
                Phase::Coming => ("then", FAINT),
            };
            ui.label(RichText::new(format!("{}.", number + 1)).color(FAINT));
            ui.label(RichText::new(word).color(colour).strong());
            let target = step.step.target.map_or_else(String::new, |target| format!(": {}", sheet.name(target)));
            let text = RichText::new(format!("{}{target}", plain(step.step.called)));
            ui.label(if step.phase == Phase::Done { text.color(FAINT) } else { text });
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
        if step.phase != Phase::Done && !step.brings.is_empty() {
            let brings: Vec<String> =
                step.brings.iter().map(|(fact, what)| format!("{} {what}", plain(*fact))).collect();
            ui.label(RichText::new(format!("brings {}", brings.join(", "))).small().color(FAINT));
        }
    });
}

/// A condition: a mark for how it stands, what is asked, and the present value.
pub(super) fn draw_condition(ui: &mut Ui, sheet: &Sheet, condition: &Condition) {
    ui.horizontal_wrapped(|ui| {
        ui.add_space(10.0);
        if condition.role == Role::Until {
            // Not to be met yet is no fault of it.
            holds(ui, condition.holds, true);
        } else {
            holds(ui, condition.holds, condition.in_turn);
        }
        let value = condition
            .value
            .map_or_else(String::new, |value| format!("; it is {}", value.in_words(&|subject| sheet.name(subject))));
        ui.label(RichText::new(condition.role.word()).small().color(FAINT));
        ui.label(RichText::new(format!("{}{value}", condition.asked().replace('_', " "))).small());
    });
}
