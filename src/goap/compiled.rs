//! What a domain consists of once it is compiled: facts, actions and goals by index, their conditions as sets of values,
//! their numbers in steps.
//!
//! Must not know: how declarations are checked, how plans are searched for.

use super::values::ValueSet;

/// Gives an index its own type, so that a fact's cannot stand for an action's.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(in crate::goap) u32);

        impl $name {
            /// Counting from zero in the order declared (in the order first named, for kinds, checks and costs).
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(/** A fact of a domain: its place in a [`State`]. */ FactId);
index!(/** An action of a domain. */ ActionId);
index!(/** A goal of a domain. */ GoalId);
index!(/** A kind of candidate: a bit in [`crate::goap::PlanCandidate::kinds`]. */ KindId);
index!(/** A context precondition, by name. */ ContextPreconditionId);
index!(/** A named cost. */ CostId);

/// One value for each fact of a domain, in its order: 0 or 1, an integer, a number in millionths, a symbol's index, a
/// candidate's index or [`NO_TARGET`].
pub type State = Vec<i64>;

/// A fact's values in steps.
#[derive(Debug, Clone)]
pub(in crate::goap) struct FactInfo {
    /// Least and greatest value.
    pub range: (i64, i64),
    /// Steps to a unit; 0 where the values are not numbers.
    pub scale: i64,
    pub default: i64,
    pub is_target: bool,
}

/// What an action or goal asks of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::goap) struct Test {
    pub fact: u32,
    pub set: ValueSet,
    pub own: Own,
}

/// What a test says of the action's own candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::goap) enum Own {
    Unsaid,
    Is,
    IsNot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::goap) enum Change {
    Set(i64),
    SetOwn,
    Add(i64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::goap) enum CostSource {
    Fixed(i64),
    Named(u32),
}

#[derive(Debug, Clone)]
pub(in crate::goap) struct ActionInfo {
    pub cost: CostSource,
    /// Sorted by fact.
    pub preconditions: Vec<Test>,
    /// Sorted by fact.
    pub effects: Vec<(u32, Change)>,
    pub context_preconditions: Vec<u32>,
    pub target: Option<TargetInfo>,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::goap) struct TargetInfo {
    /// Bits of the kinds that fit.
    pub kinds: u64,
    pub once_per_target: bool,
    pub includes_travel: bool,
}

#[derive(Debug, Clone)]
pub(in crate::goap) struct GoalInfo {
    /// Sorted by fact.
    pub conditions: Vec<Test>,
}
