//! What the agent thinks by: the planner or one of the brain files of its mind.

use bevy_egui::egui::{ComboBox, Ui};
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::GOAP;

use super::WhatIfContext;
use crate::client::ui::brain_title;
use crate::data::Library;
use crate::simulation::retune::RetuneCommand;

/// Offers the brains of the agent's kind, if there are several.
pub(super) fn draw(ui: &mut Ui, cx: &mut WhatIfContext) {
    let library = &cx.tuning.library;
    let choices = library.brain_kinds(cx.kind);
    if choices.len() < 2 {
        return;
    }
    let now = current(library, cx.mind.brain.name);
    let mut wanted = now;
    ComboBox::from_id_salt("brain").selected_text(brain_title(now)).show_ui(ui, |ui| {
        for choice in choices {
            ui.selectable_value(&mut wanted, choice, brain_title(choice));
        }
    });
    if wanted != now {
        cx.commands.push(RetuneCommand::ThinkBy { agent: cx.agent, brain: wanted });
    }
}

/// The kind of the brain with this name.
fn current(library: &Library, brain: Label) -> Label {
    library.brains.get(&brain).map_or_else(|| label(GOAP), |file| label(file.structure.kind()))
}
