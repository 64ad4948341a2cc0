//! Forward A*: best first from the start towards the goal. A node is one state, packed with one value in each set.
//!
//! Of several plans with equal cost the first one found wins, as in the backward search.
//!
//! Independent of: names, explanations.

use super::bounds::CostBounds;
use super::grounding::GroundedAction;
use super::lane::Lane;
use super::nodes::{NONE, NodeRecord, NodeTable, Weight};
use super::prepared::PreparedRequest;
use super::regression::{member, use_up};
use super::{Problem, SearchEnd, SearchParts};
use crate::compiled::TargetTest;
use crate::number::{INF, add};
use crate::task::FieldEncoding;

/// Searches for a plan until the lane pauses. The request must be prepared, and its bounds strong.
pub(crate) fn search(parts: SearchParts, lane: &mut Lane) -> SearchEnd {
    let SearchParts { problem, prepared, bounds, nodes, current: before, regression, meter } = parts;
    let successor = &mut regression.state;
    let mut search = ForwardSearch { problem, prepared, bounds, nodes, successor, weight: lane.weight, parent: NONE };
    if !lane.started {
        lane.started = true;
        search.start();
    }
    while let Some(next) = search.nodes.pop() {
        let node = search.nodes.list[next.node as usize];
        if !node.open
            || next.total != lane.weight.entry(next.node, node.cost, node.heuristic).total
            || node.cost + node.heuristic >= lane.total
        {
            continue;
        }
        before.clear();
        before.extend_from_slice(search.nodes.state(next.node));
        if search.at_goal(before) {
            lane.total = node.cost;
            return SearchEnd::Found { node: next.node, total: node.cost };
        }
        if let Some(stop) = meter.expand(search.nodes.peak_bytes() + search.prepared.sets.bytes()) {
            search.nodes.push(next);
            lane.bound = lane.bound.max(next.total);
            return stop;
        }
        search.nodes.record_expansion(next.node);
        search.nodes.list[next.node as usize].open = false;
        search.parent = next.node;
        for index in 0..problem.task.actions.len() {
            if search.prepared.reachability.actions[index] < INF && search.applies(before, index) {
                search.successors(before, index);
            }
        }
    }
    SearchEnd::Exhausted
}

struct ForwardSearch<'a> {
    problem: &'a Problem<'a>,
    prepared: &'a mut PreparedRequest,
    bounds: &'a mut CostBounds,
    nodes: &'a mut NodeTable,
    /// The state after the step that is tried.
    successor: &'a mut Vec<u64>,
    weight: Weight,
    /// The node being expanded.
    parent: u32,
}

impl ForwardSearch<'_> {
    fn start(&mut self) {
        let task = self.problem.task;
        self.nodes.reset(task.words);
        self.successor.clear();
        self.successor.extend_from_slice(&self.prepared.ground.start);
        for &field in &task.set_fields {
            if let FieldEncoding::Set(half) = task.fields[field as usize].encoding {
                let value = self.prepared.ground.values[field as usize];
                half.put(self.successor, self.prepared.sets.point(field, value));
            }
        }
        self.nodes.find_or_add(self.successor);
        self.nodes.list.push(NodeRecord::root(0, self.bounds.landmarks.all()));
        self.nodes.push(Weight::EXACT.entry(0, 0, 0));
    }

    /// The value of a field that is stored as an interned set.
    fn value(&self, state: &[u64], field: u32) -> i64 {
        match self.problem.task.fields[field as usize].encoding {
            FieldEncoding::Set(half) => self.prepared.sets.single(half.get(state)).unwrap_or(0),
            FieldEncoding::Bits { .. } => 0,
        }
    }

    fn at_goal(&self, state: &[u64]) -> bool {
        let task = self.problem.task;
        let rows = task.anything.iter().zip(state).zip(&task.goal);
        rows.into_iter().all(|((&rows, &now), &goal)| now & rows & !goal == 0)
            && task.set_fields.iter().all(|&field| match task.fields[field as usize].encoding {
                FieldEncoding::Set(half) => self.prepared.sets.contains(half.get(&task.goal), self.value(state, field)),
                FieldEncoding::Bits { .. } => true,
            })
    }

    /// Whether all preconditions that do not depend on the candidate hold.
    fn applies(&self, state: &[u64], index: usize) -> bool {
        let task = self.problem.task;
        task.word_ops[index].iter().all(|word_op| {
            let permitted = state[word_op.word as usize] & word_op.allowed;
            ((permitted | word_op.guards) - word_op.lows) & word_op.guards == word_op.guards
        }) && task.ops[index].iter().all(|op| self.prepared.sets.contains(op.required_set, self.value(state, op.field)))
    }

    fn successors(&mut self, before: &[u64], index: usize) {
        let task = self.problem.task;
        let action = &task.actions[index];
        let Some(target) = action.target else {
            let cost = self.prepared.ground.costs[index];
            return self.try_step(before, GroundedAction { index, candidate: NONE, cost });
        };
        let own = task.ops[index].iter().find(|op| op.target_test == TargetTest::Is);
        if let Some(op) = own {
            if let Ok(candidate) = u32::try_from(self.value(before, op.field)) {
                let cost = self.prepared.ground.cost_for(task, index, candidate);
                if cost < INF {
                    self.try_step(before, GroundedAction { index, candidate, cost });
                }
            }
            return;
        }
        let interchangeable = action.has_interchangeable_candidates();
        for at in 0..self.prepared.ground.candidates(index).len() {
            let (candidate, cost) = self.prepared.ground.candidates(index)[at];
            let fresh = !target.once_per_target || !self.is_used(before, index, candidate);
            self.try_step(before, GroundedAction { index, candidate, cost });
            if interchangeable && fresh {
                break;
            }
        }
    }

    fn is_used(&self, state: &[u64], index: usize, candidate: u32) -> bool {
        let used = self.problem.task.used.map_or(0, |used| used.get(state));
        used != 0 && self.prepared.sets.contains(used, member(index, candidate))
    }

    /// Files the state after a step, if the step is possible.
    fn try_step(&mut self, before: &[u64], step: GroundedAction) {
        if let Some(travel) = self.apply(before, step) {
            self.file(step, travel);
        }
    }

    /// Applies a step. Returns the cost of its travel, or `None` if the step is not possible.
    fn apply(&mut self, before: &[u64], step: GroundedAction) -> Option<i64> {
        let Problem { task, request, .. } = *self.problem;
        let action = &task.actions[step.index];
        self.successor.clear();
        self.successor.extend_from_slice(before);
        for word_op in &task.word_ops[step.index] {
            let word = &mut self.successor[word_op.word as usize];
            *word = (*word & !word_op.fields) | word_op.value;
        }
        let candidate = (step.candidate != NONE).then_some(step.candidate);
        for op in &task.ops[step.index] {
            let now = self.value(before, op.field);
            if !op.target_test.allows(candidate, now) {
                return None;
            }
            let Some(change) = op.change else { continue };
            let field = &task.fields[op.field as usize];
            if let FieldEncoding::Set(half) = field.encoding {
                let value = change.apply(now, candidate, field.range);
                half.put(self.successor, self.prepared.sets.point(op.field, value));
            }
        }
        let Some(target) = action.target else { return Some(0) };
        let sets = &mut self.prepared.sets;
        if target.once_per_target && !use_up(task, sets, self.successor, step.index, step.candidate) {
            return None;
        }
        let (true, Some(last)) = (target.includes_travel, task.last) else { return Some(0) };
        let from = task.stop(before);
        last.put(self.successor, step.candidate + 1);
        Some(self.prepared.ground.travel(request, from, step.candidate)).filter(|&travel| travel < INF)
    }

    fn file(&mut self, step: GroundedAction, travel: i64) {
        let parent = self.nodes.list[self.parent as usize];
        let cost = add(add(parent.cost, step.cost), travel);
        let mut landmarks = parent.landmarks & !self.bounds.landmarks.passed_by(step.index);
        let (id, new) = self.nodes.find_or_add(self.successor);
        if !new {
            let known = self.nodes.list[id as usize];
            if cost >= known.cost {
                return;
            }
            landmarks |= known.landmarks;
        }
        let heuristic = self.bounds.forward_bound(self.problem.task, &self.prepared.sets, self.successor, landmarks);
        let record = NodeRecord {
            parent: self.parent,
            action: step.index as u32,
            candidate: step.candidate,
            open: true,
            tried: 0,
            cost,
            heuristic,
            landmarks,
        };
        self.nodes.set(id, record);
        if cost < INF {
            self.nodes.push(self.weight.entry(id, cost, heuristic));
        }
    }
}
