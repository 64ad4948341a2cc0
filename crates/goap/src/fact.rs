//! Facts: the typed variables that make up a planning state, and their values.
//!
//! Independent of: actions, goals, search.

use std::fmt;

use super::number::MAX_MAGNITUDE;

/// A state variable, as declared.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct PlanningFact {
    /// Unique within the domain.
    pub name: String,
    /// Type and range of its values.
    pub kind: FactKind,
    /// Value in a start state that does not mention the fact. `None`: `false`, the number in range that is nearest to
    /// zero, the first symbol, or [`Value::NoTarget`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub default: Option<Value>,
}

/// The type of a fact and the range of its values.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

impl PlanningFact {
    /// A fact that is true or false; false by default.
    #[must_use]
    pub fn bool(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: FactKind::Bool, default: None }
    }

    /// A whole number from `min` to `max` inclusive, both at most 10⁹ in magnitude.
    #[must_use]
    pub fn integer(name: impl Into<String>, min: i64, max: i64) -> Self {
        Self { name: name.into(), kind: FactKind::Integer { min, max }, default: None }
    }

    /// A number with at most six decimal places from `min` to `max` inclusive, both at most 10⁹ in magnitude.
    #[must_use]
    pub fn number(name: impl Into<String>, min: f64, max: f64) -> Self {
        Self { name: name.into(), kind: FactKind::Number { min, max }, default: None }
    }

    /// One of a list of names; the first one by default.
    #[must_use]
    pub fn symbol<S: Into<String>>(name: impl Into<String>, values: impl IntoIterator<Item = S>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Self { name: name.into(), kind: FactKind::Symbol { values }, default: None }
    }

    /// One of a request's candidates, or no target; no target by default.
    #[must_use]
    pub fn target(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: FactKind::Target, default: None }
    }

    /// Sets the value in a start state that does not mention the fact.
    #[must_use]
    pub fn with_default(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }
}

impl FactKind {
    /// An integer of the largest range.
    pub(crate) const fn any_integer() -> Self {
        Self::Integer { min: -(MAX_MAGNITUDE as i64), max: MAX_MAGNITUDE as i64 }
    }

    /// A number of the largest range.
    pub(crate) const fn any_number() -> Self {
        Self::Number { min: -MAX_MAGNITUDE, max: MAX_MAGNITUDE }
    }

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
