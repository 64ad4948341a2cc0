//! The planning domain of a mind file, and where in the file a mistake of the domain is.

use quarry_goap::{Action, ActionCost, ActionSet, DomainError, DomainErrorKind, DomainSpec, SpecLocation, TargetRule};
use quarry_ron::suggestion;

use super::EXTRA_COST;
use crate::{
    MindFinding,
    schema::{
        domain::{Entries, Vocabulary},
        mind::{MindActionData, MindFile},
    },
};

/// The planning domain of a mind file.
pub(super) fn domain_spec(file: &MindFile) -> DomainSpec {
    let facts = Entries(file.facts.0.iter().map(|(name, fact)| (name.clone(), fact.r#type.clone())).collect());
    let vocabulary = Vocabulary { facts: &facts, candidates: &[] };
    let action = |data: &MindActionData| Action {
        name: data.name.as_str().to_owned(),
        cost: if data.extra_cost.is_some() || data.odds.is_some() && data.target.is_none() {
            ActionCost::Named(EXTRA_COST.to_owned())
        } else {
            ActionCost::Fixed(data.cost)
        },
        preconditions: vocabulary.conditions(&data.preconditions),
        effects: vocabulary.effects(&data.effects),
        context_preconditions: Vec::new(),
        // Each action has a kind of candidate of its own, for whether a subject fits depends on more than its kind.
        target: data.target.map(|_| TargetRule {
            kinds: vec![data.name.as_str().to_owned()],
            once_per_target: data.once_per_target,
            includes_travel: data.includes_travel,
        }),
    };
    DomainSpec {
        facts: vocabulary.facts(),
        actions: ActionSet { actions: file.actions.iter().map(action).collect() },
        goals: file.goals.iter().map(|data| vocabulary.goal(data.name.as_str(), &data.conditions)).collect(),
        breaks_triangle_inequality: false,
    }
}

/// A mistake of the domain at its place in the file.
pub(super) fn locate(error: &DomainError, file: &MindFile) -> MindFinding {
    let fact = |index: &usize| file.facts.0.get(*index).map_or("", |(name, _)| name.as_str());
    let path = match &error.location {
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
    let help = match &error.kind {
        DomainErrorKind::UnknownFact(name) => suggestion(name, file.facts.keys()),
        _ => None,
    };
    let message = help.map_or_else(|| error.kind.to_string(), |help| format!("{}; {help}", error.kind));
    let of_key = matches!(error.kind, DomainErrorKind::UnknownFact(_));
    MindFinding { of_key, ..MindFinding::new(path, message) }
}
