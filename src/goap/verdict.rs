//! Goals that take part in a choice, and what became of each.
//!
//! Must not know: how plans are made.

use super::compiled::{FactId, GoalId};
use super::request::BudgetLimit;

/// A goal that an agent might pursue now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoalCandidate {
    /// Which goal.
    pub goal: GoalId,
    /// How much it matters now; only what is above 0 matters at all.
    pub relevance: f64,
    /// Whether it may be pursued now, and if not, why.
    pub availability: GoalAvailability,
}

/// Whether the caller lets a goal take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GoalAvailability {
    /// It takes part.
    #[default]
    Available,
    /// It is switched off.
    Disabled,
    /// It was pursued or failed too short a time ago.
    CoolingDown,
}

/// Why a goal was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GoalRejection {
    /// The caller switched it off.
    Disabled,
    /// The caller lets it rest.
    CoolingDown,
    /// Its relevance is 0, less, or not a number.
    Irrelevant,
    /// The state satisfies it already.
    Satisfied,
    /// A more relevant one was chosen, so this one was not planned.
    Outranked,
    /// No plan reaches it; [`super::GoalSelection::missing`] says what is missing.
    Impossible,
    /// The budget ran out before its answer was known.
    OutOfBudget(BudgetLimit),
}

/// What became of one contender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoalEvaluation {
    /// The contender's goal.
    pub goal: GoalId,
    /// Why it was passed over; `None` for the chosen one.
    pub rejection: Option<GoalRejection>,
    /// States expanded for it.
    pub nodes: u32,
    /// Where the choice's list of missing facts has this one's: from, to.
    pub(in crate::goap) missing: (u32, u32),
}

/// Reused memory of a choice.
#[derive(Debug, Default)]
pub(in crate::goap) struct Choosing {
    pub order: Vec<u32>,
    pub evaluations: Vec<GoalEvaluation>,
    pub missing: Vec<FactId>,
}
