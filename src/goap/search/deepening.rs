//! Iterative-deepening A* (Korf, 1985), backwards: depth first under a bound on the estimated total, which rises to the
//! least estimate that exceeded it. Memory grows with the depth of the search alone, but for a table of fixed size.
//!
//! Costs that hardly repeat would raise the bound by a little each time; where a round brings few new states, the bound
//! is raised further, and the round goes on for the cheapest plan under it.
//!
//! Must not know: names, explanations.

use super::nodes::{NONE, Node};
use super::regressive::{Children, Edge, Turn, expand};
use super::{End, Meter, Scratch};
use crate::goap::number::{INF, add};
use crate::goap::request::PlanRequest;
use crate::goap::task::Task;

/// The most states remembered in a round, so as not to search beyond them twice.
const REMEMBERED: usize = 1 << 16;

/// Reused memory of the search.
#[derive(Debug, Default)]
pub(in crate::goap) struct IdaStar {
    waiting: Vec<Open>,
    /// Of the waiting, one after the other.
    states: Vec<u64>,
    /// From the root to the state being expanded: how it was reached, and the states one after the other.
    path: Vec<(u32, u32)>,
    path_states: Vec<u64>,
    children: Vec<Open>,
    child_states: Vec<u64>,
    /// The steps of the best plan, last to first.
    pub best: Vec<(u32, u32)>,
}

/// A state to be expanded.
#[derive(Debug, Clone, Copy)]
struct Open {
    depth: usize,
    action: u32,
    candidate: u32,
    cost: i64,
    rest: i64,
    landmarks: u64,
    /// Its place in `child_states`.
    at: usize,
}

/// Searches for a plan of least cost; its steps end up in `scratch.deepening`, see [`Scratch::write_deepening`].
pub(in crate::goap) fn search(scratch: &mut Scratch, task: &Task, request: &PlanRequest, meter: &mut Meter) -> End {
    let mut memory = std::mem::take(&mut scratch.deepening);
    let landmarks = scratch.landmarks.all();
    let (root, _) = scratch.rest(task, request, &task.goal, landmarks);
    let mut bound = root;
    let mut expanded = 0;
    let end = loop {
        let first = meter.nodes;
        let mut round =
            Round { task, request, memory: &mut memory, depth: 0, open: None, bound, next: INF, total: INF };
        if let Some(end) = round.run(scratch, meter, root, landmarks) {
            break end;
        }
        let (next, total) = (round.next, round.total);
        if total < INF {
            break End::Found { node: NONE, total };
        }
        if next >= INF {
            break End::Exhausted;
        }
        let now = meter.nodes - first;
        let slow = now < expanded + expanded / 2 + 8;
        expanded = now;
        bound = if slow { next + (next - root) / 8 } else { next };
    };
    scratch.deepening = memory;
    end
}

struct Round<'a> {
    task: &'a Task,
    request: &'a PlanRequest<'a>,
    memory: &'a mut IdaStar,
    /// Of the state being expanded.
    depth: usize,
    open: Option<Open>,
    bound: i64,
    /// The least estimate above the bound.
    next: i64,
    /// The cost of the best plan so far.
    total: i64,
}

impl Round<'_> {
    /// Searches under the bound; an answer only if the budget ran out.
    fn run(&mut self, scratch: &mut Scratch, meter: &mut Meter, rest: i64, landmarks: u64) -> Option<End> {
        let words = self.task.words;
        scratch.nodes.reset(words);
        self.memory.waiting.clear();
        self.memory.states.clear();
        self.memory.path.clear();
        self.memory.path_states.clear();
        self.memory.waiting.push(Open { depth: 0, action: NONE, candidate: NONE, cost: 0, rest, landmarks, at: 0 });
        self.memory.states.extend_from_slice(&self.task.goal);
        let mut current = std::mem::take(&mut scratch.current);
        let mut end = None;
        while let Some(open) = self.memory.waiting.pop() {
            let start = self.memory.states.len() - words;
            current.clear();
            current.extend_from_slice(&self.memory.states[start..]);
            self.memory.states.truncate(start);
            if add(open.cost, open.rest) >= self.total {
                continue;
            }
            if let Some(limit) = meter.expand(self.memory.states.len() + self.memory.path_states.len(), &scratch.sets) {
                end = Some(End::Stopped(limit));
                break;
            }
            self.memory.path.truncate(open.depth);
            self.memory.path_states.truncate(open.depth * words);
            self.memory.path.push((open.action, open.candidate));
            self.memory.path_states.extend_from_slice(&current);
            (self.depth, self.open) = (open.depth, Some(open));
            self.memory.children.clear();
            self.memory.child_states.clear();
            expand(scratch, self.task, &current, Turn { first: 0, tried: 0 }, self);
            // The most promising is taken first, so it goes on top.
            self.memory
                .children
                .sort_by_key(|child| std::cmp::Reverse((child.cost + child.rest, child.rest, child.at)));
            for child in self.memory.children.drain(..) {
                self.memory.states.extend_from_slice(&self.memory.child_states[child.at..child.at + words]);
                self.memory.waiting.push(child);
            }
        }
        scratch.current = current;
        end
    }

    /// Whether a state lies on the path to the one being expanded.
    fn on_path(&self, state: &[u64]) -> bool {
        self.memory.path_states.chunks_exact(self.task.words).any(|other| other == state)
    }

    /// Whether the state was reached in this round at no more cost.
    fn seen(scratch: &mut Scratch, state: &[u64], cost: i64) -> bool {
        if scratch.nodes.list.len() >= REMEMBERED {
            return false;
        }
        let (id, new) = scratch.nodes.find_or_add(state);
        if new {
            let node = Node {
                parent: NONE,
                action: NONE,
                candidate: NONE,
                open: false,
                tried: 0,
                cost,
                rest: 0,
                landmarks: 0,
            };
            scratch.nodes.list.push(node);
            return false;
        }
        let known = &mut scratch.nodes.list[id as usize].cost;
        let seen = *known <= cost;
        *known = cost.min(*known);
        seen
    }
}

impl Children for Round<'_> {
    fn child(&mut self, scratch: &mut Scratch, edge: Edge) {
        let Some(parent) = self.open else { return };
        let (task, request, words) = (self.task, self.request, self.task.words);
        let mut cost = add(parent.cost, edge.cost);
        let includes_travel = task.actions[edge.index].target.is_some_and(|target| target.includes_travel);
        if let (true, Some(last)) = (includes_travel, task.last) {
            let here = &self.memory.path_states[self.depth * words..];
            let onward = last.get(here);
            if onward != 0 {
                cost = add(cost, scratch.ground.travel(request, Some(edge.candidate), onward - 1));
            }
        }
        let landmarks = parent.landmarks & !scratch.landmarks.passed_by(edge.index);
        let state = std::mem::take(&mut scratch.regress.state);
        let (rest, satisfied) = scratch.rest(task, request, &state, landmarks);
        let way = match task.last.map(|last| last.get(&state)) {
            Some(first) if satisfied && first != 0 => scratch.ground.travel(request, None, first - 1),
            _ => 0,
        };
        let estimate = add(add(cost, rest), if task.breaks_triangle_inequality { 0 } else { way });
        if estimate > self.bound {
            self.next = self.next.min(estimate);
        } else if estimate < self.total {
            let total = add(cost, way);
            if satisfied && total < self.total && total <= self.bound {
                self.total = total;
                self.memory.best.clear();
                self.memory.best.extend_from_slice(&self.memory.path);
                self.memory.best.push((edge.index as u32, edge.candidate));
            } else if satisfied && total > self.bound {
                self.next = self.next.min(total);
            }
            if (!satisfied || task.breaks_triangle_inequality)
                && !self.on_path(&state)
                && !Self::seen(scratch, &state, cost)
            {
                let at = self.memory.child_states.len();
                self.memory.child_states.extend_from_slice(&state);
                self.memory.children.push(Open {
                    depth: self.depth + 1,
                    action: edge.index as u32,
                    candidate: edge.candidate,
                    cost,
                    rest,
                    landmarks,
                    at,
                });
            }
        }
        scratch.regress.state = state;
    }
}

impl Scratch {
    /// Writes out the steps that the search found.
    pub fn write_deepening(&mut self, task: &Task, request: &PlanRequest) {
        self.steps.clear();
        let mut place = None;
        // The path starts with the root, which no action led to.
        for at in (1..self.deepening.best.len()).rev() {
            let (action, candidate) = self.deepening.best[at];
            self.write_step(task, request, action, candidate, &mut place);
        }
    }
}
