//! Worth, odds and seconds in a planning file: what a plan is worth, and which of several goals is worth most.
//!
//! Independent of: the command line. The formula is in [`crate::value`].

use quarry_goap::{GoalCandidate, GoalId, GoalSelection, PlanCost, PlanRequest, PlanStep, Planner};
use quarry_ron::{Cursor, Document, finding::Diagnostics};

use super::{
    file::{CandidateData, DomainFile},
    standalone::PlanningProblem,
};
use crate::value::{PlanValue, StepFigures, cost_of_odds};

/// A number of the file that has to be in a range.
fn check(at: &Cursor, number: f64, fits: impl Fn(f64) -> bool, range: &str, out: &mut Diagnostics) {
    if !number.is_finite() || !fits(number) {
        out.push(at.error(format!("it is {number}; it must be {range}")));
    }
}

/// Reports numbers out of range and odds of unknown actions.
pub(super) fn check_figures(file: &DomainFile, document: &Document, out: &mut Diagnostics) {
    let share = |number: f64| (0.0..=1.0).contains(&number);
    let root = document.cursor();
    check(&root.field("odds_weight"), file.odds_weight, |weight| weight >= 0.0, "0 or more", out);
    for (index, goal) in file.goals.iter().enumerate() {
        if let Some(worth) = goal.worth {
            let at = root.field("goals").index(index).field("worth");
            check(&at, worth, |worth| worth > 0.0, "above 0", out);
        }
    }
    for (index, action) in file.actions.iter().enumerate() {
        let at = root.field("actions").index(index);
        check(&at.field("odds"), action.odds, share, "from 0 to 1", out);
        check(&at.field("danger"), action.danger, |danger| danger >= 0.0, "0 or more", out);
        if let Some(seconds) = action.seconds {
            check(&at.field("seconds"), seconds, |seconds| seconds >= 0.0, "0 or more", out);
        }
    }
    for (index, candidate) in file.candidates.iter().enumerate() {
        for (action, odds) in &candidate.odds.0 {
            let at = root.field("candidates").index(index).field("odds").entry(action);
            check(&at, *odds, share, "from 0 to 1", out);
        }
    }
}

impl DomainFile {
    /// The odds of an action with a target, or without one.
    fn odds(&self, action: usize, candidate: Option<&CandidateData>) -> f64 {
        let Some(action) = self.actions.get(action) else { return 1.0 };
        candidate.and_then(|candidate| candidate.odds.get(&action.name)).copied().unwrap_or(action.odds)
    }

    /// What the odds of an action add to its cost.
    pub(super) fn odds_cost(&self, action: usize, candidate: Option<u32>) -> PlanCost {
        let candidate = candidate.and_then(|index| self.candidates.get(index as usize));
        let odds = self.odds(action, candidate) as f32;
        PlanCost::measured(f64::from(cost_of_odds(odds, self.odds_weight as f32)))
    }
}

impl PlanningProblem {
    /// The odds, seconds and danger of a step.
    #[must_use]
    pub fn figures(&self, step: &PlanStep) -> StepFigures {
        let action = self.file.actions.get(step.action.index());
        let candidate = step.candidate.and_then(|index| self.file.candidates.get(index as usize));
        let own = step.cost.value() - step.travel.value();
        let cost = own - self.file.odds_cost(step.action.index(), step.candidate).value();
        StepFigures {
            odds: self.file.odds(step.action.index(), candidate) as f32,
            seconds: action.and_then(|action| action.seconds).unwrap_or(cost) as f32,
            danger: action.map_or(0.0, |action| action.danger) as f32,
        }
    }

    /// Whether the file says anything of odds, seconds, danger or worth.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.file.goals.iter().any(|goal| goal.worth.is_some())
            || self
                .file
                .actions
                .iter()
                .any(|action| action.odds < 1.0 || action.danger > 0.0 || action.seconds.is_some())
            || self.file.candidates.iter().any(|candidate| !candidate.odds.is_empty())
    }

    /// What a plan for a goal is worth; `None` if the goal has no worth. Costs of travel count as seconds.
    #[must_use]
    pub fn value(&self, goal: GoalId, steps: &[PlanStep]) -> Option<PlanValue> {
        let worth = self.file.goals.get(goal.index())?.worth?;
        let mut value = PlanValue::of_goal(worth as f32);
        steps.iter().for_each(|step| value.add(&self.figures(step), step.travel.value() as f32));
        Some(value)
    }

    /// Selects a goal as minds do, the equally relevant ones by the value of their plans. `values` gets the value of every plan that was compared.
    pub fn select_goal<'p>(
        &self,
        planner: &'p mut Planner,
        request: &PlanRequest,
        values: &mut Vec<(GoalId, PlanValue)>,
    ) -> GoalSelection<'p> {
        let goals = self.domain.goal_ids().zip(&self.file.goals);
        let candidates: Vec<GoalCandidate> =
            goals.map(|(goal, data)| GoalCandidate { goal, relevance: data.relevance }).collect();
        planner.select_goal_by_value(&self.domain, &candidates, request, &mut |goal, result| {
            let value = self.value(goal, result.steps)?;
            values.push((goal, value));
            Some(if value.rate() > 0.0 { value.rate().into() } else { f64::NEG_INFINITY })
        })
    }
}
