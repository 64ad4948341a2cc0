//! The schema of a mind file, `assets/GAME/minds/NAME.ron`: memory, queries of it, the facts of the planner, actions, goals, and
//! what is shared with team-mates.
//!
//! Independent of one game: kinds, states, sides and verbs are names from the file. `crate::Brain` compiles it.

mod action;
mod goal;
mod memory;
mod problem;
mod query;

use serde::{Deserialize, Deserializer, Serialize};

pub use action::{MindActionData, OddsData, Surcharge};
pub use goal::{Consideration, MindGoalData};
pub use memory::{HidingData, HypothesisData, KindMemoryData, MemoryData, SharingData};
pub use query::{ExpressionData, InterceptData, QueryData};

use super::domain::{Entries, FactData, file::StrategyData};
use crate::protocol::Label;
use crate::with_defaults;

/// A mind file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindFile {
    /// Another file in `assets/GAME/minds` that gives everything that this one does not state. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<Label>,
    /// The files in `assets/GAME/actions` whose actions it has, before its own. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub action_sets: Vec<Label>,
    /// What the agent remembers, and for how long.
    #[serde(default)]
    pub memory: MemoryData,
    /// How often the agent thinks, and how far it plans.
    #[serde(default)]
    pub thinking: ThinkingData,
    /// Named queries: sets of remembered facts that expressions, actions and sharing refer to. A query may refer to queries
    /// declared before it.
    pub queries: Entries<QueryData>,
    /// The facts of the planner, and how each is read from memory.
    pub facts: Entries<MindFactData>,
    /// Actions of its own, or changed fields of those in its sets with the same name. Among plans of equal cost, those with earlier
    /// actions win.
    pub actions: Vec<MindActionData>,
    /// The goals. Among goals of equal relevance the first wins.
    pub goals: Vec<MindGoalData>,
    /// What the agent tells its team-mates. Default: nothing.
    #[serde(default)]
    pub sharing: SharingData,
}

/// An action set, `assets/GAME/actions/NAME.ron`: actions that several minds can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionSetFile {
    /// Queries that its actions use: of each mind that has one of them, unless that states its own of the name. Default: none.
    #[serde(default)]
    pub queries: Entries<QueryData>,
    /// Facts that its actions use: of each mind that has one of them, unless that states its own of the name. Default: none.
    #[serde(default)]
    pub facts: Entries<MindFactData>,
    /// The actions, in the order in which minds have them.
    pub actions: Vec<MindActionData>,
}

with_defaults! {
/// How often an agent thinks, and how far it plans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThinkingData {
    /// Time between two evaluations of goals that are due only to time passing (ages, distances), s. Default 0.5.
    pub think_interval: f32 = 0.5,
    /// Minimum time between two plans made only because of a new candidate, s. Default 1.
    pub replan_interval: f32 = 1.0,
    /// The maximum number of plans made in a second, for whatever reason. Default 4.
    pub max_plans_per_second: u8 = 4,
    /// Thrashing: an agent that has switched twice between the same two goals within this many seconds switches back only to
    /// a goal at least as relevant as the other was. Default 10.
    pub thrash_window: f32 = 10.0,
    /// Thrashing: additional relevance required for every switch after the second. Default 20.
    pub thrash_penalty: f32 = 20.0,
    /// How the planner searches: `backward`, `forward` or `ida_star`. All find plans of the same cost, at different costs of
    /// time and memory. Default `backward`.
    pub strategy: StrategyData,
    /// The maximum number of states a plan may expand. Default 4000.
    pub max_nodes: u32 = 4000,
    /// The maximum number of candidates for targets in one plan: the nearest of each kind of target, then the second nearest of
    /// each, and so on. Default 20.
    pub max_candidates: u16 = 20,
    /// Planning cost of a metre of path. Default 0.25.
    pub cost_per_metre: f32 = 0.25,
    /// How fast it travels, m/s, for the value of plans. Default 3.
    pub pace: f32 = 3.0,
    /// What is planned is worth this many times more if it carries on what is done already; and for a goal without a worth, a plan that
    /// begins with the same action at another target has to cost so many times less. Default 1.25.
    pub commitment: f32 = 1.25,
    /// Planning cost of odds of 1 in 2.718; smaller odds cost more with their logarithm. Default 10.
    pub odds_weight: f32 = 10.0,
    /// How many endings of an action the `prior` of its odds is worth. Default 8.
    pub prior_weight: f32 = 8.0,
    /// The share of what was counted that each further ending of an action leaves: 0.98 halves it in 34. Default 0.98.
    pub experience_kept: f32 = 0.98,
    /// How long the value of a plan for another goal is taken as known while the targets are the same, s. Default 5.
    pub compare_interval: f32 = 5.0,
    /// How many decisions are kept for the inspector. Default 24.
    pub decision_history: u16 = 24,
}
}

impl ThinkingData {
    /// How long it takes to travel as far as this planned cost of travel stands for, in seconds.
    pub(crate) fn travel_seconds(&self, travel: f64) -> f32 {
        if self.cost_per_metre > 0.0 { travel as f32 / self.cost_per_metre / self.pace.max(0.1) } else { 0.0 }
    }
}

/// A fact of the planner, and how it is read from memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindFactData {
    /// Its type and range.
    pub r#type: FactData,
    /// Its value now. A bool is whether the expression is above 0; a number is the value of the expression, clamped to the
    /// range. Default: the default of the fact, always.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub value: Option<ExpressionData>,
    /// For a target: the nearest member of this query, or the target of the current step if that is a member. Default:
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub nearest: Option<Label>,
}

/// Reads an optional value that is written without `Some`.
pub(in crate::schema) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(reader).map(Some)
}
