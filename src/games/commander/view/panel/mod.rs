//! The panel Commanders: the plans of both sides, what they make, their technology, and the map as a side knows it, read from the world
//! of the moment shown; the seats, the switches, and build orders to try.

mod map;
mod plans;
mod production;
mod read;
mod requests;
mod seat;
mod switches;
mod technology;
#[cfg(test)]
mod tests;
mod try_out;

use bevy::prelude::*;
use bevy_egui::egui::{RichText, ScrollArea, Ui};

use super::{super::Commander, sides};
use crate::client::session::{MindSnapshotCache, Playback, SceneSetup, Timings, shows};
use crate::client::tools::panels::theme::{faint, result_line, unchangeable};
use crate::client::tools::panels::{AddPanel, Dock, Panel, Panels, is_open, show};
use crate::client::ui::Gui;
use crate::games::commander::SCHEMA;
use read::SideReport;
use requests::Requests;
use seat::SeatPage;
use try_out::TryPage;

const PANEL: Panel = Panel::new(
    "commanders",
    "Commanders",
    "plans, orders, production, technology and knowledge of both sides",
    Dock::Right,
    560.0,
)
.with_key(KeyCode::Digit7)
.of_game(SCHEMA.name);

/// What the panel shows.
#[derive(Resource, Clone, Debug, Default)]
struct Page {
    tab: Tab,
    view: MapView,
    seats: [SeatPage; 2],
    tried: TryPage,
    /// The place marked on the map.
    marked: Option<Vec3>,
    /// The result of the last command, and whether it was refused.
    result: Option<(String, bool)>,
}

/// A page of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Plans,
    Production,
    Technology,
    Map,
    Seat,
    Switches,
    Try,
}

/// Whose knowledge the map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MapView {
    #[default]
    All,
    /// That of a side: 0 for red, 1 for blue.
    Side(usize),
}

const TABS: [(Tab, &str, &str); 7] = [
    (Tab::Plans, "Plans", "what the strategists want, their orders, and the build orders"),
    (Tab::Production, "Production", "what is ordered, built and trained"),
    (Tab::Technology, "Technology", "what needs what, and how far each side is"),
    (Tab::Map, "Map", "the map as it is, or as a side knows it"),
    (Tab::Seat, "Seat", "give orders in the place of a strategist"),
    (Tab::Switches, "Switches", "goals and actions of both planners on and off"),
    (Tab::Try, "Try", "a build order for any goal, without carrying it out"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_panel(PANEL)
        .init_resource::<Page>()
        .add_systems(Update, draw.in_set(Dock::Right).run_if(is_open(PANEL.id).and_then(shows(SCHEMA.name))));
}

fn draw(
    mut gui: Gui,
    (mut panels, mut page): (ResMut<Panels>, ResMut<Page>),
    mut playback: ResMut<Playback>,
    setup: Res<SceneSetup>,
    timings: Res<Timings>,
    mut snapshots: ResMut<MindSnapshotCache>,
) {
    let Some(context) = gui.context() else { return };
    let context = context.clone();
    let _spent = timings.start("panel: commanders");
    let (mut requests, mut back) = (Requests::default(), false);
    show(&mut panels, &context, PANEL.id, |ui| {
        let page = &mut *page;
        ui.horizontal_wrapped(|ui| {
            for (tab, title, about) in TABS {
                ui.selectable_value(&mut page.tab, tab, title).on_hover_text(about);
            }
        });
        ui.separator();
        let changes = matches!(page.tab, Tab::Seat | Tab::Switches);
        if changes && let Some(wants_back) = unchangeable(ui, playback.recorded().is_some(), !playback.is_newest()) {
            back = wants_back;
            return;
        }
        let world = playback.shown_world();
        let Some((world, state)) = world.and_then(|world| Some((world, world.get_resource::<Commander>()?))) else {
            ui.label(faint("The match is simulated again up to this moment."));
            return;
        };
        if page.tab == Tab::Map {
            draw_map(ui, world, state, &setup, page);
            return;
        }
        if changes {
            result_line(ui, page.result.as_ref(), "No changes yet");
        }
        let reports = [0, 1].map(|side| {
            let mind = state.sides[side].staff.strategist.and_then(|agent| snapshots.get(&playback, &timings, agent));
            SideReport::read(world, state, side, mind.as_deref(), &setup)
        });
        ScrollArea::vertical().id_salt(page.tab as usize).auto_shrink([false, false]).show(ui, |ui| match page.tab {
            Tab::Technology => technology::draw(ui, state, &reports),
            Tab::Try => try_out::draw(ui, world, state, &mut page.tried),
            _ => draw_columns(ui, world, state, page, &reports, &mut requests),
        });
    });
    if back {
        playback.seek_newest();
    }
    for (words, command) in requests.0 {
        page.result = Some(match playback.command(&command) {
            Ok(report) if report.out_of_reach.is_empty() => (words, false),
            Ok(report) => (format!("{words}; {}", report.out_of_reach.join("; ")), false),
            Err(refused) => (refused.to_string(), true),
        });
    }
}

fn draw_map(ui: &mut Ui, world: &World, state: &Commander, setup: &SceneSetup, page: &mut Page) {
    ui.horizontal_wrapped(|ui| {
        let views = [
            (MapView::All, "everything"),
            (MapView::Side(0), "as red knows it"),
            (MapView::Side(1), "as blue knows it"),
        ];
        for (view, title) in views {
            ui.selectable_value(&mut page.view, view, title);
        }
    });
    map::draw(ui, world, state, setup, (page.view, &mut page.marked));
}

/// Draws a page with a column for each side.
fn draw_columns(
    ui: &mut Ui,
    world: &World,
    state: &Commander,
    page: &mut Page,
    reports: &[SideReport; 2],
    requests: &mut Requests,
) {
    ui.columns(2, |columns| {
        for (side, (ui, report)) in columns.iter_mut().zip(reports).enumerate() {
            ui.label(RichText::new(sides::TITLES[side]).heading().color(sides::text_colour(side)));
            let of_side = (state, side);
            match page.tab {
                Tab::Plans => plans::draw(ui, report),
                Tab::Seat => {
                    let edited = (&mut page.seats[side], page.marked);
                    ui.push_id(side, |ui| seat::draw(ui, world, of_side, report, edited, requests));
                }
                Tab::Switches => {
                    ui.push_id(side, |ui| switches::draw(ui, world, of_side, requests));
                }
                _ => production::draw(ui, report),
            }
        }
    });
}
