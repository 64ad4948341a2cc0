//! An action set as a graph: which action needs which facts and brings about which, what goals want, and what leads nowhere:
//! conditions that nothing can ever meet, actions that can never be used, and effects that nobody wants.

use super::drawing::{Block, Drawing, Join, Shape, Tone};
use crate::goap::{
    compiled::{ActionInfo, Change, FactId, Own, Test},
    domain::Domain,
    fact::NOTHING,
    values::ValueSet,
};

/// What is given of a fact from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The value it starts with; `None`: it is read anew all the time, so any value may be given.
    pub value: Option<i64>,
    /// Where it comes from, in words.
    pub note: String,
}

/// What a node stands for: its place among the facts, actions or goals declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetPart {
    /// A fact.
    Fact(usize),
    /// An action.
    Action(usize),
    /// A goal.
    Goal(usize),
}

/// A node of the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct SetNode {
    /// What it stands for.
    pub part: SetPart,
    /// Its name.
    pub name: String,
    /// Where it comes from, or what it costs.
    pub note: String,
    /// Why it is a dead end, if it is one.
    pub dead: Option<String>,
    /// Whether it is given from outside.
    pub given: bool,
}

/// An edge: from a fact to what needs or wants it, from an action to what it brings about.
#[derive(Debug, Clone, PartialEq)]
pub struct SetEdge {
    /// The number of the node it leaves.
    pub from: usize,
    /// The number of the node it reaches.
    pub to: usize,
    /// The condition or the effect in words.
    pub says: String,
    /// Whether the condition can never be met.
    pub dead: bool,
}

/// The graph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetGraph {
    /// Facts, actions and goals, in this order.
    pub nodes: Vec<SetNode>,
    /// What leads to what.
    pub edges: Vec<SetEdge>,
}

impl Domain {
    /// The graph of what satisfies what. `given` says of each fact what of it is given from outside; facts that it leaves
    /// out have their defaults.
    #[must_use]
    pub fn graph(&self, given: &dyn Fn(FactId) -> Option<Given>) -> SetGraph {
        let outside: Vec<Option<Given>> = self.fact_ids().map(given).collect();
        let start = outside.iter().zip(&self.facts).map(|(given, fact)| match given {
            Some(Given { value: Some(value), .. }) => ValueSet::point((*value).clamp(fact.range.0, fact.range.1)),
            Some(Given { value: None, .. }) => ValueSet::interval(fact.range.0, fact.range.1),
            None => ValueSet::point(fact.default),
        });
        let mut reach = Reach { domain: self, values: start.collect(), usable: vec![false; self.actions.len()] };
        reach.spread();
        let mut graph = SetGraph { nodes: self.nodes(&outside), edges: Vec::new() };
        let (facts, actions) = (self.facts.len(), self.actions.len());
        let declared = self.actions().iter().enumerate();
        for (index, action) in declared {
            for (name, condition) in &action.needs {
                let Some(fact) = self.fact(name) else { continue };
                let dead = self.actions[index].needs.iter().any(|need| need.fact == fact.0 && !reach.meets(need));
                graph.edges.push(SetEdge { from: fact.index(), to: facts + index, says: condition.to_string(), dead });
            }
            for (name, effect) in &action.brings {
                let Some(fact) = self.fact(name) else { continue };
                graph.edges.push(SetEdge {
                    from: facts + index,
                    to: fact.index(),
                    says: effect.to_string(),
                    dead: false,
                });
            }
        }
        for (index, goal) in self.goals().iter().enumerate() {
            for (name, condition) in &goal.wants {
                let Some(fact) = self.fact(name) else { continue };
                let dead = self.goals[index].wants.iter().any(|want| want.fact == fact.0 && !reach.meets(want));
                let to = facts + actions + index;
                graph.edges.push(SetEdge { from: fact.index(), to, says: condition.to_string(), dead });
            }
        }
        self.find_dead_ends(&mut graph, &reach);
        graph
    }

    fn nodes(&self, outside: &[Option<Given>]) -> Vec<SetNode> {
        let plain = |part, name: &str, note| SetNode { part, name: name.to_owned(), note, dead: None, given: false };
        let facts = self.facts().iter().zip(outside).enumerate().map(|(index, (fact, given))| {
            let note = given.as_ref().map_or_else(String::new, |given| given.note.clone());
            SetNode { given: given.is_some(), ..plain(SetPart::Fact(index), &fact.name, note) }
        });
        let actions = self.action_ids().zip(self.actions()).enumerate().map(|(index, (id, action))| {
            let cost = self.fixed_cost(id).map_or_else(|| "cost worked out".to_owned(), |cost| format!("cost {cost}"));
            let travels = action.target.as_ref().is_some_and(|target| target.travels);
            let note = if travels { format!("{cost} and the way") } else { cost };
            plain(SetPart::Action(index), &action.name, note)
        });
        let goals = self.goals().iter().enumerate();
        let goals = goals.map(|(index, goal)| plain(SetPart::Goal(index), &goal.name, String::new()));
        facts.chain(actions).chain(goals).collect()
    }

    fn find_dead_ends(&self, graph: &mut SetGraph, reach: &Reach) {
        let count = graph.nodes.len();
        let (mut wanted, mut brought, mut starved) = (vec![false; count], vec![false; count], vec![false; count]);
        let mut within_reach = vec![false; count];
        for edge in &graph.edges {
            match (graph.nodes[edge.from].part, graph.nodes[edge.to].part) {
                (SetPart::Action(action), _) => {
                    brought[edge.to] = true;
                    within_reach[edge.to] |= reach.usable[action];
                }
                _ => wanted[edge.from] = true,
            }
            starved[edge.to] |= edge.dead;
        }
        let useful = |index: usize, edges: &[SetEdge]| edges.iter().any(|edge| edge.from == index && wanted[edge.to]);
        let verdicts: Vec<Option<String>> = (0..count)
            .map(|index| match graph.nodes[index].part {
                SetPart::Goal(_) if starved[index] => Some("can never be reached".to_owned()),
                SetPart::Action(action) if starved[index] || !reach.usable[action] => {
                    Some("can never be used".to_owned())
                }
                SetPart::Action(_) if !useful(index, &graph.edges) => Some("leads to nothing".to_owned()),
                SetPart::Fact(_) if !wanted[index] => {
                    Some(if brought[index] { "nobody wants it" } else { "nobody speaks of it" }.to_owned())
                }
                SetPart::Fact(_) if graph.edges.iter().any(|edge| edge.from == index && edge.dead) => Some(
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
        for (node, dead) in graph.nodes.iter_mut().zip(verdicts) {
            node.dead = dead;
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
            Own::Is => values.0.last().is_some_and(|(_, high)| *high > NOTHING),
            Own::IsNot => true,
            Own::Unsaid => !values.intersection(&test.set).is_empty(),
        }
    }

    fn spread(&mut self) {
        loop {
            let mut changed = false;
            for (index, action) in self.domain.actions.iter().enumerate() {
                if !self.usable[index] && action.needs.iter().all(|need| self.meets(need)) {
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
        for &(fact, change) in &action.brings {
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

impl SetGraph {
    /// The dead ends: what each is called, and why it is one.
    pub fn dead_ends(&self) -> impl Iterator<Item = (&str, &str)> {
        self.nodes.iter().filter_map(|node| Some((node.name.as_str(), node.dead.as_deref()?)))
    }

    /// The graph as a drawing: what satisfies stands left of what is satisfied; dead ends are red and dashed.
    #[must_use]
    pub fn draw(&self, title: &str) -> Drawing {
        let blocks = self.nodes.iter().map(|node| {
            let (shape, tone) = match node.part {
                SetPart::Fact(_) => (Shape::Round, if node.given { Tone::Given } else { Tone::Fact }),
                SetPart::Action(_) => (Shape::Square, Tone::Action),
                SetPart::Goal(_) => (Shape::Flag, Tone::Goal),
            };
            let tone = if node.dead.is_some() { Tone::Dead } else { tone };
            let rows = [Some(cut(&node.note)).filter(|note| !note.is_empty()), node.dead.clone()];
            let rows = rows.into_iter().flatten().collect();
            Block { at: (0.0, 0.0), size: (0.0, 0.0), title: node.name.clone(), rows, shape, tone }
        });
        let joins: Vec<Join> = self
            .edges
            .iter()
            .map(|edge| {
                let tone = match (edge.dead, self.nodes[edge.from].part) {
                    (true, _) => Tone::Dead,
                    (false, SetPart::Action(_)) => Tone::Action,
                    _ => Tone::Fact,
                };
                (edge.from, edge.to, edge.says.clone(), tone)
            })
            .collect();
        Drawing::lay_out(title.to_owned(), blocks.collect(), joins)
    }
}

/// Words short enough for a box.
fn cut(text: &str) -> String {
    const MOST: usize = 44;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST - 1).chain(['…']).collect() }
}
