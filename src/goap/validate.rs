//! Whether a plan made earlier still reaches its goal: a walk along its steps, far cheaper than planning anew.
//!
//! Must not know: search.

use super::compiled::ActionId;
use super::domain::Domain;
use super::planner::Planner;
use super::request::{PlanRequest, PlanStep};
use super::walk::{Validity, apply, start, walk};

impl Planner {
    /// Walks the steps from the request's state to its goal. Costs are not looked at, but a step whose way or surcharge is
    /// infinite fails. The request's strategy and budget do not matter.
    pub fn validate(&mut self, domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> Validity {
        let mut state = std::mem::take(&mut self.walk);
        start(domain, request, &mut state);
        let verdict = walk(domain, request, steps, &mut state);
        self.walk = state;
        verdict
    }
}

impl Domain {
    /// The state that an action leaves behind, whether or not its needs hold: for showing what a plan will do.
    pub fn apply(&self, action: ActionId, candidate: Option<u32>, state: &mut [i64]) {
        let nothing = super::number::PlanCost::ZERO;
        if state.len() >= self.facts.len() {
            apply(self, &PlanStep { action, candidate, cost: nothing, travel: nothing }, state);
        }
    }
}
