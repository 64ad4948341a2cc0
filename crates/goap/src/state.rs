//! States: one number for each fact of a domain, read and written by fact name.
//!
//! Independent of: actions, goals, search.

use std::ops::{Deref, DerefMut};

use super::domain::Domain;
use super::error::{DomainError, DomainErrorKind, DomainErrors, SpecLocation};
use super::fact::Value;

/// The world as an agent believes it to be: one number for each fact of a domain, in declaration order.
///
/// A bool is 0 or 1, an integer itself, a number its millionths, a symbol its index, a target the index of its candidate or
/// [`NO_TARGET`](crate::NO_TARGET). Code that runs for every agent in every tick writes these numbers through
/// [`FactId::index`](crate::FactId::index); other code uses names. A state does not know its domain: the number at an index
/// means what the domain passed along says.
///
/// ```
/// use quarry_goap::{Action, Domain, Goal, PlanningFact, Value};
///
/// let domain = Domain::builder()
///     .fact(PlanningFact::integer("gold", 0, 100))
///     .action(Action::new("work").increases("gold", 5))
///     .goal(Goal::new("rich").at_least("gold", 50))
///     .build()?;
/// let mut state = domain.state().with("gold", 45).build()?;
/// assert_eq!(state.value(&domain, "gold"), Some(Value::Number(45.0)));
/// state.set(&domain, "gold", 46)?;
///
/// let error = state.set(&domain, "gold", 101).unwrap_err();
/// assert_eq!(error.to_string(), "start value of \"gold\": 101 is outside the fact's range, 0 to 100");
/// assert!(state.set(&domain, "silver", 1).is_err());
/// # Ok::<(), quarry_goap::DomainErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State(Vec<i64>);

impl State {
    /// The value of the fact with this name; `None` if the domain has no such fact, or the state is too short for it.
    #[must_use]
    pub fn value(&self, domain: &Domain, fact: &str) -> Option<Value> {
        let fact = domain.fact(fact)?;
        self.0.get(fact.index()).map(|&value| domain.decode(fact, value))
    }

    /// Sets the value of the fact with this name.
    ///
    /// # Errors
    /// The domain has no such fact, or the value does not match its type or range. The state is unchanged.
    pub fn set(&mut self, domain: &Domain, fact: &str, value: impl Into<Value>) -> Result<(), DomainError> {
        self.write(domain, fact, |id| domain.encode(id, &value.into()))
    }

    /// Sets an integer or number fact to a measured value, which is rounded to the nearest step and clamped to the fact's
    /// range.
    ///
    /// # Errors
    /// The domain has no such fact, the fact is not a number, or the value is NaN. The state is unchanged.
    pub fn set_measured(&mut self, domain: &Domain, fact: &str, value: f64) -> Result<(), DomainError> {
        self.write(domain, fact, |id| {
            let refused =
                || DomainErrorKind::WrongType { expected: domain.type_name(id), found: format!("the number {value}") };
            domain.nearest(id, value).ok_or_else(refused)
        })
    }

    fn write(
        &mut self,
        domain: &Domain,
        fact: &str,
        encode: impl FnOnce(crate::FactId) -> Result<i64, DomainErrorKind>,
    ) -> Result<(), DomainError> {
        let unknown = || DomainErrorKind::UnknownFact(fact.to_owned());
        let slot = domain.fact(fact).ok_or_else(unknown).and_then(|id| {
            let value = encode(id)?;
            // A state that is too short has the defaults at its missing end.
            if self.0.len() <= id.index() {
                let defaults = domain.defaults();
                self.0.extend_from_slice(defaults.get(self.0.len()..).unwrap_or_default());
            }
            Ok(self.0.get_mut(id.index()).map(|slot| *slot = value))
        });
        slot.map(|_| ()).map_err(|kind| DomainError {
            location: SpecLocation::Start(fact.to_owned()),
            name: fact.to_owned(),
            kind,
        })
    }

    /// The numbers in declaration order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[i64] {
        &self.0
    }
}

impl Deref for State {
    type Target = [i64];

    #[inline]
    fn deref(&self) -> &[i64] {
        &self.0
    }
}

impl DerefMut for State {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i64] {
        &mut self.0
    }
}

impl<'a> IntoIterator for &'a State {
    type Item = &'a i64;
    type IntoIter = std::slice::Iter<'a, i64>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut State {
    type Item = &'a mut i64;
    type IntoIter = std::slice::IterMut<'a, i64>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl AsRef<[i64]> for State {
    #[inline]
    fn as_ref(&self) -> &[i64] {
        &self.0
    }
}

impl From<Vec<i64>> for State {
    #[inline]
    fn from(values: Vec<i64>) -> Self {
        Self(values)
    }
}

impl From<State> for Vec<i64> {
    #[inline]
    fn from(state: State) -> Self {
        state.0
    }
}

impl FromIterator<i64> for State {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Builds a [`State`] from values by name. Made by [`Domain::state`].
#[derive(Debug, Clone)]
#[must_use]
pub struct StateBuilder<'d> {
    domain: &'d Domain,
    state: State,
    errors: Vec<DomainError>,
}

impl<'d> StateBuilder<'d> {
    pub(crate) fn new(domain: &'d Domain) -> Self {
        Self { domain, state: domain.defaults(), errors: Vec::new() }
    }

    /// Sets the value of the fact with this name. [`StateBuilder::build`] reports a mistake.
    pub fn with(mut self, fact: &str, value: impl Into<Value>) -> Self {
        let result = self.state.set(self.domain, fact, value);
        self.errors.extend(result.err());
        self
    }

    /// Sets an integer or number fact to a measured value, see [`State::set_measured`].
    pub fn with_measured(mut self, fact: &str, value: f64) -> Self {
        let result = self.state.set_measured(self.domain, fact, value);
        self.errors.extend(result.err());
        self
    }

    /// The state. Facts that were not set have their defaults.
    ///
    /// # Errors
    /// Every fact that the domain does not have, and every value that does not match its fact's type or range.
    pub fn build(self) -> Result<State, DomainErrors> {
        if self.errors.is_empty() { Ok(self.state) } else { Err(DomainErrors::new(self.errors)) }
    }
}
