//! The action graph panel: facts, actions and goals of a mind, joined where one satisfies another. Dead ends are red. The panel
//! shows the part that leads to one goal, or everything. Of a mind that does not plan it shows the state machine or behaviour tree.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use quarry_goap::graph::{ActionGraph, ActionGraphEdge, ActionGraphPart, Diagram, DiagramRole};
use quarry_minds::{Brain, protocol::Label};

use super::{PanZoom, canvas, structure};
use crate::client::tools::panels::theme::{faint, small};
use crate::client::tools::panels::{AddPanel, Dock, Panel, PanelContext};
use crate::client::ui::humanize;
use crate::simulation::with_mind;

pub(super) const PANEL: Panel =
    Panel::new("action_graph", "Action graph", "which actions satisfy which conditions; dead ends", Dock::Float, 900.0)
        .with_key(KeyCode::KeyG);

const LEGEND: [(DiagramRole, &str); 5] = [
    (DiagramRole::ExternalFact, "read from memory"),
    (DiagramRole::Fact, "fact"),
    (DiagramRole::Action, "action"),
    (DiagramRole::Goal, "goal"),
    (DiagramRole::Dead, "dead end"),
];

#[derive(Resource, Default)]
struct ActionGraphState {
    brain: Option<Arc<Brain>>,
    graph: ActionGraph,
    /// The goal whose part of the graph is shown; `None` shows everything.
    goal: Option<Label>,
    diagram: Diagram,
    dead_ends: Vec<String>,
    pan_zoom: PanZoom,
    /// The pan and zoom of the graph of a mind that does not plan.
    structure_pan_zoom: PanZoom,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActionGraphState>().add_panel(PANEL, draw);
}

fn draw(mut cx: PanelContext, mut state: ResMut<ActionGraphState>) {
    cx.show(PANEL.id, |ui, cx| state.show(ui, cx));
}

fn legend(ui: &mut Ui, name: &str, title: &str, roles: &[(DiagramRole, &str)]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("{name}: {title}"));
        canvas::legend(ui, roles);
    });
}

impl ActionGraphState {
    fn show(&mut self, ui: &mut Ui, cx: &mut PanelContext) {
        let agent = cx.agent();
        let snapshot = cx.snapshot(agent);
        let read = |world: &World| with_mind(world, agent, |parts| parts.mind.brain.clone());
        let recorded = || snapshot.as_ref()?.planning.as_ref().map(|planning| planning.brain.clone());
        let brain = cx.playback.world().and_then(read).or_else(recorded);
        if let Some(brain) = brain
            && self.brain.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &brain))
        {
            // A graph of one goal can be read without zooming; the goal being pursued is the one that matters now.
            let goal = if self.brain.is_none() { snapshot.as_ref().and_then(|now| now.goal) } else { self.goal };
            self.set_brain(brain, goal);
        }
        let name = cx.setup.agent(agent).map_or("", |info| info.name.as_str());
        let other = snapshot.as_ref().and_then(|now| now.structure.as_ref());
        if let Some(diagram) = other.and_then(structure::diagram_of) {
            legend(ui, name, &diagram.title, &structure::LEGEND);
            canvas::draw(ui, &diagram, &mut self.structure_pan_zoom);
            return;
        }
        if self.brain.is_none() {
            ui.label(faint("No planning data for this moment."));
            return;
        }
        legend(ui, name, &self.diagram.title, &LEGEND);
        if other.is_some() {
            ui.label(faint("A utility table has no graph; these are the actions that its options use."));
        }
        self.choose_goal(ui);
        if !self.dead_ends.is_empty() {
            let text = self.dead_ends.join("; ");
            ui.label(small(format!("Dead ends: {text}"), canvas::colour(DiagramRole::Dead)));
        }
        canvas::draw(ui, &self.diagram, &mut self.pan_zoom);
    }

    fn set_brain(&mut self, brain: Arc<Brain>, goal: Option<Label>) {
        self.graph = brain.graph();
        self.dead_ends = self.graph.dead_ends().map(|(name, why)| format!("{name} {why}")).collect();
        self.brain = Some(brain);
        self.set_goal(goal);
    }

    /// Lays out the part of the graph that leads to a goal, or everything if this mind does not have the goal.
    fn set_goal(&mut self, goal: Option<Label>) {
        let Some(brain) = &self.brain else { return };
        let found = goal.and_then(|name| brain.goals.iter().find(|goal| goal.data.name == name));
        self.goal = found.map(|goal| goal.data.name);
        self.diagram = match found {
            Some(goal) => leading_to(&self.graph, ActionGraphPart::Goal(goal.id.index()))
                .draw(&format!("what leads to \"{}\"", humanize(goal.data.name))),
            None => self.graph.draw(&format!("all of the {} mind", humanize(brain.name))),
        };
        self.pan_zoom.reset();
    }

    fn choose_goal(&mut self, ui: &mut Ui) {
        let Some(brain) = self.brain.clone() else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.selectable_label(self.goal.is_none(), "all").clicked() {
                self.set_goal(None);
            }
            for goal in &brain.goals {
                let name = goal.data.name;
                if ui.selectable_label(self.goal == Some(name), humanize(name)).clicked() {
                    self.set_goal(Some(name));
                }
            }
        });
    }
}

/// The part of a graph with a directed path to `end`.
fn leading_to(graph: &ActionGraph, end: ActionGraphPart) -> ActionGraph {
    let mut open: Vec<usize> = graph.nodes.iter().position(|node| node.part == end).into_iter().collect();
    let mut kept = vec![false; graph.nodes.len()];
    while let Some(node) = open.pop() {
        if kept.get(node).copied() == Some(false) {
            kept[node] = true;
            open.extend(graph.edges.iter().filter(|edge| edge.to == node).map(|edge| edge.from));
        }
    }
    let place = |node: usize| kept.iter().take(node).filter(|kept| **kept).count();
    let both = |edge: &&ActionGraphEdge| kept.get(edge.from) == Some(&true) && kept.get(edge.to) == Some(&true);
    let edges = graph.edges.iter().filter(both);
    ActionGraph {
        nodes: graph.nodes.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(node, _)| node.clone()).collect(),
        edges: edges
            .map(|edge| ActionGraphEdge { from: place(edge.from), to: place(edge.to), ..edge.clone() })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_goap::graph::ActionGraphNode;

    #[test]
    fn only_nodes_with_a_path_to_the_goal_are_kept() {
        let node = |part, name: &str| ActionGraphNode {
            part,
            name: name.to_owned(),
            note: String::new(),
            dead_end: None,
            external: false,
        };
        let edge = |from, to| ActionGraphEdge { from, to, label: String::new(), dead_end: false };
        let nodes = vec![
            node(ActionGraphPart::Fact(0), "wet"),
            node(ActionGraphPart::Fact(1), "warm"),
            node(ActionGraphPart::Fact(2), "dry"),
            node(ActionGraphPart::Action(0), "light a fire"),
            node(ActionGraphPart::Action(1), "wait"),
            node(ActionGraphPart::Goal(0), "be dry"),
            node(ActionGraphPart::Goal(1), "be warm"),
        ];
        // Wet leads nowhere; warm leads to dry by waiting.
        let edges = vec![edge(3, 1), edge(1, 4), edge(4, 2), edge(2, 5), edge(1, 6), edge(4, 0)];
        let graph = ActionGraph { nodes, edges };
        let names = |graph: &ActionGraph| graph.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        let dry = leading_to(&graph, ActionGraphPart::Goal(0));
        assert_eq!(names(&dry), ["warm", "dry", "light a fire", "wait", "be dry"]);
        let pairs: Vec<_> = dry.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(pairs, [(2, 0), (0, 3), (3, 1), (1, 4)]);
        assert_eq!(names(&leading_to(&graph, ActionGraphPart::Goal(1))), ["warm", "light a fire", "be warm"]);
        assert!(leading_to(&graph, ActionGraphPart::Goal(7)).nodes.is_empty());
    }
}
