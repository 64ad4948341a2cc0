//! Turns the planner's errors into findings about a planning file: line and column, and a suggestion for an unknown name.

use quarry_goap::{DomainError, DomainErrorKind, SpecLocation};
use quarry_ron::Document;
use quarry_ron::finding::{Finding, suggestion};

use super::{Entries, FactData};

/// Reports an error in a domain specification at its position in the document.
#[must_use]
pub fn locate(document: &Document, facts: &Entries<FactData>, error: &DomainError) -> Finding {
    let fact = |index: usize| document.cursor().field("facts").entry(facts.keys().nth(index).unwrap_or_default());
    let action = |index: usize| document.cursor().field("actions").index(index);
    let goal = |index: usize| document.cursor().field("goals").index(index);
    let at = match &error.location {
        SpecLocation::Fact(index) => fact(*index),
        SpecLocation::FactDefault(index) => fact(*index).field("default"),
        SpecLocation::Action(index) => action(*index).field("name"),
        SpecLocation::ActionCost(index) => action(*index).field("cost"),
        SpecLocation::ActionPrecondition(index, fact) => action(*index).field("preconditions").entry(fact),
        SpecLocation::ActionEffect(index, fact) => action(*index).field("effects").entry(fact),
        SpecLocation::ActionTarget(index) => action(*index).field("target").field("kinds"),
        SpecLocation::Goal(index) if error.kind == DomainErrorKind::EmptyGoal => goal(*index).field("conditions"),
        SpecLocation::Goal(index) => goal(*index).field("name"),
        SpecLocation::GoalCondition(index, fact) => goal(*index).field("conditions").entry(fact),
        SpecLocation::Start(fact) => document.cursor().field("start").entry(fact),
    };
    at.error(error.kind.to_string()).maybe_help(suggest_name(facts, &error.kind))
}

/// A suggestion with the known name that is closest to an unknown fact or symbol.
#[must_use]
pub fn suggest_name(facts: &Entries<FactData>, kind: &DomainErrorKind) -> Option<String> {
    match kind {
        DomainErrorKind::UnknownFact(name) => suggestion(name, facts.keys()),
        DomainErrorKind::UnknownSymbol { fact, value } => match facts.get(fact) {
            Some(FactData::Symbol { values, .. }) => suggestion(value, values.iter().map(String::as_str)),
            _ => None,
        },
        _ => None,
    }
}
