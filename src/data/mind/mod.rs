//! The schema of a mind, `assets/minds/NAME.ron`: what is remembered and for how long, which queries it forms of what it
//! remembers, the facts it plans with, what it can do, what it wants, and what it tells its team.
//!
//! Knows nothing of one game: kinds, states, sides and verbs are names out of the file. `crate::mind::Brain` compiles it.

mod action;
mod goal;
mod memory;
mod query;

use serde::{Deserialize, Deserializer, Serialize};

pub use action::{MindActionData, Surcharge};
pub use goal::{Consideration, MindGoalData};
pub use memory::{HidingData, HypothesisData, KindMemoryData, MemoryData, SharingData};
pub use query::{ExpressionData, InterceptData, QueryData};

use super::domain::{Entries, FactData};
use crate::protocol::Label;

/// A mind file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindFile {
    /// What is remembered, and for how long.
    #[serde(default)]
    pub memory: MemoryData,
    /// How often it thinks, and how far it plans.
    #[serde(default)]
    pub thinking: ThinkingData,
    /// Named sets of remembered things; expressions and actions speak of them by name.
    pub queries: Entries<QueryData>,
    /// The facts it plans with, and how each is read out of memory.
    pub facts: Entries<MindFactData>,
    /// What it can do. Between plans of equal cost their order decides.
    pub actions: Vec<MindActionData>,
    /// What it wants. Between goals of equal relevance their order decides.
    pub goals: Vec<MindGoalData>,
    /// What it tells its team. Default: nothing.
    #[serde(default)]
    pub sharing: SharingData,
}

/// How often a mind thinks, and how far it plans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThinkingData {
    /// Seconds between looks at what changes with time alone (ages, distances). Agents take turns. Default 0.5.
    pub think_interval: f32,
    /// The least seconds between two plans made only because a new candidate appeared. Default 1.
    pub replan_interval: f32,
    /// The most plans made in a second, whatever the reasons. Default 4.
    pub max_plans_per_second: u8,
    /// Who has changed between the same two goals twice within so many seconds changes again only to what matters at least as
    /// much, and hesitates rather than go back. Default 10.
    pub thrash_window: f32,
    /// By how much more it must matter for every change after those two. Default 20.
    pub thrash_penalty: f32,
    /// The most states a plan may expand. Default 4000.
    pub max_nodes: u32,
    /// The most remembered things considered in one plan, the nearest first. Default 20.
    pub max_candidates: u16,
    /// What a metre of way costs in a plan. Default 0.25.
    pub cost_per_metre: f32,
    /// How many decisions are kept for whoever asks. Default 24.
    pub decision_history: u16,
}

impl Default for ThinkingData {
    fn default() -> Self {
        Self {
            think_interval: 0.5,
            replan_interval: 1.0,
            max_plans_per_second: 4,
            thrash_window: 10.0,
            thrash_penalty: 20.0,
            max_nodes: 4000,
            max_candidates: 20,
            cost_per_metre: 0.25,
            decision_history: 24,
        }
    }
}

/// A fact of the planner, and where it is read from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindFactData {
    /// Its type and range.
    pub r#type: FactData,
    /// Its value now: for a bool, whether the expression is above 0; for a number, the expression's value, clamped to the range.
    /// Default: always the fact's default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub value: Option<ExpressionData>,
    /// For a target: the nearest member of this query, or what the present step is about, if it is one. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub nearest: Option<Label>,
}

/// Reads a value that may be left out but is written without `Some`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Option<T>, D::Error> {
    T::deserialize(reader).map(Some)
}
