//! Which goal to pursue: the most relevant one that can be planned, with a reason for each that was passed over.
//!
//! Must not know: where relevance comes from.

use super::compiled::{FactId, GoalId};
use super::domain::Domain;
use super::planner::Planner;
use super::request::{PlanOutcome, PlanRequest, PlanResult};
use super::verdict::{Choosing, GoalAvailability, GoalCandidate, GoalEvaluation, GoalRejection};

/// A chosen goal with its plan, and what became of all goal_candidates, in the order given.
#[derive(Debug, Clone, Copy)]
pub struct GoalSelection<'p> {
    /// The goal to pursue; `None` where none can be planned.
    pub goal: Option<GoalId>,
    /// Its plan; meaningful if there is a goal.
    pub result: PlanResult<'p>,
    /// One for each contender, in their order.
    pub evaluations: &'p [GoalEvaluation],
    missing: &'p [FactId],
}

impl GoalSelection<'_> {
    /// The facts that keep an impossible goal from being reached; empty for other evaluations.
    #[must_use]
    pub fn missing(&self, verdict: &GoalEvaluation) -> &[FactId] {
        self.missing.get(verdict.missing.0 as usize..verdict.missing.1 as usize).unwrap_or(&[])
    }
}

impl Planner {
    /// Plans for the goal_candidates from the most relevant down (for equally relevant ones in the order given) until one
    /// has a plan. The request's own goal is not looked at; its budget holds for each contender.
    pub fn select_goal(
        &mut self,
        domain: &Domain,
        goal_candidates: &[GoalCandidate],
        request: &PlanRequest,
    ) -> GoalSelection<'_> {
        let mut choosing = std::mem::take(&mut self.choosing);
        let goal = self.decide(domain, goal_candidates, request, &mut choosing);
        self.choosing = choosing;
        let answer = match goal {
            Some((_, cost, nodes)) => {
                PlanResult { outcome: PlanOutcome::Plan, steps: &self.scratch.steps, cost, nodes }
            }
            None => {
                PlanResult { outcome: PlanOutcome::Impossible, steps: &[], cost: super::PlanCost::INFINITE, nodes: 0 }
            }
        };
        GoalSelection {
            goal: goal.map(|(goal, ..)| goal),
            result: answer,
            evaluations: &self.choosing.evaluations,
            missing: &self.choosing.missing,
        }
    }

    fn decide(
        &mut self,
        domain: &Domain,
        goal_candidates: &[GoalCandidate],
        request: &PlanRequest,
        choosing: &mut Choosing,
    ) -> Option<(GoalId, super::PlanCost, u32)> {
        let Choosing { order, evaluations, missing } = choosing;
        evaluations.clear();
        missing.clear();
        evaluations.extend(goal_candidates.iter().map(|contender| GoalEvaluation {
            goal: contender.goal,
            rejection: Some(match contender.availability {
                GoalAvailability::Disabled => GoalRejection::Disabled,
                GoalAvailability::CoolingDown => GoalRejection::CoolingDown,
                GoalAvailability::Available if contender.relevance > 0.0 => GoalRejection::Outranked,
                GoalAvailability::Available => GoalRejection::Irrelevant,
            }),
            nodes: 0,
            missing: (0, 0),
        }));
        order.clear();
        order.extend(
            (0..goal_candidates.len() as u32)
                .filter(|&index| evaluations[index as usize].rejection == Some(GoalRejection::Outranked)),
        );
        let rank = |index: u32| goal_candidates[index as usize].relevance;
        order.sort_unstable_by(|&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)));
        for &index in order.iter() {
            let verdict = &mut evaluations[index as usize];
            let answer = self.plan(domain, &PlanRequest { goal: verdict.goal, ..*request });
            verdict.nodes = answer.nodes;
            verdict.rejection = match answer.outcome {
                PlanOutcome::Plan => None,
                PlanOutcome::Satisfied => Some(GoalRejection::Satisfied),
                PlanOutcome::Impossible => Some(GoalRejection::Impossible),
                PlanOutcome::OutOfBudget(limit) => Some(GoalRejection::OutOfBudget(limit)),
            };
            if answer.outcome == PlanOutcome::Plan {
                return Some((verdict.goal, answer.cost, answer.nodes));
            }
            let first = missing.len() as u32;
            missing.extend_from_slice(self.missing());
            verdict.missing = (first, missing.len() as u32);
        }
        None
    }
}
