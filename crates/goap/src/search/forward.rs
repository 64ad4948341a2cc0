//! Forward A*: best first from the start towards the goal. A node is one state, packed with one value in each set.
//!
//! Of several plans with equal cost the first one found wins, as in the backward search.
//!
//! Independent of: names, explanations.

use super::lane::Lane;
use super::nodes::{NONE, NodeRecord, Weight};
use super::regression::use_up;
use super::{BudgetMeter, Scratch, SearchEnd};
use crate::compiled::TargetTest;
use crate::number::{INF, add};
use crate::request::PlanRequest;
use crate::task::{FieldEncoding, Task, TaskAction};

/// Searches for a plan until the lane pauses. `scratch` must hold the grounded request, reachability, addition bounds and
/// landmarks.
pub(crate) fn search(
    scratch: &mut Scratch,
    task: &Task,
    request: &PlanRequest,
    meter: &mut BudgetMeter,
    lane: &mut Lane,
) -> SearchEnd {
    if !lane.started {
        lane.started = true;
        scratch.start_forward(task);
    }
    let mut before = std::mem::take(&mut scratch.current);
    let mut end = SearchEnd::Exhausted;
    while let Some(next) = scratch.nodes.pop() {
        let node = scratch.nodes.list[next.node as usize];
        if !node.open
            || next.total != lane.weight.entry(next.node, node.cost, node.heuristic).total
            || node.cost + node.heuristic >= lane.total
        {
            continue;
        }
        before.clear();
        before.extend_from_slice(scratch.nodes.state(next.node));
        if scratch.at_goal(task, &before) {
            lane.total = node.cost;
            end = SearchEnd::Found { node: next.node, total: node.cost };
            break;
        }
        if let Some(stop) = meter.expand(scratch.table_bytes()) {
            scratch.nodes.push(next);
            lane.bound = lane.bound.max(next.total);
            end = stop;
            break;
        }
        scratch.nodes.record_expansion(next.node);
        scratch.nodes.list[next.node as usize].open = false;
        for (index, action) in task.actions.iter().enumerate() {
            if scratch.reachability.actions[index] < INF && scratch.applies(task, &before, action) {
                scratch.successors(task, request, &before, Origin { parent: next.node, weight: lane.weight }, index);
            }
        }
    }
    scratch.current = before;
    end
}

impl Scratch {
    fn start_forward(&mut self, task: &Task) {
        self.nodes.reset(task.words);
        let mut state = std::mem::take(&mut self.regression.state);
        self.pack_start(task, &mut state);
        self.nodes.find_or_add(&state);
        self.regression.state = state;
        let root = NodeRecord {
            parent: NONE,
            action: NONE,
            candidate: NONE,
            open: true,
            tried: 0,
            cost: 0,
            heuristic: 0,
            landmarks: self.landmarks.all(),
        };
        self.nodes.list.push(root);
        self.nodes.push(Weight::EXACT.entry(0, 0, 0));
    }

    fn pack_start(&mut self, task: &Task, state: &mut Vec<u64>) {
        state.clear();
        state.extend_from_slice(&self.ground.start);
        for &field in &task.set_fields {
            if let FieldEncoding::Set(half) = task.fields[field as usize].encoding {
                half.put(state, self.sets.point(field, self.ground.values[field as usize]));
            }
        }
    }

    /// The value of a field that is stored as an interned set.
    fn value(&self, task: &Task, state: &[u64], field: u32) -> i64 {
        match task.fields[field as usize].encoding {
            FieldEncoding::Set(half) => self.sets.single(half.get(state)).unwrap_or(0),
            FieldEncoding::Bits { .. } => 0,
        }
    }

    fn at_goal(&self, task: &Task, state: &[u64]) -> bool {
        let rows = task.anything.iter().zip(state).zip(&task.goal);
        rows.into_iter().all(|((&rows, &now), &goal)| now & rows & !goal == 0)
            && task.set_fields.iter().all(|&field| match task.fields[field as usize].encoding {
                FieldEncoding::Set(half) => self.sets.contains(half.get(&task.goal), self.value(task, state, field)),
                FieldEncoding::Bits { .. } => true,
            })
    }

    /// Whether all preconditions that do not depend on the candidate hold.
    fn applies(&self, task: &Task, state: &[u64], action: &TaskAction) -> bool {
        task.word_ops_of(action).iter().all(|word_op| {
            let permitted = state[word_op.word as usize] & word_op.allowed;
            ((permitted | word_op.guards) - word_op.lows) & word_op.guards == word_op.guards
        }) && task
            .ops_of(action)
            .iter()
            .all(|op| self.sets.contains(op.required_set, self.value(task, state, op.field)))
    }

    fn successors(&mut self, task: &Task, request: &PlanRequest, before: &[u64], origin: Origin, index: usize) {
        let action = &task.actions[index];
        let Some(target) = action.target else {
            let cost = self.ground.costs[index];
            return self.successor(task, request, before, Transition { origin, index, candidate: NONE, cost });
        };
        let own = task.ops_of(action).iter().find(|op| op.target_test == TargetTest::Is);
        if let Some(op) = own {
            if let Ok(candidate) = u32::try_from(self.value(task, before, op.field)) {
                let cost = self.ground.cost_for(task, index, candidate);
                if cost < INF {
                    self.successor(task, request, before, Transition { origin, index, candidate, cost });
                }
            }
            return;
        }
        let interchangeable = action.has_interchangeable_candidates();
        for at in 0..self.ground.candidates(index).len() {
            let (candidate, cost) = self.ground.candidates(index)[at];
            let fresh = !target.once_per_target || !self.is_used(task, before, index, candidate);
            self.successor(task, request, before, Transition { origin, index, candidate, cost });
            if interchangeable && fresh {
                break;
            }
        }
    }

    fn is_used(&self, task: &Task, state: &[u64], index: usize, candidate: u32) -> bool {
        let used = task.used.map_or(0, |used| used.get(state));
        used != 0 && self.sets.contains(used, super::regression::member(index, candidate))
    }

    fn successor(&mut self, task: &Task, request: &PlanRequest, before: &[u64], step: Transition) {
        let mut state = std::mem::take(&mut self.regression.state);
        if let Some(travel) = self.apply(task, request, before, step, &mut state) {
            self.file(task, &state, step, travel);
        }
        self.regression.state = state;
    }

    /// Applies a step. Returns the cost of its travel, or `None` if the step is not possible.
    fn apply(
        &mut self,
        task: &Task,
        request: &PlanRequest,
        before: &[u64],
        step: Transition,
        state: &mut Vec<u64>,
    ) -> Option<i64> {
        let action = &task.actions[step.index];
        state.clear();
        state.extend_from_slice(before);
        for word_op in task.word_ops_of(action) {
            let word = &mut state[word_op.word as usize];
            *word = (*word & !word_op.fields) | word_op.value;
        }
        let candidate = (step.candidate != NONE).then_some(step.candidate);
        for op in task.ops_of(action) {
            let now = self.value(task, before, op.field);
            if !op.target_test.allows(candidate, now) {
                return None;
            }
            let Some(change) = op.change else { continue };
            let field = &task.fields[op.field as usize];
            if let FieldEncoding::Set(half) = field.encoding {
                half.put(state, self.sets.point(op.field, change.apply(now, candidate, field.range)));
            }
        }
        let Some(target) = action.target else { return Some(0) };
        if target.once_per_target && !use_up(task, &mut self.sets, state, step.index, step.candidate) {
            return None;
        }
        let (true, Some(last)) = (target.includes_travel, task.last) else { return Some(0) };
        let from = task.stop(before);
        last.put(state, step.candidate + 1);
        Some(self.ground.travel(request, from, step.candidate)).filter(|&travel| travel < INF)
    }

    fn file(&mut self, task: &Task, state: &[u64], step: Transition, travel: i64) {
        let parent = self.nodes.list[step.origin.parent as usize];
        let cost = add(add(parent.cost, step.cost), travel);
        let mut landmarks = parent.landmarks & !self.landmarks.passed_by(step.index);
        let (id, new) = self.nodes.find_or_add(state);
        if !new {
            let known = self.nodes.list[id as usize];
            if cost >= known.cost {
                return;
            }
            landmarks |= known.landmarks;
        }
        let heuristic = add(self.numbers_to_goal(task, state), self.landmarks.cost(landmarks));
        let (action, candidate) = (step.index as u32, step.candidate);
        let node = NodeRecord {
            parent: step.origin.parent,
            action,
            candidate,
            open: true,
            tried: 0,
            cost,
            heuristic,
            landmarks,
        };
        if new {
            self.nodes.list.push(node);
        } else {
            self.nodes.list[id as usize] = node;
        }
        if cost < INF {
            self.nodes.push(step.origin.weight.entry(id, cost, heuristic));
        }
    }
}

/// The node that is expanded, and the weight of its search.
#[derive(Debug, Clone, Copy)]
struct Origin {
    parent: u32,
    weight: Weight,
}

#[derive(Debug, Clone, Copy)]
struct Transition {
    origin: Origin,
    index: usize,
    candidate: u32,
    /// Cost of the action, without travel.
    cost: i64,
}
