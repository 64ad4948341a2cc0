//! What the planner is told of a mind, and its findings by their place in the file.

use super::WORKED_OUT;
use crate::{
    data::{
        domain::{Entries, Vocabulary},
        mind::{MindActionData, MindFile},
    },
    goap::{Action, ActionCost, ActionSet, DomainError, DomainSpec, Goal, SpecLocation, TargetRule},
    mind::MindFinding,
};

/// What the planner is told.
pub(super) fn declaration(file: &MindFile) -> DomainSpec {
    let facts = Entries(file.facts.0.iter().map(|(name, fact)| (name.clone(), fact.r#type.clone())).collect());
    let words = Vocabulary { facts: &facts, candidates: &[] };
    let action = |data: &MindActionData| Action {
        name: data.name.as_str().to_owned(),
        cost: if data.extra_cost.is_some() {
            ActionCost::Named(WORKED_OUT.to_owned())
        } else {
            ActionCost::Fixed(data.cost)
        },
        preconditions: words.conditions(&data.preconditions),
        effects: words.effects(&data.effects),
        context_preconditions: Vec::new(),
        // Each action is a kind of candidate of its own: whether one fits depends on more than what it is.
        target: data.target.map(|_| TargetRule {
            kinds: vec![data.name.as_str().to_owned()],
            once_per_target: data.once_per_target,
            includes_travel: data.includes_travel,
        }),
    };
    let goal = |(name, conditions): (&str, _)| -> Goal { words.goal(name, conditions) };
    DomainSpec {
        facts: words.facts(),
        actions: ActionSet { actions: file.actions.iter().map(action).collect() },
        goals: file.goals.iter().map(|data| goal((data.name.as_str(), &data.conditions))).collect(),
        breaks_triangle_inequality: false,
    }
}

/// A mistake in the domain, by its place in the file.
pub(super) fn of_domain(finding: &DomainError, file: &MindFile) -> MindFinding {
    let fact = |index: &usize| file.facts.0.get(*index).map_or("", |(name, _)| name.as_str());
    let path = match &finding.location {
        SpecLocation::Fact(index) => format!("facts[{:?}]", fact(index)),
        SpecLocation::FactDefault(index) => format!("facts[{:?}].type", fact(index)),
        SpecLocation::Action(index) => format!("actions[{index}]"),
        SpecLocation::ActionCost(index) => format!("actions[{index}].cost"),
        SpecLocation::ActionPrecondition(index, fact) => format!("actions[{index}].preconditions[{fact:?}]"),
        SpecLocation::ActionEffect(index, fact) => format!("actions[{index}].effects[{fact:?}]"),
        SpecLocation::ActionTarget(index) => format!("actions[{index}].target"),
        SpecLocation::Goal(index) => format!("goals[{index}]"),
        SpecLocation::GoalCondition(index, fact) => format!("goals[{index}].conditions[{fact:?}]"),
        SpecLocation::Start(fact) => format!("facts[{fact:?}]"),
    };
    MindFinding { path, message: finding.kind.to_string() }
}
