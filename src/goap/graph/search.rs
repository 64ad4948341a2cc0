//! The last search as data: which states were known, in which order they were looked at, what they cost, which were ruled
//! out, and the plan among them.

use super::drawing::{Diagram, DiagramNode, DiagramRole, Join, NodeShape};
use crate::goap::{
    PlanCost,
    compiled::FactId,
    domain::Domain,
    planner::Planner,
    request::{PlanOutcome, PlanRequest, Strategy},
    search::nodes::NONE,
    task::{Packed, Task},
};

/// Nodes beyond which a graph is cut off: more cannot be looked at.
const MOST: usize = 3_000;

/// What became of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeStatus {
    /// It was expanded, as the so-many-th, counting from 1.
    Expanded(u32),
    /// It waited when the search ended.
    Waiting,
    /// It was ruled out: no plan by it could be cheaper than one known, or it was the end of one.
    Pruned,
}

/// A state of a search: searching backwards, the conditions that are left to bring about; forwards, the facts that differ
/// from the start.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchNode {
    /// What is left, or what has changed, a fact each.
    pub conditions: Vec<String>,
    /// The state from which it was reached, and the step by which; none for the first.
    pub by: Option<(usize, String)>,
    /// What the way from the first state cost.
    pub cost: PlanCost,
    /// What the rest costs at least.
    pub rest: PlanCost,
    /// What became of it.
    pub status: NodeStatus,
    /// Whether the plan leads by it.
    pub on_plan: bool,
}

/// A search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchGraph {
    /// The goal.
    pub goal: String,
    /// How it was searched.
    pub strategy: Strategy,
    /// What was answered.
    pub outcome: PlanOutcome,
    /// What the plan costs.
    pub cost: PlanCost,
    /// How many states were expanded.
    pub expanded: u32,
    /// The states, in the order found. Depth-first search keeps none, so only its plan is there.
    pub nodes: Vec<SearchNode>,
    /// How many more there were.
    pub left_out: usize,
}

impl Planner {
    /// Answers a request and returns the search for it; `name` gives a candidate's name.
    #[must_use]
    pub fn trace(&mut self, domain: &Domain, request: &PlanRequest, name: &dyn Fn(u32) -> String) -> SearchGraph {
        self.scratch.nodes.trace(true);
        let answer = self.plan(domain, request);
        let (outcome, cost, expanded) = (answer.outcome, answer.cost, answer.nodes);
        let reader = Reader { planner: self, domain, task: &domain.tasks[request.goal.index()], request, name };
        let nodes = if request.strategy == Strategy::IdaStar { reader.chain() } else { reader.nodes() };
        let all = self.scratch.nodes.list.len();
        let left_out = if request.strategy == Strategy::IdaStar { 0 } else { all.saturating_sub(nodes.len()) };
        self.scratch.nodes.trace(false);
        let goal = domain.goal_name(request.goal).to_owned();
        SearchGraph { goal, strategy: request.strategy, outcome, cost, expanded, nodes, left_out }
    }
}

struct Reader<'a> {
    planner: &'a Planner,
    domain: &'a Domain,
    task: &'a Task,
    request: &'a PlanRequest<'a>,
    name: &'a dyn Fn(u32) -> String,
}

impl Reader<'_> {
    /// The plan alone.
    fn chain(&self) -> Vec<SearchNode> {
        let mut cost = PlanCost::ZERO;
        let steps = &self.planner.scratch.steps;
        let states = std::iter::once(None).chain(steps.iter().map(Some)).enumerate();
        states
            .map(|(index, step)| {
                cost = step.map_or(cost, |step| cost.plus(step.cost));
                SearchNode {
                    conditions: Vec::new(),
                    by: step.map(|step| (index - 1, self.label(step.action.index(), step.candidate))),
                    cost,
                    rest: PlanCost::ZERO,
                    status: NodeStatus::Waiting,
                    on_plan: true,
                }
            })
            .collect()
    }

    fn nodes(&self) -> Vec<SearchNode> {
        let nodes = &self.planner.scratch.nodes;
        let mut on_plan = vec![false; nodes.list.len()];
        let mut at = self.planner.last_node;
        while let Some(node) = nodes.list.get(at as usize) {
            on_plan[at as usize] = true;
            at = node.parent;
        }
        let mut order = vec![0u32; nodes.list.len()];
        for (turn, node) in nodes.traced().iter().enumerate() {
            if let Some(place) = order.get_mut(*node as usize) {
                *place = turn as u32 + 1;
            }
        }
        let all = nodes.list.iter().enumerate().take(MOST);
        all.map(|(index, node)| SearchNode {
            conditions: self.state(index as u32),
            by: (node.parent != NONE).then(|| {
                let action = self.task.actions[node.action as usize].action as usize;
                (node.parent as usize, self.label(action, (node.candidate != NONE).then_some(node.candidate)))
            }),
            cost: PlanCost(node.cost),
            rest: PlanCost(node.rest),
            status: match order[index] {
                0 if node.open => NodeStatus::Waiting,
                0 => NodeStatus::Pruned,
                turn => NodeStatus::Expanded(turn),
            },
            on_plan: on_plan[index],
        })
        .collect()
    }

    fn label(&self, action: usize, candidate: Option<u32>) -> String {
        let action = &self.domain.actions()[action].name;
        candidate.map_or_else(|| action.clone(), |candidate| format!("{action} ({})", (self.name)(candidate)))
    }

    /// The conditions of a packed state.
    fn state(&self, node: u32) -> Vec<String> {
        let state = self.planner.scratch.nodes.state(node);
        let mut parts = Vec::new();
        for (index, field) in self.task.fields.iter().enumerate() {
            let fact = FactId(field.fact);
            let start = self.planner.scratch.ground.values[index];
            let mut values: Vec<(i64, i64)> = Vec::new();
            match field.place {
                Packed::Bits { word, shift, mask } => {
                    let bits = state[word as usize] & mask;
                    if bits != mask {
                        let all = field.range.0..=field.range.1;
                        let set = |value: &i64| bits >> (shift + (value - field.range.0) as u32) & 1 == 1;
                        values.extend(all.filter(set).map(|value| (value, value)));
                    }
                }
                Packed::Set(half) => values.extend_from_slice(self.planner.scratch.sets.members(half.get(state))),
            }
            let unchanged = self.request.strategy == Strategy::Forward && values[..] == [(start, start)];
            if !values.is_empty() && !unchanged {
                let texts: Vec<String> = values.iter().map(|&range| self.range(fact, range)).collect();
                parts.push(format!("{}: {}", self.domain.fact_name(fact), texts.join(" | ")));
            }
        }
        parts
    }

    fn range(&self, fact: FactId, (low, high): (i64, i64)) -> String {
        let text = |value: i64| match self.domain.decode(fact, value) {
            crate::goap::Value::Candidate(index) => (self.name)(index),
            crate::goap::Value::Symbol(name) => name,
            other => other.to_string(),
        };
        if low == high { text(low) } else { format!("{} to {}", text(low), text(high)) }
    }
}

/// A cost to look at.
fn short(cost: PlanCost) -> String {
    if cost.is_infinite() { "endless".to_owned() } else { format!("{:.2}", cost.value()) }
}

impl SearchGraph {
    /// The most of it that can be looked at in one picture: the plan, what was expanded, and of the rest as many as fit.
    fn shown(&self, most: usize) -> Vec<usize> {
        let rank = |index: &usize| match self.nodes.get(*index).map(|node| (node.on_plan, node.status)) {
            Some((true, _)) => (0, *index),
            Some((_, NodeStatus::Expanded(turn))) => (1, turn as usize),
            Some((_, NodeStatus::Waiting)) => (2, *index),
            _ => (3, *index),
        };
        let mut shown: Vec<usize> = (0..self.nodes.len()).collect();
        shown.sort_by_key(rank);
        shown.truncate(most.max(1));
        // Nobody hangs in the air: whoever is shown is shown with those by whom it was reached.
        let mut kept = vec![false; self.nodes.len()];
        for index in shown {
            let mut at = Some(index);
            while let Some(index) = at.filter(|index| !kept[*index]) {
                kept[index] = true;
                at = self.nodes[index].by.as_ref().map(|(parent, _)| *parent);
            }
        }
        (0..self.nodes.len()).filter(|index| kept[*index]).collect()
    }

    /// The search as a drawing of about so many boxes at most: numbered in the order of expansion, the plan in green.
    #[must_use]
    pub fn draw(&self, most: usize) -> Diagram {
        let shown = self.shown(most);
        let forward = self.strategy == Strategy::Forward;
        let blocks = shown.iter().map(|&index| {
            let node = &self.nodes[index];
            let title = match node.status {
                _ if node.by.is_none() && forward => "start".to_owned(),
                _ if node.by.is_none() => format!("goal: {}", self.goal),
                NodeStatus::Expanded(turn) => format!("{turn}."),
                NodeStatus::Waiting if node.on_plan => "start".to_owned(),
                NodeStatus::Waiting => "waiting".to_owned(),
                NodeStatus::Pruned if node.on_plan => "start".to_owned(),
                NodeStatus::Pruned => "ruled out".to_owned(),
            };
            let mut rows = node.conditions.clone();
            rows.truncate(6);
            rows.push(format!("cost {} + at least {}", short(node.cost), short(node.rest)));
            let role = match node.status {
                _ if node.on_plan => DiagramRole::Chosen,
                NodeStatus::Expanded(_) => DiagramRole::Seen,
                NodeStatus::Waiting => DiagramRole::Waiting,
                NodeStatus::Pruned => DiagramRole::Pruned,
            };
            let shape = if node.by.is_none() { NodeShape::Flag } else { NodeShape::Square };
            DiagramNode { at: (0.0, 0.0), size: (0.0, 0.0), title, rows, shape, role }
        });
        let place = |index: usize| shown.binary_search(&index).ok();
        let joins: Vec<Join> = shown
            .iter()
            .enumerate()
            .filter_map(|(at, &index)| {
                let node = &self.nodes[index];
                let (parent, step) = node.by.as_ref()?;
                let role = if node.on_plan { DiagramRole::Chosen } else { DiagramRole::Seen };
                Some((place(*parent)?, at, step.clone(), role))
            })
            .collect();
        let hidden = self.nodes.len() - shown.len() + self.left_out;
        let more = if hidden > 0 { format!("; {hidden} states more are not shown") } else { String::new() };
        let found = match self.outcome {
            PlanOutcome::Plan => format!("a plan of cost {}", short(self.cost)),
            PlanOutcome::Satisfied => "satisfied already".to_owned(),
            PlanOutcome::Impossible => "impossible".to_owned(),
            PlanOutcome::OutOfBudget(_) => "no answer within the budget".to_owned(),
        };
        let title = format!("{}: {found}, {} states expanded{more}", self.goal, self.expanded);
        Diagram::lay_out(title, blocks.collect(), joins)
    }
}
