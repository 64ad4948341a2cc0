//! The planner: one a thread, with memory that it reuses from query to query.
//!
//! Must not know: where states and costs come from.

use super::compiled::FactId;
use super::domain::Domain;
use super::number::{Cost, INF};
use super::query::{Answer, Outcome, Query, Strategy};
use super::search::{End, Meter, Scratch, deepening, forward, regressive};
use super::task::Task;
use super::tidy::Tidy;
use super::verdict::Choosing;

/// Finds plans of least cost. It keeps no state between queries but memory, so that it allocates nothing once warm.
#[derive(Debug)]
pub struct Planner {
    pub(in crate::goap) scratch: Scratch,
    missing: Vec<FactId>,
    blamed: Vec<u32>,
    pub(in crate::goap) choosing: Choosing,
    /// The state of a walk along a plan.
    pub(in crate::goap) walk: Vec<i64>,
    tidy: Tidy,
    /// The node at which the last plan ended.
    pub(in crate::goap) last_node: u32,
    last_outcome: Outcome,
    last_cost: Cost,
    last_nodes: u32,
}

impl Default for Planner {
    fn default() -> Self {
        Self {
            scratch: Scratch::default(),
            missing: Vec::new(),
            blamed: Vec::new(),
            choosing: Choosing::default(),
            walk: Vec::new(),
            tidy: Tidy::default(),
            last_node: u32::MAX,
            // Nothing was asked, so nothing is wanting.
            last_outcome: Outcome::Satisfied,
            last_cost: Cost::ZERO,
            last_nodes: 0,
        }
    }
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
        self.last_node = u32::MAX;
        scratch.nodes.reset(task.words);
        let mut meter = Meter::new(query.budget);
        scratch.ground.reset(task, &domain.facts, query);
        scratch.sets.reset(task);
        scratch.reach.compute(task, &scratch.ground, &mut scratch.sets);
        let (bound, satisfied) = scratch.reach.bound(task, &scratch.ground, &mut scratch.sets, &task.goal);
        if satisfied {
            (self.last_outcome, self.last_cost, self.last_nodes) = (Outcome::Satisfied, Cost::ZERO, 0);
            return self.answer();
        }
        let end = if bound >= INF { End::Exhausted } else { search(scratch, task, query, &mut meter) };
        let (outcome, cost) = match end {
            End::Found { total, node } => {
                self.last_node = node;
                self.tidy.tidy(domain, query, &mut scratch.steps);
                (Outcome::Plan, Cost(total))
            }
            End::Stopped(limit) => (Outcome::OutOfBudget(limit), Cost::INFINITE),
            End::Exhausted | End::Deeper => {
                self.blamed.clear();
                scratch.blame(task, &mut self.blamed);
                self.missing.extend(self.blamed.iter().map(|&fact| FactId(fact)));
                (Outcome::Impossible, Cost::INFINITE)
            }
        };
        (self.last_outcome, self.last_cost, self.last_nodes) = (outcome, cost, meter.nodes);
        self.answer()
    }

    /// The answer to the last query, once more.
    #[must_use]
    pub fn answer(&self) -> Answer<'_> {
        let (cost, nodes) = (self.last_cost, self.last_nodes);
        Answer { outcome: self.last_outcome, steps: &self.scratch.steps, cost, nodes }
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
