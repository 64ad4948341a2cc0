//! The planner: one a thread, with memory that it reuses from request to request.
//!
//! Must not know: where states and costs come from.

use super::compiled::FactId;
use super::domain::Domain;
use super::number::{INF, PlanCost};
use super::request::{PlanOutcome, PlanRequest, PlanResult, Strategy};
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
    last_outcome: PlanOutcome,
    last_cost: PlanCost,
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
            last_outcome: PlanOutcome::Satisfied,
            last_cost: PlanCost::ZERO,
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

    /// Answers a request.
    pub fn plan(&mut self, domain: &Domain, request: &PlanRequest) -> PlanResult<'_> {
        let task = &domain.tasks[request.goal.index()];
        let scratch = &mut self.scratch;
        scratch.steps.clear();
        self.missing.clear();
        self.last_node = u32::MAX;
        scratch.nodes.reset(task.words);
        let mut meter = Meter::new(request.budget);
        scratch.ground.reset(task, &domain.facts, request);
        scratch.sets.reset(task);
        scratch.reach.compute(task, &scratch.ground, &mut scratch.sets);
        let (bound, satisfied) = scratch.reach.bound(task, &scratch.ground, &mut scratch.sets, &task.goal);
        if satisfied {
            (self.last_outcome, self.last_cost, self.last_nodes) = (PlanOutcome::Satisfied, PlanCost::ZERO, 0);
            return self.last_result();
        }
        let end = if bound >= INF { End::Exhausted } else { search(scratch, task, request, &mut meter) };
        let (outcome, cost) = match end {
            End::Found { total, node } => {
                self.last_node = node;
                self.tidy.tidy(domain, request, &mut scratch.steps);
                (PlanOutcome::Plan, PlanCost(total))
            }
            End::Stopped(limit) => (PlanOutcome::OutOfBudget(limit), PlanCost::INFINITE),
            End::Exhausted | End::Deeper => {
                self.blamed.clear();
                scratch.blame(task, &mut self.blamed);
                self.missing.extend(self.blamed.iter().map(|&fact| FactId(fact)));
                (PlanOutcome::Impossible, PlanCost::INFINITE)
            }
        };
        (self.last_outcome, self.last_cost, self.last_nodes) = (outcome, cost, meter.nodes);
        self.last_result()
    }

    /// The answer to the last request, once more.
    #[must_use]
    pub fn last_result(&self) -> PlanResult<'_> {
        let (cost, nodes) = (self.last_cost, self.last_nodes);
        PlanResult { outcome: self.last_outcome, steps: &self.scratch.steps, cost, nodes }
    }

    /// After [`PlanOutcome::Impossible`]: the facts that keep the goal from being reached.
    #[must_use]
    pub fn missing(&self) -> &[FactId] {
        &self.missing
    }
}

/// Searches by the request's strategy and writes out the steps of the plan found.
fn search(scratch: &mut Scratch, task: &Task, request: &PlanRequest, meter: &mut Meter) -> End {
    scratch.deep = false;
    scratch.landmarks.clear();
    scratch.numbers.clear();
    scratch.routes.clear();
    if task.last.is_some() {
        scratch.find_routes(task, request);
    }
    if request.strategy != Strategy::Backward || scratch.looks_long(task) {
        scratch.deepen(task);
    }
    let mut end = match request.strategy {
        Strategy::Backward => regressive::search(scratch, task, request, meter),
        Strategy::Forward => forward::search(scratch, task, request, meter),
        Strategy::IdaStar => deepening::search(scratch, task, request, meter),
    };
    if end == End::Deeper {
        scratch.deepen(task);
        end = regressive::search(scratch, task, request, meter);
    }
    if let End::Found { node, .. } = end {
        match request.strategy {
            Strategy::Backward => scratch.write_backward(task, request, node),
            Strategy::Forward => scratch.write_forward(task, request, node),
            Strategy::IdaStar => scratch.write_deepening(task, request),
        }
    }
    end
}
