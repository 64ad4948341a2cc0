//! The build-order planner: from goals of which any one suffices to the earliest schedule.

use std::collections::VecDeque;

use quarry_goap::Planner;

use super::{
    domain::{BuildDomain, BuildFailure},
    schedule::Schedule,
    scheduler::Scheduler,
};
use crate::games::commander::{
    catalogue::{BuildGoal, Catalogue, RecipeId},
    economy::Economy,
};

/// The most plans that are scheduled for one request.
const MOST_PLANS: usize = 6;
/// The most states that the planner expands for one plan, of some 1.5 µs each. Where they do not suffice to prove that a plan is the
/// cheapest, the best one found is taken: costs only choose between recipes.
const NODES: u32 = 500;
/// An expanded state takes as long as so many simulated starts.
const STARTS_PER_NODE: u32 = 10;
/// If the planner finds nothing for a large goal, it plans for so many more of each product, and the plan's recipes are repeated.
const FEW: u16 = 8;

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
    economy: Economy,
    enabled: Vec<bool>,
    pending: VecDeque<Request>,
    candidates: Vec<Candidate>,
    failure: Option<BuildFailure>,
    /// The candidate to work on next.
    turn: usize,
}

/// A plan that is still to be made.
#[derive(Clone, Debug)]
struct Request {
    goal: BuildGoal,
    enabled: Vec<bool>,
    /// The goal's first plan leads to requests for others.
    first: bool,
}

#[derive(Clone, Debug)]
struct Candidate {
    goal: BuildGoal,
    plan: Vec<RecipeId>,
    scheduler: Scheduler,
    done: bool,
}

impl BuildOrderPlanner {
    /// A request for goals of which any one suffices, from this economy on. `enabled` says which recipes may be used, by index. Nothing is
    /// planned yet.
    pub fn new(economy: Economy, goals: &[BuildGoal], enabled: &[bool]) -> Self {
        let request = |goal: &BuildGoal| Request { goal: goal.clone(), enabled: enabled.to_vec(), first: true };
        let pending = goals.iter().map(request).collect();
        let enabled = enabled.to_vec();
        Self { economy, enabled, pending, candidates: Vec::new(), failure: None, turn: 0 }
    }

    /// Continues for about so many simulated starts, of some 100 to 200 ns each: plans first, then schedules. Returns whether the search is
    /// at its end. The last plan or build order by rules is finished even if that takes up to 1 ms more.
    pub fn run(&mut self, planner: &mut Planner, starts: u32) -> bool {
        let mut left = starts;
        while left > 0 {
            let Some(request) = self.pending.pop_front() else { break };
            self.plan(planner, request);
            left = left.saturating_sub(planner.last_result().nodes.saturating_mul(STARTS_PER_NODE).max(1));
        }
        let open = self.candidates.iter().filter(|candidate| !candidate.done).count().max(1) as u32;
        let share = (left / open).max(1);
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
        self.pending.is_empty() && self.candidates.iter().all(|candidate| candidate.done)
    }

    /// The earliest build order so far.
    ///
    /// # Errors
    /// [`BuildFailure::Unfinished`] if nothing has been scheduled yet; at the end of the search, [`BuildFailure::Stuck`] if none of the plans
    /// can be carried out, or why the first goal has no plan if none has one.
    pub fn best(&self) -> Result<BuildOrder, BuildFailure> {
        let scheduled = self.candidates.iter().filter_map(|candidate| {
            let schedule = candidate.scheduler.schedule()?;
            Some(BuildOrder { goal: candidate.goal.clone(), plan: candidate.plan.clone(), schedule })
        });
        let best = scheduled.min_by_key(|order| order.schedule.reached);
        best.ok_or_else(|| match &self.failure {
            _ if !self.pending.is_empty() || self.candidates.iter().any(|candidate| !candidate.done) => {
                BuildFailure::Unfinished
            }
            Some(failure) if self.candidates.is_empty() => failure.clone(),
            _ => BuildFailure::Stuck,
        })
    }

    fn plan(&mut self, planner: &mut Planner, request: Request) {
        match plan(planner, &self.economy, &request) {
            Ok(plan) => {
                if request.first {
                    let others = alternatives(self.economy.catalogue(), &plan, &self.enabled);
                    let again = |enabled| Request { goal: request.goal.clone(), enabled, first: false };
                    self.pending.extend(others.into_iter().map(again));
                }
                let known = |candidate: &Candidate| candidate.goal == request.goal && candidate.plan == plan;
                if self.candidates.len() < MOST_PLANS && !self.candidates.iter().any(known) {
                    let goal = request.goal;
                    let scheduler = Scheduler::new(self.economy.clone(), goal.clone(), &plan, &self.enabled);
                    self.candidates.push(Candidate { goal, plan, scheduler, done: false });
                }
            }
            Err(reason) => {
                self.failure.get_or_insert(reason);
            }
        }
    }
}

fn plan(planner: &mut Planner, economy: &Economy, request: &Request) -> Result<Vec<RecipeId>, BuildFailure> {
    let domain = |goal: &BuildGoal| {
        let domain = BuildDomain::new(economy.catalogue(), std::slice::from_ref(goal));
        domain.map_err(|_| BuildFailure::Impossible(Vec::new()))
    };
    match domain(&request.goal)?.plan(planner, economy, 0, &request.enabled, NODES) {
        Err(BuildFailure::OutOfBudget) => {
            let few = few(economy, &request.goal);
            let plan = domain(&few)?.plan(planner, economy, 0, &request.enabled, NODES)?;
            Ok(repeated(economy, &request.goal, plan))
        }
        known => known,
    }
}

/// The goal, with only a few more of each product than there are.
fn few(economy: &Economy, goal: &BuildGoal) -> BuildGoal {
    let few = |&(id, number): &(_, u16)| (id, number.min(economy.expected(id).saturating_add(FEW)));
    BuildGoal { name: goal.name, at_least: goal.at_least.iter().map(few).collect() }
}

/// The plan, with the last recipe of each product repeated as often as the goal demands. The scheduler adds the supply.
fn repeated(economy: &Economy, goal: &BuildGoal, mut plan: Vec<RecipeId>) -> Vec<RecipeId> {
    let catalogue = economy.catalogue();
    for &(id, number) in &goal.at_least {
        let Some(&last) = plan.iter().rev().find(|&&recipe| catalogue.recipe(recipe).product == id) else { continue };
        let makes = |recipe: &RecipeId| match catalogue.recipe(*recipe) {
            recipe if recipe.product == id => recipe.makes,
            _ => 0,
        };
        let made: u16 = plan.iter().map(makes).sum();
        let missing = number.saturating_sub(economy.expected(id).saturating_add(made));
        plan.extend(std::iter::repeat_n(last, usize::from(missing.div_ceil(makes(&last).max(1)))));
    }
    plan
}

/// The enabled recipes without one that the plan uses and another could replace, for each such recipe.
fn alternatives(catalogue: &Catalogue, plan: &[RecipeId], enabled: &[bool]) -> Vec<Vec<bool>> {
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
