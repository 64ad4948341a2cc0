//! The schema of a mind, `assets/minds/NAME.ron`: what is remembered and for how long, which notions it forms of what it
//! remembers, the facts it plans with, what it can do, what it wants, and what it tells its team.
//!
//! Knows nothing of one game: kinds, states, sides and verbs are names out of the file. `crate::mind::Brain` compiles it.

mod action;
mod goal;
mod memory;
mod query;

use serde::{Deserialize, Deserializer, Serialize};

pub use action::{MindAction, Surcharge};
pub use goal::{Consideration, MindGoal};
pub use memory::{KindData, MemoryData, PursuitData, SharingData, ShelterData};
pub use query::{MeetData, Notion, QueryData};

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
    /// Named sets of remembered things; queries and actions speak of them by name.
    pub notions: Entries<Notion>,
    /// The facts it plans with, and how each is read out of memory.
    pub facts: Entries<MindFact>,
    /// What it can do. Between plans of equal cost their order decides.
    pub actions: Vec<MindAction>,
    /// What it wants. Between goals of equal relevance their order decides.
    pub goals: Vec<MindGoal>,
    /// What it tells its team. Default: nothing.
    #[serde(default)]
    pub sharing: SharingData,
}

/// How often a mind thinks, and how far it plans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThinkingData {
    /// Seconds between looks at what changes with time alone (ages, distances); 0.1 to 5. Agents take turns. Default 0.5.
    pub every: f32,
    /// The least seconds between two plans made only because a new candidate appeared; 0 to 10. Default 1.
    pub replan_every: f32,
    /// The most plans made in a second, whatever the reasons; 1 to 30. Default 4.
    pub rush: u8,
    /// Who has changed between the same two goals twice within so many seconds changes again only to what matters at least as
    /// much, and hesitates rather than go back; 0 to 60. Default 10.
    pub waver: f32,
    /// By how much more it must matter for every change after those two; 0 to 1000. Default 20.
    pub waver_margin: f32,
    /// The most states a plan may expand; 100 to 1000000. Default 4000.
    pub nodes: u32,
    /// The most remembered things considered in one plan, the nearest first; 1 to 64. Default 20.
    pub candidates: u16,
    /// What a metre of way costs in a plan; 0 to 100. Default 0.25.
    pub metre: f32,
    /// How many decisions are kept for whoever asks; 1 to 256. Default 24.
    pub remembered: u16,
}

impl Default for ThinkingData {
    fn default() -> Self {
        Self {
            every: 0.5,
            replan_every: 1.0,
            rush: 4,
            waver: 10.0,
            waver_margin: 20.0,
            nodes: 4000,
            candidates: 20,
            metre: 0.25,
            remembered: 24,
        }
    }
}

/// A fact of the planner, and where it is read from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindFact {
    /// Its type and range.
    pub is: FactData,
    /// Its value now: for a bool, whether the query is above 0; for a number, the query's value, clamped to the range.
    /// Default: always the fact's default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub from: Option<QueryData>,
    /// For a target: the nearest member of this notion, or what the present step is about, if it is one. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub nearest: Option<Label>,
}

/// Reads a value that may be left out but is written without `Some`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Option<T>, D::Error> {
    T::deserialize(reader).map(Some)
}
