//! Backward A*: from the goal backwards, best first. A node is the set of states from which the steps behind it reach
//! the goal.
//!
//! Of plans of equal cost the first found wins: nodes are taken by estimated total, then by least estimated rest, then
//! by age. A node's children are made in the order of the actions, beginning with the one that led to it and coming round
//! to the first again, then in the order of the candidates. In a longer search, as soon as a child promises as much as the
//! node itself, the node's other actions wait until their turn comes (partial expansion: Yoshizumi, Miura and Ishida, 2000).
//!
//! Must not know: names, explanations.

use super::nodes::{NONE, Node, Waiting};
use super::regress::{Base, Regress, assign};
use super::{End, Meter, Scratch};
use crate::goap::number::{INF, add};
use crate::goap::request::PlanRequest;
use crate::goap::task::Task;

/// States to expand before the search stops to work out better bounds. Most small problems are solved by then, in less
/// time than the bounds would take.
const QUICK: u32 = 24;

/// A step from a node to one of its children.
#[derive(Debug, Clone, Copy)]
pub(in crate::goap) struct Edge {
    pub index: usize,
    /// [`NONE`] for an action without one.
    pub candidate: u32,
    /// Of the action, without travel.
    pub cost: i64,
}

/// What takes the children of a node; the child's state is in `scratch.regress.state`.
pub(in crate::goap) trait Children {
    fn child(&mut self, scratch: &mut Scratch, edge: Edge);

    /// Whether the node's other actions can wait.
    fn enough(&self) -> bool {
        false
    }
}

/// Searches for a plan of least cost. `scratch` has the request's ground, reachability and routes.
pub(in crate::goap) fn search(scratch: &mut Scratch, task: &Task, request: &PlanRequest, meter: &mut Meter) -> End {
    scratch.nodes.reset(task.words);
    let landmarks = if scratch.deep { scratch.landmarks.all() } else { 0 };
    let (rest, _) = scratch.rest(task, request, &task.goal, landmarks);
    let root = Node { parent: NONE, action: NONE, candidate: NONE, open: true, tried: 0, cost: 0, rest, landmarks };
    scratch.nodes.find_or_add(&task.goal);
    scratch.nodes.list.push(root);
    scratch.nodes.push(Waiting { total: rest, rest, node: 0 });
    let mut search = Search { task, request, node: 0, state: Node { ..root }, best: NONE, total: INF, enough: false };
    let mut after = std::mem::take(&mut scratch.current);
    let first = meter.nodes;
    let mut end = None;
    while let Some(next) = scratch.nodes.pop() {
        if next.total >= search.total {
            break;
        }
        let node = scratch.nodes.list[next.node as usize];
        if !node.open || next.total != node.cost + node.rest {
            continue;
        }
        if !scratch.deep && meter.nodes - first >= QUICK {
            end = Some(End::Deeper);
            break;
        }
        if node.tried == 0
            && let Some(limit) = meter.expand(scratch.nodes.memory(), &scratch.sets)
        {
            end = Some(End::Stopped(limit));
            break;
        }
        if node.tried == 0 {
            scratch.nodes.note(next.node);
        }
        scratch.nodes.list[next.node as usize].open = false;
        assign(&mut after, scratch.nodes.state(next.node));
        (search.node, search.state, search.enough) = (next.node, node, false);
        // What was done last is often done again: several additions to a number, several stops.
        let first = if node.action == NONE { 0 } else { node.action };
        let tried = expand(scratch, task, &after, Turn { first, tried: node.tried }, &mut search);
        let node = &mut scratch.nodes.list[next.node as usize];
        // A cheaper way to the node may have been found from itself, where steps cost nothing; then it starts anew.
        if (tried as usize) < task.actions.len() && !node.open {
            (node.open, node.tried) = (true, tried);
            scratch.nodes.push(next);
        }
    }
    scratch.current = after;
    match end {
        Some(end) => end,
        None if search.best == NONE => End::Exhausted,
        None => End::Found { node: search.best, total: search.total },
    }
}

struct Search<'a> {
    task: &'a Task,
    request: &'a PlanRequest<'a>,
    /// The node being expanded.
    node: u32,
    state: Node,
    /// The last node of the best complete plan so far, and what the plan costs.
    best: u32,
    total: i64,
    /// Whether a child was found that promises as much as the node itself, and so comes first.
    enough: bool,
}

impl Children for Search<'_> {
    fn child(&mut self, scratch: &mut Scratch, edge: Edge) {
        let Self { task, request, .. } = *self;
        if add(self.state.cost, self.state.rest) >= self.total {
            return;
        }
        let mut cost = add(self.state.cost, edge.cost);
        let includes_travel = task.actions[edge.index].target.is_some_and(|target| target.includes_travel);
        if let (true, Some(last)) = (includes_travel, task.last) {
            // The way from this step's candidate to that of the travelling step after it.
            let onward = last.get(scratch.nodes.state(self.node));
            if onward != 0 {
                cost = add(cost, scratch.ground.travel(request, Some(edge.candidate), onward - 1));
            }
        }
        if cost >= self.total {
            return;
        }
        let (id, new) = scratch.nodes.find_or_add(&scratch.regress.state);
        let mut landmarks = self.state.landmarks & !scratch.landmarks.passed_by(edge.index);
        if !new {
            let known = &scratch.nodes.list[id as usize];
            if cost >= known.cost {
                return;
            }
            // What either path leaves to be passed, the rest of any plan by this state must pass.
            landmarks |= known.landmarks;
        }
        let state = std::mem::take(&mut scratch.regress.state);
        let (rest, satisfied) = scratch.rest(task, request, &state, landmarks);
        scratch.regress.state = state;
        let hopeless = add(cost, rest) >= self.total;
        let node = Node {
            parent: self.node,
            action: edge.index as u32,
            candidate: edge.candidate,
            open: !hopeless,
            tried: 0,
            cost,
            rest,
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
        // Waiting pays where bounds are dear.
        self.enough |= scratch.deep && cost + rest <= self.state.cost + self.state.rest;
        if satisfied {
            let way = match task.last.map(|last| last.get(scratch.nodes.state(id))) {
                Some(first) if first != 0 => scratch.ground.travel(request, None, first - 1),
                _ => 0,
            };
            let total = add(cost, way);
            if total < self.total {
                (self.best, self.total) = (id, total);
            }
            if !task.breaks_triangle_inequality {
                scratch.nodes.list[id as usize].open = false;
                return;
            }
        }
        scratch.nodes.push(Waiting { total: cost + rest, rest, node: id });
    }

    fn enough(&self) -> bool {
        self.enough
    }
}

/// Which of a node's actions to try: in the order of the task, beginning with `first` and coming round to it again.
#[derive(Debug, Clone, Copy)]
pub(in crate::goap) struct Turn {
    pub first: u32,
    /// How many have been tried already.
    pub tried: u32,
}

/// Regresses every useful action that has not been tried, until the children are enough. How many have been tried then.
pub(in crate::goap) fn expand(
    scratch: &mut Scratch,
    task: &Task,
    after: &[u64],
    turn: Turn,
    children: &mut impl Children,
) -> u32 {
    let count = task.actions.len();
    for tried in turn.tried as usize..count {
        if children.enough() {
            return tried as u32;
        }
        let index = turn.first as usize + tried;
        let index = if index < count { index } else { index - count };
        let action = &task.actions[index];
        if scratch.reach.actions[index] >= INF {
            continue;
        }
        let idle = match scratch.regress.base(task, &mut scratch.sets, after, action) {
            Base::Conflict => continue,
            Base::Idle => true,
            Base::Useful => false,
        };
        let Some(target) = action.target else {
            if !idle {
                scratch.regress.complete(task, &mut scratch.sets, action, index, None);
                children.child(scratch, Edge { index, candidate: NONE, cost: scratch.ground.costs[index] });
            }
            continue;
        };
        let detour = task.breaks_triangle_inequality && target.includes_travel;
        if idle && !detour && !Regress::may_gain(task, after, action) {
            continue;
        }
        let mut attempt = |scratch: &mut Scratch, (candidate, cost): (u32, i64)| -> bool {
            let done = scratch.regress.complete(task, &mut scratch.sets, action, index, Some(candidate));
            let Some(gains) = done else { return false };
            if !idle || gains || detour {
                children.child(scratch, Edge { index, candidate, cost });
            }
            true
        };
        match Regress::pinned(task, &scratch.sets, &scratch.ground, after, action, index) {
            Some(Some(only)) => {
                attempt(scratch, only);
            }
            Some(None) => {}
            None => {
                let interchangeable = !target.includes_travel && !action.names_candidate;
                for at in 0..scratch.ground.candidates(index).len() {
                    let candidate = scratch.ground.candidates(index)[at];
                    // Where only the cost tells candidates apart, the cheapest one left is never worse than another.
                    if attempt(scratch, candidate) && interchangeable {
                        break;
                    }
                }
            }
        }
    }
    count as u32
}
