//! Exact numbers. The planner keeps every quantity as a whole number of millionths (whole units for integer facts), so
//! that regression, hashing and cost comparison are exact and give the same result on every machine.
//!
//! Independent of: facts, actions, search.

use std::fmt;

/// Fixed-point steps per unit. The finest value that can be written is 0.000001.
pub const SCALE: i64 = 1_000_000;

/// Largest magnitude of a fact's number, in units. Also the default range of a number that declares none.
pub const MAX_MAGNITUDE: f64 = 1.0e9;

/// Why a floating-point number has no exact fixed-point value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumberError {
    /// NaN or infinite.
    NotFinite,
    /// Its magnitude exceeds [`MAX_MAGNITUDE`].
    TooLarge,
    /// It has more than six decimal places.
    TooFine,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "it is not a finite number",
            Self::TooLarge => "its magnitude exceeds 1000000000",
            Self::TooFine => "it has more than six decimal places",
        })
    }
}

impl std::error::Error for NumberError {}

/// Converts units to millionths.
///
/// # Errors
/// [`NumberError`] if the value is not finite, too large, or not a whole number of millionths.
pub fn to_steps(value: f64) -> Result<i64, NumberError> {
    if !value.is_finite() {
        return Err(NumberError::NotFinite);
    }
    if value.abs() > MAX_MAGNITUDE {
        return Err(NumberError::TooLarge);
    }
    // At most 1e9 * 1e6 = 1e15, which both types hold exactly.
    let steps = (value * SCALE as f64).round();
    if steps / SCALE as f64 == value { Ok(steps as i64) } else { Err(NumberError::TooFine) }
}

/// Converts millionths to units.
#[must_use]
pub fn from_steps(steps: i64) -> f64 {
    steps as f64 / SCALE as f64
}

/// The cost of a step, a path or a plan: a non-negative exact number of millionths, or [`PlanCost::INFINITE`].
///
/// Sums saturate at infinity. A `PlanCost` is never negative. `{:.2}` prints two decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlanCost(pub(crate) i64);

impl PlanCost {
    /// Free.
    pub const ZERO: Self = Self(0);
    /// More than any plan can cost. An action or a path of this cost cannot be used.
    pub const INFINITE: Self = Self(i64::MAX / 4);

    /// A cost that is written in data, in units.
    ///
    /// # Errors
    /// `Err(None)` for a negative cost, otherwise why the number has no exact fixed-point value.
    pub fn declared(value: f64) -> Result<Self, Option<NumberError>> {
        let steps = to_steps(value).map_err(Some)?;
        if steps < 0 { Err(None) } else { Ok(Self(steps)) }
    }

    /// A cost that is measured at run time (a travel time, for example), in units. It is rounded up to the next
    /// millionth, so that rounding never breaks the triangle inequality. Negative values become zero; NaN and values above
    /// [`MAX_MAGNITUDE`] become infinite.
    #[inline]
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

    /// In units; [`f64::INFINITY`] for [`PlanCost::INFINITE`].
    #[inline]
    #[must_use]
    pub fn value(self) -> f64 {
        if self.is_infinite() { f64::INFINITY } else { from_steps(self.0) }
    }

    /// In millionths.
    #[inline]
    #[must_use]
    pub const fn steps(self) -> i64 {
        self.0
    }

    /// Whether an action with this cost cannot be used.
    #[inline]
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0 >= Self::INFINITE.0
    }

    /// The sum, at most infinite.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(add(self.0, other.0))
    }
}

/// As whole millionths, so that a cost that was written is the same when it is read.
#[cfg(feature = "serde")]
impl serde::Serialize for PlanCost {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PlanCost {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let steps = i64::deserialize(deserializer)?;
        if (0..=INF).contains(&steps) {
            Ok(Self(steps))
        } else {
            Err(serde::de::Error::custom(format!("a cost of {steps} millionths is outside 0 to {INF}")))
        }
    }
}

impl fmt::Display for PlanCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_infinite(), f.precision()) {
            (true, _) => f.write_str("infinite"),
            (false, Some(places)) => write!(f, "{:.places$}", self.value()),
            (false, None) => write!(f, "{}", self.value()),
        }
    }
}

/// [`PlanCost::INFINITE`] as the raw number that the search works with.
pub(crate) const INF: i64 = PlanCost::INFINITE.0;

/// Sum of two raw costs, at most [`INF`]. Both are at most [`INF`], so the plain sum cannot overflow.
pub(crate) const fn add(a: i64, b: i64) -> i64 {
    let sum = a + b;
    if sum > INF { INF } else { sum }
}
