//! From a plan to a schedule, in slices of bounded work: first build orders by simple policies, then a local search from the best of them.

use super::{
    improve::LocalSearch,
    policy::{ExtraGroup, Extras, Policy, build_order},
    schedule::{BuildCommand, OrderQuality, Schedule, quality},
};
use crate::games::commander::{
    catalogue::{BuildGoal, Millis, RecipeId},
    economy::Economy,
};

/// Workers in a policy grow by this number at a time.
const WORKER_STEP: u16 = 2;
/// So many of these steps at once where one step alone does not help.
const FAR: u16 = 4;
/// The changes of a policy that concern numbers alone.
const NUMBERS: usize = 7;
/// The policies that are tried first make this many workers before all else.
const FIRST_WORKERS: [u16; 5] = [0, 2, 4, 6, 10];
/// Something that gives supply is made when less than this is left.
const SUPPLY_MARGINS: [u16; 2] = [2, 4];
/// The local search starts from at most this many build orders: the best one for each number of first workers, and the best of these.
const SEEDS: usize = 5;

/// A search for the earliest schedule of one plan. It is deterministic: the same calls give the same schedules.
#[derive(Clone, Debug)]
pub struct Scheduler {
    economy: Economy,
    goal: BuildGoal,
    plan: Vec<RecipeId>,
    extras: Extras,
    stage: Stage,
    /// The best policy so far.
    policy: Option<(OrderQuality, Policy)>,
    /// The best build order for each number of first workers, at most [`SEEDS`], the best one last.
    seeds: Vec<(u16, Rated)>,
    best: Option<Rated>,
    work: u32,
}

/// A build order and its quality.
type Rated = (OrderQuality, Vec<BuildCommand>);

#[derive(Clone, Debug)]
enum Stage {
    /// Policies from a grid are tried, the last one first.
    Grid(Vec<Policy>),
    /// The best policy is changed in one respect at a time.
    Varying {
        next: usize,
        failed: usize,
    },
    /// The local search works on one seed after the other.
    Improving(Box<LocalSearch>),
    Done,
}

impl Scheduler {
    /// A scheduler for a plan: recipes in an order in which each can start once those before it stand. It adds only enabled recipes.
    pub fn new(economy: Economy, goal: BuildGoal, plan: &[RecipeId], enabled: &[bool]) -> Self {
        let extras = Extras::of_plan(&economy, plan, enabled);
        let makes = |id: RecipeId| usize::from(economy.catalogue().recipe(id).makes);
        let plan: Vec<RecipeId> = plan.iter().flat_map(|&id| std::iter::repeat_n(id, makes(id))).collect();
        let plan = critical_first(&economy, &plan);
        let stage = Stage::Grid(grid(&economy, &extras));
        Self { economy, goal, plan, extras, stage, policy: None, seeds: Vec::new(), best: None, work: 0 }
    }

    /// Continues the search for about this many simulated commands, of some 100 ns each. Returns whether it is at its end. The first call
    /// finds a schedule, if there is one, even if that takes more.
    pub fn run(&mut self, starts: u32) -> bool {
        let limit = self.work.saturating_add(starts);
        loop {
            match &mut self.stage {
                Stage::Done => return true,
                Stage::Grid(policies) => match policies.pop() {
                    Some(policy) => {
                        self.try_policy(policy);
                    }
                    None if self.policy.is_none() => self.stage = Stage::Done,
                    None => self.stage = Stage::Varying { next: 0, failed: 0 },
                },
                Stage::Varying { next, failed } => {
                    let changes = NUMBERS + 2 * (self.extras.producers.len() + 2 * self.extras.groups.len());
                    let change = *next;
                    if *failed >= changes {
                        self.stage = self.next_seed();
                    } else {
                        (*next, *failed) = ((change + 1) % changes, *failed + 1);
                        self.vary(change);
                    }
                }
                Stage::Improving(search) => {
                    let end = search.run(&self.goal, &mut self.work, limit);
                    let found = (search.best(), search.commands().to_vec());
                    if self.best.as_ref().is_none_or(|best| found.0 < best.0) {
                        self.best = Some(found);
                    }
                    if end {
                        self.stage = self.next_seed();
                    }
                }
            }
            if self.work > limit && self.best.is_some() {
                return matches!(self.stage, Stage::Done);
            }
        }
    }

    /// The best schedule so far; `None` if the plan cannot be carried out.
    pub fn schedule(&self) -> Option<Schedule> {
        let (_, commands) = self.best.as_ref()?;
        Schedule::simulate(&self.economy, &self.goal, commands)
    }

    /// The number of simulated starts so far.
    pub fn work(&self) -> u32 {
        self.work
    }

    /// Tries a policy. Returns whether it is the best one so far.
    fn try_policy(&mut self, policy: Policy) -> bool {
        // A build order that is a little later may still be a good start for the local search.
        let limit = self.policy.as_ref().map_or(Millis::MAX, |(best, _)| best.reached.saturating_add(best.reached / 8));
        let found = build_order(&self.economy, &self.goal, &self.plan, &self.extras, &policy, limit, &mut self.work);
        let Some(commands) = found else { return false };
        let found = quality(self.economy.clone(), &self.goal, &commands, (0, 0), u32::MAX, &mut self.work);
        let Some(found) = found else { return false };
        self.keep_seed(policy.first, (found, commands));
        let better = self.policy.as_ref().is_none_or(|(known, _)| found < *known);
        if better {
            self.policy = Some((found, policy));
            self.best = self.seeds.last().map(|(_, rated)| rated.clone());
        }
        better
    }

    fn keep_seed(&mut self, first: u16, rated: Rated) {
        if let Some(index) = self.seeds.iter().position(|(known, _)| *known == first) {
            if self.seeds[index].1.0 <= rated.0 {
                return;
            }
            self.seeds.remove(index);
        }
        let index = self.seeds.partition_point(|(_, other)| other.0 > rated.0);
        self.seeds.insert(index, (first, rated));
        self.seeds.drain(..self.seeds.len().saturating_sub(SEEDS));
    }

    /// Tries the best policy with one change, which is tried again as long as it helps.
    fn vary(&mut self, change: usize) {
        let candidate = self.policy.as_ref().and_then(|(_, policy)| changed(policy, change, &self.extras));
        if candidate.is_some_and(|policy| self.try_policy(policy)) {
            self.stage = Stage::Varying { next: change, failed: 0 };
        }
    }

    /// The local search from the next seed.
    fn next_seed(&mut self) -> Stage {
        let Some((_, (_, commands))) = self.seeds.pop() else { return Stage::Done };
        let added =
            self.extras.worker.into_iter().chain(self.extras.supply).chain(self.extras.producers.iter().copied());
        let mut insertions: Vec<BuildCommand> = added.map(BuildCommand::Start).collect();
        if self.plan.iter().any(|&id| self.economy.catalogue().recipe(id).gas > 0) {
            let places = self.economy.catalogue().numbers.workers_per_refinery;
            insertions.extend((0..=places).chain([2 * places]).map(BuildCommand::GasWorkers));
        }
        LocalSearch::new(&self.economy, &self.goal, commands, insertions)
            .map_or(Stage::Done, |search| Stage::Improving(Box::new(search)))
    }
}

/// The plan with those recipes first on which the longest chain of others depends. Nothing comes before what it requires.
fn critical_first(economy: &Economy, plan: &[RecipeId]) -> Vec<RecipeId> {
    let catalogue = economy.catalogue();
    let mut chain = vec![0; plan.len()];
    for (index, &id) in plan.iter().enumerate().rev() {
        let made = catalogue.recipe(id).product;
        let depends = |&(_, &later): &(usize, &RecipeId)| {
            let recipe = catalogue.recipe(later);
            let gas = recipe.gas > 0 && catalogue.get(made).gives_gas;
            recipe.producer == made
                || recipe.add_on == Some(made)
                || gas
                || catalogue.get(recipe.product).requires.contains(&made)
        };
        let after = plan.iter().enumerate().skip(index + 1).filter(depends);
        chain[index] = catalogue.recipe(id).millis + after.map(|(later, _)| chain[later]).max().unwrap_or(0);
    }
    let mut order: Vec<usize> = (0..plan.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(chain[index]));
    order.into_iter().map(|index| plan[index]).collect()
}

/// The policies that are tried first, in reverse order.
fn grid(economy: &Economy, extras: &Extras) -> Vec<Policy> {
    let workers = economy.expected(economy.catalogue().numbers.worker);
    let mut extra: Vec<Vec<RecipeId>> = vec![Vec::new()];
    extra.extend(extras.producers.iter().map(|&id| vec![id]));
    let policy = |extra: &Vec<RecipeId>, more: u16| Policy {
        first: workers + more,
        workers: workers + more + WORKER_STEP,
        extra: extra.clone(),
        supply_margin: SUPPLY_MARGINS[0],
    };
    let all = extra.iter().flat_map(|extra| FIRST_WORKERS.into_iter().rev().map(move |more| policy(extra, more)));
    let mut all: Vec<Policy> = all.collect();
    all.reverse();
    all
}

/// A policy that differs in one respect; `None` if there is no such one.
fn changed(policy: &Policy, change: usize, extras: &Extras) -> Option<Policy> {
    let mut policy = policy.clone();
    match change {
        0 => {
            policy.first += WORKER_STEP;
            policy.workers = policy.workers.max(policy.first);
        }
        1 => policy.first = policy.first.checked_sub(WORKER_STEP)?,
        2 => policy.workers += WORKER_STEP,
        3 => policy.workers = policy.workers.checked_sub(WORKER_STEP)?,
        4 => {
            let other = SUPPLY_MARGINS.into_iter().find(|&margin| margin != policy.supply_margin)?;
            policy.supply_margin = other;
        }
        5 => policy.workers += FAR * WORKER_STEP,
        6 => {
            policy.first += FAR * WORKER_STEP;
            policy.workers = policy.workers.max(policy.first + WORKER_STEP);
        }
        change => {
            let (number, adds) = ((change - NUMBERS) / 2, (change - NUMBERS).is_multiple_of(2));
            let (group, times) = group(extras, number)?;
            for _ in 0..times {
                with_group(&mut policy, &group, adds)?;
            }
        }
    }
    Some(policy)
}

/// What a change of the extras adds or leaves out, and how many times: each producer, each group, and each group twice.
fn group(extras: &Extras, number: usize) -> Option<(ExtraGroup, usize)> {
    if let Some(&recipe) = extras.producers.get(number) {
        return Some((ExtraGroup { recipes: vec![recipe], workers: 0 }, 1));
    }
    let number = number - extras.producers.len();
    let group = extras.groups.get(number % extras.groups.len().max(1))?;
    Some((group.clone(), 1 + number / extras.groups.len()))
}

/// Adds a group to a policy or leaves it out; `None` if it is not in it.
fn with_group(policy: &mut Policy, group: &ExtraGroup, adds: bool) -> Option<()> {
    if adds {
        policy.extra.extend(&group.recipes);
        policy.workers += group.workers;
        return Some(());
    }
    for &recipe in &group.recipes {
        let index = policy.extra.iter().position(|&id| id == recipe)?;
        policy.extra.remove(index);
    }
    policy.workers = policy.workers.checked_sub(group.workers)?;
    Some(())
}
