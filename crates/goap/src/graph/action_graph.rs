//! An action set as a graph: which actions achieve which conditions, and the dead ends: conditions that can never hold,
//! actions that can never be used, and effects that no condition depends on.

use super::diagram::{Diagram, DiagramNode, DiagramRole, NodeShape, PendingEdge};
use crate::{
    compiled::{FactId, FactTest},
    domain::Domain,
    goal_reach::{ActionReach, FactStart},
};

/// The maximum number of letters of a note in a box.
const MAX_CHARS: usize = 44;

/// A fact whose value comes from outside the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalFact {
    /// Its start value; `None` if it is measured and may have any value.
    pub value: Option<i64>,
    /// Where the value comes from.
    pub note: String,
}

/// What a node stands for. Indices count in declaration order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionGraphPart {
    /// A fact.
    Fact(usize),
    /// An action.
    Action(usize),
    /// A goal.
    Goal(usize),
}

/// A fact, an action or a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionGraphNode {
    /// What it stands for.
    pub part: ActionGraphPart,
    /// The declared name.
    pub name: String,
    /// For a fact, where its value comes from; for an action, its cost.
    pub note: String,
    /// Why it is a dead end; `None` if it is not.
    pub dead_end: Option<String>,
    /// Whether it is an [`ExternalFact`].
    pub external: bool,
}

/// A condition (from a fact to the action or goal that requires it) or an effect (from an action to a fact).
#[derive(Debug, Clone, PartialEq)]
pub struct ActionGraphEdge {
    /// Index of the node it leaves.
    pub from: usize,
    /// Index of the node it reaches.
    pub to: usize,
    /// The condition or the effect as text.
    pub label: String,
    /// Whether it is a condition that can never hold.
    pub dead_end: bool,
}

/// The graph of an action set.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ActionGraph {
    /// Facts, then actions, then goals.
    pub nodes: Vec<ActionGraphNode>,
    /// Conditions and effects.
    pub edges: Vec<ActionGraphEdge>,
}

impl Domain {
    /// The graph of the domain's actions. `external` returns the facts whose values come from outside the plan; all others
    /// start with their defaults.
    #[must_use]
    pub fn graph(&self, external: &dyn Fn(FactId) -> Option<ExternalFact>) -> ActionGraph {
        let outside: Vec<Option<ExternalFact>> = self.fact_ids().map(external).collect();
        let start = |fact: FactId| match outside.get(fact.index()).and_then(Option::as_ref) {
            Some(ExternalFact { value: Some(value), .. }) => FactStart::Value(*value),
            Some(ExternalFact { value: None, .. }) => FactStart::Any,
            None => FactStart::Default,
        };
        let reach = ActionReach::new(self, &start, &|_| true);
        let mut graph = ActionGraph { nodes: self.graph_nodes(&outside), edges: self.graph_edges(&reach) };
        self.find_dead_ends(&mut graph, &reach);
        graph
    }

    fn graph_nodes(&self, outside: &[Option<ExternalFact>]) -> Vec<ActionGraphNode> {
        let plain = |part, name: &str, note| ActionGraphNode {
            part,
            name: name.to_owned(),
            note,
            dead_end: None,
            external: false,
        };
        let facts = self.facts().iter().zip(outside).enumerate().map(|(index, (fact, external))| {
            let note = external.as_ref().map_or_else(String::new, |external| external.note.clone());
            ActionGraphNode { external: external.is_some(), ..plain(ActionGraphPart::Fact(index), &fact.name, note) }
        });
        let actions = self.action_ids().zip(self.actions()).enumerate().map(|(index, (id, action))| {
            let cost = self.fixed_cost(id).map_or_else(|| "variable cost".to_owned(), |cost| format!("cost {cost}"));
            let includes_travel = action.target.as_ref().is_some_and(|target| target.includes_travel);
            let note = if includes_travel { format!("{cost} + travel") } else { cost };
            plain(ActionGraphPart::Action(index), &action.name, note)
        });
        let goals = self.goals().iter().enumerate();
        let goals = goals.map(|(index, goal)| plain(ActionGraphPart::Goal(index), &goal.name, String::new()));
        facts.chain(actions).chain(goals).collect()
    }

    fn graph_edges(&self, reach: &ActionReach) -> Vec<ActionGraphEdge> {
        let (first_action, first_goal) = (self.facts.len(), self.facts.len() + self.actions.len());
        let mut edges = Vec::new();
        let mut edge = |from, to, label, dead_end| edges.push(ActionGraphEdge { from, to, label, dead_end });
        let dead =
            |tests: &[FactTest], fact: FactId| tests.iter().any(|test| test.fact == fact.0 && !reach.meets(test));
        for (index, action) in self.actions().iter().enumerate() {
            for (name, condition) in &action.preconditions {
                let Some(fact) = self.fact(name) else { continue };
                let dead_end = dead(&self.actions[index].preconditions, fact);
                edge(fact.index(), first_action + index, condition.to_string(), dead_end);
            }
            for (name, effect) in &action.effects {
                let Some(fact) = self.fact(name) else { continue };
                edge(first_action + index, fact.index(), effect.to_string(), false);
            }
        }
        for (index, goal) in self.goals().iter().enumerate() {
            for (name, condition) in &goal.conditions {
                let Some(fact) = self.fact(name) else { continue };
                let dead_end = dead(&self.goals[index].conditions, fact);
                edge(fact.index(), first_goal + index, condition.to_string(), dead_end);
            }
        }
        edges
    }

    fn find_dead_ends(&self, graph: &mut ActionGraph, reach: &ActionReach) {
        let count = graph.nodes.len();
        let (mut required, mut achieved, mut starved) = (vec![false; count], vec![false; count], vec![false; count]);
        let mut achieved_by_usable = vec![false; count];
        for edge in &graph.edges {
            match (graph.nodes[edge.from].part, graph.nodes[edge.to].part) {
                (ActionGraphPart::Action(action), _) => {
                    achieved[edge.to] = true;
                    achieved_by_usable[edge.to] |= reach.usable[action];
                }
                _ => required[edge.from] = true,
            }
            starved[edge.to] |= edge.dead_end;
        }
        let useful = |index: usize| graph.edges.iter().any(|edge| edge.from == index && required[edge.to]);
        let reasons: Vec<Option<&str>> = (0..count)
            .map(|index| match graph.nodes[index].part {
                ActionGraphPart::Goal(_) => starved[index].then_some("can never be reached"),
                ActionGraphPart::Action(action) if starved[index] || !reach.usable[action] => Some("can never be used"),
                ActionGraphPart::Action(_) => (!useful(index)).then_some("no condition depends on its effects"),
                ActionGraphPart::Fact(_) if !required[index] => {
                    Some(if achieved[index] { "no condition depends on it" } else { "unused" })
                }
                ActionGraphPart::Fact(_) => {
                    let fails = graph.edges.iter().any(|edge| edge.from == index && edge.dead_end);
                    fails.then_some(match (achieved[index], achieved_by_usable[index]) {
                        (false, _) => "no action changes it",
                        (true, false) => "only changed by actions that can never be used",
                        (true, true) => "cannot get a required value",
                    })
                }
            })
            .collect();
        for (node, reason) in graph.nodes.iter_mut().zip(reasons) {
            node.dead_end = reason.map(str::to_owned);
        }
    }
}

impl ActionGraph {
    /// The dead ends: name and reason.
    pub fn dead_ends(&self) -> impl Iterator<Item = (&str, &str)> {
        self.nodes.iter().filter_map(|node| Some((node.name.as_str(), node.dead_end.as_deref()?)))
    }

    /// Draws the graph. Facts stand left of the actions and goals that require them; dead ends are red and dashed. An edge
    /// between nodes that do not exist is left out.
    #[must_use]
    pub fn draw(&self, title: &str) -> Diagram {
        let nodes = self.nodes.iter().map(|node| {
            let (shape, role) = match node.part {
                ActionGraphPart::Fact(_) if node.external => (NodeShape::Round, DiagramRole::ExternalFact),
                ActionGraphPart::Fact(_) => (NodeShape::Round, DiagramRole::Fact),
                ActionGraphPart::Action(_) => (NodeShape::Square, DiagramRole::Action),
                ActionGraphPart::Goal(_) => (NodeShape::Flag, DiagramRole::Goal),
            };
            let role = if node.dead_end.is_some() { DiagramRole::Dead } else { role };
            let note = Some(shortened(&node.note)).filter(|note| !note.is_empty());
            DiagramNode::new(node.name.clone(), note.into_iter().chain(node.dead_end.clone()).collect(), shape, role)
        });
        let edges = self.edges.iter().map(|edge| {
            let role = match (edge.dead_end, self.nodes.get(edge.from).map(|node| node.part)) {
                (true, _) => DiagramRole::Dead,
                (false, Some(ActionGraphPart::Action(_))) => DiagramRole::Action,
                _ => DiagramRole::Fact,
            };
            PendingEdge { from: edge.from, to: edge.to, label: edge.label.clone(), role }
        });
        Diagram::lay_out(title.to_owned(), nodes.collect(), edges.collect())
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_CHARS {
        text.to_owned()
    } else {
        text.chars().take(MAX_CHARS - 1).chain(['…']).collect()
    }
}
