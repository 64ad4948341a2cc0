//! The goals of a mind, and how relevant they are.

use serde::{Deserialize, Serialize};

use super::super::domain::{ConditionData, Entries};
use super::{ExpressionData, present};
use crate::protocol::Label;

/// A goal. Its relevance is `base_relevance` times the factors of all considerations. A goal with a `worth` has its `base_relevance`
/// unless one of the factors is 0; they are factors of its worth instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindGoalData {
    /// Unique among the goals.
    pub name: Label,
    /// Conditions on facts that hold together when the goal is reached; at least one.
    pub conditions: Entries<ConditionData>,
    /// Its relevance if all factors are 1. Default 10.
    #[serde(default = "ten")]
    pub base_relevance: f32,
    /// What reaching it is worth, in a currency that all goals of the mind share. Goals with a worth and the same `base_relevance`
    /// compete by the value of their plans: worth times factors times the odds of all steps, minus the dangers of the steps, divided
    /// by the seconds of the plan plus 2. The goal that is pursued counts what remains of its plan, times `thinking.commitment`.
    /// Default: none, so that the goal competes by relevance.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub worth: Option<f32>,
    /// The order that it serves, by name: while the goal is pursued the giver learns that the order is being carried out, and once
    /// the goal is reached, or finds its conditions met, the order is done and its reading is gone. The relevance of the goal must
    /// depend on the order by itself, such as by `reading("NAME")`. An order that no goal serves stands until it is replaced.
    /// Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub order: Option<Label>,
    /// The factors of its relevance. Default: none.
    #[serde(default)]
    pub considerations: Vec<Consideration>,
    /// While it is pursued, another goal must be more relevant by this to replace it. Default 2.
    #[serde(default = "two")]
    pub hysteresis: f32,
    /// How long it counts with the relevance it had after that has fallen, s, while it is pursued and its plan holds. Default 0.
    #[serde(default)]
    pub lingers: f32,
    /// How long it is not pursued after it stalled, or after an action of its plan failed that has no target, s. An action with a target
    /// leaves that target alone instead, for its `target_cooldown`. Default 2.
    #[serde(default = "two")]
    pub failure_cooldown: f32,
    /// How long it is not pursued after it was reached, s. Default 0.
    #[serde(default)]
    pub success_cooldown: f32,
    /// It is dropped, and its failure cooldown begins, if no action succeeds for so long, s. Default 60.
    #[serde(default = "sixty")]
    pub stall_timeout: f32,
}

/// A factor of a goal's relevance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consideration {
    /// The input.
    pub input: ExpressionData,
    /// The factor by input: points with rising x, straight lines between them, constant beyond. Default: the input itself.
    #[serde(default)]
    pub curve: Vec<(f32, f32)>,
}

fn ten() -> f32 {
    10.0
}

fn two() -> f32 {
    2.0
}

fn sixty() -> f32 {
    60.0
}
