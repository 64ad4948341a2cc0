//! Actions, the sets they come in, and goals, as declared.
//!
//! Must not know: how they are compiled (`domain.rs`) or searched.

use super::condition::{Condition, Effect};

/// Something an agent can do: what it costs, what it needs and what it brings about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Action {
    /// Unique within its set.
    pub name: String,
    /// What a step of it costs, before travel.
    pub cost: ActionCost,
    /// Conditions on facts that hold before it, each fact at most once.
    pub preconditions: Vec<(String, Condition)>,
    /// What it does to facts, each fact at most once.
    pub effects: Vec<(String, Effect)>,
    /// Names of context preconditions: checks that the caller answers once a request, for what no action can bring about.
    pub context_preconditions: Vec<String>,
    /// Present on an action that is about something remembered.
    pub target: Option<TargetRule>,
}

/// Where an action's cost comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionCost {
    /// This many units: not negative, at most six decimal places.
    Fixed(f64),
    /// A cost that the caller computes when planning starts.
    Named {
        /// By which the caller knows it.
        name: String,
        /// Handed to the caller as they are.
        parameters: Vec<(String, f64)>,
    },
}

impl Default for ActionCost {
    fn default() -> Self {
        Self::Fixed(1.0)
    }
}

/// Which candidates an action may be about, and how.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TargetRule {
    /// A candidate fits if it is of one of these kinds; every candidate fits an empty list.
    pub kinds: Vec<String>,
    /// Whether one plan may do this at most once for each candidate.
    pub once_per_target: bool,
    /// Whether a step costs, besides the action's own cost, the way from the candidate of the travelling step before it
    /// (from the agent's place, for the first) to its own.
    pub includes_travel: bool,
}

/// The actions that one kind of agent may use.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ActionSet {
    /// In the order that decides between plans of equal cost.
    pub actions: Vec<Action>,
}

/// A state of affairs worth reaching.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Goal {
    /// Unique within the domain.
    pub name: String,
    /// Conditions that hold together when it is reached: at least one, each fact at most once.
    pub conditions: Vec<(String, Condition)>,
}
