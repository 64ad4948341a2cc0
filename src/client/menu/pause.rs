//! The match stands still.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{
    Order,
    look::{page, shade},
    widgets::{button, heading},
};
use crate::client::{
    pages::{Menu, Page, Tab},
    settings::Settings,
    sound::Hear,
    style::scale,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut menu: ResMut<Menu>,
    mut orders: EventWriter<Order>,
    mut cues: EventWriter<Hear>,
) {
    if menu.page() != Some(Page::Pause) {
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
    cues.send(Hear::plain("ui_click".into()));
    match chosen {
        0 => menu.back(),
        1 => menu.open(Page::Settings(Tab::Sound)),
        2 => menu.open(Page::Guide),
        3 => drop(orders.send(Order::Again)),
        4 => drop(orders.send(Order::ToTitle)),
        _ => drop(orders.send(Order::Quit)),
    }
}
