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
    /// The last result, without its steps.
    last: PlanResult<'static>,
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
            last: PlanResult::unsearched(PlanOutcome::Satisfied, PlanCost::ZERO),
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
            self.last = PlanResult::unsearched(PlanOutcome::Impossible, PlanCost::INFINITE);
            return self.last_result();
        };
        let problem = &Problem { domain, task, request };
        let scratch = &mut self.scratch;
        scratch.nodes[MAIN].reset(task.words);
        scratch.prepared.compute(problem);
        let (bound, satisfied) = scratch.prepared.bound(task, &task.goal);
        if satisfied {
            self.last = PlanResult::unsearched(PlanOutcome::Satisfied, PlanCost::ZERO);
            return self.last_result();
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
        let SearchMemory { stored, bytes } = scratch.memory;
        self.last = PlanResult { outcome, steps: &[], cost, bound, nodes: meter.nodes, stored, bytes };
        self.last_result()
    }

    /// The result of the last call of [`Planner::plan`].
    #[must_use]
    pub fn last_result(&self) -> PlanResult<'_> {
        PlanResult { steps: &self.scratch.steps, ..self.last }
    }

    /// After [`PlanOutcome::Impossible`]: the facts that keep the goal from being reached, in declaration order.
    /// Otherwise empty.
    #[must_use]
    pub fn missing(&self) -> &[FactId] {
        &self.missing
    }
}
