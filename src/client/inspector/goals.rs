//! The goals: how much each matters, what that is made of, and why those that are not pursued are not.

use bevy_egui::egui::{CollapsingHeader, Grid, Id, ProgressBar, RichText, Ui};

use super::{Sheet, plan::draw_condition};
use crate::{
    client::{
        hud::{
            style::{FAINT, GOLD, GREEN, INK, RED},
            words::plain,
        },
        panels::look::AMBER,
    },
    goap::Planner,
    mind::{GoalAccount, in_words},
    protocol::PassedOver,
};

pub(super) fn draw(ui: &mut Ui, sheet: &Sheet, planner: &mut Planner) {
    let most = sheet.account.goals.iter().map(|goal| goal.base.max(goal.relevance)).fold(1.0, f32::max);
    for goal in &sheet.account.goals {
        let (verdict, colour) = match goal.passed_over {
            None => (format!("pursued for {:.0} s", goal.pursued.unwrap_or(0.0)), GREEN),
            Some(reason @ (PassedOver::Impossible(_) | PassedOver::OutOfBudget)) => (in_words(reason), RED),
            Some(PassedOver::CoolingDown) => (format!("rests for {:.1} s after failing", goal.rests), AMBER),
            Some(reason) => (in_words(reason), FAINT),
        };
        let name = RichText::new(plain(goal.name)).color(if goal.passed_over.is_none() { GOLD } else { INK }).strong();
        let header = CollapsingHeader::new(name).id_salt(Id::new(goal.name.as_str()));
        ui.horizontal(|ui| {
            let bar = ProgressBar::new(goal.relevance / most).desired_width(92.0).desired_height(11.0);
            ui.add(bar.fill(colour.gamma_multiply(0.55)).text(RichText::new(format!("{:.1}", goal.relevance)).small()));
            ui.label(RichText::new(verdict).small().color(colour));
        });
        header.show(ui, |ui| {
            parts(ui, goal);
            goal.wants.iter().for_each(|want| draw_condition(ui, sheet, want));
            let names = |subject| sheet.name(subject);
            if let Some(why) = sheet.account.why_not(goal.name, planner, &names) {
                ui.label(RichText::new("why it cannot be reached").small().color(RED));
                ui.label(RichText::new(why.trim_end()).monospace());
            }
        });
        ui.add_space(2.0);
    }
}

/// What a goal's relevance is made of: its base, and what each consideration makes of what it looks at.
fn parts(ui: &mut Ui, goal: &GoalAccount) {
    Grid::new(Id::new(("parts", goal.name.as_str()))).num_columns(3).show(ui, |ui| {
        ui.label(RichText::new(format!("{}", goal.base)).small());
        ui.label(
            RichText::new(format!("base; another must exceed it by {} to take over", goal.margin)).small().color(FAINT),
        );
        ui.end_row();
        for part in &goal.parts {
            match part.seen {
                Some((value, factor)) => {
                    let colour = if factor <= 0.0 { RED } else { INK };
                    ui.label(RichText::new(format!("x {factor:.2}")).small().color(colour));
                    ui.label(RichText::new(format!("{} = {value:.2}", part.of)).small());
                }
                None => {
                    ui.label(RichText::new("x ?").small().color(FAINT));
                    ui.label(RichText::new(format!("{}, not looked at", part.of)).small().color(FAINT));
                }
            }
            ui.end_row();
        }
    });
}
