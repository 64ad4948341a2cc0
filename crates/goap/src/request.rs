//! What a caller asks of a planner, and what it gets back.
//!
//! Independent of: how the plan is found.

use super::compiled::{ActionId, ContextPreconditionId, CostId, GoalId};
use super::number::PlanCost;

/// A planning request: find a plan of minimum cost from a state to a goal.
#[derive(Clone, Copy)]
pub struct PlanRequest<'a> {
    /// The world as the agent believes it to be, see [`State`](crate::State). A value outside its fact's range is
    /// clamped; a missing one takes the fact's default.
    pub state: &'a [i64],
    /// The goal to reach.
    pub goal: GoalId,
    /// The possible targets of actions. A plan refers to them by index.
    pub candidates: &'a [PlanCandidate],
    /// Whether each action may be used, by index. `None`: all of them. Actions beyond the end of the slice are disabled.
    pub enabled: Option<&'a [bool]>,
    /// Named costs, context preconditions, surcharges and travel costs.
    pub context: &'a dyn PlanningContext,
    /// When to give up.
    pub budget: SearchBudget,
    /// How to search.
    pub strategy: Strategy,
    /// For [`Strategy::IdaStar`]: the most states remembered in an iteration, so that they are not expanded twice. With 0,
    /// memory grows only with the depth of the search, and all but small problems run out of any budget. Other strategies
    /// ignore it.
    pub remembered: u32,
}

/// The default of [`PlanRequest::remembered`].
const REMEMBERED: u32 = 1 << 16;

impl<'a> PlanRequest<'a> {
    /// A request without candidates, with all actions enabled, and with the default budget and strategy.
    #[inline]
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
            remembered: REMEMBERED,
        }
    }

    /// Whether an action may be used.
    pub(crate) fn is_enabled(&self, action: ActionId) -> bool {
        self.enabled.is_none_or(|enabled| enabled.get(action.index()).is_some_and(|&on| on))
    }
}

/// A set of kinds of candidates, with one bit for each, see [`crate::Domain::kind_bit`].
pub type CandidateKinds = u128;

/// A possible target of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlanCandidate {
    /// Its kinds.
    pub kinds: CandidateKinds,
}

/// What only the caller knows when planning starts. [`Planner::plan`] calls a method only if the goal can depend on the result,
/// and at most once for each combination of arguments; with more than 512 candidates it may ask for the same travel cost
/// repeatedly. Validation and explanations ask again.
///
/// [`Planner::plan`]: crate::Planner::plan
pub trait PlanningContext {
    /// The value of a named cost. An infinite cost forbids the action.
    fn cost(&self, _cost: CostId, _action: ActionId, _candidate: Option<u32>) -> PlanCost {
        PlanCost::ZERO
    }

    /// Whether a context precondition holds.
    fn precondition_holds(&self, _id: ContextPreconditionId, _action: ActionId, _candidate: Option<u32>) -> bool {
        true
    }

    /// An amount to add to an action's cost for one candidate (a dangerous place, for example). An infinite surcharge
    /// forbids the candidate.
    fn surcharge(&self, _action: ActionId, _candidate: u32) -> PlanCost {
        PlanCost::ZERO
    }

    /// The cost of travelling from a candidate (`None`: from the agent's position) to another candidate; infinite if no
    /// path exists. It need not be symmetric. It must satisfy the triangle inequality, unless
    /// [`crate::DomainSpec::breaks_triangle_inequality`] is set.
    fn travel(&self, _from: Option<u32>, _to: u32) -> PlanCost {
        PlanCost::ZERO
    }
}

/// A context in which named costs are 0, context preconditions hold, and travel is free.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoContext;

impl PlanningContext for NoContext {}

/// When a search gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchBudget {
    /// The maximum number of states to expand. Gives the same result on every machine. With 0 or 1, there is a plan only if it is
    /// proven optimal.
    pub nodes: u32,
    /// The maximum number of microseconds of wall-clock time. It is checked every 16 nodes, and while a plan that was found is
    /// improved; when it is over, steps that cost and contribute nothing may remain in the plan. `None`: the clock is not read.
    pub micros: Option<u64>,
}

impl Default for SearchBudget {
    fn default() -> Self {
        Self { nodes: 20_000, micros: None }
    }
}

/// How to search. Each strategy finds a plan of minimum cost if the budget suffices; otherwise the best plan that it has come
/// across, with a lower bound of the minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Strategy {
    /// Regressive A*: best first from the goal backwards. It only considers what matters to the goal. Where it takes long,
    /// weighted searches in both directions and A* from the start share the budget with it.
    #[default]
    Backward,
    /// A* from the start state forwards. Where it takes long, weighted searches share the budget with it.
    Forward,
    /// Iterative-deepening A* from the goal backwards: depth first under a rising cost bound. It expands states repeatedly.
    /// However long the search, it holds its stack and at most [`PlanRequest::remembered`] states.
    IdaStar,
}

impl Strategy {
    /// All strategies, the default one first.
    pub const ALL: [Self; 3] = [Self::Backward, Self::Forward, Self::IdaStar];

    /// Its name in data files and machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backward => "backward",
            Self::Forward => "forward",
            Self::IdaStar => "ida_star",
        }
    }
}

/// The result of a planning request. It borrows the steps from the planner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanResult<'p> {
    /// Whether there is a plan, and if not, why.
    pub outcome: PlanOutcome,
    /// The steps in order; empty unless the outcome is [`PlanOutcome::Plan`].
    pub steps: &'p [PlanStep],
    /// Total cost of the steps, travel included. Infinite if there is no plan.
    pub cost: PlanCost,
    /// A proven lower bound of the cost of every plan, at most `cost`. Equal to it where the plan is proven to be optimal;
    /// infinite where no plan exists.
    pub bound: PlanCost,
    /// How many states were expanded.
    pub nodes: u32,
    /// The most states held at once. Iterative deepening counts the states on its stack and on its path and those it
    /// remembers, so that a state in two of these places counts twice.
    pub stored: usize,
    /// Bytes of the search's own tables, each at its peak, by entries in use: packed states, their records, hash slots, the
    /// queue (or stack and path), and the sets of values that states refer to. The same on every call; the planner reserves
    /// more, because it keeps its memory and vectors grow by doubling. Not counted: the compiled domain, the steps, and what
    /// every strategy computes from the request before it searches (costs, bounds, landmarks, travel). 0 without a search.
    pub bytes: usize,
}

impl PlanResult<'static> {
    /// The result where no search was needed. The cost is proven.
    pub(crate) const fn unsearched(outcome: PlanOutcome, cost: PlanCost) -> Self {
        Self { outcome, steps: &[], cost, bound: cost, nodes: 0, stored: 0, bytes: 0 }
    }
}

impl PlanResult<'_> {
    /// Whether it is proven that no plan costs less: the plan costs as much as the bound. That may be so although the budget ran
    /// out. False without a plan.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        matches!(self.outcome, PlanOutcome::Plan | PlanOutcome::Satisfied) && self.cost <= self.bound
    }

    /// By how much the plan may exceed the minimum cost, as a factor: `cost` divided by `bound`. 1 for an optimal plan; infinite
    /// without a plan, and where the bound is 0 and the plan costs more.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        match self.outcome {
            PlanOutcome::Plan | PlanOutcome::Satisfied if self.is_optimal() => 1.0,
            PlanOutcome::Plan if self.bound > PlanCost::ZERO => self.cost.value() / self.bound.value(),
            _ => f64::INFINITY,
        }
    }

    /// By how much the plan may exceed the minimum cost, in words: "at most 3 % above the minimum". `None` for an optimal plan
    /// and without a plan.
    #[must_use]
    pub fn excess(&self) -> Option<String> {
        (self.outcome == PlanOutcome::Plan).then(|| excess(self.cost, self.bound)).flatten()
    }

    /// An owned copy of the plan; `None` unless the outcome is [`PlanOutcome::Plan`].
    #[must_use]
    pub fn to_plan(&self) -> Option<Plan> {
        (self.outcome == PlanOutcome::Plan).then(|| Plan { steps: self.steps.to_vec(), cost: self.cost })
    }
}

/// By how much a cost exceeds a lower bound, in words; `None` if it does not.
pub(crate) fn excess(cost: PlanCost, bound: PlanCost) -> Option<String> {
    if cost <= bound {
        return None;
    }
    Some(match bound.value() {
        0.0 => "the minimum may be 0".to_owned(),
        bound => format!("at most {} % above the minimum", ((cost.value() / bound - 1.0) * 100.0).ceil()),
    })
}

/// How a planning request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlanOutcome {
    /// A plan was found. It is proven to have minimum cost, unless the budget ran out first: see [`PlanResult::is_optimal`].
    Plan,
    /// The start state satisfies the goal.
    Satisfied,
    /// No plan exists. [`crate::Planner::missing`] lists the facts in the way.
    Impossible,
    /// The budget ran out before a plan was found or proven not to exist.
    OutOfBudget(BudgetLimit),
}

impl PlanOutcome {
    /// Its name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Satisfied => "satisfied",
            Self::Impossible => "impossible",
            Self::OutOfBudget(_) => "out_of_budget",
        }
    }
}

/// The part of a budget that ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BudgetLimit {
    /// [`SearchBudget::nodes`].
    Nodes,
    /// [`SearchBudget::micros`].
    Micros,
    /// The planner's memory limit, see [`crate::Planner::with_memory_limit`].
    Memory,
}

/// One step of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlanStep {
    /// The action to perform.
    pub action: ActionId,
    /// Its target, an index into [`PlanRequest::candidates`]; `None` for an action without a target.
    pub candidate: Option<u32>,
    /// Cost of the step, travel included.
    pub cost: PlanCost,
    /// The travel's share of the cost.
    pub travel: PlanCost,
}

/// Steps that lead from a state to a goal. They have minimum cost if [`PlanResult::is_optimal`] said so of the result.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// The steps in order.
    pub steps: Vec<PlanStep>,
    /// Their total cost, travel included.
    pub cost: PlanCost,
}
