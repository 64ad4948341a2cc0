//! The planner: use one per thread. It reuses its memory from request to request.
//!
//! Independent of: where states and costs come from.

use super::compiled::FactId;
use super::domain::Domain;
use super::goal_selection::SelectionScratch;
use super::number::{INF, PlanCost};
use super::request::{PlanOutcome, PlanRequest, PlanResult};
use super::search::{
    BudgetMeter, MAIN, MAX_BYTES, Problem, Scratch, SearchEnd, anytime, anytime::Incumbent, memory::SearchMemory,
};

/// Finds plans of minimum cost, or good ones where a budget is short. A request's result does not depend on earlier requests.
/// The planner keeps its memory, so that it does not allocate once it has planned for the goal with requests of similar size.
#[derive(Debug)]
pub struct Planner {
    pub(crate) scratch: Scratch,
    most_bytes: usize,
    pub(crate) missing: Vec<FactId>,
    pub(crate) selection: SelectionScratch,
    /// The state in which a plan is simulated.
    pub(crate) simulated_state: Vec<i64>,
    /// The node that completed the last plan; `u32::MAX` if there is none.
    pub(crate) last_node: u32,
    last_outcome: PlanOutcome,
    last_cost: PlanCost,
    last_bound: PlanCost,
    last_nodes: u32,
}

impl Default for Planner {
    fn default() -> Self {
        Self {
            scratch: Scratch::default(),
            most_bytes: MAX_BYTES,
            missing: Vec::new(),
            selection: SelectionScratch::default(),
            simulated_state: Vec::new(),
            last_node: u32::MAX,
            // There was no request yet, so no fact is missing.
            last_outcome: PlanOutcome::Satisfied,
            last_cost: PlanCost::ZERO,
            last_bound: PlanCost::ZERO,
            last_nodes: 0,
        }
    }
}

impl Planner {
    /// A planner without any memory reserved.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The planner with another memory limit than 512 MiB. A search whose tables exceed it ends with [`BudgetLimit::Memory`]. They
    /// are counted as in [`PlanResult::bytes`], before each expansion; the planner reserves up to twice as much.
    ///
    /// [`BudgetLimit::Memory`]: crate::BudgetLimit::Memory
    #[must_use]
    pub fn with_memory_limit(self, bytes: usize) -> Self {
        Self { most_bytes: bytes, ..self }
    }

    /// Finds a plan of minimum cost from the request's state to its goal; where the budget runs out first, the best plan that was
    /// found, with a lower bound of the minimum ([`PlanResult::bound`]). Without such a goal in the domain, the outcome is
    /// [`PlanOutcome::Impossible`].
    pub fn plan(&mut self, domain: &Domain, request: &PlanRequest) -> PlanResult<'_> {
        self.scratch.steps.clear();
        self.scratch.memory = SearchMemory::default();
        self.missing.clear();
        self.last_node = u32::MAX;
        let mut meter = BudgetMeter::new(request.budget, self.most_bytes);
        let Some(task) = domain.task(request.goal) else {
            return self.finish(PlanOutcome::Impossible, PlanCost::INFINITE, PlanCost::INFINITE, 0);
        };
        let problem = &Problem { domain, task, request };
        let scratch = &mut self.scratch;
        scratch.nodes[MAIN].reset(task.words);
        scratch.prepared.compute(problem);
        let (bound, satisfied) = scratch.prepared.bound(task, &task.goal);
        if satisfied {
            return self.finish(PlanOutcome::Satisfied, PlanCost::ZERO, PlanCost::ZERO, 0);
        }
        let end = match bound >= INF {
            true => SearchEnd::Exhausted,
            false => anytime::search(scratch, problem, &mut meter),
        };
        let (outcome, cost, bound) = match end {
            SearchEnd::Found { total, node } => {
                self.last_node = node;
                let total = scratch.plan_to_improve(problem, &meter, total).drop_free_steps();
                (PlanOutcome::Plan, PlanCost(total), PlanCost(total))
            }
            // A budget of one node is for a proven result or none.
            SearchEnd::Stopped(_) if scratch.incumbent.cost < INF && request.budget.nodes > 1 => {
                let Incumbent { cost, bound, .. } = scratch.incumbent;
                scratch.steps.clear();
                scratch.steps.extend_from_slice(&scratch.incumbent.steps);
                let cost = scratch.plan_to_improve(problem, &meter, cost).drop_free_steps();
                (PlanOutcome::Plan, PlanCost(cost), PlanCost(bound.min(cost)))
            }
            SearchEnd::Stopped(limit) => {
                scratch.steps.clear();
                (PlanOutcome::OutOfBudget(limit), PlanCost::INFINITE, PlanCost(scratch.incumbent.bound))
            }
            SearchEnd::Exhausted | SearchEnd::NeedsStrongBounds | SearchEnd::Paused => {
                scratch.diagnosis.find_missing_facts(task, &scratch.prepared, &mut self.missing);
                (PlanOutcome::Impossible, PlanCost::INFINITE, PlanCost::INFINITE)
            }
        };
        self.finish(outcome, cost, bound, meter.nodes)
    }

    fn finish(&mut self, outcome: PlanOutcome, cost: PlanCost, bound: PlanCost, nodes: u32) -> PlanResult<'_> {
        (self.last_outcome, self.last_cost, self.last_bound, self.last_nodes) = (outcome, cost, bound, nodes);
        self.last_result()
    }

    /// The result of the last call of [`Planner::plan`].
    #[must_use]
    pub fn last_result(&self) -> PlanResult<'_> {
        PlanResult {
            outcome: self.last_outcome,
            steps: &self.scratch.steps,
            cost: self.last_cost,
            bound: self.last_bound,
            nodes: self.last_nodes,
            stored: self.scratch.memory.stored,
            bytes: self.scratch.memory.bytes,
        }
    }

    /// After [`PlanOutcome::Impossible`]: the facts that keep the goal from being reached, in declaration order.
    /// Otherwise empty.
    #[must_use]
    pub fn missing(&self) -> &[FactId] {
        &self.missing
    }
}
