//! What the planner is told of a mind, and its findings by their place in the file.

use super::WORKED_OUT;
use crate::{
    data::{
        domain::{Entries, Vocabulary},
        mind::{MindAction, MindFile},
    },
    goap::{Action, ActionCost, ActionSet, Declaration, Finding, Goal, Place, TargetRule},
    mind::MindFinding,
};

/// What the planner is told.
pub(super) fn declaration(file: &MindFile) -> Declaration {
    let facts = Entries(file.facts.0.iter().map(|(name, fact)| (name.clone(), fact.is.clone())).collect());
    let words = Vocabulary { facts: &facts, candidates: &[] };
    let action = |data: &MindAction| Action {
        name: data.name.as_str().to_owned(),
        cost: if data.dearer_by.is_some() {
            ActionCost::Named { name: WORKED_OUT.to_owned(), parameters: Vec::new() }
        } else {
            ActionCost::Fixed(data.cost)
        },
        needs: words.conditions(&data.needs),
        brings: words.effects(&data.brings),
        checks: Vec::new(),
        // Each action is a kind of candidate of its own: whether one fits depends on more than what it is.
        target: data.about.map(|_| TargetRule {
            kinds: vec![data.name.as_str().to_owned()],
            once: data.once,
            travels: data.travels,
        }),
    };
    let goal = |(name, wants): (&str, _)| -> Goal { words.goal(name, wants) };
    Declaration {
        facts: words.facts(),
        actions: ActionSet { actions: file.actions.iter().map(action).collect() },
        goals: file.goals.iter().map(|data| goal((data.name.as_str(), &data.wants))).collect(),
        detours: false,
    }
}

/// A mistake in the domain, by its place in the file.
pub(super) fn of_domain(finding: &Finding, file: &MindFile) -> MindFinding {
    let fact = |index: &usize| file.facts.0.get(*index).map_or("", |(name, _)| name.as_str());
    let path = match &finding.place {
        Place::Fact(index) => format!("facts[{:?}]", fact(index)),
        Place::FactDefault(index) => format!("facts[{:?}].is", fact(index)),
        Place::Action(index) => format!("actions[{index}]"),
        Place::ActionCost(index) => format!("actions[{index}].cost"),
        Place::ActionNeeds(index, fact) => format!("actions[{index}].needs[{fact:?}]"),
        Place::ActionBrings(index, fact) => format!("actions[{index}].brings[{fact:?}]"),
        Place::ActionTarget(index) => format!("actions[{index}].about"),
        Place::Goal(index) => format!("goals[{index}]"),
        Place::GoalWants(index, fact) => format!("goals[{index}].wants[{fact:?}]"),
        Place::Start(fact) => format!("facts[{fact:?}]"),
    };
    MindFinding { path, message: finding.problem.to_string() }
}
