//! From the planner's findings to findings about a file: the line and column, and a close name where one is unknown.

use super::{Entries, FactData};
use crate::data::finding::{Finding, suggestion};
use crate::data::{At, Document};
use crate::goap::{self, Place, Problem};

/// Where the parts of a declaration stand in a document.
pub trait Layout {
    /// The facts' map.
    fn facts<'d>(&self, document: &'d Document) -> At<'d>;
    /// The action with this index in the declaration.
    fn action<'d>(&self, document: &'d Document, index: usize) -> At<'d>;
    /// The goal with this index in the declaration.
    fn goal<'d>(&self, document: &'d Document, index: usize) -> At<'d>;
}

/// The layout of a standalone domain file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standalone;

impl Layout for Standalone {
    fn facts<'d>(&self, document: &'d Document) -> At<'d> {
        document.at().field("facts")
    }

    fn action<'d>(&self, document: &'d Document, index: usize) -> At<'d> {
        document.at().field("actions").index(index)
    }

    fn goal<'d>(&self, document: &'d Document, index: usize) -> At<'d> {
        document.at().field("goals").index(index)
    }
}

/// Says a finding of the planner at its place in a document.
#[must_use]
pub fn locate(document: &Document, layout: &dyn Layout, facts: &Entries<FactData>, finding: &goap::Finding) -> Finding {
    let fact = |index: usize| layout.facts(document).entry(facts.keys().nth(index).unwrap_or_default());
    let at = match &finding.place {
        Place::Fact(index) => fact(*index),
        Place::FactDefault(index) => fact(*index).field("default"),
        Place::Action(index) => layout.action(document, *index).field("name"),
        Place::ActionCost(index) => layout.action(document, *index).field("cost"),
        Place::ActionNeeds(index, fact) => layout.action(document, *index).field("needs").entry(fact),
        Place::ActionBrings(index, fact) => layout.action(document, *index).field("brings").entry(fact),
        Place::ActionTarget(index) => layout.action(document, *index).field("target").field("kinds"),
        Place::Goal(index) if finding.problem == Problem::EmptyGoal => layout.goal(document, *index).field("wants"),
        Place::Goal(index) => layout.goal(document, *index).field("name"),
        Place::GoalWants(index, fact) => layout.goal(document, *index).field("wants").entry(fact),
        Place::Start(fact) => document.at().field("start").entry(fact),
    };
    at.error(finding.problem.to_string()).maybe_help(close_name(facts, &finding.problem))
}

/// The known name that an unknown one was likely meant for, in words.
#[must_use]
pub fn close_name(facts: &Entries<FactData>, problem: &Problem) -> Option<String> {
    match problem {
        Problem::UnknownFact(name) => suggestion(name, facts.keys()),
        Problem::UnknownSymbol { fact, value } => match facts.get(fact) {
            Some(FactData::Symbol { values, .. }) => suggestion(value, values.iter().map(String::as_str)),
            _ => None,
        },
        _ => None,
    }
}
