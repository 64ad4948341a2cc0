//! A mind file, compiled: a planning domain, notions and queries by number, behaviours with their settings.
//!
//! Shared by all agents of a kind. Must not know: any agent's memory.

mod compile;
mod words;

use std::{fmt, sync::Arc};

pub use words::{ActionWords, GoalWords, Words};

use super::{
    behaviours::{Behaviour, Settings},
    memory::MemorySettings,
    notions::{NotionSpec, Query, SurchargeSpec, View, curve},
};
use crate::{
    data::mind::{MindAction, MindGoal, SharingData, ThinkingData},
    goap::{ActionId, Domain, FactId, GoalId},
    protocol::Label,
};

/// The mind of a kind of agent, compiled from its file.
pub struct Brain {
    /// By which it is known.
    pub name: Label,
    /// What the planner works on.
    pub domain: Domain,
    /// The notions, in the order of the file.
    pub notions: Vec<NotionSpec>,
    /// Where each fact of the domain is read from, in its order.
    pub facts: Vec<FactSpec>,
    /// Each action of the domain, in its order.
    pub actions: Vec<ActionSpec>,
    /// The notions that actions are about, each once, and the bits of those actions.
    pub abouts: Vec<(usize, u64)>,
    /// Each goal of the domain, in its order.
    pub goals: Vec<GoalSpec>,
    /// How its memory is kept.
    pub memory: Arc<MemorySettings>,
    /// How often it thinks.
    pub thinking: ThinkingData,
    /// What it tells.
    pub sharing: SharingSpec,
    /// How its parts are worded.
    pub words: Words,
}

/// Where a fact is read from.
#[derive(Clone, Debug)]
pub enum FactSpec {
    /// It always has its default.
    Still(FactId),
    /// A bool: whether the query is above 0.
    Whether(FactId, Query),
    /// A number: the query's value.
    Measure(FactId, Query),
    /// A target: the nearest member of a notion.
    Nearest(FactId, usize),
}

/// An action, ready to use.
pub struct ActionSpec {
    /// As written.
    pub data: MindAction,
    /// Its number in the domain.
    pub id: ActionId,
    /// What it is called over heads and in events.
    pub called: Label,
    /// The notion it is about.
    pub about: Option<usize>,
    /// The notion its target must stay in.
    pub keep: Option<usize>,
    /// The bit that stands for a candidate it may be about.
    pub bit: u64,
    /// What it costs more.
    pub dearer_by: Option<Query>,
    /// What it costs more for some targets.
    pub surcharges: Vec<SurchargeSpec>,
    /// When it may be planned.
    pub when: Option<Query>,
    /// While it may run.
    pub hold: Option<Query>,
    /// When it has succeeded.
    pub until: Option<Query>,
    /// What carries it out; none for what is only imagined.
    pub behaviour: Option<Arc<dyn Behaviour>>,
    /// Its parameters.
    pub settings: Settings,
}

/// A goal, ready to use.
#[derive(Clone, Debug)]
pub struct GoalSpec {
    /// As written.
    pub data: MindGoal,
    /// Its number in the domain.
    pub id: GoalId,
    /// What its relevance depends on.
    pub considerations: Vec<(Query, Vec<(f32, f32)>)>,
}

/// What is told, ready to use.
#[derive(Clone, Debug, Default)]
pub struct SharingSpec {
    /// As written.
    pub data: SharingData,
    /// The notions told of.
    pub notions: Vec<usize>,
}

impl GoalSpec {
    /// How much the goal matters now; what each consideration looks at, and the factor it makes of it, handed to `each`.
    pub fn relevance(&self, view: &View, mut each: impl FnMut(f32, f32)) -> f32 {
        let mut relevance = self.data.base;
        for (query, points) in &self.considerations {
            let value = view.answer(query);
            let factor = curve(points, value);
            each(value, factor);
            relevance *= factor;
            if relevance <= 0.0 {
                return 0.0;
            }
        }
        relevance
    }
}

/// Something wrong with a mind file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MindFinding {
    /// The way to it inside the file, as `actions[3].needs["near"]`.
    pub path: String,
    /// What is wrong, and what to do about it.
    pub message: String,
}

impl fmt::Display for MindFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl fmt::Debug for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Brain").field("name", &self.name).finish_non_exhaustive()
    }
}
