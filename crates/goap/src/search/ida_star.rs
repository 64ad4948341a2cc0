//! Iterative-deepening A* (Korf, 1985) from the goal backwards: depth-first search under a bound on the estimated total
//! cost, which rises to the lowest estimate that exceeded it. Memory grows only with the depth of the search, apart from a
//! table of limited size. The table remembers the states of an iteration, so that they are not expanded twice: the steps
//! of a plan can often be reordered, and each order leads to the same states.
//!
//! If costs hardly ever coincide, the bound would rise in tiny steps. If an iteration expands few new states, the
//! bound is therefore raised further, and the iteration continues to the cheapest plan under it.
//!
//! Independent of: names, explanations.

use super::backward::{ActionOrder, ChildSink, RegressionStep, expand};
use super::nodes::{NONE, NodeRecord};
use super::{BudgetMeter, Scratch, SearchEnd};
use crate::number::{INF, add};
use crate::request::PlanRequest;
use crate::task::Task;

/// Reused memory of the search.
#[derive(Debug, Default)]
pub(crate) struct IdaStar {
    waiting: Vec<OpenState>,
    /// The packed states of `waiting`, concatenated.
    states: Vec<u64>,
    /// The path from the root to the state being expanded: action and candidate, and the packed states, concatenated.
    path: Vec<(u32, u32)>,
    path_states: Vec<u64>,
    children: Vec<OpenState>,
    child_states: Vec<u64>,
    /// The steps of the best plan so far, last to first.
    pub best: Vec<(u32, u32)>,
    peaks: StackPeaks,
}

/// The most entries that the parts of the stack had during a search.
#[derive(Debug, Clone, Copy, Default)]
struct StackPeaks {
    waiting: usize,
    path: usize,
    children: usize,
    /// States on the stack, on the path and in the table, all at once. A state that is on the stack and in the table is kept
    /// twice and counts twice.
    stored: usize,
}

/// A state to be expanded.
#[derive(Debug, Clone, Copy)]
struct OpenState {
    depth: usize,
    action: u32,
    candidate: u32,
    cost: i64,
    heuristic: i64,
    landmarks: u64,
    /// Its offset in `child_states`.
    at: usize,
}

/// Searches for a plan of minimum cost. Its steps are in `scratch.steps`; those of a plan found when a budget ran out are the
/// incumbent's.
pub(crate) fn search(scratch: &mut Scratch, task: &Task, request: &PlanRequest, meter: &mut BudgetMeter) -> SearchEnd {
    let mut memory = std::mem::take(&mut scratch.ida_star);
    memory.best.clear();
    memory.peaks = StackPeaks::default();
    let landmarks = scratch.landmarks.all();
    let (root, _) = scratch.heuristic(task, request, &task.goal, landmarks);
    let (mut bound, mut proven) = (root, root);
    let (mut expanded, mut unproven) = (0, INF);
    let end = loop {
        let first = meter.nodes;
        let mut round =
            Iteration { task, request, memory: &mut memory, depth: 0, open: None, bound, next: INF, total: INF };
        let stopped = round.run(scratch, meter, root, landmarks);
        let (next, total) = (round.next, round.total);
        scratch.note_memory();
        if let Some(end) = stopped {
            scratch.incumbent.bound = proven;
            unproven = total;
            break end;
        }
        if total < INF {
            break SearchEnd::Found { node: NONE, total };
        }
        if next >= INF {
            break SearchEnd::Exhausted;
        }
        let now = meter.nodes - first;
        let slow = now < expanded + expanded / 2 + 8;
        expanded = now;
        proven = next;
        bound = if slow { next + (next - root) / 8 } else { next };
    };
    scratch.memory.stored = scratch.memory.stored.max(memory.peaks.stored);
    scratch.memory.bytes += memory.stack_bytes(task.words);
    scratch.ida_star = memory;
    if matches!(end, SearchEnd::Found { .. }) {
        scratch.write_ida_star(task, request);
    } else if unproven < INF {
        scratch.write_ida_star(task, request);
        scratch.keep(unproven);
    }
    end
}

impl IdaStar {
    /// Bytes of the stack, the path, one state's children and the best plan, each at its peak. A state has `words` words.
    fn stack_bytes(&self, words: usize) -> usize {
        let StackPeaks { waiting, path, children, .. } = self.peaks;
        let state = words * size_of::<u64>();
        (waiting + children) * (size_of::<OpenState>() + state)
            + path * (size_of::<(u32, u32)>() + state)
            + size_of_val(self.best.as_slice())
    }

    /// Raises the peaks to what is held now. `children` is the number of children of the state that was expanded last,
    /// `remembered` that of states in the table.
    fn note_peaks(&mut self, children: usize, remembered: usize) {
        let (waiting, path, peaks) = (self.waiting.len(), self.path.len(), &mut self.peaks);
        peaks.waiting = peaks.waiting.max(waiting);
        peaks.path = peaks.path.max(path);
        peaks.children = peaks.children.max(children);
        peaks.stored = peaks.stored.max(waiting + path + remembered);
    }
}

struct Iteration<'a> {
    task: &'a Task,
    request: &'a PlanRequest<'a>,
    memory: &'a mut IdaStar,
    /// Depth of the state being expanded.
    depth: usize,
    open: Option<OpenState>,
    bound: i64,
    /// The lowest estimate that exceeded the bound.
    next: i64,
    /// Cost of the best plan so far.
    total: i64,
}

impl Iteration<'_> {
    /// Searches under the bound. Returns a result only if a budget ran out.
    fn run(
        &mut self,
        scratch: &mut Scratch,
        meter: &mut BudgetMeter,
        heuristic: i64,
        landmarks: u64,
    ) -> Option<SearchEnd> {
        let words = self.task.words;
        scratch.nodes.reset(words);
        self.memory.waiting.clear();
        self.memory.states.clear();
        self.memory.path.clear();
        self.memory.path_states.clear();
        self.memory.waiting.push(OpenState {
            depth: 0,
            action: NONE,
            candidate: NONE,
            cost: 0,
            heuristic,
            landmarks,
            at: 0,
        });
        self.memory.states.extend_from_slice(&self.task.goal);
        let mut current = std::mem::take(&mut scratch.current);
        let mut end = None;
        while let Some(open) = self.memory.waiting.pop() {
            let start = self.memory.states.len() - words;
            current.clear();
            current.extend_from_slice(&self.memory.states[start..]);
            self.memory.states.truncate(start);
            if add(open.cost, open.heuristic) >= self.total {
                continue;
            }
            if let Some(stop) = meter.expand(scratch.table_bytes() + self.memory.stack_bytes(words)) {
                end = Some(stop);
                break;
            }
            self.memory.path.truncate(open.depth);
            self.memory.path_states.truncate(open.depth * words);
            self.memory.path.push((open.action, open.candidate));
            self.memory.path_states.extend_from_slice(&current);
            (self.depth, self.open) = (open.depth, Some(open));
            self.memory.children.clear();
            self.memory.child_states.clear();
            expand(scratch, self.task, &current, ActionOrder { first: 0, tried: 0 }, self);
            // The child with the lowest estimate is expanded first, so it goes on top.
            self.memory
                .children
                .sort_by_key(|child| std::cmp::Reverse((child.cost + child.heuristic, child.heuristic, child.at)));
            let children = self.memory.children.len();
            for child in self.memory.children.drain(..) {
                self.memory.states.extend_from_slice(&self.memory.child_states[child.at..child.at + words]);
                self.memory.waiting.push(child);
            }
            self.memory.note_peaks(children, scratch.nodes.list.len());
        }
        scratch.current = current;
        end
    }

    /// Whether a state is on the path to the one being expanded.
    fn on_path(&self, state: &[u64]) -> bool {
        self.memory.path_states.chunks_exact(self.task.words).any(|other| other == state)
    }

    /// Whether the state was reached in this iteration at no more cost.
    fn seen(&self, scratch: &mut Scratch, state: &[u64], cost: i64) -> bool {
        if scratch.nodes.list.len() >= self.request.remembered as usize {
            return false;
        }
        let (id, new) = scratch.nodes.find_or_add(state);
        if new {
            let node = NodeRecord {
                parent: NONE,
                action: NONE,
                candidate: NONE,
                open: false,
                tried: 0,
                cost,
                heuristic: 0,
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

impl ChildSink for Iteration<'_> {
    fn child(&mut self, scratch: &mut Scratch, edge: RegressionStep) {
        let Some(parent) = self.open else { return };
        let (task, request, words) = (self.task, self.request, self.task.words);
        let onward = task.stop(&self.memory.path_states[self.depth * words..]);
        let cost = add(parent.cost, edge.cost_until(task, request, &mut scratch.ground, onward));
        let landmarks = parent.landmarks & !scratch.landmarks.passed_by(edge.index);
        let state = std::mem::take(&mut scratch.regression.state);
        let (heuristic, satisfied) = scratch.heuristic(task, request, &state, landmarks);
        let travel = if satisfied { scratch.ground.travel_to(request, None, task.stop(&state)) } else { 0 };
        let estimate = add(add(cost, heuristic), if task.breaks_triangle_inequality { 0 } else { travel });
        if estimate > self.bound {
            self.next = self.next.min(estimate);
        } else if estimate < self.total {
            let total = add(cost, travel);
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
                && !self.seen(scratch, &state, cost)
            {
                let at = self.memory.child_states.len();
                self.memory.child_states.extend_from_slice(&state);
                self.memory.children.push(OpenState {
                    depth: self.depth + 1,
                    action: edge.index as u32,
                    candidate: edge.candidate,
                    cost,
                    heuristic,
                    landmarks,
                    at,
                });
            }
        }
        scratch.regression.state = state;
    }
}

impl Scratch {
    /// Extracts the steps of the plan.
    fn write_ida_star(&mut self, task: &Task, request: &PlanRequest) {
        self.steps.clear();
        let mut place = None;
        // The path starts with the root, which has no action.
        for at in (1..self.ida_star.best.len()).rev() {
            let (action, candidate) = self.ida_star.best[at];
            self.write_step(task, request, action, candidate, &mut place);
        }
    }
}
