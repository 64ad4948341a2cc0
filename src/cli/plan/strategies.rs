//! `quarry plan FILE --compare`: the same problem with each strategy, and what each costs.

use std::time::{Duration, Instant};

use quarry_goap::{PlanOutcome, PlanRequest, Planner, Strategy};
use quarry_minds::schema::domain::standalone::PlanningProblem;
use serde::Serialize;

use super::{RejectedGoal, heading};
use crate::cli::results::{number, table};

/// The number of times a search is timed; the median is reported.
const RUNS: usize = 9;

/// A strategy is not timed again once its runs have taken this long.
const LONG: Duration = Duration::from_millis(500);

/// All strategies on one problem.
#[derive(Serialize)]
pub(super) struct Comparison {
    goal: String,
    rejected_goals: Vec<RejectedGoal>,
    strategies: Vec<StrategyCost>,
}

/// What one strategy found, and what that took.
#[derive(Serialize)]
struct StrategyCost {
    strategy: &'static str,
    /// Whether the file asks for this strategy.
    of_file: bool,
    outcome: &'static str,
    /// Of the plan; 0 if the start satisfies the goal, `None` without a result.
    cost: Option<f64>,
    /// Whether no plan costs less.
    optimal: bool,
    /// What every plan costs at least; `None` if there is none.
    bound: Option<f64>,
    steps: usize,
    nodes: u32,
    stored: usize,
    bytes: usize,
    /// The median of `runs`.
    micros: f64,
    runs: usize,
}

impl Comparison {
    /// Solves the request with each strategy.
    pub fn new(problem: &PlanningProblem, request: &PlanRequest, rejected_goals: Vec<RejectedGoal>) -> Self {
        let strategies = Strategy::ALL.map(|strategy| StrategyCost {
            of_file: strategy == request.strategy,
            ..cost_of(problem, &PlanRequest { strategy, ..*request })
        });
        let goal = problem.domain.goal_name(request.goal).to_owned();
        Self { goal, rejected_goals, strategies: strategies.into() }
    }

    /// Whether a strategy found a plan, or the start satisfies the goal.
    pub fn is_solved(&self) -> bool {
        self.strategies.iter().any(|found| found.cost.is_some())
    }

    /// The comparison as a table.
    pub fn text(&self) -> String {
        let mut rows = table(&["strategy", "outcome", "cost", "steps", "expanded", "stored", "bytes", "µs"]);
        for found in &self.strategies {
            let mark = if found.of_file { " *" } else { "" };
            rows.add_row(vec![
                format!("{}{mark}", found.strategy).into(),
                found.outcome.into(),
                number(match (found.cost, found.optimal, found.bound) {
                    (Some(cost), false, Some(bound)) => format!("{cost} (at least {bound})"),
                    (Some(cost), ..) => cost.to_string(),
                    (None, ..) => "-".to_owned(),
                }),
                number(found.steps),
                number(found.nodes),
                number(found.stored),
                number(found.bytes),
                number(format!("{:.1}", found.micros)),
            ]);
        }
        format!("{}{rows}\n* the strategy of the file", heading(&self.goal, &self.rejected_goals))
    }
}

/// Searches with the request's strategy in a planner of its own, until the median of the times is known.
fn cost_of(problem: &PlanningProblem, request: &PlanRequest) -> StrategyCost {
    let mut planner = Planner::new();
    // The first run reserves memory and is not timed, unless it is a long one.
    let mut times = vec![time(&mut planner, problem, request)];
    if times.iter().sum::<Duration>() < LONG {
        times.clear();
    }
    while times.len() < RUNS && times.iter().sum::<Duration>() < LONG {
        times.push(time(&mut planner, problem, request));
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let result = planner.last_result();
    let solved = matches!(result.outcome, PlanOutcome::Plan | PlanOutcome::Satisfied);
    StrategyCost {
        strategy: request.strategy.name(),
        of_file: false,
        outcome: result.outcome.name(),
        cost: solved.then(|| result.cost.value()),
        optimal: result.is_optimal(),
        bound: (!result.bound.is_infinite()).then(|| result.bound.value()),
        steps: result.steps.len(),
        nodes: result.nodes,
        stored: result.stored,
        bytes: result.bytes,
        micros: median.as_nanos() as f64 / 1000.0,
        runs: times.len(),
    }
}

fn time(planner: &mut Planner, problem: &PlanningProblem, request: &PlanRequest) -> Duration {
    let begun = Instant::now();
    planner.plan(&problem.domain, request);
    begun.elapsed()
}
