//! The title, and the credits.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{
    Notice, Order,
    look::{name_of_the_game, page, shade},
    widgets::{button, heading, note, words},
};
use crate::client::{
    pages::{Menu, Page, Purpose, Tab},
    settings::{Settings, SettingsReport},
    sound::Hear,
    style::scale,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    report: Res<SettingsReport>,
    notice: Res<Notice>,
    mut menu: ResMut<Menu>,
    mut orders: EventWriter<Order>,
    mut cues: EventWriter<Hear>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = scale(context, settings.access.text_size);
    let fresh = menu.fresh;
    let mut chosen = None;
    match menu.page() {
        Some(Page::Title) => {
            shade(context, 0.75);
            page(context, "title", 400.0, scale, false, |ui| {
                name_of_the_game(ui, scale);
                note(ui, "Hunters, the hunted, and minds you can read");
                ui.add_space(14.0 * scale);
                for (number, (name, order)) in [
                    ("Play", Choice::Open(Page::Setup(Purpose::Play))),
                    ("Watch", Choice::Open(Page::Setup(Purpose::Watch))),
                    ("How to play", Choice::Open(Page::Guide)),
                    ("Settings", Choice::Open(Page::Settings(Tab::Sound))),
                    ("Credits", Choice::Open(Page::Credits)),
                    ("Quit", Choice::Quit),
                ]
                .into_iter()
                .enumerate()
                {
                    if button(ui, name, fresh && number == 0) {
                        chosen = Some(order);
                    }
                }
                for report in report.0.iter().chain(&notice.0) {
                    ui.add_space(10.0 * scale);
                    note(ui, report);
                }
            });
        }
        Some(Page::Credits) => {
            shade(context, 0.9);
            page(context, "credits", 620.0, scale, true, |ui| {
                heading(ui, "Credits");
                words(ui, "Quarry is made by its contributors, and free: MIT or Apache-2.0.");
                words(
                    ui,
                    "The match after the prototype in A. Al Shehabi's thesis on goal-oriented action planning (2022); the \
                    architecture after J. Orkin's work for F.E.A.R.",
                );
                words(ui, "Built on Bevy, rapier, oxidized_navigation, egui and leafwing-input-manager.");
                words(ui, "Every sound is synthesised by a script of the project, every picture drawn by the program.");
                ui.add_space(10.0 * scale);
                if button(ui, "Back", fresh) {
                    chosen = Some(Choice::Back);
                }
            });
        }
        _ => return,
    }
    let Some(chosen) = chosen else { return };
    match chosen {
        Choice::Open(page) => menu.open(page),
        Choice::Back => menu.back(),
        Choice::Quit => {
            orders.send(Order::Quit);
        }
    }
    let cue = if matches!(chosen, Choice::Back) { "ui_back" } else { "ui_click" };
    cues.send(Hear::plain(cue.into()));
}

#[derive(Clone, Copy)]
enum Choice {
    Open(Page),
    Back,
    Quit,
}
