//! The compiled form of a domain: facts, actions and goals by index, conditions as sets of values, numbers in fixed-point
//! steps. What a precondition and an effect mean is decided here and nowhere else.
//!
//! Independent of: how a specification is checked, search.

use super::fact::NO_TARGET;
use super::request::CandidateKinds;
use super::values::ValueSet;

/// Declares an index type, so that a fact's index cannot be mistaken for an action's.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Counts from zero in the order declared; context preconditions and named costs count in the order in
            /// which actions first mention them.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(/** A fact of a domain: its position in a [`State`](crate::State). */ FactId);
index!(/** An action of a domain. */ ActionId);
index!(/** A goal of a domain. */ GoalId);
index!(/** A context precondition. */ ContextPreconditionId);
index!(/** A named cost. */ CostId);

/// A fact's values in fixed-point steps.
#[derive(Debug, Clone)]
pub(crate) struct CompiledFact {
    /// Minimum and maximum value.
    pub range: (i64, i64),
    /// Steps per unit; 0 for a fact that is not a number.
    pub scale: i64,
    pub default: i64,
    pub is_target: bool,
}

impl CompiledFact {
    /// The fact's value in a caller's state: clamped to the range, the default if the state is too short.
    pub fn value_in(&self, state: &[i64], index: usize) -> i64 {
        state.get(index).copied().unwrap_or(self.default).clamp(self.range.0, self.range.1)
    }
}

/// A condition on one fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FactTest {
    pub fact: u32,
    pub set: ValueSet,
    pub target_test: TargetTest,
}

/// How a target fact must relate to the action's own candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetTest {
    Any,
    Is,
    IsNot,
}

impl TargetTest {
    /// Whether a value relates as required to an action's candidate. An action without a candidate is never at its own
    /// target, not even if the fact has no target either.
    pub fn allows(self, candidate: Option<u32>, value: i64) -> bool {
        let at_own_target = candidate.is_some_and(|candidate| i64::from(candidate) == value);
        match self {
            Self::Any => true,
            Self::Is => at_own_target,
            Self::IsNot => !at_own_target,
        }
    }
}

impl FactTest {
    /// Whether the test holds at a value for an action with this candidate.
    pub fn holds(&self, candidate: Option<u32>, value: i64) -> bool {
        self.target_test.allows(candidate, value) && self.set.contains(value)
    }

    /// Whether the test could hold at a value, for some candidate.
    pub fn satisfiable_at(&self, value: i64) -> bool {
        self.set.contains(value) && !(self.target_test == TargetTest::Is && value <= NO_TARGET)
    }

    /// Whether the test could hold at some value of a set, for some candidate.
    pub fn satisfiable_in(&self, values: &ValueSet) -> bool {
        let common = self.set.intersection(values);
        common.0.last().is_some_and(|&(_, high)| self.target_test != TargetTest::Is || high > NO_TARGET)
    }
}

/// An effect on one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Set(i64),
    /// Assigns the action's own candidate.
    SetTarget,
    Add(i64),
}

impl Change {
    /// The value after the change, for an action with this candidate on a fact of this range.
    pub fn apply(self, value: i64, candidate: Option<u32>, range: (i64, i64)) -> i64 {
        match self {
            Self::Set(new) => new,
            Self::SetTarget => candidate.map_or(NO_TARGET, i64::from),
            Self::Add(amount) => (value + amount).clamp(range.0, range.1),
        }
    }

    /// Whether the change can bring a fact of this range into a set of values, or closer to it.
    pub fn may_lead_into(self, set: &ValueSet, range: (i64, i64)) -> bool {
        match self {
            Self::Set(value) => set.contains(value),
            Self::SetTarget => set.0.iter().any(|&(_, to)| to > NO_TARGET),
            // Adding helps unless all values up to some bound are allowed; subtracting likewise.
            Self::Add(amount) if amount > 0 => {
                set.0.len() > 1 || set.0.first().is_some_and(|&(from, _)| from > range.0)
            }
            Self::Add(amount) if amount < 0 => set.0.len() > 1 || set.0.last().is_some_and(|&(_, to)| to < range.1),
            Self::Add(_) => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CostSource {
    /// In millionths.
    Fixed(i64),
    /// The index of a named cost.
    Named(u32),
}

#[derive(Debug, Clone)]
pub(crate) struct CompiledAction {
    pub cost: CostSource,
    /// Sorted by fact.
    pub preconditions: Vec<FactTest>,
    /// Sorted by fact.
    pub effects: Vec<(u32, Change)>,
    pub context_preconditions: Vec<u32>,
    pub target: Option<CompiledTarget>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct CompiledTarget {
    /// One bit for each kind that fits; all ones where every candidate fits.
    pub kinds: CandidateKinds,
    pub once_per_target: bool,
    pub includes_travel: bool,
}

impl CompiledTarget {
    /// Whether a candidate with these kind bits fits.
    pub fn accepts(&self, kinds: CandidateKinds) -> bool {
        self.kinds == CandidateKinds::MAX || self.kinds & kinds != 0
    }
}

#[derive(Debug, Clone)]
pub(crate) struct CompiledGoal {
    /// Sorted by fact.
    pub conditions: Vec<FactTest>,
}
