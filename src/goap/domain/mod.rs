//! A domain: declarations compiled once into indices and checked, ready for any number of planners and threads.
//!
//! Must not know: how plans are searched for (`task.rs` prepares that, one task a goal).

use std::collections::HashMap;

use super::action::{Action, ActionCost, ActionSet, Goal};
use super::compiled::{ActionId, ActionInfo, CostSource, FactId, FactInfo, GoalId, GoalInfo, KindId, Own, State};
use super::fact::{FactKind, NO_TARGET, PlanningFact, Value};
use super::finding::DomainError;
use super::number::{PlanCost, SCALE, from_steps};
use super::task::Task;

mod compile;

/// What is declared, before it is compiled.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DomainSpec {
    /// All facts, in the order of a state's values.
    pub facts: Vec<PlanningFact>,
    /// All actions; between plans of equal cost their order decides.
    pub actions: ActionSet,
    /// All goals.
    pub goals: Vec<Goal>,
    /// Whether the way from one candidate to another may be dearer than the way round by a third (`false` for shortest
    /// ways, as on a navigation mesh). Where it may, the planner also looks for steps that do nothing but shorten the
    /// way, and searches longer.
    pub breaks_triangle_inequality: bool,
}

/// A compiled and faultless [`DomainSpec`]. It does not change; share it freely.
#[derive(Debug, Clone)]
pub struct Domain {
    pub(in crate::goap) declaration: DomainSpec,
    pub(in crate::goap) facts: Vec<FactInfo>,
    pub(in crate::goap) actions: Vec<ActionInfo>,
    pub(in crate::goap) goals: Vec<GoalInfo>,
    pub(in crate::goap) tasks: Vec<Task>,
    pub(in crate::goap) kinds: Vec<String>,
    pub(in crate::goap) context_preconditions: Vec<String>,
    pub(in crate::goap) costs: Vec<String>,
    fact_names: HashMap<String, u32>,
}

impl Domain {
    /// Compiles a declaration.
    ///
    /// # Errors
    /// Every mistake found, in the order declared.
    pub fn new(declaration: DomainSpec) -> Result<Self, Vec<DomainError>> {
        compile::compile(declaration)
    }

    /// The fact with this name.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<FactId> {
        self.fact_names.get(name).map(|&index| FactId(index))
    }

    /// The action with this name.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<ActionId> {
        let index = self.declaration.actions.actions.iter().position(|action| action.name == name)?;
        Some(ActionId(index as u32))
    }

    /// The goal with this name.
    #[must_use]
    pub fn goal(&self, name: &str) -> Option<GoalId> {
        let index = self.declaration.goals.iter().position(|goal| goal.name == name)?;
        Some(GoalId(index as u32))
    }

    /// The kind of candidate with this name, if any action names it.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind == name).map(|index| KindId(index as u32))
    }

    /// The bit that stands for a kind of candidate; 0 for one that no action names.
    #[must_use]
    pub fn kind_bit(&self, name: &str) -> u64 {
        self.kind(name).map_or(0, |kind| 1 << kind.index())
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
        &self.declaration.facts
    }

    /// The actions as declared, in the order of [`ActionId`].
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.declaration.actions.actions
    }

    /// The goals as declared, in the order of [`GoalId`].
    #[must_use]
    pub fn goals(&self) -> &[Goal] {
        &self.declaration.goals
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
        &self.declaration.facts[id.index()].name
    }

    /// An action's name.
    #[must_use]
    pub fn action_name(&self, id: ActionId) -> &str {
        &self.declaration.actions.actions[id.index()].name
    }

    /// A goal's name.
    #[must_use]
    pub fn goal_name(&self, id: GoalId) -> &str {
        &self.declaration.goals[id.index()].name
    }

    /// The parameters of an action's named cost; empty where the cost is fixed.
    #[must_use]
    pub fn cost_parameters(&self, id: ActionId) -> &[(String, f64)] {
        match &self.declaration.actions.actions[id.index()].cost {
            ActionCost::Fixed(_) => &[],
            ActionCost::Named { parameters, .. } => parameters,
        }
    }

    /// Whether an action is about a candidate, and if so, whether a candidate with these kind bits fits.
    #[must_use]
    pub fn fits(&self, id: ActionId, kinds: u64) -> bool {
        self.actions[id.index()].target.is_some_and(|target| target.kinds == u64::MAX || target.kinds & kinds != 0)
    }

    /// A state in which every fact has its default.
    #[must_use]
    pub fn defaults(&self) -> State {
        self.facts.iter().map(|fact| fact.default).collect()
    }

    /// The number in a state that stands for a declared value of a fact.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub fn encode(&self, id: FactId, value: &Value) -> Result<i64, super::finding::DomainErrorKind> {
        compile::value(&self.declaration.facts[id.index()], &self.facts[id.index()], value)
    }

    /// The value of a fact that a number in a state stands for.
    #[must_use]
    pub fn decode(&self, id: FactId, value: i64) -> Value {
        match &self.declaration.facts[id.index()].kind {
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

    /// A measured number as the nearest value of a number or integer fact, clamped to its range; `None` for the other
    /// types and for what is not a number. This is how a memory's floating-point readings enter a state.
    #[must_use]
    pub fn nearest(&self, id: FactId, value: f64) -> Option<i64> {
        let fact = &self.facts[id.index()];
        if fact.scale == 0 || value.is_nan() {
            return None;
        }
        // A cast from float saturates, so infinities end at the range's ends.
        Some(((value * fact.scale as f64).round() as i64).clamp(fact.range.0, fact.range.1))
    }

    /// Whether `value` is one that the fact can have in a state.
    #[must_use]
    pub fn admits(&self, id: FactId, value: i64) -> bool {
        let (low, high) = self.facts[id.index()].range;
        low <= value && value <= high
    }

    /// Whether a state satisfies a goal.
    #[must_use]
    pub fn satisfied(&self, goal: GoalId, state: &[i64]) -> bool {
        self.goals[goal.index()].conditions.iter().all(|want| want.set.contains(state[want.fact as usize]))
    }

    /// Whether an action's need of a fact, if it has one, holds or could hold for some candidate at this value.
    #[must_use]
    pub fn could_hold(&self, action: ActionId, fact: FactId, value: i64) -> bool {
        self.actions[action.index()]
            .preconditions
            .iter()
            .filter(|need| need.fact == fact.0)
            .all(|need| need.set.contains(value) && !(need.own == Own::Is && value <= NO_TARGET))
    }

    /// A fixed cost of an action; `None` where it is named and thus not known before planning.
    #[must_use]
    pub fn fixed_cost(&self, id: ActionId) -> Option<PlanCost> {
        match self.actions[id.index()].cost {
            CostSource::Fixed(steps) => Some(PlanCost(steps)),
            CostSource::Named(_) => None,
        }
    }

    /// The smallest step of a number fact's values in units.
    #[must_use]
    pub fn step(&self, id: FactId) -> f64 {
        let scale = self.facts[id.index()].scale;
        if scale == SCALE { 1.0 / SCALE as f64 } else { 1.0 }
    }
}
