//! A domain: a specification that is checked and compiled once, then shared by any number of planners and threads.
//!
//! Independent of: search (`task/` prepares one search task per goal).

use std::collections::HashMap;

use super::action::{Action, ActionSet, Goal};
use super::compiled::{ActionId, CompiledAction, CompiledFact, CompiledGoal, CostSource, FactId, GoalId, State};
use super::error::{DomainError, DomainErrorKind};
use super::fact::{FactKind, NO_TARGET, PlanningFact, Value};
use super::number::{PlanCost, from_steps};
use super::task::Task;

mod compile;

/// The specification of a domain, before it is checked and compiled.
#[derive(Debug, Clone, PartialEq, Default)]
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

/// A checked and compiled [`DomainSpec`]. Immutable.
#[derive(Debug, Clone)]
pub struct Domain {
    pub(crate) spec: DomainSpec,
    pub(crate) facts: Vec<CompiledFact>,
    pub(crate) actions: Vec<CompiledAction>,
    pub(crate) goals: Vec<CompiledGoal>,
    pub(crate) tasks: Vec<Task>,
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
    pub fn new(spec: DomainSpec) -> Result<Self, Vec<DomainError>> {
        compile::compile(spec)
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

    /// The bit of a kind in [`crate::PlanCandidate::kinds`]; 0 for a kind that no action's target rule names.
    #[must_use]
    pub fn kind_bit(&self, name: &str) -> u64 {
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

    /// A fact's name.
    #[must_use]
    pub fn fact_name(&self, id: FactId) -> &str {
        &self.spec.facts[id.index()].name
    }

    /// An action's name.
    #[must_use]
    pub fn action_name(&self, id: ActionId) -> &str {
        &self.spec.actions.actions[id.index()].name
    }

    /// A goal's name.
    #[must_use]
    pub fn goal_name(&self, id: GoalId) -> &str {
        &self.spec.goals[id.index()].name
    }

    /// Whether a candidate with these kind bits can be the target of an action; `false` for an action without a target.
    #[must_use]
    pub fn fits(&self, id: ActionId, kinds: u64) -> bool {
        self.actions[id.index()].target.is_some_and(|target| target.accepts(kinds))
    }

    /// The state in which every fact has its default value.
    #[must_use]
    pub fn defaults(&self) -> State {
        self.facts.iter().map(|fact| fact.default).collect()
    }

    /// The number in a [`State`] that stands for a fact's value.
    ///
    /// # Errors
    /// The value's type or range does not match the fact.
    pub fn encode(&self, id: FactId, value: &Value) -> Result<i64, DomainErrorKind> {
        compile::value(&self.spec.facts[id.index()], &self.facts[id.index()], value)
    }

    /// The fact's value that a number in a [`State`] stands for.
    #[must_use]
    pub fn decode(&self, id: FactId, value: i64) -> Value {
        match &self.spec.facts[id.index()].kind {
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
    /// range. `None` for NaN and for facts of other types.
    #[must_use]
    pub fn nearest(&self, id: FactId, value: f64) -> Option<i64> {
        let fact = &self.facts[id.index()];
        if fact.scale == 0 || value.is_nan() {
            return None;
        }
        // The cast saturates, so infinities are clamped to the ends of the range.
        Some(((value * fact.scale as f64).round() as i64).clamp(fact.range.0, fact.range.1))
    }

    /// Whether a state satisfies a goal.
    #[must_use]
    pub fn satisfied(&self, goal: GoalId, state: &[i64]) -> bool {
        self.goals[goal.index()].conditions.iter().all(|test| test.mismatch(None, state[test.fact as usize]).is_none())
    }

    /// An action's fixed cost; `None` for a named cost.
    #[must_use]
    pub fn fixed_cost(&self, id: ActionId) -> Option<PlanCost> {
        match self.actions[id.index()].cost {
            CostSource::Fixed(steps) => Some(PlanCost(steps)),
            CostSource::Named(_) => None,
        }
    }
}
