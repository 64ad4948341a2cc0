//! The planner page: how often a mind planned, how many states that expanded, and how long its last planning takes on this
//! machine. The match itself reads no clock, so the last planning is repeated and timed here.

use std::{sync::Arc, time::Instant};

use bevy_egui::egui::{Grid, RichText, Ui};
use quarry_goap::{PlanOutcome, Planner};
use quarry_minds::PlanningSnapshot;

use super::{Computed, MindPage, by_relevance, strategies::StrategyTable};
use crate::client::tools::panels::theme::{faint, heading, table};
use crate::client::ui::{GOLD, humanize};

/// Each planning is repeated this often and the fastest run is shown: the first run allocates.
const RUNS: usize = 3;

/// The measured cost of a planning snapshot, goal by goal.
#[derive(Default)]
pub(super) struct PlanningCost {
    rows: Computed<PlanningSnapshot, Vec<GoalCost>>,
    strategies: StrategyTable,
}

struct GoalCost {
    goal: String,
    nodes: u32,
    micros: f64,
    outcome: String,
}

/// Plans for each goal as the mind did.
fn measure(planning: &PlanningSnapshot, planner: &mut Planner) -> Vec<GoalCost> {
    let mut rows = Vec::new();
    let domain = &planning.brain.domain;
    for candidate in by_relevance(planning) {
        let request = planning.request(candidate.goal);
        let mut micros = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            planner.plan(domain, &request);
            micros = micros.min(start.elapsed().as_secs_f64() * 1e6);
        }
        let answer = planner.last_result();
        let found = answer.outcome;
        let outcome = match found {
            PlanOutcome::Plan => match answer.excess() {
                None => format!("plan, cost {:.1}", answer.cost.value()),
                Some(excess) => format!("plan, cost {:.1}, {excess}", answer.cost.value()),
            },
            PlanOutcome::Satisfied => "already satisfied".to_owned(),
            PlanOutcome::Impossible => "impossible".to_owned(),
            PlanOutcome::OutOfBudget(_) => "out of budget".to_owned(),
        };
        let goal = humanize(domain.goal_name(candidate.goal).into());
        rows.push(GoalCost { goal, nodes: answer.nodes, micros, outcome });
        // The mind took the first goal with a plan and planned for no other.
        if found == PlanOutcome::Plan {
            break;
        }
    }
    rows
}

pub(super) fn draw(
    ui: &mut Ui,
    page: &MindPage,
    planning: Option<&Arc<PlanningSnapshot>>,
    planner: &mut Planner,
    cost: &mut PlanningCost,
) {
    let (snapshot, counters) = (page.snapshot, page.snapshot.counters);
    let seconds = f64::from(snapshot.tick) / f64::from(snapshot.rate.max(1.0));
    Grid::new("counters").striped(true).num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        let mut row = |name: &str, value: String| {
            ui.label(name);
            ui.label(RichText::new(value).color(GOLD));
            ui.end_row();
        };
        row("goals planned for", counters.plans.to_string());
        row("per second of the match", format!("{:.2}", f64::from(counters.plans) / seconds.max(1.0)));
        row("states expanded", counters.nodes.to_string());
        row("in the last decision", counters.last_nodes.to_string());
        row("memory revision", counters.revision.to_string());
        row("facts in memory", counters.facts.to_string());
        row("target candidates", counters.candidates.to_string());
    });
    heading(ui, "Last planning");
    let Some(planning) = planning else {
        ui.label(faint("None up to this moment."));
        return;
    };
    ui.label(faint(format!("at {}; fastest of {RUNS} runs on this machine", page.clock(planning.tick))));
    table(ui, "last planning", &["goal", "states", "µs", "outcome"], |ui| {
        for GoalCost { goal, nodes, micros, outcome } in cost.rows.of(planning, || measure(planning, planner)) {
            ui.label(goal);
            ui.label(nodes.to_string());
            ui.label(format!("{micros:.1}"));
            ui.label(RichText::new(outcome).small());
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    cost.strategies.draw(ui, planning, planner);
    ui.add_space(4.0);
    ui.label(faint("J opens the search graph, G the action graph."));
}
