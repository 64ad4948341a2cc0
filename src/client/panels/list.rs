//! The list of everything that can be switched on and off, each with its key.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{Align, Layout, ScrollArea, Ui},
};

use super::{
    frame::show,
    registry::{Dock, Panel, PanelKind, Panels},
    theme::{faint, heading, list_row},
};
use crate::client::{timings::Timings, watch_keys::WATCH_KEYS};

/// The list itself.
pub(in crate::client) const PANEL: Panel =
    Panel::new("list", "Panels and overlays", "everything that can be shown, and all keys", Dock::Left, 232.0)
        .with_key(KeyCode::KeyM, "M")
        .rarely_changes();

pub(super) fn draw(mut contexts: EguiContexts, mut panels: ResMut<Panels>, timings: Res<Timings>) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let context = context.clone();
    let _spent = timings.start("panel: list");
    let mut switched = None;
    let known = panels.clone();
    let all = known.all();
    show(&mut panels, &context, PANEL.id, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (title, wanted) in [("Panels", 0), ("In the world", 1), ("Words over the picture", 2)] {
                heading(ui, title);
                let of = |panel: &&Panel| match panel.kind {
                    PanelKind::Panel(_) => wanted == 0,
                    PanelKind::Overlay => wanted == 1,
                    PanelKind::Hud => wanted == 2,
                };
                for panel in all.iter().filter(of).filter(|panel| panel.id != PANEL.id) {
                    if row(ui, panel, known.is_on(panel.id)) {
                        switched = Some(panel.id);
                    }
                }
                if wanted == 1 {
                    ui.horizontal(|ui| {
                        for (word, on) in [("all", true), ("none", false)] {
                            if ui.small_button(word).clicked() {
                                switched = Some(if on { ALL } else { NONE });
                            }
                        }
                    });
                }
            }
            heading(ui, "Keys");
            for row in WATCH_KEYS {
                list_row(ui, row.key, |ui| {
                    ui.label(row.text);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(faint(row.key)));
                });
            }
        });
    });
    match switched {
        Some(which @ (ALL | NONE)) => {
            for panel in all.iter().filter(|panel| panel.kind == PanelKind::Overlay) {
                panels.set(panel.id, which == ALL);
            }
        }
        Some(id) => panels.toggle(id),
        None => {}
    }
}

/// What the buttons for all overlays ask for.
const ALL: &str = "all overlays";
const NONE: &str = "no overlay";

fn row(ui: &mut Ui, panel: &Panel, on: bool) -> bool {
    let mut on = on;
    let drawn = list_row(ui, panel.id, |ui| {
        let clicked = ui.checkbox(&mut on, panel.title).on_hover_text(panel.about).clicked();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some((_, shown)) = panel.key {
                ui.label(faint(shown));
            }
        });
        clicked
    });
    drawn.unwrap_or(false)
}
