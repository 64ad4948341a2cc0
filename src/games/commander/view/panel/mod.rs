//! The panel Commanders: the plans of both sides, what they make, their technology, and the map as a side knows it, read from the world
//! of the moment shown; the seats, the switches, and build orders to try.

mod map;
mod plans;
mod production;
mod requests;
mod seat;
mod side;
mod switches;
mod technology;
#[cfg(test)]
mod tests;
mod try_out;

use bevy::prelude::*;
use bevy_egui::egui::{ScrollArea, Ui};
use quarry_minds::protocol::label;

use super::sides;
use crate::client::session::shows;
use crate::client::tools::panels::theme::{faint, pages, result_line, unchangeable};
use crate::client::tools::panels::{AddPanel, Dock, Panel, PanelContext};
use crate::games::commander::SCHEMA;
use requests::Requests;
use seat::SeatPage;
use side::SideView;
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
    /// What a click with the right button on the map orders.
    right_click: usize,
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
    app.init_resource::<Page>().add_panel(PANEL, draw.run_if(shows(SCHEMA.name)));
}

fn draw(mut cx: PanelContext, mut page: ResMut<Page>) {
    let (mut requests, mut back) = (Requests::default(), false);
    cx.show(PANEL.id, |ui, cx| {
        let page = &mut *page;
        pages(ui, &mut page.tab, &TABS);
        ui.separator();
        let changes = matches!(page.tab, Tab::Seat | Tab::Switches);
        if changes && let Some(wants_back) = unchangeable(ui, &cx.playback) {
            back = wants_back;
            return;
        }
        let side = |side| SideView::new(cx.playback.shown_world()?, side);
        let Some((red, blue)) = side(0).zip(side(1)) else {
            ui.label(faint("The match is simulated again up to this moment."));
            return;
        };
        let both = [red, blue];
        if changes {
            result_line(ui, page.result.as_ref(), "No changes yet");
        }
        if page.tab == Tab::Map {
            draw_map(ui, &both, cx, page, &mut requests);
            return;
        }
        let mut mind_of = |side: &SideView| {
            let strategist = side.own().staff.strategist.filter(|_| page.tab == Tab::Plans)?;
            cx.snapshots.get(&cx.playback, &cx.timings, strategist)
        };
        let minds = [mind_of(&both[0]), mind_of(&both[1])];
        ScrollArea::vertical().id_salt(page.tab as usize).auto_shrink([false, false]).show(ui, |ui| match page.tab {
            Tab::Technology => technology::draw(ui, &both),
            Tab::Try => try_out::draw(ui, &both, &mut page.tried),
            _ => ui.columns(2, |columns| {
                for ((ui, side), mind) in columns.iter_mut().zip(&both).zip(&minds) {
                    sides::heading(ui, side.side);
                    ui.push_id(side.side, |ui| match page.tab {
                        Tab::Plans => plans::draw(ui, side, mind.as_deref(), &cx.setup),
                        Tab::Seat => seat::draw(ui, side, &mut page.seats[side.side], page.marked, &mut requests),
                        Tab::Switches => switches::draw(ui, side, &mut requests),
                        _ => production::draw(ui, side),
                    });
                }
            }),
        });
    });
    if back {
        cx.playback.seek_newest();
    }
    for (words, command) in requests.0 {
        page.result = Some(match cx.playback.command(&command) {
            Ok(report) if report.out_of_reach.is_empty() => (words, false),
            Ok(report) => (format!("{words}; {}", report.out_of_reach.join("; ")), false),
            Err(refused) => (refused.to_string(), true),
        });
    }
}

fn draw_map(ui: &mut Ui, both: &[SideView; 2], cx: &PanelContext, page: &mut Page, requests: &mut Requests) {
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
    // Whose orders: those of the side that is looked at, if a person commands it, or else of the other one.
    let looks = |side: &&SideView| page.view == MapView::Side(side.side);
    let seated = || both.iter().filter(|side| side.is_seated());
    let commanded = seated()
        .find(looks)
        .or_else(|| seated().next())
        .filter(|_| cx.playback.is_newest() && cx.playback.recorded().is_none());
    let order = commanded.and_then(|side| seat::right_click_order(ui, side, &mut page.right_click));
    let clicked = map::draw(ui, &both[0], &cx.setup, page.view, &mut page.marked);
    if let (Some((to, (name, words))), Some(place)) = (order, clicked) {
        requests.order(&seat::ordered(words), to, label(name), 1.0, Some(place));
    }
}
