//! The goals page: the relevance of each goal, the considerations it comes from, and why a goal is not pursued.

use bevy_egui::egui::{Color32, Grid, Id, Label, ProgressBar, RichText, Ui, collapsing_header::CollapsingState};
use quarry_goap::Planner;
use quarry_minds::{GoalSnapshot, describe_rejection, protocol::RejectReason};

use super::{MindPage, plan::draw_condition, structure::draw_consideration};
use crate::client::tools::panels::theme::{AMBER, small};
use crate::client::ui::{FAINT, GOLD, GREEN, INK, RED, humanize};

pub(super) fn draw(ui: &mut Ui, page: &MindPage, planner: &mut Planner) {
    let goals = &page.snapshot.goals;
    let most = goals.iter().map(|goal| goal.base_relevance.max(goal.relevance)).fold(1.0, f32::max);
    if let Some(action) = page.snapshot.uninterruptible {
        let text =
            format!("\"{}\" cannot be interrupted: no other goal is considered until it ends.", humanize(action));
        ui.label(small(text, AMBER));
    }
    let names = |subject| page.name(subject);
    for learnt in &page.snapshot.learnt {
        ui.label(small(format!("learnt: {}", learnt.describe(&names)), FAINT));
    }
    for goal in goals {
        let (status, colour) = goal_status(page, goal);
        let id = ui.make_persistent_id(("goal", goal.name.as_str()));
        let header = CollapsingState::load_with_default_open(ui.ctx(), id, false).show_header(ui, |ui| {
            let pursued = goal.passed_over.is_none();
            ui.label(RichText::new(humanize(goal.name)).color(if pursued { GOLD } else { INK }).strong());
            let bar = ProgressBar::new(goal.relevance / most).desired_width(64.0).desired_height(9.0);
            ui.add(bar.fill(colour.gamma_multiply(0.55)));
            ui.label(RichText::new(format!("{:.1}", goal.relevance)).small());
            // Truncated, because a longer label would widen the panel.
            ui.add(Label::new(small(status, colour)).truncate());
        });
        header.body(|ui| {
            considerations(ui, goal);
            goal.conditions.iter().for_each(|condition| draw_condition(ui, page, condition));
            if let Some(why) = page.snapshot.explain_unreachable(goal.name, planner, &names) {
                ui.label(small("why there is no plan", RED));
                ui.label(RichText::new(why.trim_end()).monospace());
            }
        });
    }
}

fn goal_status(page: &MindPage, goal: &GoalSnapshot) -> (String, Color32) {
    match goal.passed_over {
        None => (format!("pursued for {:.0} s", goal.pursued.unwrap_or(0.0)), GREEN),
        Some(RejectReason::Irrelevant) if goal.relevance > 0.0 && page.snapshot.uninterruptible.is_some() => {
            ("relevant now, waits for the running action".to_owned(), AMBER)
        }
        Some(reason @ (RejectReason::Impossible(_) | RejectReason::OutOfBudget)) => (describe_rejection(reason), RED),
        Some(RejectReason::CoolingDown) => (format!("on cooldown for {:.1} s", goal.cooldown_left), AMBER),
        Some(RejectReason::Thrashing) => {
            (format!("dropped too often lately, waits {:.1} s", goal.cooldown_left), AMBER)
        }
        Some(reason) => (describe_rejection(reason), FAINT),
    }
}

/// The base relevance and the factor of each consideration.
fn considerations(ui: &mut Ui, goal: &GoalSnapshot) {
    Grid::new(Id::new(("considerations", goal.name.as_str()))).num_columns(2).show(ui, |ui| {
        if let Some(value) = goal.value {
            ui.label(RichText::new("=").small());
            ui.label(small(value.describe(), GOLD));
            ui.end_row();
        }
        let base = goal.worth.unwrap_or(goal.base_relevance);
        ui.label(RichText::new(format!("{base}")).small());
        let kind = if goal.worth.is_some() { "worth" } else { "base relevance" };
        let note = format!("{kind}; hysteresis {}", goal.hysteresis);
        ui.label(small(note, FAINT));
        ui.end_row();
        for consideration in &goal.considerations {
            draw_consideration(ui, consideration, None);
        }
    });
}
