//! Leaves out steps that cost nothing and do nothing for the plan. A plan of least cost may have such, since they do not
//! count; nobody wants to watch them.
//!
//! Must not know: search.

use super::domain::Domain;
use super::number::Cost;
use super::query::{Query, Step};
use super::walk::{Validity, start, walk};

/// Reused memory.
#[derive(Debug, Default)]
pub(in crate::goap) struct Tidy {
    steps: Vec<Step>,
    state: Vec<i64>,
}

impl Tidy {
    /// Drops every step of no cost without which the others still reach the goal at the same cost, last to first.
    pub fn tidy(&mut self, domain: &Domain, query: &Query, steps: &mut Vec<Step>) {
        let free = |step: &Step| step.cost == Cost::ZERO;
        let mut at = steps.len();
        while at > 0 {
            at -= 1;
            if !steps.get(at).is_some_and(free) {
                continue;
            }
            self.steps.clear();
            self.steps.extend_from_slice(&steps[..at]);
            self.steps.extend_from_slice(&steps[at + 1..]);
            start(domain, query, &mut self.state);
            // The goal may be reached before the last step; then what follows is in vain.
            let Validity::Reaches { steps: needed } = walk(domain, query, &self.steps, &mut self.state) else {
                continue;
            };
            if self.steps[needed..].iter().all(free) && ways_stay(domain, query, &self.steps[..needed]) {
                steps.clear();
                steps.extend_from_slice(&self.steps[..needed]);
            }
        }
    }
}

/// Whether each step's travel still costs what it says.
fn ways_stay(domain: &Domain, query: &Query, steps: &[Step]) -> bool {
    let mut place = None;
    steps.iter().all(|step| match step.candidate {
        Some(candidate) if domain.actions[step.action.index()].target.is_some_and(|target| target.travels) => {
            let way = query.surroundings.travel(place, candidate);
            place = Some(candidate);
            way == step.travel
        }
        _ => true,
    })
}
