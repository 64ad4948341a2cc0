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

use super::grounding::GroundedRequest;
use super::lane::Lane;
use super::nodes::{NONE, NodeRecord, Weight};
use super::regression::{BaseGain, Regression, assign};
use super::{BudgetMeter, Scratch, SearchEnd};
use crate::number::{INF, add};
use crate::request::PlanRequest;
use crate::task::Task;

/// States to expand before the search restarts with strong bounds. Most small problems are solved by then, in less time
/// than the strong bounds would take.
const QUICK_NODES: u32 = 24;

/// A regression step from a node to one of its children.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RegressionStep {
    pub index: usize,
    /// [`NONE`] for an action without a target.
    pub candidate: u32,
    /// Cost of the action, without travel.
    pub cost: i64,
}

impl RegressionStep {
    /// The cost of the step, and of the travel from its candidate to that of the next travelling step, if both travel.
    pub fn cost_until(
        &self,
        task: &Task,
        request: &PlanRequest,
        ground: &mut GroundedRequest,
        next: Option<u32>,
    ) -> i64 {
        match task.actions[self.index].target {
            Some(target) if target.includes_travel => {
                add(self.cost, ground.travel_to(request, Some(self.candidate), next))
            }
            _ => self.cost,
        }
    }
}

/// Receives the children of a node. The child's state is in `scratch.regression.state`.
pub(crate) trait ChildSink {
    fn child(&mut self, scratch: &mut Scratch, edge: RegressionStep);

    /// Whether the node's other actions can wait.
    fn enough(&self) -> bool {
        false
    }
}

/// Searches for a plan until the lane pauses. `scratch` must hold the grounded request, reachability and routes.
pub(crate) fn search(
    scratch: &mut Scratch,
    task: &Task,
    request: &PlanRequest,
    meter: &mut BudgetMeter,
    lane: &mut Lane,
) -> SearchEnd {
    match lane.weight {
        Weight::EXACT => run::<true>(scratch, task, request, meter, lane),
        _ => run_weighted(scratch, task, request, meter, lane),
    }
}

/// Kept out of the way of exact searches, which are short.
#[cold]
#[inline(never)]
fn run_weighted(
    scratch: &mut Scratch,
    task: &Task,
    request: &PlanRequest,
    meter: &mut BudgetMeter,
    lane: &mut Lane,
) -> SearchEnd {
    run::<false>(scratch, task, request, meter, lane)
}

/// `EXACT`: the weight is [`Weight::EXACT`]. A function of its own, because most searches are short and exact.
fn run<const EXACT: bool>(
    scratch: &mut Scratch,
    task: &Task,
    request: &PlanRequest,
    meter: &mut BudgetMeter,
    lane: &mut Lane,
) -> SearchEnd {
    if !lane.started {
        lane.started = true;
        start(scratch, task, request, lane.weight);
    }
    let mut search = BackwardSearch::<EXACT> {
        task,
        request,
        node: 0,
        state: scratch.nodes.list[0],
        weight: lane.weight,
        best: if EXACT { lane.best } else { NONE },
        total: lane.total,
        enough: false,
    };
    let weight = if EXACT { Weight::EXACT } else { lane.weight };
    let mut after = std::mem::take(&mut scratch.current);
    let first = meter.nodes;
    let paths_from = scratch.routes.paths_pay_from(request.budget.micros);
    let mut end = None;
    while let Some(next) = scratch.nodes.pop() {
        if next.total >= search.total && EXACT {
            break;
        }
        let node = scratch.nodes.list[next.node as usize];
        if !node.open || next.total != weight.entry(next.node, node.cost, node.heuristic).total {
            continue;
        }
        if !EXACT && add(node.cost, node.heuristic) >= search.total {
            continue;
        }
        if !scratch.has_strong_bounds && meter.nodes - first >= QUICK_NODES {
            end = Some(SearchEnd::NeedsStrongBounds);
        } else if paths_from.is_some_and(|nodes| meter.nodes - first >= nodes) {
            scratch.routes.find_paths();
            end = Some(SearchEnd::NeedsStrongBounds);
        } else if node.tried == 0 {
            end = meter.expand(scratch.table_bytes());
        }
        if end.is_some() {
            scratch.nodes.push(next);
            lane.bound = lane.bound.max(next.total);
            break;
        }
        if node.tried == 0 {
            scratch.nodes.record_expansion(next.node);
        }
        scratch.nodes.list[next.node as usize].open = false;
        assign(&mut after, scratch.nodes.state(next.node));
        (search.node, search.state, search.enough) = (next.node, node, false);
        // The action that led here often applies again: repeated additions, several stops.
        let first = if node.action == NONE { 0 } else { node.action };
        let tried = expand(scratch, task, &after, ActionOrder { first, tried: node.tried }, &mut search);
        let node = &mut scratch.nodes.list[next.node as usize];
        // If steps are free, a cheaper path to the node may lead through the node itself; then it starts again.
        if (tried as usize) < task.actions.len() && !node.open {
            (node.open, node.tried) = (true, tried);
            scratch.nodes.push(next);
        }
        if !EXACT && search.best != NONE {
            break;
        }
    }
    scratch.current = after;
    (lane.best, lane.total) = (search.best, search.total);
    match end {
        Some(end) => end,
        None if search.best == NONE => SearchEnd::Exhausted,
        None => SearchEnd::Found { node: search.best, total: search.total },
    }
}

fn start(scratch: &mut Scratch, task: &Task, request: &PlanRequest, weight: Weight) {
    scratch.nodes.reset(task.words);
    let landmarks = if scratch.has_strong_bounds { scratch.landmarks.all() } else { 0 };
    let (heuristic, _) = scratch.heuristic(task, request, &task.goal, landmarks);
    let root =
        NodeRecord { parent: NONE, action: NONE, candidate: NONE, open: true, tried: 0, cost: 0, heuristic, landmarks };
    scratch.nodes.find_or_add(&task.goal);
    scratch.nodes.list.push(root);
    scratch.nodes.push(weight.entry(0, 0, heuristic));
}

struct BackwardSearch<'a, const EXACT: bool> {
    task: &'a Task,
    request: &'a PlanRequest<'a>,
    /// The node being expanded.
    node: u32,
    state: NodeRecord,
    weight: Weight,
    /// The node that completes the best plan so far, and the plan's cost.
    best: u32,
    total: i64,
    /// Whether a child has the same estimate as the node, and is therefore expanded first.
    enough: bool,
}

impl<const EXACT: bool> ChildSink for BackwardSearch<'_, EXACT> {
    #[inline]
    fn child(&mut self, scratch: &mut Scratch, edge: RegressionStep) {
        let Self { task, request, .. } = *self;
        if add(self.state.cost, self.state.heuristic) >= self.total {
            return;
        }
        let onward = task.stop(scratch.nodes.state(self.node));
        let cost = add(self.state.cost, edge.cost_until(task, request, &mut scratch.ground, onward));
        if cost >= self.total {
            return;
        }
        let (id, new) = scratch.nodes.find_or_add(&scratch.regression.state);
        let mut landmarks = self.state.landmarks & !scratch.landmarks.passed_by(edge.index);
        if !new {
            let known = &scratch.nodes.list[id as usize];
            if cost >= known.cost {
                return;
            }
            // Every plan through this state must pass what either path leaves to be passed.
            landmarks |= known.landmarks;
        }
        let state = std::mem::take(&mut scratch.regression.state);
        let (heuristic, satisfied) = scratch.heuristic(task, request, &state, landmarks);
        scratch.regression.state = state;
        let hopeless = add(cost, heuristic) >= self.total;
        let node = NodeRecord {
            parent: self.node,
            action: edge.index as u32,
            candidate: edge.candidate,
            open: !hopeless,
            tried: 0,
            cost,
            heuristic,
            landmarks,
        };
        if new {
            scratch.nodes.list.push(node);
        } else {
            scratch.nodes.list[id as usize] = node;
        }
        if hopeless {
            return;
        }
        // Partial expansion pays only where bounds are expensive.
        self.enough |= scratch.has_strong_bounds && cost + heuristic <= self.state.cost + self.state.heuristic;
        if satisfied {
            let first = task.stop(scratch.nodes.state(id));
            let total = add(cost, scratch.ground.travel_to(request, None, first));
            if total < self.total {
                (self.best, self.total) = (id, total);
            }
            if !task.breaks_triangle_inequality {
                scratch.nodes.list[id as usize].open = false;
                return;
            }
        }
        let weight = if EXACT { Weight::EXACT } else { self.weight };
        scratch.nodes.push(weight.entry(id, cost, heuristic));
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
    scratch: &mut Scratch,
    task: &Task,
    after: &[u64],
    turn: ActionOrder,
    children: &mut impl ChildSink,
) -> u32 {
    let count = task.actions.len();
    for tried in turn.tried as usize..count {
        if children.enough() {
            return tried as u32;
        }
        let index = turn.first as usize + tried;
        let index = if index < count { index } else { index - count };
        let action = &task.actions[index];
        if scratch.reachability.actions[index] >= INF {
            continue;
        }
        let idle = match scratch.regression.base(task, &mut scratch.sets, after, action) {
            BaseGain::Conflict => continue,
            BaseGain::None => true,
            BaseGain::Some => false,
        };
        let Some(target) = action.target else {
            if !idle {
                scratch.regression.complete(task, &mut scratch.sets, action, index, None);
                children.child(scratch, RegressionStep { index, candidate: NONE, cost: scratch.ground.costs[index] });
            }
            continue;
        };
        let detour = task.breaks_triangle_inequality && target.includes_travel;
        if idle && !detour && !Regression::may_gain(task, after, action) {
            continue;
        }
        let mut attempt = |scratch: &mut Scratch, (candidate, cost): (u32, i64)| -> bool {
            let done = scratch.regression.complete(task, &mut scratch.sets, action, index, Some(candidate));
            let Some(gains) = done else { return false };
            if !idle || gains || detour {
                children.child(scratch, RegressionStep { index, candidate, cost });
            }
            true
        };
        match Regression::pinned(task, &scratch.sets, &scratch.ground, after, action, index) {
            Some(Some(only)) => {
                attempt(scratch, only);
            }
            Some(None) => {}
            None => {
                let interchangeable = action.has_interchangeable_candidates();
                for at in 0..scratch.ground.candidates(index).len() {
                    let candidate = scratch.ground.candidates(index)[at];
                    // If candidates differ only in cost, the cheapest one left is never worse than another.
                    if attempt(scratch, candidate) && interchangeable {
                        break;
                    }
                }
            }
        }
    }
    count as u32
}
