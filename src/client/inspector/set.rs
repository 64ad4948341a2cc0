//! The graph of an action set: what satisfies what, and what leads nowhere; all of it, or what leads to one goal.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{RichText, Ui};

use super::{PanZoom, PanelContext, canvas};
use crate::{
    client::{
        panels::{Dock, Panel, is_open, show, theme::faint},
        text::humanize,
    },
    goap::{ActionGraph, ActionGraphEdge, ActionGraphPart, Diagram, DiagramRole},
    mind::Brain,
    protocol::Label,
    simulation::with_mind,
};

pub(super) const PANEL: Panel =
    Panel::new("action_graph", "Graph of the action set", "what satisfies what; dead ends in red", Dock::Float, 900.0)
        .with_key(KeyCode::KeyG, "G");

/// The graph on show.
#[derive(Resource, Default)]
struct ActionGraphState {
    brain: Option<Arc<Brain>>,
    graph: ActionGraph,
    /// The goal of which only what leads to it is shown.
    goal: Option<Label>,
    drawing: Diagram,
    dead_end: Vec<String>,
    pan_zoom: PanZoom,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActionGraphState>().add_systems(Update, draw.in_set(Dock::Float).run_if(is_open(PANEL.id)));
}

fn draw(mut around: PanelContext, mut shown: ResMut<ActionGraphState>) {
    let Some((context, agent)) = around.begin() else { return };
    let PanelContext { mut panels, playback: on_screen, setup, timings, .. } = around;
    let _spent = timings.start("panel: graph of the action set");
    let read = |world: &World| with_mind(world, agent, |parts| parts.mind.brain.clone());
    let brain = on_screen
        .world()
        .and_then(read)
        .or_else(|| on_screen.account(agent)?.planning.map(|asked| asked.brain.clone()));
    let shown = &mut *shown;
    if let Some(brain) = brain
        && shown.brain.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &brain))
    {
        shown.graph = brain.graph();
        shown.dead_end = shown.graph.dead_ends().map(|(name, why)| format!("{name} {why}")).collect();
        shown.brain = Some(brain);
        shown.draw_up(shown.goal);
    }
    let whose = setup.agent(agent).map_or("", |player| player.name.as_str());
    show(&mut panels, &context, PANEL.id, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{}, whose name here is {whose}", shown.drawing.title));
            for (role, word) in [
                (DiagramRole::ExternalFact, "read from memory"),
                (DiagramRole::Fact, "fact"),
                (DiagramRole::Action, "action"),
                (DiagramRole::Goal, "goal"),
                (DiagramRole::Dead, "dead end"),
            ] {
                ui.label(RichText::new(word).small().color(canvas::colour(role)));
            }
            ui.label(faint("drag, wheel; double click: all of it, to read"));
        });
        shown.goals(ui);
        if !shown.dead_end.is_empty() {
            let text = shown.dead_end.join("; ");
            ui.label(RichText::new(format!("Dead ends: {text}")).small().color(canvas::colour(DiagramRole::Dead)));
        }
        canvas::draw(ui, &shown.drawing, &mut shown.pan_zoom, true);
    });
}

impl ActionGraphState {
    /// Draws up all of the graph, or what leads to a goal; a goal that this mind has not is none.
    fn draw_up(&mut self, goal: Option<Label>) {
        let Some(brain) = &self.brain else { return };
        let number = |name: &Label| brain.goals.iter().find(|goal| goal.data.name == *name).map(|goal| goal.id.index());
        self.goal = goal.filter(|name| number(name).is_some());
        let part = self.goal.as_ref().and_then(number).map(|number| {
            let graph = leading_to(&self.graph, ActionGraphPart::Goal(number));
            (graph, format!("What leads a {} to it", brain.name))
        });
        let all = || (self.graph.clone(), format!("The mind of a {}", brain.name));
        let (graph, title) = part.unwrap_or_else(all);
        self.drawing = graph.draw(&title);
        self.pan_zoom.forget();
    }

    /// The goals to choose from.
    fn goals(&mut self, ui: &mut Ui) {
        let Some(brain) = self.brain.clone() else { return };
        ui.horizontal_wrapped(|ui| {
            let mut chosen = None;
            if ui.selectable_label(self.goal.is_none(), "all").clicked() {
                chosen = Some(None);
            }
            for goal in &brain.goals {
                let name = goal.data.name;
                if ui.selectable_label(self.goal == Some(name), humanize(name)).clicked() {
                    chosen = Some(Some(name));
                }
            }
            if let Some(goal) = chosen {
                self.draw_up(goal);
            }
        });
    }
}

/// The part of a graph that leads to a node, over however many others.
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
    use crate::goap::ActionGraphNode;

    #[test]
    fn of_a_graph_what_leads_to_a_goal_is_kept() {
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
