//! A domain: a specification that is checked and compiled once, then shared by any number of planners and threads.
//!
//! Independent of: search (`task/` makes the search task of a goal).

use std::collections::HashMap;
use std::sync::OnceLock;

use super::action::{Action, ActionSet, Goal};
use super::compiled::{
    ActionId, CompiledAction, CompiledFact, CompiledGoal, ContextPreconditionId, CostId, CostSource, FactId, GoalId,
};
use super::error::{DomainErrorKind, DomainErrors};
use super::fact::{FactKind, NO_TARGET, PlanningFact, Value};
use super::number::{PlanCost, from_steps};
use super::request::{CandidateKinds, PlanCandidate};
use super::state::{State, StateBuilder};
use super::task::Task;

mod builder;
mod compile;
mod encode;
mod implicit;

pub use builder::DomainBuilder;

/// The specification of a domain, before it is checked and compiled.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct DomainSpec {
    /// In the order of a state's values.
    pub facts: Vec<PlanningFact>,
    /// Their order decides between plans of equal cost.
    pub actions: ActionSet,
    /// What may be planned for.
    pub goals: Vec<Goal>,
    /// Whether travelling from one candidate to another may cost more than travelling through a third one. `false` for
    /// shortest paths, as on a navigation mesh. If `true`, the planner also considers travelling steps that only shorten
    /// the path, and searches longer.
    pub breaks_triangle_inequality: bool,
}

/// A checked and compiled [`DomainSpec`]. Immutable; any number of planners and threads can share it.
///
/// Ids ([`FactId`], [`ActionId`], [`GoalId`] and so on) are indices and belong to the domain that returned them. No
/// method panics on an id of another domain: an id beyond the end stands for an item that does not exist, and any other
/// id for the item with the same index.
#[derive(Debug, Clone)]
pub struct Domain {
    pub(crate) spec: DomainSpec,
    pub(crate) facts: Vec<CompiledFact>,
    pub(crate) actions: Vec<CompiledAction>,
    pub(crate) goals: Vec<CompiledGoal>,
    /// By goal; made when the goal is first planned for.
    tasks: Vec<OnceLock<Task>>,
    pub(crate) kinds: Vec<String>,
    pub(crate) context_preconditions: Vec<String>,
    pub(crate) costs: Vec<String>,
    fact_names: HashMap<String, u32>,
}

impl Domain {
    /// Checks and compiles a specification.
    ///
    /// # Errors
    /// Every mistake found, in declaration order.
    pub fn new(spec: DomainSpec) -> Result<Self, DomainErrors> {
        compile::compile(spec)
    }

    /// Makes the search tasks of all goals now. Otherwise the task of a goal is made when the goal is first planned for: that
    /// request takes longer and allocates memory. A task has a copy of all actions that matter to its goal, so thousands of
    /// goals over thousands of actions take seconds and hundreds of megabytes.
    pub fn prepare(&self) {
        for goal in self.goal_ids() {
            self.task(goal);
        }
    }

    /// The search task of a goal; `None` if the domain has no such goal.
    #[inline]
    pub(crate) fn task(&self, goal: GoalId) -> Option<&Task> {
        let (task, goal) = self.tasks.get(goal.index()).zip(self.goals.get(goal.index()))?;
        Some(task.get_or_init(|| {
            Task::new(&self.facts, &self.actions, &goal.conditions, self.spec.breaks_triangle_inequality)
        }))
    }

    /// Starts a domain without facts, actions and goals.
    pub fn builder() -> DomainBuilder {
        DomainBuilder::default()
    }

    /// The fact with this name.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<FactId> {
        self.fact_names.get(name).map(|&index| FactId(index))
    }

    /// The action with this name.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<ActionId> {
        let index = self.spec.actions.actions.iter().position(|action| action.name == name)?;
        Some(ActionId(index as u32))
    }

    /// The goal with this name.
    #[must_use]
    pub fn goal(&self, name: &str) -> Option<GoalId> {
        let index = self.spec.goals.iter().position(|goal| goal.name == name)?;
        Some(GoalId(index as u32))
    }

    /// The context precondition with this name.
    #[must_use]
    pub fn context_precondition(&self, name: &str) -> Option<ContextPreconditionId> {
        let index = self.context_preconditions.iter().position(|known| known == name)?;
        Some(ContextPreconditionId(index as u32))
    }

    /// The named cost with this name.
    #[must_use]
    pub fn named_cost(&self, name: &str) -> Option<CostId> {
        let index = self.costs.iter().position(|known| known == name)?;
        Some(CostId(index as u32))
    }

    /// A candidate of these kinds. Kinds that no action's target rule names make no difference.
    #[must_use]
    pub fn candidate<K: AsRef<str>>(&self, kinds: impl IntoIterator<Item = K>) -> PlanCandidate {
        PlanCandidate { kinds: kinds.into_iter().fold(0, |bits, kind| bits | self.kind_bit(kind.as_ref())) }
    }

    /// The bit of a kind in [`PlanCandidate::kinds`]; 0 for a kind that no action's target rule names.
    #[must_use]
    pub fn kind_bit(&self, name: &str) -> CandidateKinds {
        self.kinds.iter().position(|kind| kind == name).map_or(0, |index| 1 << index)
    }

    /// The names of all context preconditions, in the order of [`ContextPreconditionId`].
    #[must_use]
    pub fn context_preconditions(&self) -> &[String] {
        &self.context_preconditions
    }

    /// The names of all named costs, in the order of [`CostId`].
    #[must_use]
    pub fn costs(&self) -> &[String] {
        &self.costs
    }

    /// The facts as declared, in the order of [`FactId`].
    #[must_use]
    pub fn facts(&self) -> &[PlanningFact] {
        &self.spec.facts
    }

    /// The actions as declared, in the order of [`ActionId`].
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.spec.actions.actions
    }

    /// The goals as declared, in the order of [`GoalId`].
    #[must_use]
    pub fn goals(&self) -> &[Goal] {
        &self.spec.goals
    }

    /// All facts, by index.
    pub fn fact_ids(&self) -> impl Iterator<Item = FactId> + use<> {
        (0..self.facts.len() as u32).map(FactId)
    }

    /// All actions, by index.
    pub fn action_ids(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..self.actions.len() as u32).map(ActionId)
    }

    /// All goals, by index.
    pub fn goal_ids(&self) -> impl Iterator<Item = GoalId> + use<> {
        (0..self.goals.len() as u32).map(GoalId)
    }

    /// A fact's name; empty if the domain has no such fact.
    #[must_use]
    pub fn fact_name(&self, id: FactId) -> &str {
        self.spec.facts.get(id.index()).map_or("", |fact| &fact.name)
    }

    /// An action's name; empty if the domain has no such action.
    #[must_use]
    pub fn action_name(&self, id: ActionId) -> &str {
        self.spec.actions.actions.get(id.index()).map_or("", |action| &action.name)
    }

    /// A goal's name; empty if the domain has no such goal.
    #[must_use]
    pub fn goal_name(&self, id: GoalId) -> &str {
        self.spec.goals.get(id.index()).map_or("", |goal| &goal.name)
    }

    /// A context precondition's name; empty if the domain has no such context precondition.
    #[must_use]
    pub fn context_precondition_name(&self, id: ContextPreconditionId) -> &str {
        self.context_preconditions.get(id.index()).map_or("", String::as_str)
    }

    /// A named cost's name; empty if the domain has no such named cost.
    #[must_use]
    pub fn cost_name(&self, id: CostId) -> &str {
        self.costs.get(id.index()).map_or("", String::as_str)
    }

    /// The name of a fact's type.
    pub(crate) fn type_name(&self, id: FactId) -> &'static str {
        self.spec.facts.get(id.index()).map_or("", |fact| fact.kind.name())
    }

    /// Whether a candidate with these kind bits can be the target of an action; `false` for an action without a target.
    #[inline]
    #[must_use]
    pub fn fits(&self, id: ActionId, kinds: CandidateKinds) -> bool {
        let target = self.actions.get(id.index()).and_then(|action| action.target);
        target.is_some_and(|target| target.accepts(kinds))
    }

    /// A start state by fact names. Facts that are not set have their defaults.
    pub fn state(&self) -> StateBuilder<'_> {
        StateBuilder::new(self)
    }

    /// The state in which every fact has its default value.
    #[must_use]
    pub fn defaults(&self) -> State {
        self.facts.iter().map(|fact| fact.default).collect()
    }

    /// The number in a [`State`] that stands for a fact's value.
    ///
    /// # Errors
    /// The value's type or range does not match the fact, or the domain has no such fact.
    pub fn encode(&self, id: FactId, value: &Value) -> Result<i64, DomainErrorKind> {
        match (self.spec.facts.get(id.index()), self.facts.get(id.index())) {
            (Some(declared), Some(fact)) => encode::value(declared, fact, value),
            _ => Err(DomainErrorKind::ForeignFact(id.index())),
        }
    }

    /// The fact's value that a number in a [`State`] stands for; the number itself if the domain has no such fact.
    #[must_use]
    pub fn decode(&self, id: FactId, value: i64) -> Value {
        let Some(fact) = self.spec.facts.get(id.index()) else { return Value::Number(value as f64) };
        match &fact.kind {
            FactKind::Bool => Value::Bool(value != 0),
            FactKind::Integer { .. } => Value::Number(value as f64),
            FactKind::Number { .. } => Value::Number(from_steps(value)),
            FactKind::Symbol { values } => {
                Value::Symbol(values.get(value as usize).cloned().unwrap_or_else(|| value.to_string()))
            }
            FactKind::Target if value <= NO_TARGET => Value::NoTarget,
            FactKind::Target => Value::Candidate(value as u32),
        }
    }

    /// The number in a [`State`] that is nearest to a measured value of an integer or number fact, clamped to the fact's
    /// range. `None` for NaN, for facts of other types, and if the domain has no such fact.
    #[inline]
    #[must_use]
    pub fn nearest(&self, id: FactId, value: f64) -> Option<i64> {
        let fact = self.facts.get(id.index())?;
        if fact.scale == 0 || value.is_nan() {
            return None;
        }
        // The cast saturates, so infinities are clamped to the ends of the range.
        Some(((value * fact.scale as f64).round() as i64).clamp(fact.range.0, fact.range.1))
    }

    /// Whether a state satisfies a goal; `false` if the domain has no such goal. A value outside its fact's range is
    /// clamped; a missing one takes the fact's default.
    #[must_use]
    pub fn satisfied(&self, goal: GoalId, state: &[i64]) -> bool {
        let Some(goal) = self.goals.get(goal.index()) else { return false };
        goal.conditions.iter().all(|test| {
            let index = test.fact as usize;
            test.holds(None, self.facts[index].value_in(state, index))
        })
    }

    /// An action's fixed cost; `None` for a named cost, and if the domain has no such action.
    #[must_use]
    pub fn fixed_cost(&self, id: ActionId) -> Option<PlanCost> {
        match self.actions.get(id.index())?.cost {
            CostSource::Fixed(steps) => Some(PlanCost(steps)),
            CostSource::Named(_) => None,
        }
    }
}
