//! Iterative-deepening A* (Korf, 1985) from the goal backwards: depth-first search under a bound on the estimated total
//! cost, which rises to the lowest estimate that exceeded it. Memory grows only with the depth of the search, apart from a
//! table of limited size. The table remembers the states of an iteration, so that they are not expanded twice: the steps
//! of a plan can often be reordered, and each order leads to the same states.
//!
//! If costs hardly ever coincide, the bound would rise in tiny steps. If an iteration expands few new states, the
//! bound is therefore raised further, and the iteration continues to the cheapest plan under it.
//!
//! Independent of: names, explanations.

use super::backward::{ActionOrder, ChildSink, expand};
use super::bounds::CostBounds;
use super::grounding::{GroundedAction, PathStep};
use super::memory::SearchMemory;
use super::nodes::{NONE, NodeRecord, NodeTable};
use super::prepared::PreparedRequest;
use super::regression::Regression;
use super::{BudgetMeter, Problem, SearchEnd, SearchParts};
use crate::number::{INF, add};

/// Reused memory of the search, and its result.
#[derive(Debug, Default)]
pub(crate) struct IdaStar {
    waiting: Vec<OpenState>,
    /// The packed states of `waiting`, concatenated.
    states: Vec<u64>,
    /// The path from the root to the state being expanded, and the packed states, concatenated.
    path: Vec<PathStep>,
    path_states: Vec<u64>,
    children: Vec<OpenState>,
    child_states: Vec<u64>,
    /// The path of the best plan so far: the root, which has no action, then the steps of the plan, last to first.
    best: Vec<PathStep>,
    /// Cost of the best plan; infinite if there is none.
    pub total: i64,
    /// Proven lower bound of the cost of every plan.
    pub bound: i64,
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

/// Searches for a plan of minimum cost. The best plan is in `ida_star` even where a budget ran out.
pub(crate) fn search(parts: SearchParts, ida_star: &mut IdaStar, memory: &mut SearchMemory) -> SearchEnd {
    let SearchParts { problem, prepared, bounds, nodes, current, regression, meter } = parts;
    ida_star.best.clear();
    ida_star.peaks = StackPeaks::default();
    let landmarks = bounds.landmarks.all();
    let (root, _) = bounds.backward_bound(problem, prepared, &problem.task.goal, landmarks);
    ida_star.bound = root;
    let mut bound = root;
    let mut expanded = 0;
    let end = loop {
        let first = meter.nodes;
        ida_star.total = INF;
        let mut round = Iteration { problem, bounds, nodes, stack: ida_star, depth: 0, open: None, bound, next: INF };
        round.start(root, landmarks);
        let stopped = round.run(prepared, regression, current, meter);
        let next = round.next;
        memory.note(std::slice::from_ref(nodes), &prepared.sets);
        if let Some(end) = stopped {
            break end;
        }
        if ida_star.total < INF {
            break SearchEnd::Found { node: NONE, total: ida_star.total };
        }
        if next >= INF {
            break SearchEnd::Exhausted;
        }
        let now = meter.nodes - first;
        let slow = now < expanded + expanded / 2 + 8;
        expanded = now;
        ida_star.bound = next;
        bound = if slow { next + (next - root) / 8 } else { next };
    };
    memory.stored = memory.stored.max(ida_star.peaks.stored);
    memory.bytes += ida_star.stack_bytes(problem.task.words);
    end
}

impl IdaStar {
    /// The steps of the best plan, first to last.
    pub fn steps(&self) -> impl Iterator<Item = PathStep> {
        self.best.iter().skip(1).rev().copied()
    }

    /// Bytes of the stack, the path, one state's children and the best plan, each at its peak. A state has `words` words.
    fn stack_bytes(&self, words: usize) -> usize {
        let StackPeaks { waiting, path, children, .. } = self.peaks;
        let state = words * size_of::<u64>();
        (waiting + children) * (size_of::<OpenState>() + state)
            + path * (size_of::<PathStep>() + state)
            + size_of_val(self.best.as_slice())
    }

    /// Puts the children of a state on the stack. Returns their number.
    fn push_children(&mut self, words: usize) -> usize {
        let count = self.children.len();
        // The child with the lowest estimate is expanded first, so it goes on top.
        self.children.sort_by_key(|child| std::cmp::Reverse((child.cost + child.heuristic, child.heuristic, child.at)));
        for child in self.children.drain(..) {
            self.states.extend_from_slice(&self.child_states[child.at..child.at + words]);
            self.waiting.push(child);
        }
        count
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
    problem: &'a Problem<'a>,
    bounds: &'a mut CostBounds,
    /// The states of this iteration that are remembered.
    nodes: &'a mut NodeTable,
    stack: &'a mut IdaStar,
    /// Depth of the state being expanded.
    depth: usize,
    open: Option<OpenState>,
    bound: i64,
    /// The lowest estimate that exceeded the bound.
    next: i64,
}

impl Iteration<'_> {
    /// Begins with the goal.
    fn start(&mut self, heuristic: i64, landmarks: u64) {
        let task = self.problem.task;
        self.nodes.reset(task.words);
        self.stack.waiting.clear();
        self.stack.states.clear();
        self.stack.path.clear();
        self.stack.path_states.clear();
        self.stack.waiting.push(OpenState {
            depth: 0,
            action: NONE,
            candidate: NONE,
            cost: 0,
            heuristic,
            landmarks,
            at: 0,
        });
        self.stack.states.extend_from_slice(&task.goal);
    }

    /// Searches under the bound. Returns a result only if a budget ran out.
    fn run(
        &mut self,
        prepared: &mut PreparedRequest,
        regression: &mut Regression,
        current: &mut Vec<u64>,
        meter: &mut BudgetMeter,
    ) -> Option<SearchEnd> {
        let task = self.problem.task;
        while let Some(open) = self.stack.waiting.pop() {
            let start = self.stack.states.len() - task.words;
            current.clear();
            current.extend_from_slice(&self.stack.states[start..]);
            self.stack.states.truncate(start);
            if add(open.cost, open.heuristic) >= self.stack.total {
                continue;
            }
            let tables = self.nodes.peak_bytes() + prepared.sets.bytes();
            if let Some(stop) = meter.expand(tables + self.stack.stack_bytes(task.words)) {
                return Some(stop);
            }
            self.stack.path.truncate(open.depth);
            self.stack.path_states.truncate(open.depth * task.words);
            self.stack.path.push(PathStep { action: open.action, candidate: open.candidate });
            self.stack.path_states.extend_from_slice(current);
            self.depth = open.depth;
            self.open = Some(open);
            self.stack.children.clear();
            self.stack.child_states.clear();
            expand(task, prepared, regression, current, ActionOrder { first: 0, tried: 0 }, self);
            let children = self.stack.push_children(task.words);
            self.stack.note_peaks(children, self.nodes.list.len());
        }
        None
    }

    /// Whether a state is on the path to the one being expanded.
    fn on_path(&self, state: &[u64]) -> bool {
        self.stack.path_states.chunks_exact(self.problem.task.words).any(|other| other == state)
    }

    /// Whether the state was reached in this iteration at no more cost.
    fn seen(&mut self, state: &[u64], cost: i64) -> bool {
        if self.nodes.list.len() >= self.problem.request.remembered as usize {
            return false;
        }
        let (id, new) = self.nodes.find_or_add(state);
        if new {
            self.nodes.list.push(NodeRecord { open: false, cost, ..NodeRecord::root(0, 0) });
            return false;
        }
        let known = &mut self.nodes.list[id as usize].cost;
        let seen = *known <= cost;
        *known = cost.min(*known);
        seen
    }
}

impl ChildSink for Iteration<'_> {
    fn child(&mut self, prepared: &mut PreparedRequest, state: &[u64], action: GroundedAction) {
        let Some(parent) = self.open else { return };
        let Problem { task, request, .. } = *self.problem;
        let onward = task.stop(&self.stack.path_states[self.depth * task.words..]);
        let cost = add(parent.cost, action.cost_until(self.problem, &mut prepared.ground, onward));
        let landmarks = parent.landmarks & !self.bounds.landmarks.passed_by(action.index);
        let (heuristic, satisfied) = self.bounds.backward_bound(self.problem, prepared, state, landmarks);
        let travel = if satisfied { prepared.ground.travel_to(request, None, task.stop(state)) } else { 0 };
        let estimate = add(add(cost, heuristic), if task.breaks_triangle_inequality { 0 } else { travel });
        if estimate > self.bound {
            self.next = self.next.min(estimate);
            return;
        }
        if estimate >= self.stack.total {
            return;
        }
        let step = PathStep { action: action.index as u32, candidate: action.candidate };
        let total = add(cost, travel);
        if satisfied && total < self.stack.total && total <= self.bound {
            self.stack.total = total;
            self.stack.best.clear();
            self.stack.best.extend_from_slice(&self.stack.path);
            self.stack.best.push(step);
        } else if satisfied && total > self.bound {
            self.next = self.next.min(total);
        }
        let goes_on = !satisfied || task.breaks_triangle_inequality;
        if goes_on && !self.on_path(state) && !self.seen(state, cost) {
            let at = self.stack.child_states.len();
            self.stack.child_states.extend_from_slice(state);
            self.stack.children.push(OpenState {
                depth: self.depth + 1,
                action: step.action,
                candidate: step.candidate,
                cost,
                heuristic,
                landmarks,
                at,
            });
        }
    }
}
