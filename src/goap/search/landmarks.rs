//! Landmarks: sets of actions of which every plan uses one, with costs that may be added up.
//!
//! Found once a request by cutting the relaxed problem again and again between the start and the goal, each time taking the
//! cut's cost away from its actions (LM-cut: Helmert and Domshlak, "Landmarks, critical paths and abstractions",
//! 2009). A partial plan, forwards or backwards, has passed the landmarks whose actions it uses; the rest of the plan must
//! pass the others, whatever the state between (Karpas and Domshlak, "PlanCost-optimal planning with landmarks", 2009).
//!
//! Must not know: nodes and their order.

use super::Scratch;
use crate::goap::number::{INF, add};
use crate::goap::task::Task;

/// As many as a word has bits.
const MOST: usize = 64;

#[derive(Debug, Default)]
pub(in crate::goap) struct Landmarks {
    /// By landmark.
    costs: Vec<i64>,
    /// By action of the task: the landmarks that it passes.
    passes: Vec<u64>,
    /// By action: what is left of its cost.
    left: Vec<i64>,
    /// By condition.
    reached: Vec<i64>,
    /// By action: the condition it needs that is reached last; `u32::MAX` if it needs none.
    last_need: Vec<u32>,
    /// By condition: whether the goal follows from it at no cost.
    zone: Vec<bool>,
    queue: Vec<u32>,
}

impl Landmarks {
    /// All landmarks, as bits.
    pub fn all(&self) -> u64 {
        if self.costs.len() == MOST { u64::MAX } else { (1 << self.costs.len()) - 1 }
    }

    /// The landmarks that an action passes.
    pub fn passed_by(&self, action: usize) -> u64 {
        self.passes.get(action).copied().unwrap_or(0)
    }

    /// The cost of landmarks together.
    pub fn cost(&self, mut landmarks: u64) -> i64 {
        let mut sum = 0;
        while landmarks != 0 {
            sum += self.costs[landmarks.trailing_zeros() as usize];
            landmarks &= landmarks - 1;
        }
        sum
    }

    /// Without landmarks.
    pub fn clear(&mut self) {
        self.costs.clear();
        self.passes.clear();
    }
}

impl Scratch {
    /// Finds the landmarks between the start and the goal. Actions whose cost is accounted for by numbers count as free.
    pub fn find_landmarks(&mut self, task: &Task) {
        let mut found = std::mem::take(&mut self.landmarks);
        found.clear();
        let graph = &task.conditions;
        if !graph.is_empty() {
            found.passes.resize(task.actions.len(), 0);
            found.left.clear();
            let usable = |index: usize| self.reach.actions[index] < INF;
            found.left.extend((0..task.actions.len()).map(|index| match usable(index) {
                true if self.numbers.reserves(index) => 0,
                true => self.ground.costs[index],
                false => INF,
            }));
            found.reached.clear();
            found.reached.extend(graph.list.iter().map(
                |&(field, wanted)| {
                    if self.unmet(task, field, wanted, false) { INF } else { 0 }
                },
            ));
            found.last_need.clear();
            found.last_need.resize(task.actions.len(), u32::MAX);
            while found.costs.len() < MOST && found.cut(task) {}
        }
        self.landmarks = found;
    }
}

impl Landmarks {
    /// Finds one more landmark, unless the goal has become free.
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
            for &action in graph.bringers_of(condition) {
                let need = self.last_need[action as usize];
                if self.left[action as usize] == 0 && need != u32::MAX && !self.zone[need as usize] {
                    self.zone[need as usize] = true;
                    self.queue.push(need);
                }
            }
        }
        // The cut: what leads into the zone from outside of it.
        let mut least = INF;
        for action in 0..task.actions.len() {
            let need = self.last_need[action];
            let outside = need == u32::MAX || !self.zone[need as usize];
            let leads_in = |&brought: &u32| self.zone[brought as usize];
            if self.left[action] < INF && outside && graph.brought_by_action(action).iter().any(leads_in) {
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

    /// Lowers the costs of conditions until nothing changes. They only ever fall, as do the actions' costs, so that each
    /// call goes on from where the one before ended.
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
                for &need in graph.needs_of(index) {
                    let cost = self.reached[need as usize];
                    if cost > preconditions {
                        (preconditions, last) = (cost, need);
                    }
                }
                self.last_need[index] = last;
                let cost = add(preconditions, self.left[index]);
                for &brought in graph.brought_by_action(index) {
                    let known = &mut self.reached[brought as usize];
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
