//! The graph of an action set: what satisfies what, and what leads nowhere; all of it, or what leads to one goal.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{RichText, Ui};

use super::{Around, Lens, canvas};
use crate::{
    client::{
        panels::{Dock, Panel, is_open, look::faint, show},
        words::plain,
    },
    goap::{Drawing, SetEdge, SetGraph, SetPart, Tone},
    mind::Brain,
    protocol::Label,
    simulation::with_mind,
};

pub(super) const PANEL: Panel =
    Panel::new("actions", "Graph of the action set", "what satisfies what; dead ends in red", Dock::Float, 900.0)
        .by(KeyCode::KeyG, "G");

/// The graph on show.
#[derive(Resource, Default)]
struct Shown {
    brain: Option<Arc<Brain>>,
    graph: SetGraph,
    /// The goal of which only what leads to it is shown.
    goal: Option<Label>,
    drawing: Drawing,
    dead: Vec<String>,
    lens: Lens,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>().add_systems(Update, draw.in_set(Dock::Float).run_if(is_open(PANEL.id)));
}

fn draw(mut around: Around, mut shown: ResMut<Shown>) {
    let Some((context, agent)) = around.begin() else { return };
    let Around { mut panels, show: on_screen, stage, timings, .. } = around;
    let _spent = timings.of("panel: graph of the action set");
    let read = |world: &World| with_mind(world, agent, |parts| parts.mind.brain.clone());
    let brain =
        on_screen.world().and_then(read).or_else(|| on_screen.account(agent)?.asked.map(|asked| asked.brain.clone()));
    let shown = &mut *shown;
    if let Some(brain) = brain
        && shown.brain.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &brain))
    {
        shown.graph = brain.graph();
        shown.dead = shown.graph.dead_ends().map(|(name, why)| format!("{name} {why}")).collect();
        shown.brain = Some(brain);
        shown.draw_up(shown.goal);
    }
    let whose = stage.player(agent).map_or("", |player| player.name.as_str());
    show(&mut panels, &context, PANEL.id, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{}, whose name here is {whose}", shown.drawing.title));
            for (tone, word) in [
                (Tone::Given, "read from memory"),
                (Tone::Fact, "fact"),
                (Tone::Action, "action"),
                (Tone::Goal, "goal"),
                (Tone::Dead, "dead end"),
            ] {
                ui.label(RichText::new(word).small().color(canvas::colour(tone)));
            }
            ui.label(faint("drag, wheel; double click: all of it, to read"));
        });
        shown.goals(ui);
        if !shown.dead.is_empty() {
            let text = shown.dead.join("; ");
            ui.label(RichText::new(format!("Dead ends: {text}")).small().color(canvas::colour(Tone::Dead)));
        }
        canvas::draw(ui, &shown.drawing, &mut shown.lens, true);
    });
}

impl Shown {
    /// Draws up all of the graph, or what leads to a goal; a goal that this mind has not is none.
    fn draw_up(&mut self, goal: Option<Label>) {
        let Some(brain) = &self.brain else { return };
        let number = |name: &Label| brain.goals.iter().find(|goal| goal.data.name == *name).map(|goal| goal.id.index());
        self.goal = goal.filter(|name| number(name).is_some());
        let part = self.goal.as_ref().and_then(number).map(|number| {
            let graph = leading_to(&self.graph, SetPart::Goal(number));
            (graph, format!("What leads a {} to it", brain.name))
        });
        let all = || (self.graph.clone(), format!("The mind of a {}", brain.name));
        let (graph, title) = part.unwrap_or_else(all);
        self.drawing = graph.draw(&title);
        self.lens.forget();
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
                if ui.selectable_label(self.goal == Some(name), plain(name)).clicked() {
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
fn leading_to(graph: &SetGraph, end: SetPart) -> SetGraph {
    let mut open: Vec<usize> = graph.nodes.iter().position(|node| node.part == end).into_iter().collect();
    let mut kept = vec![false; graph.nodes.len()];
    while let Some(node) = open.pop() {
        if kept.get(node).copied() == Some(false) {
            kept[node] = true;
            open.extend(graph.edges.iter().filter(|edge| edge.to == node).map(|edge| edge.from));
        }
    }
    let place = |node: usize| kept.iter().take(node).filter(|kept| **kept).count();
    let both = |edge: &&SetEdge| kept.get(edge.from) == Some(&true) && kept.get(edge.to) == Some(&true);
    let edges = graph.edges.iter().filter(both);
    SetGraph {
        nodes: graph.nodes.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(node, _)| node.clone()).collect(),
        edges: edges.map(|edge| SetEdge { from: place(edge.from), to: place(edge.to), ..edge.clone() }).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goap::SetNode;

    #[test]
    fn of_a_graph_what_leads_to_a_goal_is_kept() {
        let node =
            |part, name: &str| SetNode { part, name: name.to_owned(), note: String::new(), dead: None, given: false };
        let edge = |from, to| SetEdge { from, to, says: String::new(), dead: false };
        let nodes = vec![
            node(SetPart::Fact(0), "wet"),
            node(SetPart::Fact(1), "warm"),
            node(SetPart::Fact(2), "dry"),
            node(SetPart::Action(0), "light a fire"),
            node(SetPart::Action(1), "wait"),
            node(SetPart::Goal(0), "be dry"),
            node(SetPart::Goal(1), "be warm"),
        ];
        // Wet leads nowhere; warm leads to dry by waiting.
        let edges = vec![edge(3, 1), edge(1, 4), edge(4, 2), edge(2, 5), edge(1, 6), edge(4, 0)];
        let graph = SetGraph { nodes, edges };
        let names = |graph: &SetGraph| graph.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        let dry = leading_to(&graph, SetPart::Goal(0));
        assert_eq!(names(&dry), ["warm", "dry", "light a fire", "wait", "be dry"]);
        let pairs: Vec<_> = dry.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(pairs, [(2, 0), (0, 3), (3, 1), (1, 4)]);
        assert_eq!(names(&leading_to(&graph, SetPart::Goal(1))), ["warm", "light a fire", "be warm"]);
        assert!(leading_to(&graph, SetPart::Goal(7)).nodes.is_empty());
    }
}
