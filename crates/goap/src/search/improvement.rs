//! Improves a plan that is not known to be optimal: drops steps that are not needed (action elimination: Nakhost and Müller,
//! 2010), and changes the choice and the order of its stops (2-opt: Croes, 1958; Or-opt: Or, 1976; and a stop exchanged for
//! one that is not visited). Each change is kept only if the changed plan still reaches the goal, by the rules of
//! validation, and costs less. From an optimal plan, free steps that contribute nothing are dropped.
//!
//! Independent of: nodes, how the plan was found.

use super::nodes::NONE;
use super::{BudgetMeter, Problem, Scratch};
use crate::domain::Domain;
use crate::number::{INF, PlanCost, add};
use crate::request::{NoContext, PlanRequest, PlanStep};
use crate::task::Task;
use crate::validate::{Validity, simulate, start};

/// The maximum work on a plan, so that the time is limited for long plans: steps simulated, and changes looked at. It takes
/// some milliseconds.
const MAX_WORK: usize = 1 << 18;

/// The longest run of stops that is moved at once.
const MAX_RUN: usize = 3;

/// Reused memory.
#[derive(Debug, Default)]
pub(crate) struct Improvement {
    /// The changed plan.
    trial: Vec<PlanStep>,
    state: Vec<i64>,
    stops: Vec<Stop>,
    /// The stops of the changed plan, as indices into `stops`, and the target of each.
    order: Vec<(u32, u32)>,
    /// By stop: the length of the way to it, and of the way back from it.
    ways: Vec<(i64, i64)>,
    work: usize,
}

/// A stop: the steps from one travelling step to the next.
#[derive(Debug, Clone, Copy)]
struct Stop {
    first: u32,
    /// The target of the travelling step; [`NONE`] for the steps before the first one.
    candidate: u32,
}

/// Which steps are dropped from a plan if the others reach the goal without them, at no more cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Droppable {
    Free,
    All,
}

fn is_free(step: &PlanStep) -> bool {
    step.cost == PlanCost::ZERO
}

impl Scratch {
    /// Improves the plan in `steps`, which costs `total`. Returns its cost. A plan that was found `forward` may have any steps that
    /// are not needed.
    pub fn improve(&mut self, problem: Problem, meter: &BudgetMeter, total: i64, forward: bool) -> i64 {
        let task = problem.task;
        self.change_plan(problem, meter, total, |plan, steps| {
            plan.drop_steps(steps, if forward { Droppable::All } else { Droppable::Free });
            if task.last.is_some() && !task.breaks_triangle_inequality {
                while plan.improve_stops(steps) {}
            }
        })
    }

    /// Drops free steps that contribute nothing from the plan in `steps`, which costs `total`. Returns its cost, which is lower
    /// only if the plan was not optimal. Once the time of the request is over, the steps stay.
    pub fn drop_free_steps(&mut self, problem: Problem, meter: &BudgetMeter, total: i64) -> i64 {
        // Most plans have none.
        match self.steps.iter().any(is_free) {
            true => self.change_plan(problem, meter, total, |plan, steps| plan.drop_steps(steps, Droppable::Free)),
            false => total,
        }
    }

    fn change_plan(
        &mut self,
        problem: Problem,
        meter: &BudgetMeter,
        total: i64,
        change: impl FnOnce(&mut ImprovedPlan, &mut Vec<PlanStep>),
    ) -> i64 {
        let mut memory = std::mem::take(&mut self.improvement);
        let mut steps = std::mem::take(&mut self.steps);
        memory.work = 0;
        let Problem { domain, task, request } = problem;
        let mut plan = ImprovedPlan { scratch: self, memory: &mut memory, domain, task, request, meter, total };
        change(&mut plan, &mut steps);
        let total = plan.total;
        (self.improvement, self.steps) = (memory, steps);
        total
    }
}

struct ImprovedPlan<'a> {
    scratch: &'a mut Scratch,
    memory: &'a mut Improvement,
    domain: &'a Domain,
    task: &'a Task,
    request: &'a PlanRequest<'a>,
    meter: &'a BudgetMeter,
    total: i64,
}

impl ImprovedPlan<'_> {
    /// Whether there is time for more work: steps to simulate, or changes to look at.
    fn may_work(&mut self, work: usize) -> bool {
        self.memory.work += work;
        self.memory.work <= MAX_WORK && !self.meter.is_late()
    }

    /// Drops single steps, last to first, without which the others reach the goal at no more cost.
    fn drop_steps(&mut self, steps: &mut Vec<PlanStep>, which: Droppable) {
        let mut at = steps.len();
        while at > 0 {
            at -= 1;
            // The plan may have become shorter by more than one step.
            let Some(step) = steps.get(at) else { continue };
            if which == Droppable::All || is_free(step) {
                self.memory.trial.clear();
                self.memory.trial.extend_from_slice(&steps[..at]);
                self.memory.trial.extend_from_slice(&steps[at + 1..]);
                self.try_it(steps);
            }
        }
    }

    /// Takes the trial if it reaches the goal and costs less, or as much with fewer steps.
    fn try_it(&mut self, steps: &mut Vec<PlanStep>) -> bool {
        let mut trial = std::mem::take(&mut self.memory.trial);
        let taken = self.may_work(trial.len() + 1) && self.is_better(&mut trial, steps.len());
        if taken {
            std::mem::swap(steps, &mut trial);
        }
        self.memory.trial = trial;
        taken
    }

    /// Cuts the trial where it reaches the goal, and prices its steps. Whether it is better than a plan of `count` steps.
    fn is_better(&mut self, trial: &mut Vec<PlanStep>, count: usize) -> bool {
        start(self.domain, self.request, &mut self.memory.state);
        // The context need not be asked again: what it forbids has an infinite price.
        let request = PlanRequest { context: &NoContext, ..*self.request };
        let validity = simulate(self.domain, &request, trial, &mut self.memory.state);
        let Validity::Reaches { steps: needed } = validity else { return false };
        trial.truncate(needed);
        let total = self.price(trial);
        let better = total < self.total || (total == self.total && needed < count);
        if better {
            self.total = total;
        }
        better
    }

    /// Sets the steps' costs. Returns their sum.
    fn price(&mut self, steps: &mut [PlanStep]) -> i64 {
        let (mut place, mut total) = (None, 0);
        for step in steps {
            let Some(index) = self.index(step) else { return INF };
            *step = self.scratch.priced(self.task, self.request, (index, step.candidate), &mut place);
            total = add(total, step.cost.0);
        }
        total
    }

    /// The step's action in the task.
    fn index(&self, step: &PlanStep) -> Option<usize> {
        self.task.actions.binary_search_by_key(&(step.action.index() as u32), |action| action.action).ok()
    }

    /// Finds the stops, and the lengths of the ways between them.
    fn find_stops(&mut self, steps: &[PlanStep]) {
        self.memory.stops.clear();
        self.memory.stops.push(Stop { first: 0, candidate: NONE });
        for (at, step) in steps.iter().enumerate() {
            let target = self.domain.actions[step.action.index()].target;
            if let (true, Some(candidate)) = (target.is_some_and(|target| target.includes_travel), step.candidate) {
                self.memory.stops.push(Stop { first: at as u32, candidate });
            }
        }
        self.memory.ways.clear();
        let (mut there, mut back) = (0, 0);
        self.memory.ways.push((0, 0));
        for stop in 1..self.memory.stops.len() {
            there += self.way(stop - 1, stop);
            back += if stop == 1 { 0 } else { self.way(stop, stop - 1) };
            self.memory.ways.push((there, back));
        }
    }

    fn travel(&mut self, from: u32, to: u32) -> i64 {
        // A path that does not exist is dear, and its length small enough to be added and subtracted.
        self.scratch.ground.travel(self.request, (from != NONE).then_some(from), to).min(INF >> 16)
    }

    /// The way between two stops; 0 to beyond the last one.
    fn way(&mut self, from: usize, to: usize) -> i64 {
        match self.memory.stops.get(to) {
            Some(&Stop { candidate, .. }) => self.travel(self.memory.stops[from].candidate, candidate),
            None => 0,
        }
    }

    /// Makes one change that shortens the way; `false` if there is none.
    fn improve_stops(&mut self, steps: &mut Vec<PlanStep>) -> bool {
        self.find_stops(steps);
        let count = self.memory.stops.len();
        if count < 3 {
            return false;
        }
        for first in 1..count {
            if !self.may_work(count) {
                return false;
            }
            for last in first..count {
                if last > first && self.reverse(steps, first, last) {
                    return true;
                }
                if last < first + MAX_RUN && self.relocate(steps, first, last) {
                    return true;
                }
            }
        }
        (1..count).any(|stop| self.exchange(steps, stop))
    }

    /// 2-opt: visits a run of stops in reverse.
    fn reverse(&mut self, steps: &mut Vec<PlanStep>, first: usize, last: usize) -> bool {
        let ways = |stop: usize| self.memory.ways[stop.min(self.memory.ways.len() - 1)];
        let (old, back) = (ways(last + 1).0 - ways(first - 1).0, ways(last).1 - ways(first).1);
        let new = self.way(first - 1, last) + back + self.way(first, last + 1);
        if new >= old {
            return false;
        }
        self.order(|order| order[first..=last].reverse());
        self.try_order(steps)
    }

    /// Or-opt: moves a run of stops to another place.
    fn relocate(&mut self, steps: &mut Vec<PlanStep>, first: usize, last: usize) -> bool {
        let gain = self.way(first - 1, first) + self.way(last, last + 1)
            - if last + 1 < self.memory.stops.len() { self.way(first - 1, last + 1) } else { 0 };
        if !self.may_work(self.memory.stops.len()) {
            return false;
        }
        for after in 0..self.memory.stops.len() {
            if (first - 1..=last).contains(&after) {
                continue;
            }
            let loss = self.way(after, first) + self.way(last, after + 1) - self.way(after, after + 1);
            if loss < gain {
                self.order(|order| match after < first {
                    true => order[after + 1..=last].rotate_right(last + 1 - first),
                    false => order[first..=after].rotate_left(last + 1 - first),
                });
                if self.try_order(steps) {
                    return true;
                }
            }
        }
        false
    }

    /// Visits another candidate instead of a stop, at the place where that is shortest.
    fn exchange(&mut self, steps: &mut Vec<PlanStep>, stop: usize) -> bool {
        let (old, end) =
            (self.memory.stops[stop], self.memory.stops.get(stop + 1).map_or(steps.len(), |next| next.first as usize));
        let Some(step) = steps[old.first as usize..end].iter().rev().find(|step| step.candidate == Some(old.candidate))
        else {
            return false;
        };
        let Some(index) = self.index(step) else { return false };
        let own = self.scratch.ground.cost_for(self.task, index, old.candidate);
        let skip = if stop + 1 < self.memory.stops.len() { self.way(stop - 1, stop + 1) } else { 0 };
        let gain = self.way(stop - 1, stop) + self.way(stop, stop + 1) - skip;
        for at in 0..self.scratch.ground.candidates(index).len() {
            let (candidate, cost) = self.scratch.ground.candidates(index)[at];
            if !self.may_work(self.memory.stops.len()) {
                return false;
            }
            if self.memory.stops.iter().any(|other| other.candidate == candidate) {
                continue;
            }
            for after in (0..self.memory.stops.len()).filter(|&after| after != stop) {
                // Between which stops, once the old one is gone.
                let next = if after + 1 == stop { stop + 1 } else { after + 1 };
                let to = self.memory.stops.get(next).map(|next| next.candidate);
                let from = self.memory.stops[after].candidate;
                let direct = to.map_or(0, |to| self.travel(from, to));
                let onward = to.map_or(0, |to| self.travel(candidate, to));
                let loss = self.travel(from, candidate) + onward - direct;
                if loss.saturating_add(cost) < gain.saturating_add(own) {
                    self.order(|order| {
                        order[stop].1 = candidate;
                        match after < stop {
                            true => order[after + 1..=stop].rotate_right(1),
                            false => order[stop..=after].rotate_left(1),
                        }
                    });
                    if self.try_order(steps) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Writes the present order of stops, changed.
    fn order(&mut self, change: impl FnOnce(&mut [(u32, u32)])) {
        let Improvement { stops, order, .. } = &mut *self.memory;
        order.clear();
        order.extend(stops.iter().enumerate().map(|(index, stop)| (index as u32, stop.candidate)));
        change(order);
    }

    /// Takes the plan with its stops in the changed order, if it is better.
    fn try_order(&mut self, steps: &mut Vec<PlanStep>) -> bool {
        let Improvement { trial, stops, order, .. } = &mut *self.memory;
        trial.clear();
        for &(index, candidate) in order.iter() {
            let stop = stops[index as usize];
            let end = stops.get(index as usize + 1).map_or(steps.len(), |next| next.first as usize);
            for step in &steps[stop.first as usize..end] {
                let same = step.candidate.is_some() && step.candidate == Some(stop.candidate);
                trial.push(PlanStep { candidate: if same { Some(candidate) } else { step.candidate }, ..*step });
            }
        }
        self.try_it(steps)
    }
}
