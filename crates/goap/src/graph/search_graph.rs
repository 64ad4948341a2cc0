//! The last search as a graph: the states it generated, the order of expansion, their costs, why states were pruned, and
//! the plan among them.

use std::fmt;

use super::diagram::{Diagram, DiagramNode, DiagramRole, NodeShape, PendingEdge};
use crate::{
    compiled::{ActionId, FactId},
    domain::Domain,
    explain::text::{counted, step_text, value_text},
    number::{INF, PlanCost, add},
    planner::Planner,
    request::{PlanOutcome, PlanRequest, Strategy, excess},
    search::{MAIN, Problem, nodes::NONE},
    task::{FieldEncoding, Task},
    validate,
};

/// The maximum number of nodes in a graph. Later ones are counted in [`SearchGraph::omitted`].
const MAX_NODES: usize = 3_000;

/// The maximum number of conditions listed in a box.
const MAX_ROWS: usize = 7;

/// How a search treated a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeStatus {
    /// Expanded; the number counts expansions from 1.
    Expanded(u32),
    /// Generated but not expanded when the search ended.
    Open,
    /// The path to it is a complete plan.
    Complete,
    /// Discarded without being expanded.
    Pruned(PruneReason),
    /// A state after this many steps of the plan. Only iterative deepening has such nodes; it keeps no others.
    AfterStep(u32),
}

/// Why a search discarded a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PruneReason {
    /// The relaxed problem shows that no plan from the start leads to the state.
    Unreachable,
    /// No plan through the state costs less than the best one found.
    NotCheaper,
}

impl fmt::Display for PruneReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreachable => "cannot be reached from the start",
            Self::NotCheaper => "not cheaper than the best plan",
        })
    }
}

/// A state of a search. A backward search stores the conditions that remain to be achieved, a forward search the facts
/// that differ from the start.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchNode {
    /// One text per condition or changed fact.
    pub conditions: Vec<String>,
    /// The node it was generated from, and the step between them; `None` for the root.
    pub reached_by: Option<(usize, String)>,
    /// Cost of the path from the root, travel included. A backward search does not know where the first travel begins until
    /// the path is complete, so that only [`NodeStatus::Complete`] nodes include it.
    pub cost: PlanCost,
    /// Lower bound of the cost of the rest of the plan.
    pub heuristic: PlanCost,
    /// How the search treated it.
    pub status: NodeStatus,
    /// Whether the plan leads through it.
    pub on_plan: bool,
}

/// A search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchGraph {
    /// The goal's name.
    pub goal: String,
    /// Whether the root is the start state, rather than the goal.
    pub forward: bool,
    /// How the search ended.
    pub outcome: PlanOutcome,
    /// Cost of the plan; infinite if there is none.
    pub cost: PlanCost,
    /// Proven lower bound of the cost of every plan.
    pub bound: PlanCost,
    /// How many states were expanded, by all searches that shared the budget.
    pub expanded: u32,
    /// The states that the strategy's own search generated, in order; those of searches that help it are omitted. If a helper
    /// found the plan, no state is on the plan. Iterative deepening keeps only those of its plan.
    pub nodes: Vec<SearchNode>,
    /// How many more states were generated.
    pub omitted: usize,
}

impl Planner {
    /// Plans, and returns the search as a graph. `name` gives a candidate's name by its index. Without the request's goal in
    /// the domain, the graph has no nodes.
    #[must_use]
    pub fn trace(&mut self, domain: &Domain, request: &PlanRequest, name: &dyn Fn(u32) -> String) -> SearchGraph {
        self.scratch.nodes[MAIN].set_recording(true);
        let result = self.plan(domain, request);
        let (outcome, cost, bound, expanded) = (result.outcome, result.cost, result.bound, result.nodes);
        self.scratch.nodes[MAIN].set_recording(false);
        let (nodes, omitted) = match domain.task(request.goal) {
            None => (Vec::new(), 0),
            Some(task) if request.strategy == Strategy::IdaStar => {
                let problem = Problem { domain, task, request };
                (SearchReader { planner: self, problem, name }.plan_states(), 0)
            }
            Some(task) => {
                let problem = Problem { domain, task, request };
                let complete = self.complete_costs(task, request);
                let nodes = SearchReader { planner: self, problem, name }.nodes(&complete);
                let omitted = self.scratch.nodes[MAIN].list.len().saturating_sub(nodes.len());
                (nodes, omitted)
            }
        };
        SearchGraph {
            goal: domain.goal_name(request.goal).to_owned(),
            forward: request.strategy != Strategy::Backward,
            outcome,
            cost,
            bound,
            expanded,
            nodes,
            omitted,
        }
    }

    /// For each node: the total cost of the plan that the path to it makes up, if it is a complete plan. In a backward search
    /// this includes the travel from the agent's position to the first stop.
    fn complete_costs(&mut self, task: &Task, request: &PlanRequest) -> Vec<Option<i64>> {
        let scratch = &mut self.scratch;
        let count = scratch.nodes[MAIN].list.len().min(MAX_NODES) as u32;
        let mut state = Vec::new();
        let mut total = |index: u32| {
            let cost = scratch.nodes[MAIN].list[index as usize].cost;
            if request.strategy == Strategy::Forward {
                return (index == self.last_node).then_some(cost);
            }
            state.clear();
            state.extend_from_slice(scratch.nodes[MAIN].state(index));
            let (_, satisfied) = scratch.prepared.bound(task, &state);
            let travel = scratch.prepared.ground.travel_to(request, None, task.stop(&state));
            satisfied.then(|| add(cost, travel))
        };
        (0..count).map(&mut total).collect()
    }
}

struct SearchReader<'a> {
    planner: &'a Planner,
    problem: Problem<'a>,
    name: &'a dyn Fn(u32) -> String,
}

impl SearchReader<'_> {
    /// The states along the plan, from the start.
    fn plan_states(&self) -> Vec<SearchNode> {
        let (steps, total) = (&self.planner.scratch.steps, self.planner.last_result().cost);
        let mut state = Vec::new();
        validate::start(self.problem.domain, self.problem.request, &mut state);
        let start = state.clone();
        let mut cost = PlanCost::ZERO;
        let states = std::iter::once(None).chain(steps.iter().map(Some)).enumerate();
        states
            .map(|(index, step)| {
                if let Some(step) = step {
                    cost = cost.plus(step.cost);
                    self.problem.domain.apply(step.action, step.candidate, &mut state);
                }
                let changed = self.problem.domain.fact_ids().filter(|fact| state[fact.index()] != start[fact.index()]);
                let last = index == steps.len() && !steps.is_empty();
                SearchNode {
                    conditions: changed
                        .map(|fact| self.condition(fact, &[(state[fact.index()], state[fact.index()])]))
                        .collect(),
                    reached_by: step.map(|step| (index - 1, self.step(step.action, step.candidate))),
                    cost,
                    heuristic: if total.is_infinite() { PlanCost::ZERO } else { PlanCost(total.0 - cost.0) },
                    status: if last { NodeStatus::Complete } else { NodeStatus::AfterStep(index as u32) },
                    on_plan: !steps.is_empty(),
                }
            })
            .collect()
    }

    /// The states that the search generated. `complete` has the total cost of complete plans, by node.
    fn nodes(&self, complete: &[Option<i64>]) -> Vec<SearchNode> {
        let nodes = &self.planner.scratch.nodes[MAIN];
        let mut on_plan = vec![false; nodes.list.len()];
        let mut at = self.planner.last_node;
        while let Some(node) = nodes.list.get(at as usize) {
            on_plan[at as usize] = true;
            at = node.parent;
        }
        let mut order = vec![0u32; nodes.list.len()];
        for (number, node) in nodes.expansion_order().iter().enumerate() {
            if let Some(known) = order.get_mut(*node as usize) {
                *known = number as u32 + 1;
            }
        }
        let all = nodes.list.iter().zip(complete).enumerate();
        all.map(|(index, (node, complete))| SearchNode {
            conditions: self.conditions(index as u32),
            reached_by: (node.parent != NONE).then(|| {
                let action = ActionId(self.problem.task.actions[node.action as usize].action);
                (node.parent as usize, self.step(action, (node.candidate != NONE).then_some(node.candidate)))
            }),
            cost: PlanCost(complete.unwrap_or(node.cost)),
            heuristic: PlanCost(node.heuristic),
            status: match order[index] {
                0 if complete.is_some() => NodeStatus::Complete,
                0 if node.open => NodeStatus::Open,
                0 if add(node.cost, node.heuristic) >= INF => NodeStatus::Pruned(PruneReason::Unreachable),
                0 => NodeStatus::Pruned(PruneReason::NotCheaper),
                number => NodeStatus::Expanded(number),
            },
            on_plan: on_plan[index],
        })
        .collect()
    }

    fn step(&self, action: ActionId, candidate: Option<u32>) -> String {
        step_text(self.problem.domain, action, candidate, self.name)
    }

    /// The conditions of a packed state, and the stops and used targets that tell it from similar ones.
    fn conditions(&self, node: u32) -> Vec<String> {
        let scratch = &self.planner.scratch;
        let state = scratch.nodes[MAIN].state(node);
        let mut parts = Vec::new();
        for (index, field) in self.problem.task.fields.iter().enumerate() {
            let start = scratch.prepared.ground.values[index];
            let mut values: Vec<(i64, i64)> = Vec::new();
            match field.encoding {
                FieldEncoding::Bits { word, shift, mask } => {
                    let bits = state[word as usize] & mask;
                    if bits != mask {
                        let all = field.range.0..=field.range.1;
                        let set = |value: &i64| bits >> (shift + (value - field.range.0) as u32) & 1 == 1;
                        values.extend(all.filter(set).map(|value| (value, value)));
                    }
                }
                FieldEncoding::Set(half) => values.extend_from_slice(scratch.prepared.sets.members(half.get(state))),
            }
            let unchanged = self.problem.request.strategy == Strategy::Forward && values[..] == [(start, start)];
            if !values.is_empty() && !unchanged {
                parts.push(self.condition(FactId(field.fact), &values));
            }
        }
        if let Some(stop) = self.problem.task.stop(state) {
            let which = if self.problem.request.strategy == Strategy::Forward { "last" } else { "next" };
            parts.push(format!("{which} stop: {}", (self.name)(stop)));
        }
        let used = self.problem.task.used.map_or(0, |used| used.get(state));
        for &(member, _) in scratch.prepared.sets.members(used) {
            let action = ActionId(self.problem.task.actions[(member >> 32) as usize].action);
            parts.push(format!("used: {}", self.step(action, Some(member as u32))));
        }
        parts
    }

    fn condition(&self, fact: FactId, values: &[(i64, i64)]) -> String {
        let texts: Vec<String> = values.iter().map(|&range| self.range(fact, range)).collect();
        format!("{}: {}", self.problem.domain.fact_name(fact), texts.join(" | "))
    }

    fn range(&self, fact: FactId, (low, high): (i64, i64)) -> String {
        let text = |value: i64| value_text(&self.problem.domain.decode(fact, value), self.name);
        if low == high { text(low) } else { format!("{} to {}", text(low), text(high)) }
    }
}

impl SearchGraph {
    /// The nodes to draw: the plan, then expanded states, then as many others as fit.
    fn shown(&self, most: usize) -> Vec<usize> {
        let rank = |index: &usize| match self.nodes.get(*index).map(|node| (node.on_plan, node.status)) {
            Some((true, _)) => (0, *index),
            Some((_, NodeStatus::Expanded(number))) => (1, number as usize),
            Some((_, NodeStatus::Open | NodeStatus::Complete)) => (2, *index),
            _ => (3, *index),
        };
        let mut shown: Vec<usize> = (0..self.nodes.len()).collect();
        shown.sort_by_key(rank);
        shown.truncate(most.max(1));
        // A node is only drawn together with the path to it.
        let mut kept = vec![false; self.nodes.len()];
        for index in shown {
            let mut at = Some(index);
            while let Some(index) = at.filter(|index| kept.get(*index) == Some(&false)) {
                kept[index] = true;
                at = self.nodes[index].reached_by.as_ref().map(|(parent, _)| *parent);
            }
        }
        (0..self.nodes.len()).filter(|index| kept[*index]).collect()
    }

    /// The title of a node's box, unique within the graph.
    fn node_title(&self, index: usize) -> String {
        let node = &self.nodes[index];
        let is_root = node.reached_by.is_none();
        match node.status {
            status if is_root || (status == NodeStatus::Complete && node.on_plan) => match is_root == self.forward {
                true => "start".to_owned(),
                false => format!("goal: {}", self.goal),
            },
            NodeStatus::Expanded(number) => format!("expanded {number}"),
            NodeStatus::Open => format!("open {index}"),
            NodeStatus::Complete => format!("complete {index}"),
            NodeStatus::Pruned(_) => format!("pruned {index}"),
            NodeStatus::AfterStep(number) => format!("after step {number}"),
        }
    }

    fn node_rows(&self, node: &SearchNode) -> Vec<String> {
        let mut rows = node.conditions.clone();
        if rows.len() > MAX_ROWS {
            let hidden = rows.len() - (MAX_ROWS - 1);
            rows.truncate(MAX_ROWS - 1);
            rows.push(format!("and {hidden} more"));
        }
        match node.status {
            NodeStatus::Complete => rows.push(format!("cost {:.2}", node.cost)),
            NodeStatus::Pruned(PruneReason::Unreachable) => rows.push(format!("cost {:.2}", node.cost)),
            _ => rows.push(format!("cost {:.2} + at least {:.2}", node.cost, node.heuristic)),
        }
        match node.status {
            NodeStatus::Pruned(PruneReason::NotCheaper) if !self.cost.is_infinite() => {
                rows.push(format!("{} ({:.2})", PruneReason::NotCheaper, self.cost));
            }
            NodeStatus::Pruned(reason) => rows.push(reason.to_string()),
            _ => {}
        }
        rows
    }

    /// Draws the search with about `most` boxes at most. Edges point from a state to the states generated from it.
    #[must_use]
    pub fn draw(&self, most: usize) -> Diagram {
        let shown = self.shown(most);
        let nodes = shown.iter().map(|&index| {
            let node = &self.nodes[index];
            let role = match node.status {
                _ if node.on_plan => DiagramRole::Chosen,
                NodeStatus::Expanded(_) | NodeStatus::AfterStep(_) => DiagramRole::Seen,
                NodeStatus::Open | NodeStatus::Complete => DiagramRole::Waiting,
                NodeStatus::Pruned(_) => DiagramRole::Pruned,
            };
            let shape = if node.reached_by.is_none() { NodeShape::Flag } else { NodeShape::Square };
            DiagramNode::new(self.node_title(index), self.node_rows(node), shape, role)
        });
        let place = |index: usize| shown.binary_search(&index).ok();
        let edges = shown.iter().enumerate().filter_map(|(at, &index)| {
            let node = &self.nodes[index];
            let (parent, step) = node.reached_by.as_ref()?;
            let role = if node.on_plan { DiagramRole::Chosen } else { DiagramRole::Seen };
            Some(PendingEdge { from: place(*parent)?, to: at, label: step.clone(), role })
        });
        Diagram::lay_out(self.title(shown.len()), nodes.collect(), edges.collect())
    }

    fn title(&self, shown: usize) -> String {
        let outcome = match self.outcome {
            PlanOutcome::Plan => match excess(self.cost, self.bound) {
                None => format!("plan of cost {:.2}", self.cost),
                Some(excess) => format!("plan of cost {:.2} ({excess})", self.cost),
            },
            PlanOutcome::Satisfied => "already satisfied".to_owned(),
            PlanOutcome::Impossible => "no plan exists".to_owned(),
            PlanOutcome::OutOfBudget(_) => "out of budget".to_owned(),
        };
        let expanded = counted(self.expanded as usize, "state expanded", "states expanded");
        let hidden = match self.nodes.len() - shown + self.omitted {
            0 => String::new(),
            count => format!("; {} not shown", counted(count, "more state", "more states")),
        };
        format!("{}: {outcome}, {expanded}{hidden}", self.goal)
    }
}
