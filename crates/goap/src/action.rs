//! Actions, action sets and goals, as declared.
//!
//! Independent of: how they are compiled (`domain/`) or searched.

use super::condition::{Condition, Effect};
use super::fact::Value;

/// Something an agent can do.
///
/// The methods below fill in the fields, for use with [`Domain::builder`](crate::Domain::builder):
///
/// ```
/// use quarry_goap::{Action, Value};
///
/// let buy = Action::new("buy food").cost(2.5).at_least("gold", 5).decreases("gold", 5).sets("food", true);
/// let go = Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget);
/// let take = Action::new("take").targets("coin").once_per_target().requires("at", Value::OwnTarget);
/// # let _ = (buy, go, take);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Action {
    /// Unique within its set.
    pub name: String,
    /// Cost of one step, before surcharges and travel.
    pub cost: ActionCost,
    /// Conditions that must hold before the action, each fact at most once.
    pub preconditions: Vec<(String, Condition)>,
    /// Changes that the action makes, each fact at most once.
    pub effects: Vec<(String, Effect)>,
    /// Names of conditions that no action can change. The caller evaluates them once per request.
    pub context_preconditions: Vec<String>,
    /// `None` for an action without a target.
    pub target: Option<TargetRule>,
}

/// Where an action's cost comes from.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ActionCost {
    /// In units: not negative, at most six decimal places.
    Fixed(f64),
    /// The caller computes the cost of this name when planning starts.
    Named(String),
}

impl Default for ActionCost {
    fn default() -> Self {
        Self::Fixed(1.0)
    }
}

/// Which candidates can be the target of an action.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct TargetRule {
    /// A candidate fits if it has one of these kinds. Every candidate fits an empty list.
    pub kinds: Vec<String>,
    /// Whether a plan may use the action at most once per candidate.
    pub once_per_target: bool,
    /// Whether a step's cost includes the travel to its candidate: from the candidate of the preceding travelling step,
    /// or from the agent's position for the first one.
    pub includes_travel: bool,
}

/// The actions that one kind of agent may use.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct ActionSet {
    /// Their order decides between plans of equal cost.
    pub actions: Vec<Action>,
}

/// A condition on the world that an agent may pursue.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Goal {
    /// Unique within the domain.
    pub name: String,
    /// At least one condition, each fact at most once. The goal is reached when all of them hold.
    pub conditions: Vec<(String, Condition)>,
}

impl Action {
    /// An action of cost 1 without preconditions and effects.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Sets the cost of one step, in units.
    #[must_use]
    pub fn cost(mut self, cost: impl Into<ActionCost>) -> Self {
        self.cost = cost.into();
        self
    }

    /// Takes the cost of one step from the context when planning starts, see
    /// [`PlanningContext::cost`](crate::PlanningContext::cost). The name is the context's, and several actions may share it.
    #[must_use]
    pub fn named_cost(mut self, name: impl Into<String>) -> Self {
        self.cost = ActionCost::Named(name.into());
        self
    }

    /// Adds a precondition: a value that the fact must have, or any [`Condition`]. Several preconditions on one fact must
    /// all hold.
    #[must_use]
    pub fn requires(mut self, fact: impl Into<String>, condition: impl Into<Condition>) -> Self {
        restrict(&mut self.preconditions, fact.into(), condition.into());
        self
    }

    /// Adds a precondition: the fact must be this number or more.
    #[must_use]
    pub fn at_least(self, fact: impl Into<String>, number: impl Into<f64>) -> Self {
        self.requires(fact, Condition::AtLeast(number.into()))
    }

    /// Adds a precondition: the fact must be this number or less.
    #[must_use]
    pub fn at_most(self, fact: impl Into<String>, number: impl Into<f64>) -> Self {
        self.requires(fact, Condition::AtMost(number.into()))
    }

    /// Adds an effect: the fact becomes this value.
    #[must_use]
    pub fn sets(mut self, fact: impl Into<String>, value: impl Into<Value>) -> Self {
        self.effects.push((fact.into(), Effect::Set(value.into())));
        self
    }

    /// Adds an effect: the fact increases by this number, at most to the end of its range.
    #[must_use]
    pub fn increases(mut self, fact: impl Into<String>, number: impl Into<f64>) -> Self {
        self.effects.push((fact.into(), Effect::Add(number.into())));
        self
    }

    /// Adds an effect: the fact decreases by this number, at most to the end of its range.
    #[must_use]
    pub fn decreases(self, fact: impl Into<String>, number: impl Into<f64>) -> Self {
        let number: f64 = number.into();
        self.increases(fact, -number)
    }

    /// Gives the action a target. A candidate of this kind fits; of several kinds, any one.
    #[must_use]
    pub fn targets(mut self, kind: impl Into<String>) -> Self {
        self.target.get_or_insert_default().kinds.push(kind.into());
        self
    }

    /// Gives the action a target, for which every candidate fits.
    #[must_use]
    pub fn targets_any(mut self) -> Self {
        self.target.get_or_insert_default().kinds.clear();
        self
    }

    /// A plan may use the action at most once per target. Without [`Action::targets`], every candidate fits.
    #[must_use]
    pub fn once_per_target(mut self) -> Self {
        self.target.get_or_insert_default().once_per_target = true;
        self
    }

    /// A step's cost includes the travel to its target, see [`TargetRule::includes_travel`]. Without [`Action::targets`],
    /// every candidate fits.
    #[must_use]
    pub fn includes_travel(mut self) -> Self {
        self.target.get_or_insert_default().includes_travel = true;
        self
    }

    /// Adds a condition that the context evaluates when planning starts, see
    /// [`PlanningContext::precondition_holds`](crate::PlanningContext::precondition_holds).
    #[must_use]
    pub fn context_precondition(mut self, name: impl Into<String>) -> Self {
        self.context_preconditions.push(name.into());
        self
    }
}

impl Goal {
    /// A goal without conditions. It needs at least one.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a condition: a value that the fact must have, or any [`Condition`]. Several conditions on one fact must all
    /// hold.
    #[must_use]
    pub fn requires(mut self, fact: impl Into<String>, condition: impl Into<Condition>) -> Self {
        restrict(&mut self.conditions, fact.into(), condition.into());
        self
    }

    /// Adds a condition: the fact must be this number or more.
    #[must_use]
    pub fn at_least(self, fact: impl Into<String>, number: impl Into<f64>) -> Self {
        self.requires(fact, Condition::AtLeast(number.into()))
    }

    /// Adds a condition: the fact must be this number or less.
    #[must_use]
    pub fn at_most(self, fact: impl Into<String>, number: impl Into<f64>) -> Self {
        self.requires(fact, Condition::AtMost(number.into()))
    }
}

/// Adds a condition to a list that may name each fact only once.
fn restrict(conditions: &mut Vec<(String, Condition)>, fact: String, condition: Condition) {
    match conditions.iter_mut().find(|(known, _)| *known == fact) {
        None => conditions.push((fact, condition)),
        Some((_, Condition::All(parts))) => parts.push(condition),
        Some((_, first)) => {
            let parts = vec![std::mem::replace(first, Condition::All(Vec::new())), condition];
            *first = Condition::All(parts);
        }
    }
}
