//! A compiled mind file: the planning domain, queries and expressions by index, behaviours with their settings, and the text
//! that panels show for each part.
//!
//! Shared by all agents of a kind. Independent of: the memory of any agent.

mod compile;
mod reach;
mod review;

use std::{fmt, sync::Arc};

use quarry_goap::{
    ActionId, CandidateKinds, Domain, FactId, GoalId,
    graph::{ActionGraph, ActionGraphPart, ExternalFact},
};
use quarry_ron::{Document, Finding};

use super::{
    behaviours::ConfiguredBehaviour,
    memory::MemorySettings,
    promise::Promise,
    queries::{Expression, MemoryQuery, MemoryView, SurchargeSpec},
    structure::DecisionStructure,
    text::{describe_expression, is_flag},
};
use crate::{
    protocol::{Label, evaluate_curve, label},
    schema::mind::{ExpressionData, MindActionData, MindGoalData, SharingData, ThinkingData},
};

pub use reach::OutOfReach;
pub use review::review_mind;

/// The compiled mind of a kind of agent.
pub struct Brain {
    /// The name of the mind file.
    pub name: Label,
    /// The planning domain.
    pub domain: Domain,
    /// The queries, in the order of the file.
    pub queries: Vec<MemoryQuery>,
    /// How the value of each fact is read, in the order of the domain.
    pub facts: Vec<FactSource>,
    /// The name of each fact.
    pub fact_names: Vec<Label>,
    /// Where each fact is read from, as text; `None` for a constant.
    pub fact_inputs: Vec<Option<Label>>,
    /// The actions, in the order of the domain.
    pub actions: Vec<ActionSpec>,
    /// The queries that actions take their targets from, each with the bits of those actions.
    pub target_queries: Vec<(usize, CandidateKinds)>,
    /// The goals, in the order of the domain.
    pub goals: Vec<GoalSpec>,
    /// How memory is kept.
    pub memory: Arc<MemorySettings>,
    /// How often the agent thinks, and how far it plans.
    pub thinking: ThinkingData,
    /// What the agent tells its team-mates.
    pub sharing: SharingSpec,
    /// What chooses the actions in the place of goals and planner; `None` for a mind that plans.
    pub structure: Option<DecisionStructure>,
}

/// How the value of a fact is read from memory.
#[derive(Clone, Debug)]
pub enum FactSource {
    /// It always has its default.
    Constant(FactId),
    /// A bool: whether the expression is above 0.
    Flag(FactId, Expression),
    /// A number: the value of the expression.
    Number(FactId, Expression),
    /// A target: the nearest member of the query.
    Nearest(FactId, usize),
}

/// An expression with its text for panels.
#[derive(Clone, Debug)]
pub struct DescribedExpression {
    /// The expression.
    pub expression: Expression,
    /// The expression as text.
    pub text: Label,
    /// Whether it is a yes or no rather than a number.
    pub is_flag: bool,
}

impl DescribedExpression {
    fn new(expression: Expression, data: &ExpressionData) -> Self {
        Self { expression, text: describe_expression(data), is_flag: is_flag(data) }
    }
}

/// A compiled action.
pub struct ActionSpec {
    /// The action as written.
    pub data: MindActionData,
    /// Its id in the domain; [`ActionId::index`] is its index in [`Brain::actions`].
    pub id: ActionId,
    /// The bit that marks candidates for its target; see [`super::TargetCandidate::kinds`].
    pub bit: CandidateKinds,
    /// The name shown in plans and logged in events.
    pub display_name: Label,
    /// Index of the query of its targets.
    pub target: Option<usize>,
    /// Index of the query that its target must match while it runs.
    pub target_filter: Option<usize>,
    /// Added to the cost; values below 0 count as 0.
    pub extra_cost: Option<Expression>,
    /// Added to the cost depending on the target.
    pub surcharges: Vec<SurchargeSpec>,
    /// How long it takes without travel, in seconds.
    pub seconds: Option<Expression>,
    /// The odds that it brings what it is done for; `None` if that is certain.
    pub odds: Option<OddsSpec>,
    /// What it is expected to lose.
    pub danger: Option<Expression>,
    /// It may be planned only while this is above 0.
    pub available_when: Option<DescribedExpression>,
    /// It ends as invalidated once this is not above 0.
    pub invariant: Option<DescribedExpression>,
    /// It ends as succeeded once this is above 0.
    pub succeeds_when: Option<DescribedExpression>,
    /// Whether `succeeds_when` depends neither on its target nor on the time of the goal: it is known whether it would succeed at once.
    pub success_is_foreseen: bool,
    /// Its preconditions as text, by fact.
    pub preconditions: Vec<(FactId, Label)>,
    /// Its effects as text.
    pub effects: Vec<Label>,
    /// Its effects on facts that are read from memory.
    pub promises: Vec<Promise>,
    /// What executes it; `None` for a placeholder.
    pub behaviour: Option<ConfiguredBehaviour>,
}

impl ActionSpec {
    /// Whether it has the name, the behaviour and the parameters of another.
    pub fn does_the_same(&self, other: &Self) -> bool {
        let of = |spec: &Self| (spec.display_name, spec.data.behaviour);
        of(self) == of(other) && self.data.parameters == other.data.parameters
    }

    /// The cost without travel and surcharges.
    pub fn cost(&self, view: &MemoryView) -> f64 {
        let extra = self.extra_cost.as_ref().map_or(0.0, |expression| view.evaluate(expression).max(0.0));
        self.data.cost + f64::from(extra)
    }

    /// What must hold for it to be planned, as text; empty if it is always available.
    pub fn availability(&self) -> Label {
        let reached = self.succeeds_when.as_ref().filter(|_| self.success_is_foreseen);
        let not_yet = reached.map(|condition| format!("not yet {}", condition.text));
        let available = self.available_when.as_ref().map(|condition| condition.text.to_string());
        label(&available.into_iter().chain(not_yet).collect::<Vec<_>>().join(", "))
    }

    /// Whether it would succeed as soon as it begins.
    pub fn has_succeeded(&self, view: &MemoryView) -> bool {
        let reached = self.succeeds_when.as_ref().filter(|_| self.success_is_foreseen);
        reached.is_some_and(|condition| view.holds(&condition.expression))
    }
}

/// The compiled odds of an action.
pub struct OddsSpec {
    /// The odds without experience.
    pub prior: DescribedExpression,
    /// Whether it has brought what it was done for; `None` if that is to keep its promises.
    pub kept_when: Option<Expression>,
    /// Whether success may come at any moment of it.
    pub spread: bool,
    /// Whether experience counts for one target alone.
    pub by_target: bool,
}

/// A compiled goal.
#[derive(Clone, Debug)]
pub struct GoalSpec {
    /// The goal as written.
    pub data: MindGoalData,
    /// Its id in the domain.
    pub id: GoalId,
    /// The factors of its relevance: an input, and a curve over it.
    pub considerations: Vec<(DescribedExpression, Vec<(f32, f32)>)>,
    /// Its conditions as text, by fact.
    pub conditions: Vec<(FactId, Label)>,
}

/// Compiled sharing.
#[derive(Clone, Debug, Default)]
pub struct SharingSpec {
    /// As written.
    pub data: SharingData,
    /// Indices of the queries whose members are shared.
    pub queries: Vec<usize>,
}

/// How much a goal counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalWeight {
    /// Its place among goals: the base times the factors; of a goal with a worth the base, or 0.
    pub relevance: f32,
    /// Its worth times the factors, if it has a worth.
    pub worth: Option<f32>,
}

impl GoalSpec {
    /// How much the goal counts now. Calls `each` with the input and the factor of every consideration, up to the first with
    /// factor 0.
    pub fn weight(&self, view: &MemoryView, each: impl FnMut(f32, f32)) -> GoalWeight {
        match self.data.worth {
            None => GoalWeight { relevance: self.weighed(self.data.base_relevance, view, each), worth: None },
            Some(worth) => {
                let worth = self.weighed(worth, view, each);
                GoalWeight { relevance: if worth > 0.0 { self.data.base_relevance } else { 0.0 }, worth: Some(worth) }
            }
        }
    }

    fn weighed(&self, base: f32, view: &MemoryView, mut each: impl FnMut(f32, f32)) -> f32 {
        let mut relevance = base;
        for (input, points) in &self.considerations {
            let value = view.evaluate(&input.expression);
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

impl Brain {
    /// An action by index.
    pub fn action(&self, index: usize) -> Option<&ActionSpec> {
        self.actions.get(index)
    }

    /// The action graph of this mind, with the odds of its actions before experience and the worth of its goals. Facts read from memory may
    /// take any value.
    pub fn graph(&self) -> ActionGraph {
        let mut graph = self.domain.graph(&|fact| {
            let input = self.fact_inputs.get(fact.index()).copied().flatten()?;
            Some(ExternalFact { value: None, note: input.to_string() })
        });
        for node in &mut graph.nodes {
            let figure = match node.part {
                ActionGraphPart::Action(index) => self
                    .actions
                    .iter()
                    .find(|spec| spec.id.index() == index)
                    .and_then(|spec| spec.odds.as_ref().map(|odds| format!("odds {}", odds.prior.text))),
                ActionGraphPart::Goal(index) => self
                    .goals
                    .iter()
                    .find(|spec| spec.id.index() == index)
                    .and_then(|spec| spec.data.worth.map(|worth| format!("worth {worth}"))),
                ActionGraphPart::Fact(_) => None,
            };
            if let Some(figure) = figure {
                let separator = if node.note.is_empty() { "" } else { ", " };
                node.note = format!("{}{separator}{figure}", node.note);
            }
        }
        graph
    }
}

/// A mistake in a mind file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MindFinding {
    /// Its place in the file, such as `actions[3].preconditions["near"]`.
    pub path: String,
    /// What is wrong, and how to mend it.
    pub message: String,
    /// Whether it is about the key of the entry there, not about its value.
    pub of_key: bool,
}

impl MindFinding {
    /// A mistake in the value at a place.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), of_key: false }
    }

    /// The mistake at its place in the document that the mind was read from.
    pub fn in_document(self, document: &Document) -> Finding {
        let at = document.cursor_at(&self.path);
        if self.of_key { at.error_at_key(self.message) } else { at.error(self.message) }
    }
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
