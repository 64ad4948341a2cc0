//! Errors in a domain specification: what is wrong, where, and how to correct it.
//!
//! Independent of: files. A caller that read the specification from a file turns a location into a line and a column.

use std::fmt;

use super::number::NumberError;

/// One mistake in a domain specification.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainError {
    /// Where it is.
    pub location: SpecLocation,
    /// The declared name of the fact, action or goal at the location. May be empty.
    pub name: String,
    /// What is wrong.
    pub kind: DomainErrorKind,
}

/// A part of a domain specification. Indices count from zero in declaration order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpecLocation {
    /// The fact as a whole.
    Fact(usize),
    /// The fact's default value.
    FactDefault(usize),
    /// The action as a whole.
    Action(usize),
    /// The action's cost.
    ActionCost(usize),
    /// The action's precondition on this fact.
    ActionPrecondition(usize, String),
    /// The action's effect on this fact.
    ActionEffect(usize, String),
    /// The action's target rule.
    ActionTarget(usize),
    /// The goal as a whole.
    Goal(usize),
    /// The goal's condition on this fact.
    GoalCondition(usize, String),
    /// The start state's value of this fact.
    Start(String),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DomainErrorKind {
    /// No fact has this name.
    UnknownFact(String),
    /// The symbol fact has no such value.
    UnknownSymbol {
        /// The fact's name.
        fact: String,
        /// The unknown value.
        value: String,
    },
    /// The name is used twice.
    DuplicateName(String),
    /// The name is empty.
    EmptyName,
    /// A list of conditions or effects names the fact twice.
    DuplicateFact(String),
    /// There are more items than the planner supports.
    Limit {
        /// The plural name of the items.
        what: &'static str,
        /// The maximum number allowed.
        most: usize,
    },
    /// The symbol fact has no values.
    NoSymbols,
    /// The range's minimum exceeds its maximum.
    EmptyRange,
    /// The number has no exact fixed-point value.
    Number(f64, NumberError),
    /// An integer fact was given a fraction.
    NotWhole(f64),
    /// The value is outside the fact's range.
    OutOfRange {
        /// The value.
        value: f64,
        /// The range's least value.
        min: f64,
        /// The range's maximum value.
        max: f64,
    },
    /// The value or the operation does not match the fact's type.
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
    /// The goal has no conditions.
    EmptyGoal,
    /// No value of the fact satisfies the condition.
    NeverHolds(String),
    /// The domain has no fact with this index: the id belongs to another domain.
    ForeignFact(usize),
}

impl fmt::Display for DomainErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFact(name) => write!(f, "unknown fact \"{name}\"; declare it or correct the name"),
            Self::UnknownSymbol { fact, value } => {
                write!(f, "\"{value}\" is not a value of fact \"{fact}\"; add it there or correct it")
            }
            Self::DuplicateName(name) => write!(f, "\"{name}\" is declared twice; rename one of them"),
            Self::EmptyName => f.write_str("the name is empty"),
            Self::DuplicateFact(name) => write!(f, "fact \"{name}\" is listed twice; combine both with all([...])"),
            Self::Limit { what, most } => write!(f, "too many {what}: at most {most} are supported"),
            Self::NoSymbols => f.write_str("a symbol fact needs at least one value"),
            Self::EmptyRange => f.write_str("the range is empty: min exceeds max"),
            Self::Number(value, why) => write!(f, "{value} cannot be used: {why}"),
            Self::NotWhole(value) => {
                write!(f, "{value} is not a whole number, and the fact is an integer; declare it as a number")
            }
            Self::OutOfRange { value, min, max } => {
                write!(f, "{value} is outside the fact's range, {min} to {max}")
            }
            Self::WrongType { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::NoTarget => f.write_str(
                "\"$target\" is only allowed in preconditions and effects of an action with a target, as the value of \
                 is, is_not or set",
            ),
            Self::NegativeCost(value) => write!(f, "a cost of {value} is negative; costs are 0 or more"),
            Self::EmptyGoal => f.write_str("the goal has no conditions; add at least one"),
            Self::NeverHolds(condition) => {
                write!(f, "\"{condition}\" can never hold: no value of the fact satisfies it")
            }
            Self::ForeignFact(index) => {
                write!(f, "the domain has no fact with index {index}; use an id that this domain returned")
            }
        }
    }
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let item = |what: &str, index: usize| match self.name.as_str() {
            "" => format!("{what} number {}", index + 1),
            name => format!("{what} \"{name}\""),
        };
        match &self.location {
            SpecLocation::Fact(index) => write!(f, "{}: ", item("fact", *index))?,
            SpecLocation::FactDefault(index) => write!(f, "{}, default: ", item("fact", *index))?,
            SpecLocation::Action(index) => write!(f, "{}: ", item("action", *index))?,
            SpecLocation::ActionCost(index) => write!(f, "{}, cost: ", item("action", *index))?,
            SpecLocation::ActionPrecondition(index, fact) => {
                write!(f, "{}, precondition on \"{fact}\": ", item("action", *index))?;
            }
            SpecLocation::ActionEffect(index, fact) => {
                write!(f, "{}, effect on \"{fact}\": ", item("action", *index))?;
            }
            SpecLocation::ActionTarget(index) => write!(f, "{}, target: ", item("action", *index))?,
            SpecLocation::Goal(index) => write!(f, "{}: ", item("goal", *index))?,
            SpecLocation::GoalCondition(index, fact) => {
                write!(f, "{}, condition on \"{fact}\": ", item("goal", *index))?;
            }
            SpecLocation::Start(fact) => write!(f, "start value of \"{fact}\": ")?,
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for DomainError {}

/// All mistakes in a domain specification or a state, in declaration order. Displayed with one line for each.
///
/// ```
/// use quarry_goap::{Action, Domain, PlanningFact};
///
/// let errors = Domain::builder()
///     .fact(PlanningFact::bool("there"))
///     .action(Action::new("walk").cost(-1).sets("there", 5))
///     .build()
///     .unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "2 errors:\n\
///      action \"walk\", cost: a cost of -1 is negative; costs are 0 or more\n\
///      action \"walk\", effect on \"there\": expected bool, found 5",
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DomainErrors(Vec<DomainError>);

impl DomainErrors {
    /// At least one error.
    pub(crate) fn new(errors: Vec<DomainError>) -> Self {
        Self(errors)
    }

    /// The errors in order.
    #[must_use]
    pub fn as_slice(&self) -> &[DomainError] {
        &self.0
    }

    /// The errors in order.
    pub fn iter(&self) -> std::slice::Iter<'_, DomainError> {
        self.0.iter()
    }
}

impl From<DomainError> for DomainErrors {
    fn from(error: DomainError) -> Self {
        Self(vec![error])
    }
}

impl IntoIterator for DomainErrors {
    type Item = DomainError;
    type IntoIter = std::vec::IntoIter<DomainError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a DomainErrors {
    type Item = &'a DomainError;
    type IntoIter = std::slice::Iter<'a, DomainError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for DomainErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() != 1 {
            write!(f, "{} errors:", self.0.len())?;
        }
        for (index, error) in self.0.iter().enumerate() {
            let line_break = if index > 0 || self.0.len() != 1 { "\n" } else { "" };
            write!(f, "{line_break}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DomainErrors {}
