//! From a plan to a schedule, in slices of bounded work: first build orders by rules, then a local search from the best of them.

use super::{
    improve::LocalSearch,
    policy::{Extras, Policy, build_order},
    schedule::{BuildCommand, Quality, Schedule, quality},
};
use crate::games::commander::{
    catalogue::{BuildGoal, RecipeId},
    economy::Economy,
};

/// Workers in a policy grow by this number at a time.
const WORKER_STEP: u16 = 2;
/// Something that gives supply is made when less than this is left.
const SUPPLY_MARGINS: [u16; 2] = [2, 4];

/// A search for the earliest schedule of one plan. It is deterministic: the same calls give the same schedules.
#[derive(Clone, Debug)]
pub struct Scheduler {
    economy: Economy,
    goal: BuildGoal,
    plan: Vec<RecipeId>,
    extras: Extras,
    stage: Stage,
    best: Option<(Quality, Vec<BuildCommand>)>,
    work: u32,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Policies are tried, each changed in one respect from the best one so far.
    Policies { best: Policy, quality: Option<Quality>, next: usize, failed: usize },
    Improving(Box<LocalSearch>),
    Done,
}

impl Scheduler {
    /// A scheduler for a plan: recipes in an order in which each can start once those before it stand. It adds only enabled recipes.
    pub fn new(economy: Economy, goal: BuildGoal, plan: &[RecipeId], enabled: &[bool]) -> Self {
        let extras = Extras::of_plan(&economy, plan, enabled);
        let makes = |id: RecipeId| usize::from(economy.catalogue().recipe(id).makes);
        let plan = plan.iter().flat_map(|&id| std::iter::repeat_n(id, makes(id))).collect();
        let workers = economy.expected(economy.catalogue().numbers.worker);
        let best = Policy { first: workers + 4, workers: workers + 6, extra: Vec::new(), supply_margin: SUPPLY_MARGINS[0] };
        let stage = Stage::Policies { best, quality: None, next: 0, failed: 0 };
        Self { economy, goal, plan, extras, stage, best: None, work: 0 }
    }

    /// Continues the search for about so many simulated starts, of some 100 to 200 ns each. Returns whether it is at its end. The first
    /// call finds a schedule, if there is one, even if that takes more.
    pub fn run(&mut self, starts: u32) -> bool {
        let limit = self.work.saturating_add(starts);
        loop {
            match &mut self.stage {
                Stage::Done => return true,
                Stage::Improving(search) => {
                    let end = search.run(&self.goal, &mut self.work, limit);
                    self.best = Some((search.best(), search.commands().to_vec()));
                    if end {
                        self.stage = Stage::Done;
                    }
                }
                Stage::Policies { .. } => self.try_policy(),
            }
            if self.work > limit {
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

    fn try_policy(&mut self) {
        let Stage::Policies { best, quality: known, next, failed } = &mut self.stage else { return };
        let changes = 5 + 2 * self.extras.producers.len();
        let candidate = if known.is_none() { Some(best.clone()) } else { changed(best, *next, &self.extras) };
        let commands = candidate.as_ref().and_then(|policy| {
            build_order(&self.economy, &self.goal, &self.plan, &self.extras, policy, &mut self.work)
        });
        let found = commands.as_ref().and_then(|commands| {
            quality(self.economy.clone(), &self.goal, commands, (0, 0), u32::MAX, &mut self.work)
        });
        let first = known.is_none();
        match (found, candidate, commands) {
            (Some(found), Some(policy), Some(commands)) if known.is_none_or(|known| found < known) => {
                (*best, *known, *failed) = (policy, Some(found), 0);
                self.best = Some((found, commands));
            }
            _ => {
                *failed += 1;
                *next = (*next + 1) % changes;
            }
        }
        if first && self.best.is_none() {
            self.stage = Stage::Done;
        } else if *failed > changes {
            self.stage = self.improve();
        }
    }

    fn improve(&self) -> Stage {
        let Some((_, commands)) = &self.best else { return Stage::Done };
        let added = self.extras.worker.into_iter().chain(self.extras.supply).chain(self.extras.producers.iter().copied());
        let mut insertions: Vec<BuildCommand> = added.map(BuildCommand::Start).collect();
        if self.plan.iter().any(|&id| self.economy.catalogue().recipe(id).gas > 0) {
            insertions.extend((0..=self.economy.catalogue().numbers.workers_per_refinery).map(BuildCommand::GasWorkers));
        }
        LocalSearch::new(&self.economy, &self.goal, commands.clone(), insertions)
            .map_or(Stage::Done, |search| Stage::Improving(Box::new(search)))
    }
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
        change => {
            let recipe = *extras.producers.get((change - 5) / 2)?;
            if change % 2 == 1 {
                policy.extra.push(recipe);
            } else {
                let index = policy.extra.iter().position(|&id| id == recipe)?;
                policy.extra.remove(index);
            }
        }
    }
    Some(policy)
}
