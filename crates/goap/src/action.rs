//! Actions, action sets and goals, as declared.
//!
//! Independent of: how they are compiled (`domain/`) or searched.

use super::condition::{Condition, Effect};

/// Something an agent can do.
#[derive(Debug, Clone, PartialEq, Default)]
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
pub struct ActionSet {
    /// Their order decides between plans of equal cost.
    pub actions: Vec<Action>,
}

/// A condition on the world that an agent may pursue.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Goal {
    /// Unique within the domain.
    pub name: String,
    /// At least one condition, each fact at most once. The goal is reached when all of them hold.
    pub conditions: Vec<(String, Condition)>,
}
