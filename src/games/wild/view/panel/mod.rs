//! The panel Populations: how many live over time and what they die of, what happened on each day, and the family of an animal.

mod curves;
mod days;
mod family;
mod history;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::egui::ScrollArea;

use crate::client::session::{init_for_match, shows};
use crate::client::tools::panels::theme::pages;
use crate::client::tools::panels::{AddPanel, Dock, Panel, PanelContext};
use crate::games::wild::SCHEMA;
use history::WildHistory;

const PANEL: Panel = Panel::new(
    "populations",
    "Populations",
    "curves with causes of death, what happened on each day, and families",
    Dock::Right,
    520.0,
)
.with_key(KeyCode::Digit7)
.of_game(SCHEMA.name);

/// What the panel shows.
#[derive(Resource, Clone, Debug, Default)]
struct PopulationsPage {
    tab: Tab,
    history: WildHistory,
    /// The days that are over, in words.
    told: Vec<String>,
    /// The species whose deaths are shown, by its place in the list.
    species: usize,
}

/// A page of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Curves,
    Days,
    Family,
}

const TABS: [(Tab, &str, &str); 3] = [
    (Tab::Curves, "Curves", "the living of each species over time, births and causes of death by day"),
    (Tab::Days, "Days", "what happened on each day"),
    (Tab::Family, "Family", "the family of the chosen animal; click a relative to choose it"),
];

pub(super) fn plugin(app: &mut App) {
    init_for_match::<PopulationsPage>(app);
    app.add_panel(PANEL, draw.run_if(shows(SCHEMA.name)));
}

fn draw(mut cx: PanelContext, mut page: ResMut<PopulationsPage>) {
    cx.show(PANEL.id, |ui, cx| {
        let page = &mut *page;
        pages(ui, &mut page.tab, &TABS);
        ui.separator();
        let cast = &cx.setup.agents;
        if page.history.read(cx.playback.log(), cast.get(..cx.playback.now.agents.len()).unwrap_or(cast)) {
            page.told.clear();
        }
        let now = cx.playback.now.tick;
        match page.tab {
            Tab::Curves => curves::draw(ui, &page.history, &cx.setup, &cx.playback, &mut page.species),
            Tab::Days => {
                ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                    days::draw(ui, &page.history, &mut page.told, &cx.setup, now);
                });
            }
            Tab::Family => {
                let agent = cx.agent();
                let chosen = ScrollArea::both()
                    .auto_shrink([false, false])
                    .show(ui, |ui| family::draw(ui, &page.history, &cx.setup.agents, agent));
                if let Some(chosen) = chosen.inner {
                    cx.panels.selected = Some(chosen);
                }
            }
        }
    });
}
