//! The page "Family": the ancestors of the chosen animal, its brothers and sisters, and its descendants.

use bevy_egui::egui::{RichText, Ui};
use quarry_minds::protocol::AgentId;

use super::{days::death_words, history::WildHistory};
use crate::client::session::{AgentInfo, agent_name};
use crate::client::tools::panels::theme::{faint, heading};
use crate::client::ui::{FAINT, GOLD};

/// The most generations before and after the animal that are shown.
const GENERATIONS: usize = 4;
/// The most descendants that are shown.
const MOST: usize = 200;

/// Draws the page. Returns the relative that was clicked.
pub(super) fn draw(ui: &mut Ui, history: &WildHistory, cast: &[AgentInfo], agent: AgentId) -> Option<AgentId> {
    let mut tree = FamilyTree { history, cast, agent, left: MOST, clicked: None };
    heading(ui, "Ancestors");
    match history.get(agent).and_then(|life| life.parents) {
        Some((mother, father)) => {
            tree.ancestors(ui, "mother", mother, 0);
            tree.ancestors(ui, "father", father, 0);
        }
        None if history.get(agent).is_some_and(|life| life.since > 0) => {
            drop(ui.label(faint("none: it was set down by hand")))
        }
        None => drop(ui.label(faint("unknown: it was here at the start"))),
    }
    let siblings = siblings(history, agent);
    if !siblings.is_empty() {
        heading(ui, "Brothers and sisters of one mother");
        ui.horizontal_wrapped(|ui| siblings.iter().for_each(|one| tree.link(ui, *one)));
    }
    heading(ui, "Descendants");
    if history.get(agent).is_none_or(|life| life.young.is_empty()) {
        ui.label(faint("none so far"));
    } else {
        tree.descendants(ui, agent, 0);
    }
    tree.clicked
}

/// Those with the same mother.
pub(super) fn siblings(history: &WildHistory, agent: AgentId) -> Vec<AgentId> {
    let mother = history.get(agent).and_then(|life| life.parents).and_then(|(mother, _)| history.get(mother));
    let others = mother.into_iter().flat_map(|mother| &mother.young).filter(|young| **young != agent);
    others.copied().collect()
}

struct FamilyTree<'a> {
    history: &'a WildHistory,
    cast: &'a [AgentInfo],
    /// The chosen animal.
    agent: AgentId,
    /// How many descendants may still be shown.
    left: usize,
    clicked: Option<AgentId>,
}

impl FamilyTree<'_> {
    fn ancestors(&mut self, ui: &mut Ui, role: &str, agent: AgentId, generation: usize) {
        ui.horizontal(|ui| {
            ui.add_space(generation as f32 * ui.spacing().indent);
            ui.label(faint(role));
            self.link(ui, agent);
        });
        let parents = self.history.get(agent).and_then(|life| life.parents);
        if let Some((mother, father)) = parents.filter(|_| generation + 1 < GENERATIONS) {
            self.ancestors(ui, "mother", mother, generation + 1);
            self.ancestors(ui, "father", father, generation + 1);
        }
    }

    fn descendants(&mut self, ui: &mut Ui, agent: AgentId, generation: usize) {
        let young = self.history.get(agent).map(|life| life.young.as_slice()).unwrap_or_default();
        let hidden = if generation < GENERATIONS && young.len() <= self.left { 0 } else { young.len() };
        ui.horizontal(|ui| {
            ui.add_space(generation as f32 * ui.spacing().indent);
            self.link(ui, agent);
            if hidden > 0 {
                ui.label(faint(format!("and its {hidden} young")));
            }
        });
        if hidden == 0 {
            self.left -= young.len();
            young.iter().for_each(|one| self.descendants(ui, *one, generation + 1));
        }
    }

    /// The name of an animal, to be clicked; how it died if it is dead.
    fn link(&mut self, ui: &mut Ui, agent: AgentId) {
        let death = self.history.get(agent).and_then(|life| life.death);
        let name = agent_name(self.cast, agent);
        let own = agent == self.agent;
        let text = RichText::new(&name).color(if death.is_some() && !own { FAINT } else { GOLD });
        let response = ui.link(if own { text.strong() } else { text });
        let killer = death.and_then(|death| death.by).map(|by| format!(" by {}", agent_name(self.cast, by)));
        if let Some(death) = death {
            ui.label(faint(format!("({}{})", death_words(death.cause), killer.unwrap_or_default())));
        }
        if response.on_hover_text("choose this animal").clicked() {
            self.clicked = Some(agent);
        }
    }
}
