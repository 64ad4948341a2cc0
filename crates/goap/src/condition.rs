//! Conditions and effects: which values of a fact an action or a goal requires, and how an action changes a fact.
//!
//! Independent of: search. `domain/compile.rs` turns a condition into the set of values it allows.

use std::fmt;

use super::fact::Value;

/// Restricts one fact to a set of values. Bounds are inclusive unless the name says otherwise.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Condition {
    /// Exactly this value.
    Is(Value),
    /// Any value but this one.
    IsNot(Value),
    /// This number or more.
    AtLeast(f64),
    /// This number or less.
    AtMost(f64),
    /// More than this number.
    MoreThan(f64),
    /// Less than this number.
    LessThan(f64),
    /// From the first number to the second.
    Between(f64, f64),
    /// Any of these values.
    OneOf(Vec<Value>),
    /// All of these at once.
    All(Vec<Condition>),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(value) => write!(f, "is {value}"),
            Self::IsNot(value) => write!(f, "is not {value}"),
            Self::AtLeast(value) => write!(f, "at least {value}"),
            Self::AtMost(value) => write!(f, "at most {value}"),
            Self::MoreThan(value) => write!(f, "more than {value}"),
            Self::LessThan(value) => write!(f, "less than {value}"),
            Self::Between(low, high) => write!(f, "between {low} and {high}"),
            Self::OneOf(values) => {
                f.write_str("one of")?;
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{} {value}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::All(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if i == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
        }
    }
}

/// How an action changes one fact. All effects of an action apply at once.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Effect {
    /// Assigns the value.
    Set(Value),
    /// Adds the number, which may be negative. The result is clamped to the range of the fact.
    Add(f64),
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(value) => write!(f, "becomes {value}"),
            Self::Add(amount) if *amount < 0.0 => write!(f, "decreases by {}", -amount),
            Self::Add(amount) => write!(f, "increases by {amount}"),
        }
    }
}
