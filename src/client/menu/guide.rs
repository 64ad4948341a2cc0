//! The "How to play" page: what the game tells, its tips, and the keys.

use bevy::prelude::*;
use bevy_egui::egui::{Align, Layout};

use super::{MenuAction, MenuUi, PageLayout, button, heading, note, paragraph, scroll_by_arrow_keys};
use crate::client::input::bindings::{PlayerAction, binding_name};
use crate::client::input::devices::LastDevice;
use crate::client::session::{GameContent, GameViewService, MenuPage};

const LAYOUT: PageLayout = PageLayout::centred("guide", 980.0);

pub(super) fn draw(
    mut ui: MenuUi,
    device: Res<LastDevice>,
    game: Res<GameViewService>,
    content: Option<Res<GameContent>>,
) {
    if ui.page() != Some(MenuPage::Guide) {
        return;
    }
    let back = ui.show(LAYOUT, |ui, settings, scale| {
        let bindings = settings.bindings.clone();
        let key = |action| bindings.first(action, device.0).map_or_else(|| "?".into(), binding_name);
        heading(ui, "How to play");
        let columns = (game.0.guide)(&key);
        ui.columns(columns.len().max(1), |places| {
            for (place, column) in places.iter_mut().zip(&columns) {
                place.with_layout(Layout::top_down(Align::Min), |ui| {
                    heading(ui, column.title);
                    column.paragraphs.iter().for_each(|text| paragraph(ui, text));
                });
            }
        });
        ui.add_space(6.0 * scale);
        if let Some(content) = &content {
            let tips = (content.view.tips)(&content.library);
            ui.columns(2, |places| {
                for (place, tips) in places.iter_mut().zip(tips.chunks(tips.len().div_ceil(2).max(1))) {
                    place.with_layout(Layout::top_down(Align::Min), |ui| tips.iter().for_each(|tip| note(ui, tip)));
                }
            });
            ui.add_space(6.0 * scale);
        }
        note(
            ui,
            &format!(
                "Move: {} {} {} {}. Look: mouse or right stick. Look behind: {}. Switch view: {}. Pause: {}.",
                key(PlayerAction::Forward),
                key(PlayerAction::Left),
                key(PlayerAction::Back),
                key(PlayerAction::Right),
                key(PlayerAction::LookBehind),
                key(PlayerAction::SwitchView),
                key(PlayerAction::Pause),
            ),
        );
        ui.add_space(6.0 * scale);
        scroll_by_arrow_keys(ui, scale);
        button(ui, "Back")
    });
    if back == Some(true) {
        ui.perform(MenuAction::Back, false);
    }
}
