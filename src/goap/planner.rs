//! The planner: one a thread, with memory that it reuses from query to query.
//!
//! Must not know: where states and costs come from.

use super::choose::Choosing;
use super::domain::{Domain, FactId};
use super::number::{Cost, INF};
use super::query::{Answer, Outcome, Query, Strategy};
use super::search::{End, Meter, Scratch, deepening, forward, regressive};
use super::task::Task;

/// Finds plans of least cost. It keeps no state between queries but memory, so that it allocates nothing once warm.
#[derive(Debug, Default)]
pub struct Planner {
    pub(in crate::goap) scratch: Scratch,
    missing: Vec<FactId>,
    blamed: Vec<u32>,
    pub(in crate::goap) choosing: Choosing,
}

impl Planner {
    /// A cold planner.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a query.
    pub fn plan(&mut self, domain: &Domain, query: &Query) -> Answer<'_> {
        let task = &domain.tasks[query.goal.index()];
        let scratch = &mut self.scratch;
        scratch.steps.clear();
        self.missing.clear();
        let mut meter = Meter::new(query.budget);
        scratch.ground.reset(task, &domain.facts, query);
        scratch.sets.reset(task);
        scratch.reach.compute(task, &scratch.ground, &mut scratch.sets);
        let (bound, satisfied) = scratch.reach.bound(task, &scratch.ground, &mut scratch.sets, &task.goal);
        if satisfied {
            return Answer { outcome: Outcome::Satisfied, steps: &[], cost: Cost::ZERO, nodes: 0 };
        }
        let end = if bound >= INF { End::Exhausted } else { search(scratch, task, query, &mut meter) };
        let (outcome, cost) = match end {
            End::Found { total, .. } => (Outcome::Plan, Cost(total)),
            End::Stopped(limit) => (Outcome::OutOfBudget(limit), Cost::INFINITE),
            End::Exhausted | End::Deeper => {
                self.blamed.clear();
                scratch.blame(task, &mut self.blamed);
                self.missing.extend(self.blamed.iter().map(|&fact| FactId(fact)));
                (Outcome::Impossible, Cost::INFINITE)
            }
        };
        Answer { outcome, steps: &scratch.steps, cost, nodes: meter.nodes }
    }

    /// After [`Outcome::Impossible`]: the facts that keep the goal from being reached.
    #[must_use]
    pub fn missing(&self) -> &[FactId] {
        &self.missing
    }
}

/// Searches by the query's strategy and writes out the steps of the plan found.
fn search(scratch: &mut Scratch, task: &Task, query: &Query, meter: &mut Meter) -> End {
    scratch.deep = false;
    scratch.landmarks.clear();
    scratch.numbers.clear();
    scratch.routes.clear();
    if task.last.is_some() {
        scratch.find_routes(task, query);
    }
    if query.strategy != Strategy::Regressive || scratch.looks_long(task) {
        scratch.deepen(task);
    }
    let mut end = match query.strategy {
        Strategy::Regressive => regressive::search(scratch, task, query, meter),
        Strategy::Forward => forward::search(scratch, task, query, meter),
        Strategy::Deepening => deepening::search(scratch, task, query, meter),
    };
    if end == End::Deeper {
        scratch.deepen(task);
        end = regressive::search(scratch, task, query, meter);
    }
    if let End::Found { node, .. } = end {
        match query.strategy {
            Strategy::Regressive => scratch.write_backward(task, query, node),
            Strategy::Forward => scratch.write_forward(task, query, node),
            Strategy::Deepening => scratch.write_deepening(task, query),
        }
    }
    end
}
