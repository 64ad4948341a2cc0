//! A walk along a plan's steps from a state to a goal, and where it fails.
//!
//! Must not know: search.

use super::compiled::{Change, ContextPreconditionId, FactId, Own};
use super::domain::Domain;
use super::request::{PlanRequest, PlanStep};

/// What becomes of a plan's remaining steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Validity {
    /// The goal is reached after this many of the steps; 0 if the state satisfies it already.
    Reaches {
        /// How many steps it takes.
        steps: usize,
    },
    /// A step's need does not hold when its turn comes.
    NeedFails {
        /// Which step, counting from 0.
        step: usize,
        /// The fact that the need is about.
        fact: FactId,
        /// Its value then.
        value: i64,
    },
    /// A step's context precondition does not hold.
    CheckFails {
        /// Which step, counting from 0.
        step: usize,
        /// The check.
        check: ContextPreconditionId,
    },
    /// A step's action may not be used now.
    Disabled {
        /// Which step, counting from 0.
        step: usize,
    },
    /// A step has no candidate, or one that is gone, does not fit, is used up or is out of reach.
    CandidateFails {
        /// Which step, counting from 0.
        step: usize,
    },
    /// All steps can be taken, but the goal is not reached.
    GoalFails {
        /// The first fact of the goal that is not as wanted.
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

/// The request's state in full and in range.
pub(in crate::goap) fn start(domain: &Domain, request: &PlanRequest, state: &mut Vec<i64>) {
    state.clear();
    state.extend(domain.facts.iter().enumerate().map(|(index, fact)| {
        request.state.get(index).copied().unwrap_or(fact.default).clamp(fact.range.0, fact.range.1)
    }));
}

/// Walks along steps from a state, which it changes, to the request's goal.
pub(in crate::goap) fn walk(domain: &Domain, request: &PlanRequest, steps: &[PlanStep], state: &mut [i64]) -> Validity {
    let mut place = None;
    for (at, step) in steps.iter().enumerate() {
        if domain.satisfied(request.goal, state) {
            return Validity::Reaches { steps: at };
        }
        if let Err(failure) = can(domain, request, steps, at, state, place) {
            return failure;
        }
        apply(domain, step, state);
        if domain.actions[step.action.index()].target.is_some_and(|target| target.includes_travel) {
            place = step.candidate;
        }
    }
    let unmet =
        domain.goals[request.goal.index()].conditions.iter().find(|want| !want.set.contains(state[want.fact as usize]));
    match unmet {
        None => Validity::Reaches { steps: steps.len() },
        Some(want) => Validity::GoalFails { fact: FactId(want.fact), value: state[want.fact as usize] },
    }
}

fn can(
    domain: &Domain,
    request: &PlanRequest,
    steps: &[PlanStep],
    at: usize,
    state: &[i64],
    place: Option<u32>,
) -> Result<(), Validity> {
    let step = &steps[at];
    let Some(action) = domain.actions.get(step.action.index()) else { return Err(Validity::Disabled { step: at }) };
    if request.enabled.is_some_and(|enabled| !enabled.get(step.action.index()).is_some_and(|&on| on)) {
        return Err(Validity::Disabled { step: at });
    }
    if !candidate_fits(domain, request, steps, at, place) {
        return Err(Validity::CandidateFails { step: at });
    }
    let own = step.candidate.map(i64::from);
    for need in &action.preconditions {
        let value = state[need.fact as usize];
        let own_holds = match need.own {
            Own::Unsaid => true,
            Own::Is => own == Some(value),
            Own::IsNot => own != Some(value),
        };
        if !own_holds || !need.set.contains(value) {
            return Err(Validity::NeedFails { step: at, fact: FactId(need.fact), value });
        }
    }
    let failed =
        |&&check: &&u32| !request.context.precondition_holds(ContextPreconditionId(check), step.action, step.candidate);
    match action.context_preconditions.iter().find(failed) {
        Some(&check) => Err(Validity::CheckFails { step: at, check: ContextPreconditionId(check) }),
        None => Ok(()),
    }
}

fn candidate_fits(domain: &Domain, request: &PlanRequest, steps: &[PlanStep], at: usize, place: Option<u32>) -> bool {
    let step = &steps[at];
    let Some(target) = domain.actions[step.action.index()].target else { return step.candidate.is_none() };
    let Some(candidate) = step.candidate else { return false };
    let Some(kinds) = request.candidates.get(candidate as usize).map(|candidate| candidate.kinds) else { return false };
    let same = |other: &PlanStep| other.action == step.action && other.candidate == step.candidate;
    let used_up = target.once_per_target && steps[..at].iter().any(same);
    let forbidden = request.context.surcharge(step.action, candidate).is_infinite();
    let out_of_reach = target.includes_travel && request.context.travel(place, candidate).is_infinite();
    domain.fits(step.action, kinds) && !used_up && !forbidden && !out_of_reach
}

/// Does to a state what a step does.
pub(in crate::goap) fn apply(domain: &Domain, step: &PlanStep, state: &mut [i64]) {
    for &(fact, change) in &domain.actions[step.action.index()].effects {
        let (min, max) = domain.facts[fact as usize].range;
        let value = &mut state[fact as usize];
        *value = match change {
            Change::Set(new) => new,
            Change::SetOwn => step.candidate.map_or(super::fact::NO_TARGET, i64::from),
            Change::Add(amount) => (*value + amount).clamp(min, max),
        };
    }
}
