//! The states and transitions of a state machine.

use serde::{Deserialize, Serialize};

use super::super::domain::Entries;
use super::super::mind::{ExpressionData, present};
use super::TargetChoice;
use crate::protocol::Label;

/// A state. It has either an action, or states inside it, or neither: then the agent stands still in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StateData {
    /// The action that runs in it. When the action ends and no transition fires, it begins again. Default: none.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub action: Option<Label>,
    /// How the target of the action is chosen: `cheapest`, `nearest` or `previous` (the target of the action before). Default
    /// `cheapest`.
    pub target: TargetChoice,
    /// Another target replaces the one of the running action if it is cheaper by this. Default: never.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub retarget: Option<f32>,
    /// The goal of the mind that it serves, for events, name plates, statistics and switches. Default: the goal of the state around it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub goal: Option<Label>,
    /// The transitions out of it, tried in order. Those of a state apply to all states inside it and are tried before theirs. A
    /// transition to a state that is already active does not fire. Default: none.
    pub transitions: Vec<TransitionData>,
    /// The inner state in which it begins; needed if there are `states`. Default: none.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub initial: Option<Label>,
    /// The states inside it. Default: none.
    pub states: Entries<StateData>,
}

impl StateData {
    /// The number of states with an action, and of transitions, from this state inwards.
    pub(super) fn rules(&self) -> usize {
        let inside: usize = self.states.0.iter().map(|(_, state)| state.rules()).sum();
        usize::from(self.action.is_some()) + self.transitions.len() + inside
    }
}

/// A transition. It fires if all conditions that are given hold, and the action of the state that it leads to can begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransitionData {
    /// The state that it leads to.
    pub to: Label,
    /// It fires only while this is above 0. Default: always.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub when: Option<ExpressionData>,
    /// It fires only once the state with the transition has been active for this long, s. Default 0.
    #[serde(default)]
    pub after: f32,
    /// It fires only when the action has ended so: `succeeded`, `failed` (or could not begin) or `ended` (either). Default: at any time.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub on: Option<TransitionEvent>,
}

/// The end of an action, as transitions see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransitionEvent {
    /// It succeeded, or timed out with `uncertain_effects`.
    Succeeded,
    /// It failed, timed out, was invalidated, or could not begin.
    Failed,
    /// Either of the two.
    Ended,
}
