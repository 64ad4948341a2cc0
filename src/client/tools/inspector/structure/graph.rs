//! The graph of a state machine or a behaviour tree as a diagram.

use quarry_goap::graph::{Diagram, DiagramNode, DiagramRole, NodeShape, PendingEdge};
use quarry_minds::{BehaviourTreeSnapshot, StateMachineSnapshot, StructureSnapshot, structure::NodeResult};

use crate::client::ui::humanize;

pub(in crate::client::tools::inspector) const LEGEND: [(DiagramRole, &str); 4] = [
    (DiagramRole::Goal, "active"),
    (DiagramRole::Chosen, "fired or succeeded"),
    (DiagramRole::Dead, "failed"),
    (DiagramRole::Fact, "not active"),
];
/// Conditions longer than this are shortened, in letters.
const MAX_TEST: usize = 48;

/// The diagram of a structure; `None` for a utility table, which has no graph.
pub(in crate::client::tools::inspector) fn diagram_of(structure: &StructureSnapshot) -> Option<Diagram> {
    match structure {
        StructureSnapshot::StateMachine(machine) => Some(machine_diagram(machine)),
        StructureSnapshot::BehaviourTree(tree) => Some(tree_diagram(tree)),
        StructureSnapshot::Utility(_) => None,
    }
}

/// A box for each state that has no states inside; a transition of an outer state leaves from its first inner one.
fn machine_diagram(machine: &StateMachineSnapshot) -> Diagram {
    let is_outer = |state: usize| machine.states.iter().any(|inner| inner.parent == Some(state));
    let first_inner = |state: usize| {
        let inside = |inner: usize| {
            std::iter::successors(Some(inner), |at| machine.states.get(*at)?.parent).any(|around| around == state)
        };
        (0..machine.states.len()).find(|inner| !is_outer(*inner) && inside(*inner))
    };
    let shown: Vec<usize> = (0..machine.states.len()).filter(|state| !is_outer(*state)).collect();
    let place = |state: usize| shown.iter().position(|known| *known == state);
    let nodes = shown.iter().filter_map(|index| machine.states.get(*index)).map(|state| {
        let around = std::iter::successors(state.parent, |at| machine.states.get(*at)?.parent);
        let mut rows: Vec<String> = around
            .filter_map(|at| machine.states.get(at))
            .map(|outer| format!("in {}", humanize(outer.name)))
            .collect();
        rows.extend(state.action.map(|action| format!("does {}", humanize(action))));
        rows.extend(state.active.map(|seconds| format!("for {seconds:.1} s")));
        let role = if state.active.is_some() { DiagramRole::Goal } else { DiagramRole::Fact };
        DiagramNode::new(humanize(state.name), rows, NodeShape::Round, role)
    });
    let mut edges = Vec::new();
    for (index, state) in machine.states.iter().enumerate() {
        for (number, transition) in state.transitions.iter().enumerate() {
            let fired = machine.last.as_ref().is_some_and(|fired| fired.owner == index && fired.index == number);
            // The transition that fired is drawn from the state that was current.
            let from = machine.last.as_ref().filter(|_| fired).map_or(index, |fired| fired.from);
            let ends = (first_inner(from).and_then(place), first_inner(transition.to).and_then(place));
            let (Some(from), Some(to)) = ends else { continue };
            let role = if fired { DiagramRole::Chosen } else { DiagramRole::Seen };
            let is_near = fired || state.active.is_some();
            let label = if is_near { shortened(transition.test.as_str()) } else { String::new() };
            edges.push(PendingEdge { from, to, label, role });
        }
    }
    Diagram::lay_out("state machine".to_owned(), nodes.collect(), edges)
}

fn tree_diagram(tree: &BehaviourTreeSnapshot) -> Diagram {
    let nodes = tree.nodes.iter().map(|node| {
        let role = match (node.active, node.result) {
            (true, _) => DiagramRole::Goal,
            (false, Some(NodeResult::Failure)) => DiagramRole::Dead,
            (false, Some(NodeResult::Success)) => DiagramRole::Chosen,
            (false, Some(NodeResult::Running) | None) => DiagramRole::Fact,
        };
        let rows = node.result.map(|result| format!("{} {:.1} s ago", result.describe(), node.ago));
        DiagramNode::new(shortened(node.label.as_str()), rows.into_iter().collect(), NodeShape::Square, role)
    });
    let edges = tree.nodes.iter().enumerate().filter_map(|(index, node)| {
        let role = if node.active { DiagramRole::Goal } else { DiagramRole::Seen };
        Some(PendingEdge { from: node.parent?, to: index, label: String::new(), role })
    });
    Diagram::lay_out("behaviour tree".to_owned(), nodes.collect(), edges.collect())
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_TEST {
        return text.to_owned();
    }
    text.chars().take(MAX_TEST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::{FiredSnapshot, StateSnapshot, TransitionSnapshot, protocol::label};

    #[test]
    fn an_outer_state_has_no_box_and_the_transition_that_fired_starts_where_it_did() {
        let state = |name: &str, parent, depth, transitions| StateSnapshot {
            name: label(name),
            parent,
            depth,
            action: None,
            goal: None,
            active: None,
            transitions,
        };
        let to = |to| TransitionSnapshot { to, test: label("test"), holds: None };
        let states = vec![
            state("calm", None, 0, vec![to(3)]),
            state("walk", Some(0), 1, vec![to(2)]),
            state("rest", Some(0), 1, vec![]),
            state("flee", None, 0, vec![to(0)]),
        ];
        let last = Some(FiredSnapshot { from: 2, owner: 0, index: 0, to: 3, ago: 1.0 });
        let diagram = machine_diagram(&StateMachineSnapshot { states, current: Some(3), last });
        let titles: Vec<&str> = diagram.nodes.iter().map(|node| node.title.as_str()).collect();
        assert_eq!(titles, ["walk", "rest", "flee"].map(|name| humanize(label(name))));
        let fired = diagram.edges.iter().find(|edge| edge.role == DiagramRole::Chosen).unwrap();
        assert_eq!((fired.from, fired.to), (1, 2), "from rest to flee");
        assert_eq!(diagram.edges.len(), 3);
    }
}
