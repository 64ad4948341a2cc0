//! What a mind costs: how often it asked the planner, how many states that took, and how long the last question takes when
//! it is asked again (the match itself reads no clock).

use std::{sync::Arc, time::Instant};

use bevy_egui::egui::{Grid, RichText, Ui};

use super::MindPage;
use crate::{
    client::{
        panels::theme::{faint, heading},
        style::{FAINT, GOLD},
        text::humanize,
    },
    goap::{PlanOutcome, Planner},
    mind::PlanningSnapshot,
};

/// How often a question is asked again, of which the quickest is shown: the first has to get its memory.
const TIMES: usize = 3;

/// What the last question cost, goal by goal.
#[derive(Default)]
pub(super) struct PlanningCost {
    asked: Option<Arc<PlanningSnapshot>>,
    rows: Vec<(String, f64, u32, f64, String)>,
}

impl PlanningCost {
    /// Asks a question again, goal by goal as the mind did, unless it was the last one asked.
    fn measure(&mut self, question: &Arc<PlanningSnapshot>, planner: &mut Planner) {
        if self.asked.as_ref().is_some_and(|known| Arc::ptr_eq(known, question)) {
            return;
        }
        self.asked = Some(question.clone());
        self.rows.clear();
        let domain = &question.brain.domain;
        let mut contenders = question.contenders.clone();
        contenders.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
        for contender in contenders {
            let query = question.request(contender.goal);
            let mut micros = f64::INFINITY;
            for _ in 0..TIMES {
                let began = Instant::now();
                planner.plan(domain, &query);
                micros = micros.min(began.elapsed().as_nanos() as f64 / 1000.0);
            }
            let answer = planner.last_result();
            let (nodes, found) = (answer.nodes, answer.outcome);
            let word = match found {
                PlanOutcome::Plan => format!("a plan of cost {:.1}", answer.cost.value()),
                PlanOutcome::Satisfied => "is so already".to_owned(),
                PlanOutcome::Impossible => "impossible".to_owned(),
                PlanOutcome::OutOfBudget(_) => "out of budget".to_owned(),
            };
            self.rows.push((domain.goal_name(contender.goal).to_owned(), contender.relevance, nodes, micros, word));
            // The first that can be planned was taken, and the planner asked no further.
            if found == PlanOutcome::Plan {
                break;
            }
        }
    }
}

pub(super) fn draw(ui: &mut Ui, sheet: &MindPage, planner: &mut Planner, cost: &mut PlanningCost) {
    let (account, counters) = (sheet.account, sheet.account.counters);
    let seconds = f64::from(account.tick) / f64::from(account.rate.max(1.0));
    Grid::new("counters").striped(true).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        let mut row = |name: &str, value: String| {
            ui.label(name);
            ui.label(RichText::new(value).color(GOLD));
            ui.end_row();
        };
        row("questions to the planner", counters.plans.to_string());
        row("a second of the match", format!("{:.2}", f64::from(counters.plans) / seconds.max(1.0)));
        row("states expanded in all", counters.nodes.to_string());
        row("for the last decision", counters.last_nodes.to_string());
        row("changes of memory that could matter", counters.revision.to_string());
        row("facts remembered", counters.facts.to_string());
        row("things plans may be about", counters.candidates.to_string());
    });
    heading(ui, "The last question, asked again");
    let Some(question) = &account.planning else {
        ui.label(faint("None has been asked since this panel was opened."));
        return;
    };
    cost.measure(question, planner);
    ui.label(faint(format!("asked at {}; the best of {TIMES} runs on this machine", sheet.clock(question.tick))));
    Grid::new("asked again").striped(true).num_columns(4).spacing([10.0, 2.0]).show(ui, |ui| {
        for title in ["goal", "states", "microseconds", "answer"] {
            ui.label(RichText::new(title).small().color(FAINT));
        }
        ui.end_row();
        for (goal, _, nodes, micros, word) in &cost.rows {
            ui.label(humanize(goal.as_str().into()));
            ui.label(nodes.to_string());
            ui.label(format!("{micros:.1}"));
            ui.label(RichText::new(word).small());
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    ui.label(faint("J shows the search of it as a graph, G what all actions are good for."));
}
