//! The match stands still.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{
    MenuCommand,
    look::{page, shade},
    widgets::{button, heading},
};
use crate::client::{
    pages::{MenuPage, MenuStack, SettingsTab},
    settings::Settings,
    sound::PlayCue,
    style::scale,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut menu: ResMut<MenuStack>,
    mut orders: EventWriter<MenuCommand>,
    mut cues: EventWriter<PlayCue>,
) {
    if menu.page() != Some(MenuPage::Pause) {
        return;
    }
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = scale(context, settings.access.text_size);
    let fresh = menu.fresh;
    let mut chosen = None;
    shade(context, 0.7);
    page(context, "pause", 380.0, scale, true, |ui| {
        heading(ui, "Paused");
        for (number, name) in
            ["Go on", "Settings", "How to play", "Begin again", "Leave to the title", "Quit"].into_iter().enumerate()
        {
            if button(ui, name, fresh && number == 0) {
                chosen = Some(number);
            }
        }
    });
    let Some(chosen) = chosen else { return };
    cues.send(PlayCue::plain("ui_click".into()));
    match chosen {
        0 => menu.back(),
        1 => menu.open(MenuPage::Settings(SettingsTab::Sound)),
        2 => menu.open(MenuPage::Guide),
        3 => drop(orders.send(MenuCommand::Again)),
        4 => drop(orders.send(MenuCommand::ToTitle)),
        _ => drop(orders.send(MenuCommand::Quit)),
    }
}
