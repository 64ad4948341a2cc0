//! What a caller asks of a planner, and what it is told.
//!
//! Must not know: how the answer is found.

use super::compiled::{ActionId, ContextPreconditionId, CostId, GoalId};
use super::number::PlanCost;

/// One question: how to get from this state to this goal?
#[derive(Clone, Copy)]
pub struct PlanRequest<'a> {
    /// The world as the agent believes it to be: one value for each fact of the domain. A value out of its fact's range
    /// is taken for the nearest in range, a missing one for the fact's default.
    pub state: &'a [i64],
    /// The goal to reach.
    pub goal: GoalId,
    /// What targeted actions may be about. Plans name them by their index here.
    pub candidates: &'a [PlanCandidate],
    /// Which actions may be used, by index; all of them without this. An action beyond its end may not.
    pub enabled: Option<&'a [bool]>,
    /// Answers for named costs, context preconditions and travel.
    pub context: &'a dyn PlanningContext,
    /// When to give up.
    pub budget: SearchBudget,
    /// How to search.
    pub strategy: Strategy,
}

impl<'a> PlanRequest<'a> {
    /// A request without candidates, with all actions enabled and the default budget and strategy.
    #[must_use]
    pub fn new(state: &'a [i64], goal: GoalId) -> Self {
        Self {
            state,
            goal,
            candidates: &[],
            enabled: None,
            context: &NoContext,
            budget: SearchBudget::default(),
            strategy: Strategy::default(),
        }
    }
}

/// Something that targeted actions may be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PlanCandidate {
    /// One bit for each kind it is of ([`crate::goap::Domain::kind_bit`]).
    pub kinds: u64,
}

/// What only the caller knows at planning time. Each cost, check and way is asked for at most once a request and action
/// (and candidate, where the action has one), and only where the goal can depend on it.
pub trait PlanningContext {
    /// The value of a named cost; an infinite one forbids the action. Parameters are at
    /// [`crate::goap::Domain::cost_parameters`].
    fn cost(&self, _cost: CostId, _action: ActionId, _candidate: Option<u32>) -> PlanCost {
        PlanCost::ZERO
    }

    /// Whether a context precondition holds.
    fn precondition_holds(&self, _check: ContextPreconditionId, _action: ActionId, _candidate: Option<u32>) -> bool {
        true
    }

    /// An amount to add to the cost of an action for one candidate (a dangerous place, say). Infinite forbids it.
    fn surcharge(&self, _action: ActionId, _candidate: u32) -> PlanCost {
        PlanCost::ZERO
    }

    /// What the way costs from a candidate (from the agent's place, without one) to another candidate; infinite where
    /// there is none. Need not be symmetric. Unless the domain allows for breaks_triangle_inequality, the way from one place to another is
    /// at most as dear as by way of a third.
    fn travel(&self, _from: Option<u32>, _to: u32) -> PlanCost {
        PlanCost::ZERO
    }
}

/// PlanningContext without ways: named costs are 0, checks hold, travel is free.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoContext;

impl PlanningContext for NoContext {}

/// When to give up. The answer is then [`PlanOutcome::OutOfBudget`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SearchBudget {
    /// The most states to expand. A budget of nodes alone keeps planning deterministic.
    pub nodes: u32,
    /// The most microseconds of wall-clock time, looked at every 64 nodes; without it the clock is not read.
    pub micros: Option<u64>,
}

impl Default for SearchBudget {
    fn default() -> Self {
        Self { nodes: 20_000, micros: None }
    }
}

/// How to search. All find a plan of least cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strategy {
    /// From the goal backwards, best first. Looks only at what matters to the goal.
    #[default]
    Backward,
    /// From the state forwards, best first.
    Forward,
    /// From the goal backwards, depth first under a bound of cost that rises: needs next to no memory, and repeats work.
    IdaStar,
}

/// A planner's answer. It borrows the steps from the planner that gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanResult<'p> {
    /// Which answer it is.
    pub outcome: PlanOutcome,
    /// The steps, first to last; empty unless the outcome is [`PlanOutcome::Plan`].
    pub steps: &'p [PlanStep],
    /// What the steps cost together, travel included.
    pub cost: PlanCost,
    /// How many states were expanded.
    pub nodes: u32,
}

impl PlanResult<'_> {
    /// An owned copy of the plan; `None` unless the outcome is [`PlanOutcome::Plan`].
    #[must_use]
    pub fn to_plan(&self) -> Option<Plan> {
        (self.outcome == PlanOutcome::Plan).then(|| Plan { steps: self.steps.to_vec(), cost: self.cost })
    }
}

/// The kinds of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlanOutcome {
    /// Here is a plan of least cost.
    Plan,
    /// The state satisfies the goal already.
    Satisfied,
    /// No plan exists; [`crate::goap::Planner::missing`] names what is missing.
    Impossible,
    /// The budget ran out before the answer was known.
    OutOfBudget(BudgetLimit),
}

/// Which part of a budget ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BudgetLimit {
    /// [`SearchBudget::nodes`].
    Nodes,
    /// [`SearchBudget::micros`].
    Micros,
    /// The planner's own limit of memory.
    Memory,
}

/// One step of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlanStep {
    /// What to do.
    pub action: ActionId,
    /// What to do it to: an index into [`PlanRequest::candidates`], for an action that has a target.
    pub candidate: Option<u32>,
    /// What the step costs, its travel included.
    pub cost: PlanCost,
    /// How much of the cost is travel.
    pub travel: PlanCost,
}

/// Steps that lead from a state to a goal at least cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Plan {
    /// First to last.
    pub steps: Vec<PlanStep>,
    /// What they cost together, travel included.
    pub cost: PlanCost,
}
