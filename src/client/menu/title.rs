//! The title, and the credits.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{
    MenuCommand, MenuNotice,
    look::{name_of_the_game, page, shade},
    widgets::{button, heading, note, words},
};
use crate::client::{
    pages::{MatchMode, MenuPage, MenuStack, SettingsTab},
    settings::{Settings, SettingsReport},
    sound::PlayCue,
    style::scale,
};

pub(super) fn draw(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    report: Res<SettingsReport>,
    notice: Res<MenuNotice>,
    mut menu: ResMut<MenuStack>,
    mut orders: EventWriter<MenuCommand>,
    mut cues: EventWriter<PlayCue>,
) {
    let Some(context) = contexts.try_ctx_mut() else { return };
    let scale = scale(context, settings.access.text_size);
    let fresh = menu.fresh;
    let mut chosen = None;
    match menu.page() {
        Some(MenuPage::Title) => {
            shade(context, 0.75);
            page(context, "title", 400.0, scale, false, |ui| {
                name_of_the_game(ui, scale);
                note(ui, "Hunters, the hunted, and minds you can read");
                ui.add_space(14.0 * scale);
                for (number, (name, order)) in [
                    ("Play", TitleAction::Open(MenuPage::Setup(MatchMode::Play))),
                    ("Watch", TitleAction::Open(MenuPage::Setup(MatchMode::Watch))),
                    ("How to play", TitleAction::Open(MenuPage::Guide)),
                    ("Settings", TitleAction::Open(MenuPage::Settings(SettingsTab::Sound))),
                    ("Credits", TitleAction::Open(MenuPage::Credits)),
                    ("Quit", TitleAction::Quit),
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
        Some(MenuPage::Credits) => {
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
                    chosen = Some(TitleAction::Back);
                }
            });
        }
        _ => return,
    }
    let Some(chosen) = chosen else { return };
    match chosen {
        TitleAction::Open(page) => menu.open(page),
        TitleAction::Back => menu.back(),
        TitleAction::Quit => {
            orders.send(MenuCommand::Quit);
        }
    }
    let cue = if matches!(chosen, TitleAction::Back) { "ui_back" } else { "ui_click" };
    cues.send(PlayCue::plain(cue.into()));
}

#[derive(Clone, Copy)]
enum TitleAction {
    Open(MenuPage),
    Back,
    Quit,
}
