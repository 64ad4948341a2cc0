//! Regressive A*: best first from the goal backwards. A node is the set of states from which the steps found so far
//! reach the goal.
//!
//! Of several plans with equal cost, the first one found wins. Nodes are expanded by lowest estimated total, then by
//! least heuristic, then by age. A node's children are generated in the order of the actions, starting with the action
//! that led to the node and wrapping around, then in the order of the candidates. In a search with strong bounds, a
//! node is expanded partially (Yoshizumi, Miura and Ishida, 2000): as soon as a child's estimate equals the node's, the
//! node goes back into the queue with its other actions.
//!
//! Independent of: names, explanations.

use super::bounds::CostBounds;
use super::grounding::{GroundedAction, GroundedRequest};
use super::lane::Lane;
use super::nodes::{NONE, NodeRecord, NodeTable, QueueEntry, Weight};
use super::prepared::PreparedRequest;
use super::regression::{BaseGain, Regression, assign};
use super::{Problem, SearchEnd, SearchParts};
use crate::number::{INF, add};
use crate::task::Task;

/// States to expand before the search restarts with strong bounds. Most small problems are solved by then, in less time
/// than the strong bounds would take.
const QUICK_NODES: u32 = 24;

impl GroundedAction {
    /// The cost of the action, and of the travel from its candidate to that of the next travelling step, if both travel.
    pub fn cost_until(&self, problem: &Problem, ground: &mut GroundedRequest, next: Option<u32>) -> i64 {
        match problem.task.actions[self.index].target {
            Some(target) if target.includes_travel => {
                add(self.cost, ground.travel_to(problem.request, Some(self.candidate), next))
            }
            _ => self.cost,
        }
    }
}

/// Receives the children of a node.
pub(crate) trait ChildSink {
    /// `state` is the child's: the states from which the action leads into the node.
    fn child(&mut self, prepared: &mut PreparedRequest, state: &[u64], action: GroundedAction);

    /// Whether the node's other actions can wait.
    fn enough(&self) -> bool {
        false
    }
}

/// Searches for a plan until the lane pauses. The request must be prepared, and the bounds begun.
pub(crate) fn search(parts: SearchParts, lane: &mut Lane) -> SearchEnd {
    match lane.weight {
        Weight::EXACT => run::<true>(parts, lane),
        _ => run_weighted(parts, lane),
    }
}

/// Kept out of the way of exact searches, which are short.
#[cold]
#[inline(never)]
fn run_weighted(parts: SearchParts, lane: &mut Lane) -> SearchEnd {
    run::<false>(parts, lane)
}

/// `EXACT`: the weight is [`Weight::EXACT`]. A function of its own, because most searches are short and exact.
fn run<const EXACT: bool>(parts: SearchParts, lane: &mut Lane) -> SearchEnd {
    let SearchParts { problem, prepared, bounds, nodes, current: after, regression, meter } = parts;
    if !lane.started {
        lane.started = true;
        start(problem, prepared, bounds, nodes, lane.weight);
    }
    let mut search = BackwardSearch::<EXACT> {
        problem,
        record: nodes.list[0],
        bounds,
        nodes,
        node: 0,
        weight: lane.weight,
        best: if EXACT { lane.best } else { NONE },
        total: lane.total,
        enough: false,
    };
    let first = meter.nodes;
    let paths_from = search.bounds.routes.paths_pay_from(problem.request.budget.micros);
    let mut end = None;
    while let Some(next) = search.nodes.pop() {
        if next.total >= search.total && EXACT {
            break;
        }
        let record = search.nodes.list[next.node as usize];
        if search.is_obsolete(next, record) {
            continue;
        }
        if !search.bounds.are_strong && meter.nodes - first >= QUICK_NODES {
            end = Some(SearchEnd::NeedsStrongBounds);
        } else if paths_from.is_some_and(|nodes| meter.nodes - first >= nodes) {
            search.bounds.routes.find_paths();
            end = Some(SearchEnd::NeedsStrongBounds);
        } else if record.tried == 0 {
            end = meter.expand(search.nodes.peak_bytes() + prepared.sets.bytes());
        }
        if end.is_some() {
            search.nodes.push(next);
            lane.bound = lane.bound.max(next.total);
            break;
        }
        search.expand(prepared, regression, after, next, record);
        if !EXACT && search.best != NONE {
            break;
        }
    }
    lane.best = search.best;
    lane.total = search.total;
    match end {
        Some(end) => end,
        None if search.best == NONE => SearchEnd::Exhausted,
        None => SearchEnd::Found { node: search.best, total: search.total },
    }
}

fn start(
    problem: &Problem,
    prepared: &mut PreparedRequest,
    bounds: &mut CostBounds,
    nodes: &mut NodeTable,
    weight: Weight,
) {
    let goal = &problem.task.goal;
    nodes.reset(problem.task.words);
    let landmarks = if bounds.are_strong { bounds.landmarks.all() } else { 0 };
    let (heuristic, _) = bounds.backward_bound(problem, prepared, goal, landmarks);
    nodes.find_or_add(goal);
    nodes.list.push(NodeRecord::root(heuristic, landmarks));
    nodes.push(weight.entry(0, 0, heuristic));
}

struct BackwardSearch<'a, const EXACT: bool> {
    problem: &'a Problem<'a>,
    bounds: &'a mut CostBounds,
    nodes: &'a mut NodeTable,
    /// The node being expanded.
    node: u32,
    record: NodeRecord,
    weight: Weight,
    /// The node that completes the best plan so far, and the plan's cost.
    best: u32,
    total: i64,
    /// Whether a child has the same estimate as the node, and is therefore expanded first.
    enough: bool,
}

impl<const EXACT: bool> BackwardSearch<'_, EXACT> {
    #[inline(always)]
    fn weight(&self) -> Weight {
        if EXACT { Weight::EXACT } else { self.weight }
    }

    /// Whether a node was queued again since, is expanded already, or cannot lead to a better plan.
    #[inline(always)]
    fn is_obsolete(&self, entry: QueueEntry, record: NodeRecord) -> bool {
        !record.open
            || entry.total != self.weight().entry(entry.node, record.cost, record.heuristic).total
            || (!EXACT && add(record.cost, record.heuristic) >= self.total)
    }

    /// Expands a node, perhaps partially. Then it is queued again.
    #[inline(always)]
    fn expand(
        &mut self,
        prepared: &mut PreparedRequest,
        regression: &mut Regression,
        after: &mut Vec<u64>,
        entry: QueueEntry,
        record: NodeRecord,
    ) {
        if record.tried == 0 {
            self.nodes.record_expansion(entry.node);
        }
        self.nodes.list[entry.node as usize].open = false;
        assign(after, self.nodes.state(entry.node));
        self.node = entry.node;
        self.record = record;
        self.enough = false;
        // The action that led here often applies again: repeated additions, several stops.
        let first = if record.action == NONE { 0 } else { record.action };
        let order = ActionOrder { first, tried: record.tried };
        let task = self.problem.task;
        let tried = expand(task, prepared, regression, after, order, self);
        let record = &mut self.nodes.list[entry.node as usize];
        // If steps are free, a cheaper path to the node may lead through the node itself; then it starts again.
        if (tried as usize) < task.actions.len() && !record.open {
            record.open = true;
            record.tried = tried;
            self.nodes.push(entry);
        }
    }
}

impl<const EXACT: bool> ChildSink for BackwardSearch<'_, EXACT> {
    #[inline]
    fn child(&mut self, prepared: &mut PreparedRequest, state: &[u64], action: GroundedAction) {
        let problem = self.problem;
        if add(self.record.cost, self.record.heuristic) >= self.total {
            return;
        }
        let onward = problem.task.stop(self.nodes.state(self.node));
        let cost = add(self.record.cost, action.cost_until(problem, &mut prepared.ground, onward));
        if cost >= self.total {
            return;
        }
        let (id, new) = self.nodes.find_or_add(state);
        let mut landmarks = self.record.landmarks & !self.bounds.landmarks.passed_by(action.index);
        if !new {
            let known = &self.nodes.list[id as usize];
            if cost >= known.cost {
                return;
            }
            // Every plan through this state must pass what either path leaves to be passed.
            landmarks |= known.landmarks;
        }
        let (heuristic, satisfied) = self.bounds.backward_bound(problem, prepared, state, landmarks);
        let hopeless = add(cost, heuristic) >= self.total;
        let record = NodeRecord {
            parent: self.node,
            action: action.index as u32,
            candidate: action.candidate,
            open: !hopeless,
            tried: 0,
            cost,
            heuristic,
            landmarks,
        };
        self.nodes.set(id, record);
        if hopeless {
            return;
        }
        // Partial expansion pays only where bounds are expensive.
        self.enough |= self.bounds.are_strong && cost + heuristic <= self.record.cost + self.record.heuristic;
        if satisfied {
            let first = problem.task.stop(state);
            let total = add(cost, prepared.ground.travel_to(problem.request, None, first));
            if total < self.total {
                self.best = id;
                self.total = total;
            }
            if !problem.task.breaks_triangle_inequality {
                self.nodes.list[id as usize].open = false;
                return;
            }
        }
        self.nodes.push(self.weight().entry(id, cost, heuristic));
    }

    fn enough(&self) -> bool {
        self.enough
    }
}

/// The order in which a node's actions are tried: that of the task, starting with `first` and wrapping around.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ActionOrder {
    pub first: u32,
    /// How many have been tried before.
    pub tried: u32,
}

/// Regresses every relevant action that has not been tried, until the children are enough. Returns how many have been
/// tried.
#[inline(always)]
pub(crate) fn expand(
    task: &Task,
    prepared: &mut PreparedRequest,
    regression: &mut Regression,
    after: &[u64],
    order: ActionOrder,
    children: &mut impl ChildSink,
) -> u32 {
    let count = task.actions.len();
    for tried in order.tried as usize..count {
        if children.enough() {
            return tried as u32;
        }
        let index = order.first as usize + tried;
        let index = if index < count { index } else { index - count };
        let action = &task.actions[index];
        if prepared.reachability.actions[index] >= INF {
            continue;
        }
        let idle = match regression.base(task, &mut prepared.sets, after, index) {
            BaseGain::Conflict => continue,
            BaseGain::None => true,
            BaseGain::Some => false,
        };
        let Some(target) = action.target else {
            if !idle {
                let grounded = GroundedAction { index, candidate: NONE, cost: prepared.ground.costs[index] };
                children.child(prepared, &regression.base, grounded);
            }
            continue;
        };
        let detour = task.breaks_triangle_inequality && target.includes_travel;
        if idle && !detour && !Regression::may_gain(task, after, index) {
            continue;
        }
        let mut attempt = |prepared: &mut PreparedRequest, (candidate, cost): (u32, i64)| -> bool {
            let done = regression.complete(task, &mut prepared.sets, index, target, candidate);
            let Some(gains) = done else { return false };
            if !idle || gains || detour {
                children.child(prepared, &regression.state, GroundedAction { index, candidate, cost });
            }
            true
        };
        if let Some(pinned) = Regression::pinned(task, &prepared.sets, &prepared.ground, after, index) {
            if let Some(only) = pinned {
                attempt(prepared, only);
            }
            continue;
        }
        for at in 0..prepared.ground.candidates(index).len() {
            let candidate = prepared.ground.candidates(index)[at];
            // If candidates differ only in cost, the cheapest one left is never worse than another.
            if attempt(prepared, candidate) && action.has_interchangeable_candidates() {
                break;
            }
        }
    }
    count as u32
}
