//! Worth, odds and seconds in a planning file: what a plan is worth, and which of several goals is worth most.
//!
//! Independent of: the command line. The formula is in [`crate::value`].

use quarry_goap::{GoalCandidate, GoalId, PlanCost, PlanRequest, PlanStep, Planner};
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
        let at = root.field("candidates").index(index).field("odds");
        for (action, odds) in &candidate.odds.0 {
            let known = || file.actions.iter().map(|action| action.name.as_str());
            if !known().any(|name| name == action) {
                out.push(at.entry(action).unknown("action", action, known()));
            }
            check(&at.entry(action), *odds, share, "from 0 to 1", out);
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

/// A goal, and what the plan for it is worth.
#[derive(Clone, Copy, Debug)]
pub struct ValuedGoal {
    /// The goal.
    pub goal: GoalId,
    /// The value of its plan; `None` if it has no worth or no plan.
    pub value: Option<PlanValue>,
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

    /// Whether the file says anything of odds, seconds or worth.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.file.goals.iter().any(|goal| goal.worth.is_some())
            || self.file.actions.iter().any(|action| action.odds < 1.0 || action.seconds.is_some())
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

    /// The most relevant goal that has a plan. Of goals that are equally relevant and have a worth it is the one whose plan has the greatest value, unless
    /// none has any: then the next in order of relevance. Also the values of those that competed with it. `None` if no goal has a plan.
    pub fn best_goal(&self, planner: &mut Planner, request: &PlanRequest) -> Option<(GoalId, Vec<ValuedGoal>)> {
        let relevance = |goal: GoalId| self.file.goals.get(goal.index()).map_or(0.0, |goal| goal.relevance);
        let mut left: Vec<GoalCandidate> =
            self.domain.goal_ids().map(|goal| GoalCandidate { goal, relevance: relevance(goal) }).collect();
        let mut valued = Vec::new();
        loop {
            let first = planner.select_goal(&self.domain, &left, request).goal?;
            if self.value(first, &[]).is_none() {
                return Some((first, valued));
            }
            let is_rival = |goal: GoalId| relevance(goal) == relevance(first) && self.value(goal, &[]).is_some();
            let rivals: Vec<GoalId> =
                left.iter().map(|candidate| candidate.goal).filter(|goal| is_rival(*goal)).collect();
            let values = rivals.iter().map(|goal| {
                planner.plan(&self.domain, &PlanRequest { goal: *goal, ..*request });
                let result = planner.last_result();
                let value = if result.steps.is_empty() { None } else { self.value(*goal, result.steps) };
                ValuedGoal { goal: *goal, value }
            });
            let values: Vec<ValuedGoal> = values.collect();
            valued.extend(&values);
            let rate = |one: &ValuedGoal| one.value.map_or(0.0, |value| value.rate());
            // Of equal ones the first in the file.
            let best = values.iter().rev().max_by(|a, b| rate(a).total_cmp(&rate(b))).filter(|best| rate(best) > 0.0);
            if let Some(best) = best {
                return Some((best.goal, valued));
            }
            left.retain(|candidate| !rivals.contains(&candidate.goal));
        }
    }
}
