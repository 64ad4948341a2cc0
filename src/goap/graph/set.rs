//! An action set as a graph: which action needs which facts and brings about which, what goals want, and what leads nowhere:
//! conditions that nothing can ever meet, actions that can never be used, and effects that nobody wants.

use super::drawing::{Diagram, DiagramNode, DiagramRole, Join, NodeShape};
use crate::goap::{
    compiled::{ActionInfo, Change, FactId, Own, Test},
    domain::Domain,
    fact::NO_TARGET,
    values::ValueSet,
};

/// What is given of a fact from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalFact {
    /// The value it starts with; `None`: it is read anew all the time, so any value may be given.
    pub value: Option<i64>,
    /// Where it comes from, in words.
    pub note: String,
}

/// What a node stands for: its place among the facts, actions or goals declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionGraphPart {
    /// A fact.
    Fact(usize),
    /// An action.
    Action(usize),
    /// A goal.
    Goal(usize),
}

/// A node of the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionGraphNode {
    /// What it stands for.
    pub part: ActionGraphPart,
    /// Its name.
    pub name: String,
    /// Where it comes from, or what it costs.
    pub note: String,
    /// Why it is a dead end, if it is one.
    pub dead_end: Option<String>,
    /// Whether it is given from outside.
    pub external: bool,
}

/// An edge: from a fact to what needs or wants it, from an action to what it brings about.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionGraphEdge {
    /// The number of the node it leaves.
    pub from: usize,
    /// The number of the node it reaches.
    pub to: usize,
    /// The condition or the effect in words.
    pub label: String,
    /// Whether the condition can never be met.
    pub dead_end: bool,
}

/// The graph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ActionGraph {
    /// Facts, actions and goals, in this order.
    pub nodes: Vec<ActionGraphNode>,
    /// What leads to what.
    pub edges: Vec<ActionGraphEdge>,
}

impl Domain {
    /// The graph of what satisfies what. `given` says of each fact what of it is given from outside; facts that it leaves
    /// out have their defaults.
    #[must_use]
    pub fn graph(&self, given: &dyn Fn(FactId) -> Option<ExternalFact>) -> ActionGraph {
        let outside: Vec<Option<ExternalFact>> = self.fact_ids().map(given).collect();
        let start = outside.iter().zip(&self.facts).map(|(given, fact)| match given {
            Some(ExternalFact { value: Some(value), .. }) => {
                ValueSet::point((*value).clamp(fact.range.0, fact.range.1))
            }
            Some(ExternalFact { value: None, .. }) => ValueSet::interval(fact.range.0, fact.range.1),
            None => ValueSet::point(fact.default),
        });
        let mut reach = Reach { domain: self, values: start.collect(), usable: vec![false; self.actions.len()] };
        reach.spread();
        let mut graph = ActionGraph { nodes: self.nodes(&outside), edges: Vec::new() };
        let (facts, actions) = (self.facts.len(), self.actions.len());
        let declared = self.actions().iter().enumerate();
        for (index, action) in declared {
            for (name, condition) in &action.preconditions {
                let Some(fact) = self.fact(name) else { continue };
                let dead_end =
                    self.actions[index].preconditions.iter().any(|need| need.fact == fact.0 && !reach.meets(need));
                graph.edges.push(ActionGraphEdge {
                    from: fact.index(),
                    to: facts + index,
                    label: condition.to_string(),
                    dead_end,
                });
            }
            for (name, effect) in &action.effects {
                let Some(fact) = self.fact(name) else { continue };
                graph.edges.push(ActionGraphEdge {
                    from: facts + index,
                    to: fact.index(),
                    label: effect.to_string(),
                    dead_end: false,
                });
            }
        }
        for (index, goal) in self.goals().iter().enumerate() {
            for (name, condition) in &goal.conditions {
                let Some(fact) = self.fact(name) else { continue };
                let dead_end =
                    self.goals[index].conditions.iter().any(|want| want.fact == fact.0 && !reach.meets(want));
                let to = facts + actions + index;
                graph.edges.push(ActionGraphEdge { from: fact.index(), to, label: condition.to_string(), dead_end });
            }
        }
        self.find_dead_ends(&mut graph, &reach);
        graph
    }

    fn nodes(&self, outside: &[Option<ExternalFact>]) -> Vec<ActionGraphNode> {
        let plain = |part, name: &str, note| ActionGraphNode {
            part,
            name: name.to_owned(),
            note,
            dead_end: None,
            external: false,
        };
        let facts = self.facts().iter().zip(outside).enumerate().map(|(index, (fact, given))| {
            let note = given.as_ref().map_or_else(String::new, |given| given.note.clone());
            ActionGraphNode { external: given.is_some(), ..plain(ActionGraphPart::Fact(index), &fact.name, note) }
        });
        let actions = self.action_ids().zip(self.actions()).enumerate().map(|(index, (id, action))| {
            let cost = self.fixed_cost(id).map_or_else(|| "cost worked out".to_owned(), |cost| format!("cost {cost}"));
            let includes_travel = action.target.as_ref().is_some_and(|target| target.includes_travel);
            let note = if includes_travel { format!("{cost} and the way") } else { cost };
            plain(ActionGraphPart::Action(index), &action.name, note)
        });
        let goals = self.goals().iter().enumerate();
        let goals = goals.map(|(index, goal)| plain(ActionGraphPart::Goal(index), &goal.name, String::new()));
        facts.chain(actions).chain(goals).collect()
    }

    fn find_dead_ends(&self, graph: &mut ActionGraph, reach: &Reach) {
        let count = graph.nodes.len();
        let (mut wanted, mut brought, mut starved) = (vec![false; count], vec![false; count], vec![false; count]);
        let mut within_reach = vec![false; count];
        for edge in &graph.edges {
            match (graph.nodes[edge.from].part, graph.nodes[edge.to].part) {
                (ActionGraphPart::Action(action), _) => {
                    brought[edge.to] = true;
                    within_reach[edge.to] |= reach.usable[action];
                }
                _ => wanted[edge.from] = true,
            }
            starved[edge.to] |= edge.dead_end;
        }
        let useful =
            |index: usize, edges: &[ActionGraphEdge]| edges.iter().any(|edge| edge.from == index && wanted[edge.to]);
        let evaluations: Vec<Option<String>> = (0..count)
            .map(|index| match graph.nodes[index].part {
                ActionGraphPart::Goal(_) if starved[index] => Some("can never be reached".to_owned()),
                ActionGraphPart::Action(action) if starved[index] || !reach.usable[action] => {
                    Some("can never be used".to_owned())
                }
                ActionGraphPart::Action(_) if !useful(index, &graph.edges) => Some("leads to nothing".to_owned()),
                ActionGraphPart::Fact(_) if !wanted[index] => {
                    Some(if brought[index] { "nobody wants it" } else { "nobody speaks of it" }.to_owned())
                }
                ActionGraphPart::Fact(_) if graph.edges.iter().any(|edge| edge.from == index && edge.dead_end) => Some(
                    match (brought[index], within_reach[index]) {
                        (false, _) => "nothing brings it about",
                        (true, false) => "only by what can never be used",
                        (true, true) => "not as far as is wanted",
                    }
                    .to_owned(),
                ),
                _ => None,
            })
            .collect();
        for (node, dead_end) in graph.nodes.iter_mut().zip(evaluations) {
            node.dead_end = dead_end;
        }
    }
}

/// Which values facts can come to have, and which actions can come to be used, if what was once reached stays so.
struct Reach<'a> {
    domain: &'a Domain,
    values: Vec<ValueSet>,
    usable: Vec<bool>,
}

impl Reach<'_> {
    fn meets(&self, test: &Test) -> bool {
        let values = &self.values[test.fact as usize];
        match test.own {
            Own::Is => values.0.last().is_some_and(|(_, high)| *high > NO_TARGET),
            Own::IsNot => true,
            Own::Unsaid => !values.intersection(&test.set).is_empty(),
        }
    }

    fn spread(&mut self) {
        loop {
            let mut changed = false;
            for (index, action) in self.domain.actions.iter().enumerate() {
                if !self.usable[index] && action.preconditions.iter().all(|need| self.meets(need)) {
                    self.usable[index] = true;
                    changed = true;
                }
            }
            for index in 0..self.usable.len() {
                if self.usable[index] {
                    changed |= self.bring(&self.domain.actions[index]);
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn bring(&mut self, action: &ActionInfo) -> bool {
        let mut changed = false;
        for &(fact, change) in &action.effects {
            let (least, most) = self.domain.facts[fact as usize].range;
            let known = &self.values[fact as usize];
            let ends = (known.0.first().map_or(least, |range| range.0), known.0.last().map_or(most, |range| range.1));
            let more = match change {
                Change::Set(value) => (value, value),
                Change::SetOwn => (0.max(least), most),
                Change::Add(amount) if amount > 0 => (ends.0, most),
                Change::Add(amount) if amount < 0 => (least, ends.1),
                Change::Add(_) => continue,
            };
            let grown = ValueSet::union(known.0.iter().copied().chain([more]).collect());
            if grown != *known {
                self.values[fact as usize] = grown;
                changed = true;
            }
        }
        changed
    }
}

impl ActionGraph {
    /// The dead ends: what each is called, and why it is one.
    pub fn dead_ends(&self) -> impl Iterator<Item = (&str, &str)> {
        self.nodes.iter().filter_map(|node| Some((node.name.as_str(), node.dead_end.as_deref()?)))
    }

    /// The graph as a drawing: what satisfies stands left of what is satisfied; dead ends are red and dashed.
    #[must_use]
    pub fn draw(&self, title: &str) -> Diagram {
        let blocks = self.nodes.iter().map(|node| {
            let (shape, role) = match node.part {
                ActionGraphPart::Fact(_) => {
                    (NodeShape::Round, if node.external { DiagramRole::ExternalFact } else { DiagramRole::Fact })
                }
                ActionGraphPart::Action(_) => (NodeShape::Square, DiagramRole::Action),
                ActionGraphPart::Goal(_) => (NodeShape::Flag, DiagramRole::Goal),
            };
            let role = if node.dead_end.is_some() { DiagramRole::Dead } else { role };
            let rows = [Some(cut(&node.note)).filter(|note| !note.is_empty()), node.dead_end.clone()];
            let rows = rows.into_iter().flatten().collect();
            DiagramNode { at: (0.0, 0.0), size: (0.0, 0.0), title: node.name.clone(), rows, shape, role }
        });
        let joins: Vec<Join> = self
            .edges
            .iter()
            .map(|edge| {
                let role = match (edge.dead_end, self.nodes[edge.from].part) {
                    (true, _) => DiagramRole::Dead,
                    (false, ActionGraphPart::Action(_)) => DiagramRole::Action,
                    _ => DiagramRole::Fact,
                };
                (edge.from, edge.to, edge.label.clone(), role)
            })
            .collect();
        Diagram::lay_out(title.to_owned(), blocks.collect(), joins)
    }
}

/// Words short enough for a box.
fn cut(text: &str) -> String {
    const MOST: usize = 44;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST - 1).chain(['…']).collect() }
}
