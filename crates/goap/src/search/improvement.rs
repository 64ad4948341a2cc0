//! Improves a plan that is not known to be optimal: drops steps that are not needed (action elimination: Nakhost and Müller,
//! 2010), and changes the choice and the order of its stops (2-opt: Croes, 1958; Or-opt: Or, 1976; and a stop exchanged for
//! one that is not visited). Each change is kept only if the changed plan still reaches the goal, by the rules of
//! validation, and costs less. From an optimal plan, free steps that contribute nothing are dropped.
//!
//! Independent of: nodes, how the plan was found.

use super::grounding::GroundedRequest;
use super::nodes::NONE;
use super::{BudgetMeter, Problem};
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

/// A plan that is being improved.
pub(crate) struct ImprovedPlan<'a> {
    pub problem: &'a Problem<'a>,
    pub ground: &'a mut GroundedRequest,
    pub memory: &'a mut Improvement,
    pub steps: &'a mut Vec<PlanStep>,
    pub meter: &'a BudgetMeter,
    pub total: i64,
}

impl ImprovedPlan<'_> {
    /// Improves the plan, and returns its cost. A plan that was found `forward` may have any steps that are not needed.
    pub fn improve(mut self, forward: bool) -> i64 {
        let task = self.problem.task;
        self.memory.work = 0;
        self.drop_steps(if forward { Droppable::All } else { Droppable::Free });
        if task.last.is_some() && !task.breaks_triangle_inequality {
            while self.improve_stops() {}
        }
        self.total
    }

    /// Drops free steps that contribute nothing. Returns the plan's cost, which is lower only if the plan was not optimal. Once
    /// the time of the request is over, the steps stay.
    pub fn drop_free_steps(mut self) -> i64 {
        // Most plans have none.
        if self.steps.iter().any(is_free) {
            self.memory.work = 0;
            self.drop_steps(Droppable::Free);
        }
        self.total
    }

    /// Whether there is time for more work: steps to simulate, or changes to look at.
    fn may_work(&mut self, work: usize) -> bool {
        self.memory.work += work;
        self.memory.work <= MAX_WORK && !self.meter.is_late()
    }

    /// Drops single steps, last to first, without which the others reach the goal at no more cost.
    fn drop_steps(&mut self, which: Droppable) {
        let mut at = self.steps.len();
        while at > 0 {
            at -= 1;
            // The plan may have become shorter by more than one step.
            let Some(step) = self.steps.get(at) else { continue };
            if which == Droppable::All || is_free(step) {
                if !self.may_work(self.steps.len()) {
                    return;
                }
                self.memory.trial.clear();
                self.memory.trial.extend_from_slice(&self.steps[..at]);
                self.memory.trial.extend_from_slice(&self.steps[at + 1..]);
                self.take_if_better();
            }
        }
    }

    /// Takes the trial if it reaches the goal and costs less, or as much with fewer steps.
    fn take_if_better(&mut self) -> bool {
        let taken = self.is_better();
        if taken {
            std::mem::swap(self.steps, &mut self.memory.trial);
        }
        taken
    }

    /// Cuts the trial where it reaches the goal, and prices its steps. Whether it is better than the plan.
    fn is_better(&mut self) -> bool {
        let Problem { domain, request, .. } = *self.problem;
        let Improvement { trial, state, .. } = &mut *self.memory;
        start(domain, request, state);
        // The context need not be asked again: what it forbids has an infinite price.
        let request = PlanRequest { context: &NoContext, ..*request };
        let Validity::Reaches { steps: needed } = simulate(domain, &request, trial, state) else { return false };
        trial.truncate(needed);
        let total = self.price_trial();
        let better = total < self.total || (total == self.total && needed < self.steps.len());
        if better {
            self.total = total;
        }
        better
    }

    /// Sets the costs of the trial's steps. Returns their sum.
    fn price_trial(&mut self) -> i64 {
        let (mut place, mut total) = (None, 0);
        for step in &mut self.memory.trial {
            let Some(index) = task_index(self.problem.task, step) else { return INF };
            *step = self.ground.step(self.problem, index, step.candidate, &mut place);
            total = add(total, step.cost.0);
        }
        total
    }

    /// Finds the stops, and the lengths of the ways between them.
    fn find_stops(&mut self) {
        self.memory.stops.clear();
        self.memory.stops.push(Stop { first: 0, candidate: NONE });
        for (at, step) in self.steps.iter().enumerate() {
            let target = self.problem.domain.actions[step.action.index()].target;
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
        self.ground.travel(self.problem.request, (from != NONE).then_some(from), to).min(INF >> 16)
    }

    /// The way between two stops; 0 to beyond the last one.
    fn way(&mut self, from: usize, to: usize) -> i64 {
        match self.memory.stops.get(to) {
            Some(&Stop { candidate, .. }) => self.travel(self.memory.stops[from].candidate, candidate),
            None => 0,
        }
    }

    /// Makes one change that shortens the way; `false` if there is none.
    fn improve_stops(&mut self) -> bool {
        self.find_stops();
        let count = self.memory.stops.len();
        if count < 3 {
            return false;
        }
        for first in 1..count {
            if !self.may_work(count) {
                return false;
            }
            for last in first..count {
                if last > first && self.reverse(first, last) {
                    return true;
                }
                if last < first + MAX_RUN && self.relocate(first, last) {
                    return true;
                }
            }
        }
        (1..count).any(|stop| self.exchange(stop))
    }

    /// 2-opt: visits a run of stops in reverse.
    fn reverse(&mut self, first: usize, last: usize) -> bool {
        let ways = |stop: usize| self.memory.ways[stop.min(self.memory.ways.len() - 1)];
        let (old, back) = (ways(last + 1).0 - ways(first - 1).0, ways(last).1 - ways(first).1);
        let new = self.way(first - 1, last) + back + self.way(first, last + 1);
        if new >= old {
            return false;
        }
        self.order(|order| order[first..=last].reverse());
        self.try_order()
    }

    /// Or-opt: moves a run of stops to another place.
    fn relocate(&mut self, first: usize, last: usize) -> bool {
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
                if self.try_order() {
                    return true;
                }
            }
        }
        false
    }

    /// Visits another candidate instead of a stop, at the place where that is shortest.
    fn exchange(&mut self, stop: usize) -> bool {
        let (old, end) = (
            self.memory.stops[stop],
            self.memory.stops.get(stop + 1).map_or(self.steps.len(), |next| next.first as usize),
        );
        let Some(step) =
            self.steps[old.first as usize..end].iter().rev().find(|step| step.candidate == Some(old.candidate))
        else {
            return false;
        };
        let Some(index) = task_index(self.problem.task, step) else { return false };
        let own = self.ground.cost_for(self.problem.task, index, old.candidate);
        let skip = if stop + 1 < self.memory.stops.len() { self.way(stop - 1, stop + 1) } else { 0 };
        let gain = self.way(stop - 1, stop) + self.way(stop, stop + 1) - skip;
        for at in 0..self.ground.candidates(index).len() {
            let (candidate, cost) = self.ground.candidates(index)[at];
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
                    if self.try_order() {
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
    fn try_order(&mut self) -> bool {
        let Improvement { trial, stops, order, .. } = &mut *self.memory;
        trial.clear();
        for &(index, candidate) in order.iter() {
            let stop = stops[index as usize];
            let end = stops.get(index as usize + 1).map_or(self.steps.len(), |next| next.first as usize);
            for step in &self.steps[stop.first as usize..end] {
                let same = step.candidate.is_some() && step.candidate == Some(stop.candidate);
                trial.push(PlanStep { candidate: if same { Some(candidate) } else { step.candidate }, ..*step });
            }
        }
        self.may_work(self.memory.trial.len() + 1) && self.take_if_better()
    }
}

/// The index of a step's action in the task.
fn task_index(task: &Task, step: &PlanStep) -> Option<usize> {
    task.actions.binary_search_by_key(&(step.action.index() as u32), |action| action.action).ok()
}
