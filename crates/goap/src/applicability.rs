//! Single-step checks: whether an action is applicable in a state, which preconditions fail, and which actions could help.
//! [`super::Planner::validate`] checks whole plans with the same test ([`FactTest::holds`]).
//!
//! Independent of: search.

use super::compiled::{ActionId, Change, CompiledAction, FactId, FactTest, GoalId};
use super::domain::Domain;
use super::values::ValueSet;

/// How often an addition is repeated when asking whether it can make a precondition hold.
const MAX_REPEATS: i64 = 256;

impl Domain {
    /// Whether all preconditions of an action with this candidate hold in a state. Context preconditions, kinds and
    /// whether the action is enabled are not checked. `false` if the domain has no such action.
    #[must_use]
    pub fn is_applicable(&self, action: ActionId, candidate: Option<u32>, state: &[i64]) -> bool {
        let action = self.actions.get(action.index());
        action.is_some_and(|action| self.unmet(action, candidate, state).next().is_none())
    }

    /// The facts whose preconditions fail for an action with this candidate in a state.
    pub fn unmet_preconditions(
        &self,
        action: ActionId,
        candidate: Option<u32>,
        state: &[i64],
    ) -> impl Iterator<Item = FactId> {
        self.actions.get(action.index()).into_iter().flat_map(move |action| self.unmet(action, candidate, state))
    }

    /// The same for a compiled action.
    pub(crate) fn unmet(
        &self,
        action: &CompiledAction,
        candidate: Option<u32>,
        state: &[i64],
    ) -> impl Iterator<Item = FactId> {
        action.preconditions.iter().filter_map(move |test| {
            let value = self.facts[test.fact as usize].value_in(state, test.fact as usize);
            (!test.holds(candidate, value)).then_some(FactId(test.fact))
        })
    }

    /// The actions that could change a fact from a value to one that an action's precondition accepts, if necessary by
    /// being repeated.
    pub fn achievers(&self, action: ActionId, fact: FactId, value: i64) -> impl Iterator<Item = ActionId> {
        let test = self.preconditions(action).iter().find(|test| test.fact == fact.0);
        let range = self.facts.get(fact.index()).map_or((0, 0), |fact| fact.range);
        let helps = move |test: &FactTest, change: Change| match change {
            Change::SetTarget => test.satisfiable_in(&ValueSet::interval(0, i64::MAX)),
            Change::Set(value) => test.satisfiable_at(value),
            Change::Add(amount) => (1..=MAX_REPEATS)
                .map(|times| value.saturating_add(amount.saturating_mul(times)).clamp(range.0, range.1))
                .any(|value| test.satisfiable_at(value)),
        };
        self.action_ids().filter(move |achiever| {
            let effects = &self.actions[achiever.index()].effects;
            effects.iter().any(|(of, change)| *of == fact.0 && test.is_some_and(|test| helps(test, *change)))
        })
    }

    /// Whether an action's precondition on a fact holds at a value. Without such a precondition, it does.
    #[must_use]
    pub fn precondition_holds(&self, action: ActionId, candidate: Option<u32>, fact: FactId, value: i64) -> bool {
        self.preconditions(action).iter().filter(|test| test.fact == fact.0).all(|test| test.holds(candidate, value))
    }

    /// Whether an action's precondition on a fact could hold at a value, for some candidate of the action.
    #[must_use]
    pub fn precondition_satisfiable(&self, action: ActionId, fact: FactId, value: i64) -> bool {
        self.preconditions(action).iter().filter(|test| test.fact == fact.0).all(|test| test.satisfiable_at(value))
    }

    /// Whether a goal's condition on a fact holds at a value. Without such a condition, it does.
    #[must_use]
    pub fn goal_condition_holds(&self, goal: GoalId, fact: FactId, value: i64) -> bool {
        let conditions = self.goals.get(goal.index()).map_or(&[][..], |goal| goal.conditions.as_slice());
        conditions.iter().filter(|test| test.fact == fact.0).all(|test| test.holds(None, value))
    }

    fn preconditions(&self, action: ActionId) -> &[FactTest] {
        self.actions.get(action.index()).map_or(&[], |action| &action.preconditions)
    }
}
