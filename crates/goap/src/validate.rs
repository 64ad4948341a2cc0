//! Plan validation: simulates a plan's steps from a state and reports whether they still reach the goal. Far cheaper than
//! planning again.
//!
//! Independent of: search.

use super::compiled::{ActionId, ContextPreconditionId, FactId};
use super::domain::Domain;
use super::planner::Planner;
use super::request::{PlanRequest, PlanStep};

/// Whether a plan still reaches its goal. Steps are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Validity {
    /// The goal is reached.
    Reaches {
        /// After how many steps; 0 if the state satisfies the goal already.
        steps: usize,
    },
    /// A precondition does not hold when the step is due.
    PreconditionFails {
        /// Which step.
        step: usize,
        /// The precondition's fact.
        fact: FactId,
        /// The fact's value when the step is due.
        value: i64,
    },
    /// A context precondition does not hold.
    ContextPreconditionFails {
        /// Which step.
        step: usize,
        /// Which one.
        precondition: ContextPreconditionId,
    },
    /// The step's action is disabled or unknown.
    Disabled {
        /// Which step.
        step: usize,
    },
    /// The step's target is missing, of the wrong kind, forbidden, unreachable, or was used before by an action that may
    /// use it once.
    TargetFails {
        /// Which step.
        step: usize,
    },
    /// The domain has no such goal.
    UnknownGoal,
    /// All steps can be taken, but the goal is not reached.
    GoalFails {
        /// The first fact whose goal condition does not hold.
        fact: FactId,
        /// Its value after the last step.
        value: i64,
    },
}

impl Validity {
    /// Whether the plan still reaches the goal.
    #[must_use]
    pub const fn holds(self) -> bool {
        matches!(self, Self::Reaches { .. })
    }
}

impl Planner {
    /// Simulates the steps from the request's state to its goal. Costs are not compared, but a step of infinite travel
    /// cost or surcharge fails. The request's strategy and budget do not matter.
    pub fn validate(&mut self, domain: &Domain, request: &PlanRequest, steps: &[PlanStep]) -> Validity {
        start(domain, request, &mut self.simulated_state);
        simulate(domain, request, steps, &mut self.simulated_state)
    }
}

impl Domain {
    /// Applies an action's effects to a state, whether or not its preconditions hold. A number outside its fact's range is
    /// clamped before it is changed. Nothing happens if the state is too short or the domain has no such action.
    pub fn apply(&self, action: ActionId, candidate: Option<u32>, state: &mut [i64]) {
        let Some(action) = self.actions.get(action.index()).filter(|_| state.len() >= self.facts.len()) else { return };
        for &(fact, change) in &action.effects {
            let (value, (least, most)) = (&mut state[fact as usize], self.facts[fact as usize].range);
            *value = change.apply((*value).clamp(least, most), candidate, (least, most));
        }
    }
}

/// Writes the request's state, complete and within range.
pub(crate) fn start(domain: &Domain, request: &PlanRequest, state: &mut Vec<i64>) {
    state.clear();
    state.extend(domain.facts.iter().enumerate().map(|(index, fact)| fact.value_in(request.state, index)));
}

/// Simulates steps from a state, which it changes, to the request's goal.
pub(crate) fn simulate(domain: &Domain, request: &PlanRequest, steps: &[PlanStep], state: &mut [i64]) -> Validity {
    let Some(goal) = domain.goals.get(request.goal.index()) else { return Validity::UnknownGoal };
    let mut place = None;
    for (at, step) in steps.iter().enumerate() {
        if domain.satisfied(request.goal, state) {
            return Validity::Reaches { steps: at };
        }
        if let Err(failure) = check_step(domain, request, steps, at, state, place) {
            return failure;
        }
        domain.apply(step.action, step.candidate, state);
        if domain.actions[step.action.index()].target.is_some_and(|target| target.includes_travel) {
            place = step.candidate;
        }
    }
    match goal.conditions.iter().find(|test| !test.holds(None, state[test.fact as usize])) {
        None => Validity::Reaches { steps: steps.len() },
        Some(test) => Validity::GoalFails { fact: FactId(test.fact), value: state[test.fact as usize] },
    }
}

/// Whether a step can be taken in a state; `place` is the candidate last travelled to.
fn check_step(
    domain: &Domain,
    request: &PlanRequest,
    steps: &[PlanStep],
    at: usize,
    state: &[i64],
    place: Option<u32>,
) -> Result<(), Validity> {
    let step = &steps[at];
    let action = domain.actions.get(step.action.index()).filter(|_| request.is_enabled(step.action));
    let Some(action) = action else { return Err(Validity::Disabled { step: at }) };
    if !target_fits(domain, request, steps, at, place) {
        return Err(Validity::TargetFails { step: at });
    }
    if let Some(fact) = domain.unmet(action, step.candidate, state).next() {
        return Err(Validity::PreconditionFails { step: at, fact, value: state[fact.index()] });
    }
    let mut contextual = action.context_preconditions.iter().map(|&id| ContextPreconditionId(id));
    match contextual.find(|&id| !request.context.precondition_holds(id, step.action, step.candidate)) {
        Some(precondition) => Err(Validity::ContextPreconditionFails { step: at, precondition }),
        None => Ok(()),
    }
}

fn target_fits(domain: &Domain, request: &PlanRequest, steps: &[PlanStep], at: usize, place: Option<u32>) -> bool {
    let step = &steps[at];
    let Some(target) = domain.actions[step.action.index()].target else { return step.candidate.is_none() };
    let Some(candidate) = step.candidate else { return false };
    let Some(kinds) = request.candidates.get(candidate as usize).map(|candidate| candidate.kinds) else { return false };
    let same = |other: &PlanStep| other.action == step.action && other.candidate == step.candidate;
    let used_up = target.once_per_target && steps[..at].iter().any(same);
    let forbidden = request.context.surcharge(step.action, candidate).is_infinite();
    let unreachable = target.includes_travel && request.context.travel(place, candidate).is_infinite();
    target.accepts(kinds) && !used_up && !forbidden && !unreachable
}
