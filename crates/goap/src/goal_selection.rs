//! Goal selection: the most relevant goal that has a plan, with a reason for each goal that was rejected.
//!
//! Independent of: where relevance comes from, how plans are found.

use super::compiled::{FactId, GoalId};
use super::domain::Domain;
use super::number::PlanCost;
use super::planner::Planner;
use super::request::{BudgetLimit, PlanOutcome, PlanRequest, PlanResult};

/// A goal that the agent could pursue now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoalCandidate {
    /// Which goal.
    pub goal: GoalId,
    /// How much it matters. A goal of relevance 0 or less is never selected.
    pub relevance: f64,
}

/// Why a goal was not selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GoalRejection {
    /// Its relevance is not above 0.
    Irrelevant,
    /// The state satisfies it already.
    Satisfied,
    /// A more relevant goal was selected, so no plan was sought for this one.
    Outranked,
    /// It has a plan, but that of another goal has a greater value; see [`Planner::select_goal_by_value`].
    LessValue,
    /// No plan reaches it; see [`GoalSelection::missing`].
    Impossible,
    /// The budget ran out before a plan was found.
    OutOfBudget(BudgetLimit),
}

impl GoalRejection {
    /// Its name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Irrelevant => "irrelevant",
            Self::Outranked => "outranked",
            Self::LessValue => "less_value",
            Self::Satisfied => PlanOutcome::Satisfied.name(),
            Self::Impossible => PlanOutcome::Impossible.name(),
            Self::OutOfBudget(limit) => PlanOutcome::OutOfBudget(limit).name(),
        }
    }
}

/// What the selection found out about one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoalEvaluation {
    /// The candidate's goal.
    pub goal: GoalId,
    /// Why it was rejected; `None` for the selected goal.
    pub rejection: Option<GoalRejection>,
    /// States expanded for it.
    pub nodes: u32,
    /// Bytes of the search's tables for it, see [`PlanResult::bytes`].
    pub bytes: usize,
    /// Its range in the selection's list of missing facts.
    missing: (u32, u32),
}

/// The selected goal with its plan, and the evaluation of every candidate.
#[derive(Debug, Clone, Copy)]
pub struct GoalSelection<'p> {
    /// The goal to pursue; `None` if no candidate has a plan.
    pub goal: Option<GoalId>,
    /// Its plan. Without a goal, an impossible result.
    pub result: PlanResult<'p>,
    /// In the order of the candidates.
    pub evaluations: &'p [GoalEvaluation],
    missing: &'p [FactId],
}

impl GoalSelection<'_> {
    /// The facts that make a goal impossible; empty for a goal that was rejected for another reason.
    #[must_use]
    pub fn missing(&self, evaluation: &GoalEvaluation) -> &[FactId] {
        self.missing.get(evaluation.missing.0 as usize..evaluation.missing.1 as usize).unwrap_or(&[])
    }
}

/// Reused memory.
#[derive(Debug, Default)]
pub(crate) struct SelectionScratch {
    order: Vec<u32>,
    evaluations: Vec<GoalEvaluation>,
    missing: Vec<FactId>,
}

impl SelectionScratch {
    /// Rejects the irrelevant candidates, and orders the others.
    fn begin(&mut self, candidates: &[GoalCandidate]) {
        let is_relevant = |candidate: &GoalCandidate| candidate.relevance > 0.0;
        self.missing.clear();
        self.evaluations.clear();
        self.evaluations.extend(candidates.iter().map(|candidate| GoalEvaluation {
            goal: candidate.goal,
            rejection: Some(match is_relevant(candidate) {
                true => GoalRejection::Outranked,
                false => GoalRejection::Irrelevant,
            }),
            nodes: 0,
            bytes: 0,
            missing: (0, 0),
        }));
        let relevance = |index: u32| candidates[index as usize].relevance;
        self.order.clear();
        self.order.extend((0..candidates.len() as u32).filter(|&index| is_relevant(&candidates[index as usize])));
        self.order.sort_unstable_by(|&a, &b| relevance(b).total_cmp(&relevance(a)).then(a.cmp(&b)));
    }
}

impl Planner {
    /// Plans for the candidates from the most relevant down until one has a plan. Equally relevant candidates are tried in
    /// the order given. The request's goal is ignored; its budget applies to each candidate.
    pub fn select_goal(
        &mut self,
        domain: &Domain,
        candidates: &[GoalCandidate],
        request: &PlanRequest,
    ) -> GoalSelection<'_> {
        self.select_goal_by_value(domain, candidates, request, &mut |_, _| None)
    }

    /// Plans for the candidates from the most relevant down. `value` is asked about every plan found: `None` selects it at once;
    /// with a number, plans are sought for all candidates of the same relevance, and the one with the greatest value is
    /// selected, the first of equal ones. A plan whose value is negative infinity is never selected, and the candidates below are
    /// tried. The request's goal is ignored; its budget applies to each candidate.
    pub fn select_goal_by_value(
        &mut self,
        domain: &Domain,
        candidates: &[GoalCandidate],
        request: &PlanRequest,
        value: &mut dyn FnMut(GoalId, &PlanResult) -> Option<f64>,
    ) -> GoalSelection<'_> {
        let selected = self.evaluate(domain, candidates, request, value);
        let result = match selected {
            // The selected goal was the last one planned for.
            Some(_) => self.last_result(),
            None => PlanResult::unsearched(PlanOutcome::Impossible, PlanCost::INFINITE),
        };
        let SelectionScratch { evaluations, missing, .. } = &self.selection;
        GoalSelection { goal: selected, result, evaluations, missing }
    }

    /// Fills in the evaluations. Returns the selected goal, which is the last one planned for.
    fn evaluate(
        &mut self,
        domain: &Domain,
        candidates: &[GoalCandidate],
        request: &PlanRequest,
        value: &mut dyn FnMut(GoalId, &PlanResult) -> Option<f64>,
    ) -> Option<GoalId> {
        self.selection.begin(candidates);
        let relevance = |index: u32| candidates[index as usize].relevance;
        let mut best: Option<(f64, u32)> = None;
        let mut last = None;
        for at in 0..self.selection.order.len() {
            let index = self.selection.order[at];
            if best.is_some_and(|(_, held)| relevance(index) < relevance(held)) {
                break;
            }
            let goal = candidates[index as usize].goal;
            let result = self.plan(domain, &PlanRequest { goal, ..*request });
            last = Some(index);
            let (outcome, nodes, bytes) = (result.outcome, result.nodes, result.bytes);
            let found = (outcome == PlanOutcome::Plan).then(|| value(goal, &result));
            let SelectionScratch { evaluations, missing, .. } = &mut self.selection;
            let evaluation = &mut evaluations[index as usize];
            evaluation.nodes = nodes;
            evaluation.bytes = bytes;
            evaluation.rejection = match outcome {
                PlanOutcome::Plan => None,
                PlanOutcome::Satisfied => Some(GoalRejection::Satisfied),
                PlanOutcome::Impossible => Some(GoalRejection::Impossible),
                PlanOutcome::OutOfBudget(limit) => Some(GoalRejection::OutOfBudget(limit)),
            };
            match found {
                Some(None) if best.is_none() => return Some(goal),
                Some(Some(value)) if value > best.map_or(f64::NEG_INFINITY, |(value, _)| value) => {
                    if let Some((_, beaten)) = best.replace((value, index)) {
                        evaluations[beaten as usize].rejection = Some(GoalRejection::LessValue);
                    }
                }
                Some(_) => evaluation.rejection = Some(GoalRejection::LessValue),
                None => {
                    let first = missing.len() as u32;
                    missing.extend_from_slice(&self.missing);
                    evaluation.missing = (first, missing.len() as u32);
                }
            }
        }
        let (_, index) = best?;
        let goal = candidates[index as usize].goal;
        if last != Some(index) {
            self.plan(domain, &PlanRequest { goal, ..*request });
        }
        Some(goal)
    }
}
