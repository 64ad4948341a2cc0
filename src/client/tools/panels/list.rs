//! The list of all panels and overlays with their keys, to switch each of them on and off.

use bevy::prelude::*;
use bevy_egui::egui::{Align, Layout, ScrollArea, Ui};

use super::frame::PanelContext;
use super::registry::{Dock, Panel, PanelKind};
use super::theme::{faint, heading, list_row};
use crate::client::input::{bindings::key_name, watch_keys::WATCH_KEYS};

pub(in crate::client) const PANEL: Panel =
    Panel::new("list", "Panels and overlays", "everything that can be shown, and all key bindings", Dock::Left, 232.0)
        .with_key(KeyCode::KeyM);

enum Click {
    Toggle(&'static str),
    AllOverlays(bool),
}

pub(super) fn draw(mut cx: PanelContext) {
    let mut click = None;
    let known = cx.panels.clone();
    let all: Vec<Panel> = known.all().iter().filter(|panel| known.is_offered(panel)).copied().collect();
    cx.show(PANEL.id, |ui, _| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (title, holds) in PanelKind::SECTIONS {
                heading(ui, title);
                for panel in all.iter().filter(|panel| holds(panel.kind) && panel.id != PANEL.id) {
                    if row(ui, panel, known.is_on(panel.id)) {
                        click = Some(Click::Toggle(panel.id));
                    }
                }
                if holds(PanelKind::Overlay) {
                    ui.horizontal(|ui| {
                        for (word, on) in [("all", true), ("none", false)] {
                            if ui.small_button(word).clicked() {
                                click = Some(Click::AllOverlays(on));
                            }
                        }
                    });
                }
            }
            heading(ui, "Key bindings");
            for binding in WATCH_KEYS {
                list_row(ui, binding.text, |ui| {
                    ui.label(binding.text);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(faint(binding.name())));
                });
            }
        });
    });
    match click {
        Some(Click::AllOverlays(on)) => {
            for panel in all.iter().filter(|panel| panel.kind == PanelKind::Overlay) {
                cx.panels.set(panel.id, on);
            }
        }
        Some(Click::Toggle(id)) => cx.panels.toggle(id),
        None => {}
    }
}

fn row(ui: &mut Ui, panel: &Panel, on: bool) -> bool {
    let mut on = on;
    let drawn = list_row(ui, panel.id, |ui| {
        let clicked = ui.checkbox(&mut on, panel.title).on_hover_text(panel.description).clicked();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(key) = panel.key {
                ui.label(faint(key_name(key)));
            }
        });
        clicked
    });
    drawn.unwrap_or(false)
}
