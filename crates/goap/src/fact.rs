//! Facts: the typed variables that make up a planning state, and their values.
//!
//! Independent of: actions, goals, search.

use std::fmt;

/// A state variable, as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanningFact {
    /// Unique within the domain.
    pub name: String,
    /// Type and range of its values.
    pub kind: FactKind,
    /// Value in a start state that does not mention the fact. `None`: `false`, the number in range that is nearest to
    /// zero, the first symbol, or [`Value::NoTarget`].
    pub default: Option<Value>,
}

/// The type of a fact and the range of its values.
#[derive(Debug, Clone, PartialEq)]
pub enum FactKind {
    /// True or false.
    Bool,
    /// A whole number from `min` to `max` inclusive, at most 1e9 in magnitude.
    Integer {
        /// Minimum value. Additions stop here.
        min: i64,
        /// Maximum value. Additions stop here.
        max: i64,
    },
    /// A number with at most six decimal places from `min` to `max` inclusive, at most 1e9 in magnitude.
    Number {
        /// Minimum value. Additions stop here.
        min: f64,
        /// Maximum value. Additions stop here.
        max: f64,
    },
    /// One of a list of names.
    Symbol {
        /// At least one name, without duplicates.
        values: Vec<String>,
    },
    /// One of the request's candidates, or no target.
    Target,
}

impl FactKind {
    /// The type's name in messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Symbol { .. } => "symbol",
            Self::Target => "target",
        }
    }
}

/// A fact's value, as written in a domain specification.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Of a bool fact.
    Bool(bool),
    /// Of an integer or number fact.
    Number(f64),
    /// Of a symbol fact.
    Symbol(String),
    /// Of a target fact: no candidate.
    NoTarget,
    /// Of a target fact, in an action with a target: the action's own candidate. Written `$target`.
    OwnTarget,
    /// Of a target fact, in a start state: the candidate with this index.
    Candidate(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Symbol(value) => write!(f, "\"{value}\""),
            Self::NoTarget => f.write_str("none"),
            Self::OwnTarget => f.write_str("$target"),
            Self::Candidate(index) => write!(f, "candidate {index}"),
        }
    }
}

/// The number in a [`State`](super::State) that stands for a target fact without a candidate.
pub const NO_TARGET: i64 = -1;

/// The maximum number of candidates a request may have. Later ones are ignored.
pub const MAX_CANDIDATES: usize = 1 << 20;
