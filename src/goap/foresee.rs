//! Whether an action could follow in a state: for checking one step where [`super::Planner::validate`] checks a whole plan.
//!
//! Must not know: search.

use super::compiled::{ActionId, Change, FactId, GoalId, Own, Test};
use super::domain::Domain;
use super::fact::NO_TARGET;

/// The most times an action that adds is thought to be repeated when asking whether it could help.
const MOST_REPEATED: i64 = 256;

impl Test {
    fn holds(&self, own: i64, value: i64) -> bool {
        match self.own {
            Own::Is => value == own,
            Own::IsNot => value != own,
            Own::Unsaid => self.set.contains(value),
        }
    }
}

impl Domain {
    /// Whether all that an action about this candidate needs holds in a state.
    #[must_use]
    pub fn is_applicable(&self, action: ActionId, candidate: Option<u32>, state: &[i64]) -> bool {
        self.unmet_preconditions(action, candidate, state).next().is_none()
    }

    /// The facts that are not as an action about this candidate needs them in a state.
    pub fn unmet_preconditions(
        &self,
        action: ActionId,
        candidate: Option<u32>,
        state: &[i64],
    ) -> impl Iterator<Item = FactId> {
        let own = candidate.map_or(NO_TARGET, i64::from);
        let value = |need: &Test| state.get(need.fact as usize).copied().unwrap_or(NO_TARGET);
        let preconditions = self.actions.get(action.index()).map_or(&[][..], |action| action.preconditions.as_slice());
        preconditions.iter().filter(move |need| !need.holds(own, value(need))).map(|need| FactId(need.fact))
    }

    /// The actions that could bring a fact from a value to what an action needs of it, be it done several times over.
    pub fn achievers(&self, action: ActionId, fact: FactId, value: i64) -> impl Iterator<Item = ActionId> {
        let preconditions = self.actions.get(action.index()).map_or(&[][..], |action| action.preconditions.as_slice());
        let need = preconditions.iter().find(|need| need.fact == fact.0);
        let range = self.facts.get(fact.index()).map_or((0, 0), |fact| fact.range);
        let helps = move |change: Change| {
            need.is_some_and(|need| match change {
                Change::SetOwn => need.own == Own::Is,
                Change::Set(value) => need.own == Own::Unsaid && need.set.contains(value),
                Change::Add(amount) => (1..=MOST_REPEATED)
                    .map(|times| value.saturating_add(amount.saturating_mul(times)).clamp(range.0, range.1))
                    .any(|value| need.own == Own::Unsaid && need.set.contains(value)),
            })
        };
        let effects = move |action: &&ActionId| {
            let action = self.actions.get(action.index());
            action.is_some_and(|action| action.effects.iter().any(|(of, change)| *of == fact.0 && helps(*change)))
        };
        (0..self.actions.len() as u32).map(ActionId).filter(move |action| effects(&action))
    }

    /// Whether what an action about this candidate needs of one fact holds at a value; where it needs nothing of it, yes.
    #[must_use]
    pub fn precondition_holds(&self, action: ActionId, candidate: Option<u32>, fact: FactId, value: i64) -> bool {
        let own = candidate.map_or(NO_TARGET, i64::from);
        let preconditions = self.actions.get(action.index()).map_or(&[][..], |action| action.preconditions.as_slice());
        preconditions.iter().filter(|need| need.fact == fact.0).all(|need| need.holds(own, value))
    }

    /// Whether what a goal wants of one fact holds at a value; where it wants nothing of it, yes.
    #[must_use]
    pub fn goal_condition_holds(&self, goal: GoalId, fact: FactId, value: i64) -> bool {
        let conditions = self.goals.get(goal.index()).map_or(&[][..], |goal| goal.conditions.as_slice());
        conditions.iter().filter(|want| want.fact == fact.0).all(|want| want.set.contains(value))
    }
}
