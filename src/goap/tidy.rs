//! Leaves out steps that cost nothing and do nothing for the plan. A plan of least cost may have such, since they do not
//! count; nobody wants to watch them.
//!
//! Must not know: search.

use super::domain::Domain;
use super::number::PlanCost;
use super::request::{PlanRequest, PlanStep};
use super::walk::{Validity, start, walk};

/// Reused memory.
#[derive(Debug, Default)]
pub(in crate::goap) struct Tidy {
    steps: Vec<PlanStep>,
    state: Vec<i64>,
}

impl Tidy {
    /// Drops every step of no cost without which the others still reach the goal at the same cost, last to first.
    pub fn tidy(&mut self, domain: &Domain, request: &PlanRequest, steps: &mut Vec<PlanStep>) {
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
            // The goal may be reached before the last step; then what follows is in vain.
            let Validity::Reaches { steps: needed } = walk(domain, request, &self.steps, &mut self.state) else {
                continue;
            };
            if self.steps[needed..].iter().all(free) && ways_stay(domain, request, &self.steps[..needed]) {
                steps.clear();
                steps.extend_from_slice(&self.steps[..needed]);
            }
        }
    }
}

/// Whether each step's travel still costs what it says.
fn ways_stay(domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> bool {
    let mut place = None;
    steps.iter().all(|step| match step.candidate {
        Some(candidate) if domain.actions[step.action.index()].target.is_some_and(|target| target.includes_travel) => {
            let way = request.context.travel(place, candidate);
            place = Some(candidate);
            way == step.travel
        }
        _ => true,
    })
}
