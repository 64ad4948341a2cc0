//! The panel Commanders: the plans of both sides, what they make, their technology, and the map as a side knows it. All of it is read
//! from the world of the moment shown.

mod map;
mod plans;
mod production;
mod read;
mod technology;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui::ScrollArea};

use super::{super::Commander, sides};
use crate::{
    client::{
        session::{
            game_view::shows, mind_snapshots::MindSnapshotCache, playback::Playback, scene_setup::SceneSetup,
            timings::Timings,
        },
        tools::panels::{AddPanel, Dock, Panel, Panels, is_open, show, theme::faint},
    },
    games::commander::SCHEMA,
};
use read::SideReport;

/// The panel.
const PANEL: Panel = Panel::new(
    "commanders",
    "Commanders",
    "plans, orders, production, technology and knowledge of both sides",
    Dock::Right,
    560.0,
)
.with_key(KeyCode::Digit7, "7")
.of_game(SCHEMA.name);

/// What the panel shows.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Page {
    tab: Tab,
    view: MapView,
}

/// A page of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Plans,
    Production,
    Technology,
    Map,
}

/// Whose knowledge the map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MapView {
    #[default]
    All,
    /// That of a side: 0 for red, 1 for blue.
    Side(usize),
}

const TABS: [(Tab, &str); 4] =
    [(Tab::Plans, "Plans"), (Tab::Production, "Production"), (Tab::Technology, "Technology"), (Tab::Map, "Map")];

pub(super) fn plugin(app: &mut App) {
    app.add_panel(PANEL)
        .init_resource::<Page>()
        .add_systems(Update, draw.in_set(Dock::Right).run_if(is_open(PANEL.id).and(shows(SCHEMA.name))));
}

fn draw(
    mut contexts: EguiContexts,
    (mut panels, mut page): (ResMut<Panels>, ResMut<Page>),
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    timings: Res<Timings>,
    mut snapshots: ResMut<MindSnapshotCache>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let context = context.clone();
    let _spent = timings.start("panel: commanders");
    show(&mut panels, &context, PANEL.id, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (tab, title) in TABS {
                ui.selectable_value(&mut page.tab, tab, title);
            }
            if page.tab == Tab::Map {
                ui.separator();
                let views = [
                    (MapView::All, "everything"),
                    (MapView::Side(0), "as red knows it"),
                    (MapView::Side(1), "as blue knows it"),
                ];
                for (view, title) in views {
                    ui.selectable_value(&mut page.view, view, title);
                }
            }
        });
        ui.separator();
        let world = playback.shown_world();
        let Some((world, state)) = world.and_then(|world| Some((world, world.get_resource::<Commander>()?))) else {
            ui.label(faint("The match is simulated again up to this moment."));
            return;
        };
        if page.tab == Tab::Map {
            map::draw(ui, world, state, &setup, page.view);
            return;
        }
        let reports = [0, 1].map(|side| {
            let mind = state.sides[side].staff.strategist.and_then(|agent| snapshots.get(&playback, &timings, agent));
            SideReport::read(world, state, side, mind.as_deref(), &setup)
        });
        ScrollArea::vertical().id_salt(page.tab as usize).auto_shrink([false, false]).show(ui, |ui| match page.tab {
            Tab::Technology => technology::draw(ui, state, &reports),
            tab => ui.columns(2, |columns| {
                for (side, (ui, report)) in columns.iter_mut().zip(&reports).enumerate() {
                    ui.label(
                        bevy_egui::egui::RichText::new(sides::TITLES[side]).heading().color(sides::text_colour(side)),
                    );
                    if tab == Tab::Plans { plans::draw(ui, report) } else { production::draw(ui, report) }
                }
            }),
        });
    });
}
