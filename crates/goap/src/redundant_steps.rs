//! Removes redundant free steps. A plan of minimum cost may contain steps that cost nothing and contribute nothing.
//!
//! Independent of: search.

use super::domain::Domain;
use super::number::PlanCost;
use super::request::{PlanRequest, PlanStep};
use super::validate::{Validity, simulate, start};

/// Reused memory.
#[derive(Debug, Default)]
pub(crate) struct RedundantSteps {
    steps: Vec<PlanStep>,
    state: Vec<i64>,
}

impl RedundantSteps {
    /// Removes, last to first, every free step without which the others still reach the goal at the same cost.
    pub fn remove(&mut self, domain: &Domain, request: &PlanRequest, steps: &mut Vec<PlanStep>) {
        let free = |step: &PlanStep| step.cost == PlanCost::ZERO;
        let mut at = steps.len();
        while at > 0 {
            at -= 1;
            if !steps.get(at).is_some_and(free) {
                continue;
            }
            self.steps.clear();
            self.steps.extend_from_slice(&steps[..at]);
            self.steps.extend_from_slice(&steps[at + 1..]);
            start(domain, request, &mut self.state);
            // The goal may be reached before the last step; the steps after it are redundant too.
            let Validity::Reaches { steps: needed } = simulate(domain, request, &self.steps, &mut self.state) else {
                continue;
            };
            if self.steps[needed..].iter().all(free) && travel_costs_unchanged(domain, request, &self.steps[..needed]) {
                steps.clear();
                steps.extend_from_slice(&self.steps[..needed]);
            }
        }
    }
}

/// Whether the travel of each step still costs what the step says.
fn travel_costs_unchanged(domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> bool {
    let mut place = None;
    steps.iter().all(|step| match step.candidate {
        Some(candidate) if domain.actions[step.action.index()].target.is_some_and(|target| target.includes_travel) => {
            let travel = request.context.travel(place, candidate);
            place = Some(candidate);
            travel == step.travel
        }
        _ => true,
    })
}
