//! The wording of a brain's parts as its file writes them: made once, so that an account of a mind need not format any.

use super::Brain;
use crate::{
    data::mind::{MindFile, QueryData},
    goap::{Domain, FactId, Given, SetGraph},
    protocol::{Label, label},
};

/// The wording of all parts of a brain, each list in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The names of the planner's facts.
    pub facts: Vec<Label>,
    /// Where each of them is read from; `None` where it always has its default.
    pub reads: Vec<Option<Label>>,
    /// Of each action.
    pub actions: Vec<ActionWords>,
    /// Of each goal.
    pub goals: Vec<GoalWords>,
}

/// The wording of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionWords {
    /// What it needs: the fact, and the condition in words.
    pub needs: Vec<(FactId, Label)>,
    /// What it brings: the fact, and the effect in words.
    pub brings: Vec<(FactId, Label)>,
    /// When it may be planned.
    pub when: Option<Label>,
    /// While it may run.
    pub hold: Option<Label>,
    /// When it has succeeded.
    pub until: Option<Label>,
}

/// The wording of a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoalWords {
    /// What it wants: the fact, and the condition in words.
    pub wants: Vec<(FactId, Label)>,
    /// What its relevance depends on.
    pub parts: Vec<Label>,
}

impl Words {
    /// The wording of a file and the domain compiled from it.
    pub fn of(file: &MindFile, domain: &Domain) -> Self {
        let query = |data: &Option<QueryData>| data.as_ref().map(in_words);
        let actions = file.actions.iter().zip(domain.actions()).map(|(data, action)| ActionWords {
            needs: of_facts(domain, &action.needs),
            brings: of_facts(domain, &action.brings),
            when: query(&data.when),
            hold: query(&data.hold),
            until: query(&data.until),
        });
        let goals = file.goals.iter().zip(domain.goals()).map(|(data, goal)| GoalWords {
            wants: of_facts(domain, &goal.wants),
            parts: data.considerations.iter().map(|consideration| in_words(&consideration.of)).collect(),
        });
        let reads = file.facts.0.iter().map(|(_, fact)| {
            let nearest = fact.nearest.map(|notion| label(&format!("nearest {notion}")));
            fact.from.as_ref().map(in_words).or(nearest)
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

/// A query as its file writes it, without quotation marks.
fn in_words(query: &QueryData) -> Label {
    let text = ron::to_string(query).unwrap_or_default();
    label(&text.replace('"', "").replace(',', ", "))
}

impl Brain {
    /// The graph of what satisfies what in this mind: facts read from memory may come to have any value.
    pub fn graph(&self) -> SetGraph {
        self.domain.graph(&|fact| {
            let read = self.words.reads.get(fact.index()).copied().flatten()?;
            Some(Given { value: None, note: read.to_string() })
        })
    }
}
