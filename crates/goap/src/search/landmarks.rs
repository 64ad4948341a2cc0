//! Landmarks: sets of actions of which every plan uses at least one, with costs that may be added up.
//!
//! They are found once per request by repeatedly cutting the relaxed problem between start and goal and subtracting
//! each cut's cost from its actions (LM-cut: Helmert and Domshlak, "Landmarks, critical paths and abstractions", 2009).
//! A partial plan, forward or backward, has passed the landmarks whose actions it uses; the rest of the plan must pass
//! the others, whatever the state in between (Karpas and Domshlak, "Cost-optimal planning with landmarks", 2009).
//!
//! Independent of: nodes and their order.

use super::additions::AdditionBounds;
use super::prepared::PreparedRequest;
use crate::number::{INF, add};
use crate::task::Task;
use crate::task::field_condition::FieldCondition;

/// One per bit of a word.
const MAX_LANDMARKS: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct Landmarks {
    /// By landmark.
    costs: Vec<i64>,
    /// By action of the task: the landmarks that it passes.
    passes: Vec<u64>,
    /// By action: the remaining cost.
    left: Vec<i64>,
    /// By condition.
    reached: Vec<i64>,
    /// By action: the precondition with the maximum cost; `u32::MAX` if it has none.
    last_precondition: Vec<u32>,
    /// By condition: whether the goal can be reached from it at no cost.
    zone: Vec<bool>,
    queue: Vec<u32>,
}

impl Landmarks {
    /// All landmarks, as bits.
    pub fn all(&self) -> u64 {
        if self.costs.len() == MAX_LANDMARKS { u64::MAX } else { (1 << self.costs.len()) - 1 }
    }

    /// The landmarks that an action passes.
    pub fn passed_by(&self, action: usize) -> u64 {
        self.passes.get(action).copied().unwrap_or(0)
    }

    /// The summed cost of a set of landmarks.
    pub fn cost(&self, mut landmarks: u64) -> i64 {
        let mut sum = 0;
        while landmarks != 0 {
            sum += self.costs[landmarks.trailing_zeros() as usize];
            landmarks &= landmarks - 1;
        }
        sum
    }

    /// Forgets the landmarks of an earlier request.
    pub fn clear(&mut self) {
        self.costs.clear();
        self.passes.clear();
    }

    /// Finds the landmarks between start and goal. Actions whose cost the addition bounds count already count as free.
    pub fn compute(&mut self, task: &Task, prepared: &PreparedRequest, additions: &AdditionBounds) {
        self.clear();
        let graph = &task.conditions;
        if graph.is_empty() {
            return;
        }
        self.passes.resize(task.actions.len(), 0);
        self.left.clear();
        let usable = |index: usize| prepared.reachability.actions[index] < INF;
        self.left.extend((0..task.actions.len()).map(|index| match usable(index) {
            true if additions.reserves(index) => 0,
            true => prepared.ground.costs[index],
            false => INF,
        }));
        self.reached.clear();
        let reached = |&(field, condition): &(u32, FieldCondition)| {
            if prepared.unmet(task, field, condition) { INF } else { 0 }
        };
        self.reached.extend(graph.list.iter().map(reached));
        self.last_precondition.clear();
        self.last_precondition.resize(task.actions.len(), u32::MAX);
        while self.costs.len() < MAX_LANDMARKS && self.cut(task) {}
    }

    /// Finds one more landmark; `false` once the goal has become free.
    fn cut(&mut self, task: &Task) -> bool {
        self.relax(task);
        let graph = &task.conditions;
        let Some(&goal) = graph.goal.iter().max_by_key(|&&goal| self.reached[goal as usize]) else { return false };
        let cost = self.reached[goal as usize];
        if cost == 0 || cost >= INF {
            return false;
        }
        self.zone.clear();
        self.zone.resize(graph.list.len(), false);
        self.zone[goal as usize] = true;
        self.queue.clear();
        self.queue.push(goal);
        while let Some(condition) = self.queue.pop() {
            for &action in &graph.achievers[condition as usize] {
                let precondition = self.last_precondition[action as usize];
                if self.left[action as usize] == 0 && precondition != u32::MAX && !self.zone[precondition as usize] {
                    self.zone[precondition as usize] = true;
                    self.queue.push(precondition);
                }
            }
        }
        // The cut: the actions that lead into the zone from outside.
        let mut least = INF;
        for action in 0..task.actions.len() {
            let precondition = self.last_precondition[action];
            let outside = precondition == u32::MAX || !self.zone[precondition as usize];
            let leads_in = |&achieved: &u32| self.zone[achieved as usize];
            if self.left[action] < INF && outside && graph.effects[action].iter().any(leads_in) {
                least = least.min(self.left[action]);
                self.queue.push(action as u32);
            }
        }
        if least == 0 || least >= INF {
            return false;
        }
        let bit = 1 << self.costs.len();
        for &action in &self.queue {
            self.left[action as usize] -= least;
            self.passes[action as usize] |= bit;
        }
        self.costs.push(least);
        true
    }

    /// Lowers the costs of conditions until nothing changes. These costs and the actions' costs only ever fall, so each
    /// call continues where the one before it ended.
    fn relax(&mut self, task: &Task) {
        let graph = &task.conditions;
        let count = task.actions.len();
        let mut forward = true;
        loop {
            let mut changed = false;
            for i in 0..count {
                let index = if forward { i } else { count - 1 - i };
                if self.left[index] >= INF {
                    continue;
                }
                let (mut preconditions, mut last) = (0, u32::MAX);
                for &precondition in &graph.preconditions[index] {
                    let cost = self.reached[precondition as usize];
                    if cost > preconditions {
                        (preconditions, last) = (cost, precondition);
                    }
                }
                self.last_precondition[index] = last;
                let cost = add(preconditions, self.left[index]);
                for &achieved in &graph.effects[index] {
                    let known = &mut self.reached[achieved as usize];
                    if cost < *known {
                        *known = cost;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
            forward = !forward;
        }
    }
}
