//! Whether a plan made earlier still reaches its goal: a walk along its steps, far cheaper than planning anew.
//!
//! Must not know: search.

use super::compiled::ActionId;
use super::domain::Domain;
use super::planner::Planner;
use super::query::{Query, Step};
use super::walk::{Validity, apply, start, walk};

impl Planner {
    /// Walks the steps from the query's state to its goal. Costs are not looked at, but a step whose way or surcharge is
    /// infinite fails. The query's strategy and budget do not matter.
    pub fn validate(&mut self, domain: &Domain, query: &Query, steps: &[Step]) -> Validity {
        let mut state = std::mem::take(&mut self.walk);
        start(domain, query, &mut state);
        let verdict = walk(domain, query, steps, &mut state);
        self.walk = state;
        verdict
    }
}

impl Domain {
    /// The state that an action leaves behind, whether or not its needs hold: for showing what a plan will do.
    pub fn apply(&self, action: ActionId, candidate: Option<u32>, state: &mut [i64]) {
        let nothing = super::number::Cost::ZERO;
        if state.len() >= self.facts.len() {
            apply(self, &Step { action, candidate, cost: nothing, travel: nothing }, state);
        }
    }
}
