//! The goals: how much each matters, what that is made of, and why those that are not pursued are not.

use bevy_egui::egui::{Color32, Grid, Id, Label, ProgressBar, RichText, Ui, collapsing_header::CollapsingState};

use super::{MindPage, plan::draw_condition};
use crate::{
    client::{
        panels::theme::AMBER,
        style::{FAINT, GOLD, GREEN, INK, RED},
        text::humanize,
    },
    goap::Planner,
    mind::{GoalSnapshot, describe_rejection},
    protocol::RejectReason,
};

pub(super) fn draw(ui: &mut Ui, sheet: &MindPage, planner: &mut Planner) {
    let most = sheet.account.goals.iter().map(|goal| goal.base_relevance.max(goal.relevance)).fold(1.0, f32::max);
    if let Some(held) = sheet.account.uninterruptible {
        let text =
            format!("Until \"{}\" ends, which cannot be broken off, no other goal is looked at.", humanize(held));
        ui.label(RichText::new(text).small().color(AMBER));
    }
    for goal in &sheet.account.goals {
        let (verdict, colour) = verdict(sheet, goal);
        let id = ui.make_persistent_id(("goal", goal.name.as_str()));
        let header = CollapsingState::load_with_default_open(ui.ctx(), id, false).show_header(ui, |ui| {
            let pursued = goal.passed_over.is_none();
            ui.label(RichText::new(humanize(goal.name)).color(if pursued { GOLD } else { INK }).strong());
            let bar = ProgressBar::new(goal.relevance / most).desired_width(64.0).desired_height(9.0);
            ui.add(bar.fill(colour.gamma_multiply(0.55)));
            ui.label(RichText::new(format!("{:.1}", goal.relevance)).small());
            // As much of it as there is room for: a panel is not to grow by what is written in it.
            ui.add(Label::new(RichText::new(verdict).small().color(colour)).truncate());
        });
        header.body(|ui| {
            parts(ui, goal);
            goal.conditions.iter().for_each(|want| draw_condition(ui, sheet, want));
            let names = |subject| sheet.name(subject);
            if let Some(why) = sheet.account.explain_unreachable(goal.name, planner, &names) {
                ui.label(RichText::new("why it cannot be reached").small().color(RED));
                ui.label(RichText::new(why.trim_end()).monospace());
            }
        });
    }
}

/// Why a goal is pursued or not, in a few words.
fn verdict(sheet: &MindPage, goal: &GoalSnapshot) -> (String, Color32) {
    match goal.passed_over {
        None => (format!("pursued for {:.0} s", goal.pursued.unwrap_or(0.0)), GREEN),
        Some(RejectReason::Irrelevant) if goal.relevance > 0.0 && sheet.account.uninterruptible.is_some() => {
            ("matters by now, and has to wait".to_owned(), AMBER)
        }
        Some(reason @ (RejectReason::Impossible(_) | RejectReason::OutOfBudget)) => (describe_rejection(reason), RED),
        Some(RejectReason::CoolingDown) => (format!("rests for {:.1} s after failing", goal.cooldown_left), AMBER),
        Some(reason) => (describe_rejection(reason), FAINT),
    }
}

/// What a goal's relevance is made of: its base, and what each consideration makes of what it looks at.
fn parts(ui: &mut Ui, goal: &GoalSnapshot) {
    Grid::new(Id::new(("parts", goal.name.as_str()))).num_columns(3).show(ui, |ui| {
        ui.label(RichText::new(format!("{}", goal.base_relevance)).small());
        ui.label(
            RichText::new(format!("base; another must exceed it by {} to take over", goal.hysteresis))
                .small()
                .color(FAINT),
        );
        ui.end_row();
        for part in &goal.considerations {
            match part.evaluated {
                Some((value, factor)) => {
                    let colour = if factor <= 0.0 { RED } else { INK };
                    ui.label(RichText::new(format!("x {factor:.2}")).small().color(colour));
                    ui.label(RichText::new(format!("{} = {value:.2}", part.input)).small());
                }
                None => {
                    ui.label(RichText::new("x ?").small().color(FAINT));
                    ui.label(RichText::new(format!("{}, not looked at", part.input)).small().color(FAINT));
                }
            }
            ui.end_row();
        }
    });
}
