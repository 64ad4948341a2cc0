//! Regressive A*: from the goal backwards, best first. A node is the set of states from which the steps behind it reach
//! the goal.
//!
//! Of plans of equal cost the first found wins: nodes are taken by estimated total, then by least estimated rest, then
//! by age, and a node's children are made in the order of the actions, then of the candidates.
//!
//! Must not know: names, explanations.

use super::nodes::{NONE, Node, Waiting};
use super::regress::{Base, Regress};
use super::{End, Meter, Scratch};
use crate::goap::number::{INF, add};
use crate::goap::query::Query;
use crate::goap::task::Task;

/// The best complete plan so far.
#[derive(Debug, Clone, Copy)]
struct Best {
    node: u32,
    total: i64,
}

/// Searches for a plan of least cost. `scratch` has the query's ground and reachability.
pub(in crate::goap) fn search(scratch: &mut Scratch, task: &Task, query: &Query, meter: &mut Meter) -> End {
    scratch.nodes.reset(task.words);
    let mut best = Best { node: NONE, total: INF };
    let root = Node { parent: NONE, action: NONE, candidate: NONE, open: true, cost: 0, rest: 0, landmarks: 0 };
    scratch.nodes.find_or_add(&task.goal);
    scratch.nodes.list.push(root);
    scratch.nodes.push(Waiting { total: 0, rest: 0, node: 0 });
    while let Some(next) = scratch.nodes.pop() {
        if next.total >= best.total {
            break;
        }
        let node = scratch.nodes.list[next.node as usize];
        if !node.open || next.total != node.cost + node.rest {
            continue;
        }
        if let Some(limit) = meter.expand(scratch.nodes.memory(), &scratch.sets) {
            return End::Stopped(limit);
        }
        scratch.nodes.list[next.node as usize].open = false;
        expand(scratch, task, query, next.node, &mut best);
    }
    if best.node == NONE { End::Exhausted } else { End::Found { node: best.node, total: best.total } }
}

fn expand(scratch: &mut Scratch, task: &Task, query: &Query, node: u32, best: &mut Best) {
    let mut after = std::mem::take(&mut scratch.current);
    after.clear();
    after.extend_from_slice(scratch.nodes.state(node));
    for (index, action) in task.actions.iter().enumerate() {
        if scratch.reach.actions[index] >= INF {
            continue;
        }
        let base = scratch.regress.base(task, &mut scratch.sets, &after, action);
        let idle = match base {
            Base::Conflict => continue,
            Base::Idle => true,
            Base::Useful => false,
        };
        let Some(target) = action.target else {
            if !idle {
                scratch.regress.complete(task, &mut scratch.sets, action, index, None);
                child(
                    scratch,
                    task,
                    query,
                    Edge { node, index, candidate: NONE, cost: scratch.ground.costs[index] },
                    best,
                );
            }
            continue;
        };
        let detour = task.detours && target.travels;
        if idle && !detour && !Regress::may_gain(task, &after, action) {
            continue;
        }
        let mut attempt = |scratch: &mut Scratch, (candidate, cost): (u32, i64)| -> bool {
            let done = scratch.regress.complete(task, &mut scratch.sets, action, index, Some(candidate));
            let Some(gains) = done else { return false };
            if idle && !gains && !detour {
                return true;
            }
            child(scratch, task, query, Edge { node, index, candidate, cost }, best);
            true
        };
        match Regress::pinned(task, &scratch.sets, &scratch.ground, &after, action, index) {
            Some(Some(only)) => {
                attempt(scratch, only);
            }
            Some(None) => {}
            None => {
                let interchangeable = !target.travels && !action.names_candidate;
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
    scratch.current = after;
}

/// A step from a node to one of its children.
#[derive(Debug, Clone, Copy)]
struct Edge {
    node: u32,
    index: usize,
    candidate: u32,
    cost: i64,
}

/// Files the state in `scratch.regress.state` as a child.
fn child(scratch: &mut Scratch, task: &Task, query: &Query, edge: Edge, best: &mut Best) {
    let parent = scratch.nodes.list[edge.node as usize];
    let travels = task.actions[edge.index].target.is_some_and(|target| target.travels);
    let mut cost = add(parent.cost, edge.cost);
    if let (true, Some(last)) = (travels, task.last) {
        // The way from this step's candidate to that of the travelling step after it.
        let onward = last.get(scratch.nodes.state(edge.node));
        if onward != 0 {
            cost = add(cost, scratch.ground.travel(query, Some(edge.candidate), onward - 1));
        }
    }
    let (rest, satisfied) = scratch.reach.bound(task, &scratch.ground, &mut scratch.sets, &scratch.regress.state);
    if add(cost, rest) >= best.total {
        return;
    }
    let (id, new) = scratch.nodes.find_or_add(&scratch.regress.state);
    let node = Node {
        parent: edge.node,
        action: edge.index as u32,
        candidate: edge.candidate,
        open: true,
        cost,
        rest,
        landmarks: 0,
    };
    if new {
        scratch.nodes.list.push(node);
    } else if cost < scratch.nodes.list[id as usize].cost {
        scratch.nodes.list[id as usize] = node;
    } else {
        return;
    }
    if satisfied {
        let way = match task.last.map(|last| last.get(scratch.nodes.state(id))) {
            Some(first) if first != 0 => scratch.ground.travel(query, None, first - 1),
            _ => 0,
        };
        let total = add(cost, way);
        if total < best.total {
            *best = Best { node: id, total };
        }
        if !task.detours {
            scratch.nodes.list[id as usize].open = false;
            return;
        }
    }
    scratch.nodes.push(Waiting { total: cost + rest, rest, node: id });
}
