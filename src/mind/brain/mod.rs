//! A mind file, compiled: a planning domain, queries and expressions by number, behaviours with their settings.
//!
//! ThinkerShared by all agents of a kind. Must not know: any agent's memory.

mod compile;
mod labels;

use std::{fmt, sync::Arc};

pub use labels::{ActionLabels, BrainLabels, GoalLabels};

use super::{
    behaviours::{Behaviour, BehaviourSettings},
    memory::MemorySettings,
    queries::{Expression, MemoryQuery, MemoryView, SurchargeSpec},
};
use crate::{
    data::mind::{MindActionData, MindGoalData, SharingData, ThinkingData},
    goap::{ActionId, Domain, FactId, GoalId},
    protocol::{Label, evaluate_curve},
};

/// The mind of a kind of agent, compiled from its file.
pub struct Brain {
    /// By which it is known.
    pub name: Label,
    /// What the planner works on.
    pub domain: Domain,
    /// The queries, in the order of the file.
    pub queries: Vec<MemoryQuery>,
    /// Where each fact of the domain is read from, in its order.
    pub facts: Vec<FactSource>,
    /// Each action of the domain, in its order.
    pub actions: Vec<ActionSpec>,
    /// The queries that actions are about, each once, and the bits of those actions.
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
    pub labels: BrainLabels,
}

/// Where a fact is read from.
#[derive(Clone, Debug)]
pub enum FactSource {
    /// It always has its default.
    Constant(FactId),
    /// A bool: whether the expression is above 0.
    Flag(FactId, Expression),
    /// A number: the expression's value.
    Number(FactId, Expression),
    /// A target: the nearest member of a query.
    Nearest(FactId, usize),
}

/// An action, ready to use.
pub struct ActionSpec {
    /// As written.
    pub data: MindActionData,
    /// Its number in the domain.
    pub id: ActionId,
    /// What it is called over heads and in events.
    pub display_name: Label,
    /// The query it is about.
    pub target: Option<usize>,
    /// The query its target must stay in.
    pub target_filter: Option<usize>,
    /// The bit that stands for a candidate it may be about.
    pub bit: u64,
    /// What it costs more.
    pub extra_cost: Option<Expression>,
    /// What it costs more for some targets.
    pub surcharges: Vec<SurchargeSpec>,
    /// When it may be planned.
    pub available_when: Option<Expression>,
    /// While it may run.
    pub invariant: Option<Expression>,
    /// When it has succeeded.
    pub succeeds_when: Option<Expression>,
    /// What carries it out; none for what is only imagined.
    pub behaviour: Option<Arc<dyn Behaviour>>,
    /// Its parameters.
    pub settings: BehaviourSettings,
}

/// A goal, ready to use.
#[derive(Clone, Debug)]
pub struct GoalSpec {
    /// As written.
    pub data: MindGoalData,
    /// Its number in the domain.
    pub id: GoalId,
    /// What its relevance depends on.
    pub considerations: Vec<(Expression, Vec<(f32, f32)>)>,
}

/// What is told, ready to use.
#[derive(Clone, Debug, Default)]
pub struct SharingSpec {
    /// As written.
    pub data: SharingData,
    /// The queries told of.
    pub queries: Vec<usize>,
}

impl GoalSpec {
    /// How much the goal matters now; what each consideration looks at, and the factor it makes of it, handed to `each`.
    pub fn relevance(&self, view: &MemoryView, mut each: impl FnMut(f32, f32)) -> f32 {
        let mut relevance = self.data.base_relevance;
        for (expression, points) in &self.considerations {
            let value = view.answer(expression);
            let factor = evaluate_curve(points, value).unwrap_or(value);
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
    /// The way to it inside the file, as `actions[3].preconditions["near"]`.
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
