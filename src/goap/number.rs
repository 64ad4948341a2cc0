//! Exact numbers: every quantity of the planner is a whole number of millionths (or of units, for integer facts), so
//! that regression, hashing and the comparison of costs are exact and the same on every machine.
//!
//! Must not know: facts, actions, search.

use std::fmt;

/// How many steps of the fixed-point scale make one unit: the finest value that can be written is 0.000001.
pub const SCALE: i64 = 1_000_000;

/// The largest magnitude a fact's number may have, in units. Also the default range of a number without one.
pub const MAX_MAGNITUDE: f64 = 1.0e9;

/// Why a floating-point number has no exact fixed-point counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Inexact {
    /// Not a number, or infinite.
    NotFinite,
    /// Its magnitude exceeds [`MAX_MAGNITUDE`].
    TooLarge,
    /// It has more than six decimal places.
    TooFine,
}

impl fmt::Display for Inexact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "it is not a finite number",
            Self::TooLarge => "its magnitude exceeds 1000000000",
            Self::TooFine => "it has more than six decimal places",
        })
    }
}

/// The number of millionths in `value`, provided that it is a whole one.
///
/// # Errors
/// [`Inexact`] where the value is not finite, too large or too fine.
pub fn to_steps(value: f64) -> Result<i64, Inexact> {
    if !value.is_finite() {
        return Err(Inexact::NotFinite);
    }
    if value.abs() > MAX_MAGNITUDE {
        return Err(Inexact::TooLarge);
    }
    // In range by the test above: 1e9 * 1e6 = 1e15, which both types hold exactly.
    let steps = (value * SCALE as f64).round();
    if steps / SCALE as f64 == value { Ok(steps as i64) } else { Err(Inexact::TooFine) }
}

/// The value of a number of millionths, in units.
#[must_use]
pub fn from_steps(steps: i64) -> f64 {
    steps as f64 / SCALE as f64
}

/// What an action or a way costs: a non-negative exact number of millionths, or [`PlanCost::INFINITE`].
///
/// Sums saturate at infinity; there is no way to a negative cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlanCost(pub(in crate::goap) i64);

impl PlanCost {
    /// Nothing at all.
    pub const ZERO: Self = Self(0);
    /// More than any plan: whatever costs this cannot be done.
    pub const INFINITE: Self = Self(i64::MAX / 4);

    /// A cost declared in data: exact, non-negative and finite.
    ///
    /// # Errors
    /// `None` inside the error means negative; otherwise why the number has no exact counterpart.
    pub fn declared(value: f64) -> Result<Self, Option<Inexact>> {
        let steps = to_steps(value).map_err(Some)?;
        if steps < 0 { Err(None) } else { Ok(Self(steps)) }
    }

    /// A cost measured at run time (a travel time, say), rounded up to the next millionth so that rounding never breaks
    /// the triangle inequality. Negative values count as zero; values that are not finite, or above [`MAX_MAGNITUDE`], as
    /// infinite.
    #[must_use]
    pub fn measured(value: f64) -> Self {
        if value.is_nan() || value > MAX_MAGNITUDE {
            Self::INFINITE
        } else if value <= 0.0 {
            Self::ZERO
        } else {
            Self((value * SCALE as f64).ceil() as i64)
        }
    }

    /// In units; infinity for [`PlanCost::INFINITE`].
    #[must_use]
    pub fn value(self) -> f64 {
        if self.is_infinite() { f64::INFINITY } else { from_steps(self.0) }
    }

    /// In millionths.
    #[must_use]
    pub const fn steps(self) -> i64 {
        self.0
    }

    /// Whether it stands for "cannot be done".
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0 >= Self::INFINITE.0
    }

    /// The sum, at most infinite.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(add(self.0, other.0))
    }
}

impl fmt::Display for PlanCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() { f.write_str("infinite") } else { write!(f, "{}", self.value()) }
    }
}

/// Infinity of raw costs inside the planner.
pub(in crate::goap) const INF: i64 = PlanCost::INFINITE.0;

/// Sum of two raw costs, at most [`INF`]. Both are at most [`INF`], so the plain sum cannot overflow.
pub(in crate::goap) const fn add(a: i64, b: i64) -> i64 {
    let sum = a + b;
    if sum > INF { INF } else { sum }
}
