//! The nodes of a behaviour tree.

use serde::{Deserialize, Serialize};

use super::super::mind::{ExpressionData, present};
use super::TargetChoice;
use crate::protocol::Label;

/// A node. In each evaluation it succeeds, fails or goes on running.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TreeNodeData {
    /// Runs its children one after another, and goes on with the one that was running; fails with the first that fails.
    Sequence(Vec<TreeNodeData>),
    /// Tries its children from the first in every evaluation, and keeps the first that succeeds or runs: an earlier child that can run
    /// aborts a later one.
    Selector(Vec<TreeNodeData>),
    /// Runs its children at the same time. At most one of them may contain actions, for there is one body. Fails with the first that
    /// fails.
    Parallel {
        /// The children.
        children: Vec<TreeNodeData>,
        /// Whether it succeeds with the first child that succeeds, rather than once all have. Default no.
        #[serde(default)]
        any: bool,
    },
    /// Succeeds while the expression is above 0, and fails otherwise.
    Check(ExpressionData),
    /// Runs an action, and succeeds or fails with it. Fails if the action cannot begin.
    Run {
        /// The action.
        action: Label,
        /// How its target is chosen: `cheapest`, `nearest` or `previous` (the target of the action before). Default `cheapest`.
        #[serde(default)]
        target: TargetChoice,
        /// Another target replaces the one of the running action if it is cheaper by this. Default: never.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        retarget: Option<f32>,
        /// The goal of the mind that it serves. Default: that of the nearest `goal` node above it.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        goal: Option<Label>,
    },
    /// Runs the child while the expression is above 0; otherwise it aborts the child and fails.
    Guard {
        /// The condition, tested in every evaluation.
        when: ExpressionData,
        /// For how long the condition counts as true after it was last above 0, s. Default 0.
        #[serde(default)]
        hold: f32,
        /// The child.
        child: Box<TreeNodeData>,
    },
    /// Names the goal of the mind that the actions below serve, for events, name plates, statistics and switches.
    Goal {
        /// The goal.
        name: Label,
        /// The child.
        child: Box<TreeNodeData>,
    },
    /// Succeeds if the child fails, and fails if it succeeds.
    Invert(Box<TreeNodeData>),
    /// Succeeds when the child has ended, however.
    Succeed(Box<TreeNodeData>),
    /// Runs the child again each time that it succeeds; fails with it.
    Repeat {
        /// How often, 1 to 1000. Then it succeeds.
        times: u16,
        /// The child.
        child: Box<TreeNodeData>,
    },
    /// Fails for a time after the child has ended.
    Cooldown {
        /// For how long, s.
        seconds: f32,
        /// The child.
        child: Box<TreeNodeData>,
    },
    /// Aborts the child and fails if it runs for longer.
    TimeLimit {
        /// For how long it may run, s.
        seconds: f32,
        /// The child.
        child: Box<TreeNodeData>,
    },
    /// The tree of this name among the `subtrees`.
    Subtree(Label),
}

impl TreeNodeData {
    /// The number of leaves, conditions and decorators from this node downwards.
    pub(super) fn rules(&self) -> usize {
        match self {
            Self::Sequence(children) | Self::Selector(children) | Self::Parallel { children, .. } => {
                children.iter().map(Self::rules).sum()
            }
            Self::Goal { child, .. } => child.rules(),
            Self::Subtree(_) => 0,
            Self::Check(_) | Self::Run { .. } => 1,
            Self::Invert(child) | Self::Succeed(child) => 1 + child.rules(),
            Self::Guard { child, .. }
            | Self::Repeat { child, .. }
            | Self::Cooldown { child, .. }
            | Self::TimeLimit { child, .. } => 1 + child.rules(),
        }
    }
}
