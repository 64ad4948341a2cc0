//! The build-order planner: from goals of which any one suffices to the earliest schedule.

use quarry_goap::Planner;

use super::{
    domain::{BuildDomain, BuildFailure},
    schedule::Schedule,
    scheduler::Scheduler,
};
use crate::games::commander::{
    catalogue::{BuildGoal, Millis, RecipeId},
    economy::Economy,
};

/// The most plans that are scheduled for one request.
const MOST_PLANS: usize = 6;

/// A plan and its schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOrder {
    /// The goal; of several, the one that is reached first.
    pub goal: BuildGoal,
    /// What the planner says is missing, by which recipe, in order.
    pub plan: Vec<RecipeId>,
    /// When everything happens.
    pub schedule: Schedule,
}

/// A request that is worked on in slices.
///
/// Where a plan uses a product with several recipes, the plan without the chosen recipe is scheduled, too: recipes are compared by the time
/// at which the goal stands, not by the planner's costs.
#[derive(Clone, Debug)]
pub struct BuildOrderPlanner {
    candidates: Vec<Candidate>,
    /// The candidate to work on next.
    turn: usize,
}

#[derive(Clone, Debug)]
struct Candidate {
    goal: BuildGoal,
    plan: Vec<RecipeId>,
    scheduler: Scheduler,
    done: bool,
}

impl BuildOrderPlanner {
    /// Plans for goals of which any one suffices. `enabled` says which recipes may be used, by index.
    ///
    /// # Errors
    /// No goal has a plan: why the first one has none.
    pub fn new(
        planner: &mut Planner,
        economy: &Economy,
        goals: &[BuildGoal],
        enabled: &[bool],
    ) -> Result<Self, BuildFailure> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut failure = None;
        for goal in goals {
            let Ok(domain) = BuildDomain::new(economy.catalogue(), std::slice::from_ref(goal)) else {
                failure.get_or_insert(BuildFailure::Impossible(Vec::new()));
                continue;
            };
            match domain.plan(planner, economy, 0, enabled) {
                Ok(plan) => {
                    let others = alternatives(economy, &plan, enabled);
                    let mut plans = vec![plan];
                    for enabled in others {
                        plans.extend(domain.plan(planner, economy, 0, &enabled).ok());
                    }
                    for plan in plans {
                        if !candidates.iter().any(|known| known.goal == *goal && known.plan == plan) {
                            let scheduler = Scheduler::new(economy.clone(), goal.clone(), &plan, enabled);
                            candidates.push(Candidate { goal: goal.clone(), plan, scheduler, done: false });
                        }
                    }
                }
                Err(reason) => {
                    failure.get_or_insert(reason);
                }
            }
        }
        candidates.truncate(MOST_PLANS);
        match failure {
            Some(failure) if candidates.is_empty() => Err(failure),
            _ => Ok(Self { candidates, turn: 0 }),
        }
    }

    /// Continues for about so many simulated starts, of some 100 ns each. Returns whether the search is at its end.
    pub fn run(&mut self, starts: u32) -> bool {
        let mut left = starts;
        let open = self.candidates.iter().filter(|candidate| !candidate.done).count().max(1) as u32;
        let share = (starts / open).max(1);
        let number = self.candidates.len();
        for _ in 0..number {
            let Some(candidate) = self.candidates.get_mut(self.turn) else { break };
            self.turn = (self.turn + 1) % number;
            if candidate.done || left == 0 {
                continue;
            }
            let before = candidate.scheduler.work();
            candidate.done = candidate.scheduler.run(share.min(left));
            left = left.saturating_sub(candidate.scheduler.work() - before);
        }
        self.candidates.iter().all(|candidate| candidate.done)
    }

    /// The earliest build order so far.
    ///
    /// # Errors
    /// [`BuildFailure::Stuck`] if none of the plans can be carried out, or none has been scheduled yet.
    pub fn best(&self) -> Result<BuildOrder, BuildFailure> {
        let scheduled = self.candidates.iter().filter_map(|candidate| {
            let schedule = candidate.scheduler.schedule()?;
            Some(BuildOrder { goal: candidate.goal.clone(), plan: candidate.plan.clone(), schedule })
        });
        let reached = |order: &BuildOrder| -> Millis { order.schedule.reached };
        scheduled.min_by_key(reached).ok_or(BuildFailure::Stuck)
    }
}

/// The enabled recipes without one that the plan uses and another could replace, for each such recipe.
fn alternatives(economy: &Economy, plan: &[RecipeId], enabled: &[bool]) -> Vec<Vec<bool>> {
    let catalogue = economy.catalogue();
    let on = |id: &RecipeId| enabled.get(id.index()).is_some_and(|&on| on);
    let mut used = plan.to_vec();
    used.sort();
    used.dedup();
    used.retain(|&id| catalogue.get(catalogue.recipe(id).product).recipes.iter().filter(|id| on(id)).count() > 1);
    let without = |id: RecipeId| {
        let mut enabled = enabled.to_vec();
        if let Some(enabled) = enabled.get_mut(id.index()) {
            *enabled = false;
        }
        enabled
    };
    used.into_iter().map(without).collect()
}
