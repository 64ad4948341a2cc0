//! What actions promise by their effects, and how often it holds when they end.
//!
//! An effect on a fact that is read from memory is compared with memory when the action ends. An action whose effects are all assumed by
//! the planner alone has kept its promise if it has succeeded.

use super::{
    brain::{ActionSpec, FactSource},
    queries::{Expression, MemoryView},
};
use crate::{
    protocol::{ActionOutcome, Subject},
    schema::{
        domain::{EffectData, Scalar},
        mind::MindActionData,
    },
};

/// How far a number may be from what was promised.
const TOLERANCE: f64 = 1e-3;

/// An effect on a fact that is read from memory.
#[derive(Clone, Debug)]
pub enum Promise {
    /// The expression is above 0, or not.
    Flag(Expression, bool),
    /// The expression has this value.
    Value(Expression, f64),
    /// The expression has changed by at least this much, in this direction.
    Change(Expression, f64),
    /// The target of the action is a member of the query; if it is `false`, the query has no members.
    Target(usize, bool),
}

impl Promise {
    /// The promises of an action as written. `source` gives how a fact is read, by its name.
    pub(super) fn of(data: &MindActionData, source: impl Fn(&str) -> Option<FactSource>) -> Vec<Self> {
        let promise = |(fact, effect): &(String, EffectData)| match (source(fact)?, effect) {
            (FactSource::Flag(_, value), EffectData::Set(Scalar::Bool(to))) => Some(Self::Flag(value, *to)),
            (FactSource::Number(_, value), EffectData::Set(Scalar::Number(to))) => Some(Self::Value(value, *to)),
            (FactSource::Number(_, value), EffectData::Add(by)) => Some(Self::Change(value, *by)),
            (FactSource::Nearest(_, query), EffectData::Set(Scalar::Text(to))) => {
                Some(Self::Target(query, to == "$target"))
            }
            _ => None,
        };
        data.effects.0.iter().filter_map(promise).collect()
    }

    /// What the end is compared with: the value when the action begins.
    fn measure(&self, view: &MemoryView) -> f64 {
        match self {
            Self::Change(value, _) => f64::from(view.evaluate(value)),
            _ => 0.0,
        }
    }

    fn holds(&self, view: &MemoryView, target: Option<Subject>, before: f64) -> bool {
        match self {
            Self::Flag(value, to) => view.holds(value) == *to,
            Self::Value(value, to) => (f64::from(view.evaluate(value)) - to).abs() <= TOLERANCE,
            Self::Change(value, by) => (f64::from(view.evaluate(value)) - before) * by.signum() >= by.abs() - TOLERANCE,
            Self::Target(query, false) => view.members(*query).next().is_none(),
            Self::Target(query, true) => view.members(*query).any(|fact| Some(fact.subject) == target),
        }
    }
}

/// How often one action was chosen, and what became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionAccount {
    /// How often it has ended.
    pub ended: u32,
    /// How often its effects held then.
    pub kept: u32,
    /// How often it was broken off before it had succeeded, failed or timed out, and its effects did not hold.
    pub broken_off: u32,
    /// How often it succeeded although its effects did not hold.
    pub empty: u32,
}

/// How one action ended.
pub(super) struct ActionEnd {
    /// Whether its effects hold.
    pub kept: bool,
    /// Whether it was broken off before it had succeeded, failed or timed out.
    pub broken_off: bool,
    /// Whether it has succeeded.
    pub succeeded: bool,
}

/// What the running action has promised.
#[derive(Clone, Debug, Default)]
pub(super) struct Promised {
    /// The numbers that its promises are compared with.
    before: Vec<f64>,
}

impl Promised {
    /// Measures what the promises of an action that begins now are compared with.
    pub fn begin(&mut self, spec: &ActionSpec, view: &MemoryView) {
        self.before.clear();
        self.before.extend(spec.promises.iter().map(|promise| promise.measure(view)));
    }

    /// Whether the promises of the action hold that ends now with this outcome.
    pub fn end(
        &self,
        spec: &ActionSpec,
        view: &MemoryView,
        target: Option<Subject>,
        outcome: ActionOutcome,
    ) -> ActionEnd {
        let broken_off = matches!(outcome, ActionOutcome::Invalidated | ActionOutcome::Interrupted);
        let succeeded = outcome == ActionOutcome::Succeeded;
        if spec.promises.is_empty() {
            return ActionEnd { kept: succeeded, broken_off, succeeded };
        }
        let before = self.before.iter().copied().chain(std::iter::repeat(0.0));
        let kept = spec.promises.iter().zip(before).all(|(promise, before)| promise.holds(view, target, before));
        ActionEnd { kept, broken_off, succeeded }
    }
}

/// The accounts of one mind, by the index of the action.
#[derive(Clone, Debug, Default)]
pub struct ActionAccounts {
    of: Vec<ActionAccount>,
    /// How many actions have ended in all.
    pub ended: u32,
}

impl ActionAccounts {
    /// The accounts, by the index of the action. Actions that have never ended may be missing at the end.
    pub fn all(&self) -> &[ActionAccount] {
        &self.of
    }

    /// Counts the end of an action.
    pub(super) fn add(&mut self, index: usize, end: &ActionEnd) {
        if self.of.len() <= index {
            self.of.resize(index + 1, ActionAccount::default());
        }
        if let Some(account) = self.of.get_mut(index) {
            account.ended += 1;
            account.kept += u32::from(end.kept);
            account.broken_off += u32::from(!end.kept && end.broken_off);
            account.empty += u32::from(!end.kept && end.succeeded);
        }
        self.ended += 1;
    }
}
