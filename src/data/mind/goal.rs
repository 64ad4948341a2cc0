//! What a mind wants, and how much.

use serde::{Deserialize, Serialize};

use super::super::domain::{ConditionData, Entries};
use super::ExpressionData;
use crate::protocol::Label;

/// A goal. Its relevance is `base` times every consideration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindGoalData {
    /// Unique among the goals.
    pub name: Label,
    /// Conditions on facts that hold together when it is reached; at least one.
    pub conditions: Entries<ConditionData>,
    /// Its relevance where every consideration is 1. Default 10.
    #[serde(default = "ten")]
    pub base_relevance: f32,
    /// What its relevance depends on. Default: nothing.
    #[serde(default)]
    pub considerations: Vec<Consideration>,
    /// By how much another goal's relevance must exceed its own, while it is pursued, to take over. Default 2.
    #[serde(default = "two")]
    pub hysteresis: f32,
    /// Seconds for which it rests after an action of its plan failed or it was dropped. Default 2.
    #[serde(default = "two")]
    pub failure_cooldown: f32,
    /// Seconds for which it rests after it was reached. Default 0.
    #[serde(default)]
    pub success_cooldown: f32,
    /// Seconds without any action succeeding after which it is dropped and rests. Default 60.
    #[serde(default = "sixty")]
    pub stall_timeout: f32,
}

/// One factor of a goal's relevance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consideration {
    /// What is looked at.
    pub input: ExpressionData,
    /// The factor by what is seen there: points of a curve, rising in the first number, straight between them and level
    /// beyond. Default: the number itself.
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
