//! Facts: what can be true of the world, by name and type, and the values they take.
//!
//! Must not know: actions, goals, search.

use std::fmt;

/// One thing that can be true of the world, as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanningFact {
    /// Unique within the domain.
    pub name: String,
    /// Which values it can take.
    pub kind: FactKind,
    /// Its value where a start state says nothing of it. Without one: `false`, the number nearest to zero in the
    /// range, the first symbol, [`Value::NoTarget`].
    pub default: Option<Value>,
}

/// The type of a fact and the range of its values.
#[derive(Debug, Clone, PartialEq)]
pub enum FactKind {
    /// True or false.
    Bool,
    /// A whole number from `min` to `max`, both included and at most a thousand million in magnitude.
    Integer {
        /// Least value; effects that add stop here.
        min: i64,
        /// Greatest value; effects that add stop here.
        max: i64,
    },
    /// A number with at most six decimal places from `min` to `max`, both included and at most 1e9 in magnitude.
    Number {
        /// Least value; effects that add stop here.
        min: f64,
        /// Greatest value; effects that add stop here.
        max: f64,
    },
    /// One of a list of names.
    Symbol {
        /// The names, each at most once, at least one.
        values: Vec<String>,
    },
    /// One of the candidates of a request (something remembered), or nothing.
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

/// A value as written in a declaration.
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
    /// Of a target fact, within an action about a target: that action's own candidate.
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

/// The value of a target fact that is about no candidate, in a state.
pub const NO_TARGET: i64 = -1;

/// The most candidates a request may have; those beyond are not considered.
pub const MAX_CANDIDATES: usize = 1 << 20;
