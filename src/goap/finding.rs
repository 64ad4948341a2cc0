//! What is wrong with a declaration, and where: values that say the location and the remedy, one for each mistake.
//!
//! Must not know: files. A caller that read the declaration from a file turns a location into a line and a column.

use std::fmt;

use super::number::Inexact;

/// One mistake in a declaration.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainError {
    /// Where it is.
    pub location: SpecLocation,
    /// What it is.
    pub kind: DomainErrorKind,
}

/// A part of a declaration. Indices count from zero in the order declared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpecLocation {
    /// The fact as a whole.
    Fact(usize),
    /// The fact's default.
    FactDefault(usize),
    /// The action as a whole.
    Action(usize),
    /// The action's cost.
    ActionCost(usize),
    /// What the action needs of this fact.
    ActionPrecondition(usize, String),
    /// What the action does to this fact.
    ActionEffect(usize, String),
    /// The action's target rule.
    ActionTarget(usize),
    /// The goal as a whole.
    Goal(usize),
    /// What the goal wants of this fact.
    GoalCondition(usize, String),
    /// The start state's value of this fact.
    Start(String),
}

/// A kind of mistake.
#[derive(Debug, Clone, PartialEq)]
pub enum DomainErrorKind {
    /// No fact has this name.
    UnknownFact(String),
    /// The symbol fact has no such value.
    UnknownSymbol {
        /// The fact.
        fact: String,
        /// The value that it has not.
        value: String,
    },
    /// Another one of the same sort has this name already.
    DuplicateName(String),
    /// The name is empty.
    EmptyName,
    /// The same fact is named twice in one list.
    DuplicateFact(String),
    /// More of something than can be handled.
    Limit {
        /// Of what there are too many.
        what: &'static str,
        /// The most there may be.
        most: usize,
    },
    /// A symbol fact without values.
    NoSymbols,
    /// The range is empty: its least value exceeds its greatest.
    EmptyRange,
    /// The value has no exact counterpart in the planner.
    Number(f64, Inexact),
    /// An integer fact was given a number that is not whole.
    NotWhole(f64),
    /// The value lies outside the fact's range.
    OutOfRange {
        /// The value.
        value: f64,
        /// The range's least value.
        min: f64,
        /// The range's greatest value.
        max: f64,
    },
    /// The value or the operation does not suit the fact's type.
    WrongType {
        /// The fact's type.
        expected: &'static str,
        /// What was written.
        found: String,
    },
    /// `$target` in an action or goal that has no target, or where it has no meaning.
    NoTarget,
    /// The cost is negative.
    NegativeCost(f64),
    /// The goal wants nothing.
    EmptyGoal,
    /// No value of the fact satisfies the condition, so what depends on it can never come about.
    NeverHolds(String),
}

impl fmt::Display for DomainErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFact(name) => write!(f, "no fact is called \"{name}\"; declare it, or correct the name"),
            Self::UnknownSymbol { fact, value } => {
                write!(f, "\"{value}\" is not among the values of fact \"{fact}\"; add it there, or correct it")
            }
            Self::DuplicateName(name) => write!(f, "\"{name}\" is declared twice; rename one of them"),
            Self::EmptyName => f.write_str("the name is empty; give it one"),
            Self::DuplicateFact(name) => write!(f, "fact \"{name}\" is named twice; join the two with all([...])"),
            Self::Limit { what, most } => write!(f, "more than {most} {what}; that is the most there may be"),
            Self::NoSymbols => f.write_str("a symbol fact needs at least one value"),
            Self::EmptyRange => f.write_str("the range is empty: its min exceeds its max"),
            Self::Number(value, why) => write!(f, "{value} cannot be used: {why}"),
            Self::NotWhole(value) => {
                write!(f, "{value} is not a whole number, which an integer fact needs; make the fact a number")
            }
            Self::OutOfRange { value, min, max } => {
                write!(f, "{value} is outside the fact's range, {min} to {max}")
            }
            Self::WrongType { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::NoTarget => f.write_str(
                "\"$target\" stands for an action's own candidate, and there is none here; only the needs and \
                             effects of an action with a target may say it, by is, is_not or set",
            ),
            Self::NegativeCost(value) => write!(f, "a cost of {value} is negative; costs are 0 or more"),
            Self::EmptyGoal => f.write_str("the goal wants nothing; name at least one fact and a condition on it"),
            Self::NeverHolds(condition) => {
                write!(f, "no value of the fact satisfies \"{condition}\", so it can never hold")
            }
        }
    }
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            SpecLocation::Fact(index) => write!(f, "fact {index}: ")?,
            SpecLocation::FactDefault(index) => write!(f, "default of fact {index}: ")?,
            SpecLocation::Action(index) => write!(f, "action {index}: ")?,
            SpecLocation::ActionCost(index) => write!(f, "cost of action {index}: ")?,
            SpecLocation::ActionPrecondition(index, fact) => write!(f, "action {index}, need of \"{fact}\": ")?,
            SpecLocation::ActionEffect(index, fact) => write!(f, "action {index}, effect on \"{fact}\": ")?,
            SpecLocation::ActionTarget(index) => write!(f, "target of action {index}: ")?,
            SpecLocation::Goal(index) => write!(f, "goal {index}: ")?,
            SpecLocation::GoalCondition(index, fact) => write!(f, "goal {index}, want of \"{fact}\": ")?,
            SpecLocation::Start(fact) => write!(f, "start value of \"{fact}\": ")?,
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for DomainError {}
