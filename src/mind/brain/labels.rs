//! The wording of a brain's parts as its file writes them: made once, so that an account of a mind need not format any.

use super::Brain;
use crate::{
    data::mind::{ExpressionData, MindFile},
    goap::{ActionGraph, Domain, ExternalFact, FactId},
    protocol::{Label, label},
};

/// The wording of all parts of a brain, each list in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrainLabels {
    /// The names of the planner's facts.
    pub facts: Vec<Label>,
    /// Where each of them is read from; `None` where it always has its default.
    pub reads: Vec<Option<Label>>,
    /// Of each action.
    pub actions: Vec<ActionLabels>,
    /// Of each goal.
    pub goals: Vec<GoalLabels>,
}

/// The wording of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionLabels {
    /// What it needs: the fact, and the condition in words.
    pub preconditions: Vec<(FactId, Label)>,
    /// What it brings: the fact, and the effect in words.
    pub effects: Vec<(FactId, Label)>,
    /// When it may be planned.
    pub available_when: Option<Label>,
    /// While it may run.
    pub invariant: Option<Label>,
    /// When it has succeeded.
    pub succeeds_when: Option<Label>,
}

/// The wording of a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoalLabels {
    /// What it wants: the fact, and the condition in words.
    pub conditions: Vec<(FactId, Label)>,
    /// What its relevance depends on.
    pub parts: Vec<Label>,
}

impl BrainLabels {
    /// The wording of a file and the domain compiled from it.
    pub fn of(file: &MindFile, domain: &Domain) -> Self {
        let expression = |data: &Option<ExpressionData>| data.as_ref().map(describe_expression);
        let actions = file.actions.iter().zip(domain.actions()).map(|(data, action)| ActionLabels {
            preconditions: of_facts(domain, &action.preconditions),
            effects: of_facts(domain, &action.effects),
            available_when: expression(&data.available_when),
            invariant: expression(&data.invariant),
            succeeds_when: expression(&data.succeeds_when),
        });
        let goals = file.goals.iter().zip(domain.goals()).map(|(data, goal)| GoalLabels {
            conditions: of_facts(domain, &goal.conditions),
            parts: data.considerations.iter().map(|consideration| describe_expression(&consideration.input)).collect(),
        });
        let reads = file.facts.0.iter().map(|(_, fact)| {
            let nearest = fact.nearest.map(|query| label(&format!("nearest {query}")));
            fact.value.as_ref().map(describe_expression).or(nearest)
        });
        Self {
            reads: reads.collect(),
            facts: domain.fact_ids().map(|fact| label(domain.fact_name(fact))).collect(),
            actions: actions.collect(),
            goals: goals.collect(),
        }
    }
}

fn of_facts<T: ToString>(domain: &Domain, entries: &[(String, T)]) -> Vec<(FactId, Label)> {
    entries.iter().filter_map(|(name, what)| Some((domain.fact(name)?, label(&what.to_string())))).collect()
}

/// A expression as its file writes it, without quotation marks.
fn describe_expression(expression: &ExpressionData) -> Label {
    let text = ron::to_string(expression).unwrap_or_default();
    label(&text.replace('"', "").replace(',', ", "))
}

impl Brain {
    /// The graph of what satisfies what in this mind: facts read from memory may come to have any value.
    pub fn graph(&self) -> ActionGraph {
        self.domain.graph(&|fact| {
            let read = self.labels.reads.get(fact.index()).copied().flatten()?;
            Some(ExternalFact { value: None, note: read.to_string() })
        })
    }
}
