//! Conversions of Rust values into values of facts, conditions and costs.
//!
//! No conversion fails. A number that a fact or a cost cannot have (NaN, more than six decimal places, more than 10⁹) is an
//! error of the domain or the state that it is used in. An `f32` is widened to `f64` as it is, so `0.1_f32` has more than
//! six decimal places and is refused: write `0.1`, or use [`State::set_measured`](crate::State::set_measured).

use super::action::ActionCost;
use super::condition::Condition;
use super::fact::Value;

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Value {
    /// A value of a symbol fact.
    fn from(name: &str) -> Self {
        Self::Symbol(name.to_owned())
    }
}

impl From<String> for Value {
    /// A value of a symbol fact.
    fn from(name: String) -> Self {
        Self::Symbol(name)
    }
}

/// Conversions of number types. Whole numbers above 2⁵³ are rounded, but numbers above 10⁹ are refused later anyway.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(value: $number) -> Self {
                Self::Number(value as f64)
            }
        }

        impl From<$number> for ActionCost {
            /// A fixed cost in units.
            fn from(value: $number) -> Self {
                Self::Fixed(value as f64)
            }
        }
    )*};
}

numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64);

/// A value as a condition: exactly this value.
macro_rules! equalities {
    ($($value:ty),*) => {$(
        impl From<$value> for Condition {
            /// Exactly this value.
            fn from(value: $value) -> Self {
                Self::Is(value.into())
            }
        }
    )*};
}

equalities!(bool, &str, String, Value, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64);
