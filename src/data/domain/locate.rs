//! From the planner's findings to findings about a file: the line and column, and a close name where one is unknown.

use super::{Entries, FactData};
use crate::data::finding::{Finding, suggestion};
use crate::data::{Cursor, Document};
use crate::goap::{self, DomainErrorKind, SpecLocation};

/// Where the parts of a declaration stand in a document.
pub trait Layout {
    /// The facts' map.
    fn facts<'d>(&self, document: &'d Document) -> Cursor<'d>;
    /// The action with this index in the declaration.
    fn action<'d>(&self, document: &'d Document, index: usize) -> Cursor<'d>;
    /// The goal with this index in the declaration.
    fn goal<'d>(&self, document: &'d Document, index: usize) -> Cursor<'d>;
}

/// The layout of a standalone domain file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standalone;

impl Layout for Standalone {
    fn facts<'d>(&self, document: &'d Document) -> Cursor<'d> {
        document.cursor().field("facts")
    }

    fn action<'d>(&self, document: &'d Document, index: usize) -> Cursor<'d> {
        document.cursor().field("actions").index(index)
    }

    fn goal<'d>(&self, document: &'d Document, index: usize) -> Cursor<'d> {
        document.cursor().field("goals").index(index)
    }
}

/// Says a finding of the planner at its place in a document.
#[must_use]
pub fn locate(
    document: &Document,
    layout: &dyn Layout,
    facts: &Entries<FactData>,
    finding: &goap::DomainError,
) -> Finding {
    let fact = |index: usize| layout.facts(document).entry(facts.keys().nth(index).unwrap_or_default());
    let at = match &finding.location {
        SpecLocation::Fact(index) => fact(*index),
        SpecLocation::FactDefault(index) => fact(*index).field("default"),
        SpecLocation::Action(index) => layout.action(document, *index).field("name"),
        SpecLocation::ActionCost(index) => layout.action(document, *index).field("cost"),
        SpecLocation::ActionPrecondition(index, fact) => {
            layout.action(document, *index).field("preconditions").entry(fact)
        }
        SpecLocation::ActionEffect(index, fact) => layout.action(document, *index).field("effects").entry(fact),
        SpecLocation::ActionTarget(index) => layout.action(document, *index).field("target").field("kinds"),
        SpecLocation::Goal(index) if finding.kind == DomainErrorKind::EmptyGoal => {
            layout.goal(document, *index).field("conditions")
        }
        SpecLocation::Goal(index) => layout.goal(document, *index).field("name"),
        SpecLocation::GoalCondition(index, fact) => layout.goal(document, *index).field("conditions").entry(fact),
        SpecLocation::Start(fact) => document.cursor().field("start").entry(fact),
    };
    at.error(finding.kind.to_string()).maybe_help(close_name(facts, &finding.kind))
}

/// The known name that an unknown one was likely meant for, in words.
#[must_use]
pub fn close_name(facts: &Entries<FactData>, problem: &DomainErrorKind) -> Option<String> {
    match problem {
        DomainErrorKind::UnknownFact(name) => suggestion(name, facts.keys()),
        DomainErrorKind::UnknownSymbol { fact, value } => match facts.get(fact) {
            Some(FactData::Symbol { values, .. }) => suggestion(value, values.iter().map(String::as_str)),
            _ => None,
        },
        _ => None,
    }
}
