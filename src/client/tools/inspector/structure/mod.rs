//! The decision page of a mind that does not plan: its state machine, behaviour tree or utility table, each in its own form.

mod curve;
mod graph;
mod machine;
mod tree;
mod utility;

use bevy_egui::egui::Ui;

pub(super) use graph::{LEGEND, diagram_of};
pub(super) use utility::draw_consideration;

use quarry_minds::StructureSnapshot;

use super::MindPage;

pub(super) fn draw(ui: &mut Ui, page: &MindPage) {
    match &page.snapshot.structure {
        Some(StructureSnapshot::StateMachine(machine)) => machine::draw(ui, page, machine),
        Some(StructureSnapshot::BehaviourTree(nodes)) => tree::draw(ui, nodes),
        Some(StructureSnapshot::Utility(table)) => utility::draw(ui, page, table),
        None => {}
    }
}

/// What a mind decides by, in words.
pub(super) fn title(structure: &StructureSnapshot) -> &'static str {
    match structure {
        StructureSnapshot::StateMachine(_) => "State machine",
        StructureSnapshot::BehaviourTree(_) => "Behaviour tree",
        StructureSnapshot::Utility(_) => "Utility table",
    }
}
