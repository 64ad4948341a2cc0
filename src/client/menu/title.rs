//! The title screen and the credits.

use bevy::prelude::*;

use super::setup::GameChooser;
use super::{MenuAction, MenuCommand, MenuUi, PageLayout, button, button_column, heading, logo, note, paragraph};
use crate::client::input::settings::SettingsReport;
use crate::client::render::graphics::GraphicsEnvironment;
use crate::client::session::{LeaveTarget, MatchMode, MenuPage, SettingsTab};

const TITLE: PageLayout = PageLayout { shade: 0.6, ..PageLayout::at_left("title", 400.0) };
const CREDITS: PageLayout = PageLayout::centred("credits", 620.0);

pub(super) fn draw(
    mut ui: MenuUi,
    report: Res<SettingsReport>,
    graphics: Res<GraphicsEnvironment>,
    mut chooser: GameChooser,
) {
    let pressed = match ui.page() {
        Some(MenuPage::Title) => ui.show(TITLE, |ui, settings, scale| {
            logo(ui, scale);
            note(ui, "Games whose characters plan, and show what they think");
            ui.add_space(10.0 * scale);
            let pressed = button_column(
                ui,
                &[
                    ("Play now", MenuAction::Send(MenuCommand::Start)),
                    ("Play", MenuAction::Open(MenuPage::Setup(MatchMode::Play))),
                    ("Watch", MenuAction::Open(MenuPage::Setup(MatchMode::Watch))),
                    ("How to play", MenuAction::Open(MenuPage::Guide)),
                    ("Settings", MenuAction::Open(MenuPage::Settings(SettingsTab::Audio))),
                    ("Credits", MenuAction::Open(MenuPage::Credits)),
                    ("Quit", MenuAction::Leave(LeaveTarget::Quit)),
                ],
            );
            ui.add_space(6.0 * scale);
            for view in chooser.views() {
                note(ui, &format!("{}: {}.", view.setup.title, view.setup.tagline));
            }
            // Once the player has chosen a quality, the note has served its purpose.
            let adapter = graphics.note().filter(|_| settings.graphics.quality.is_none());
            for text in adapter.iter().chain(&report.0).chain(chooser.notice()) {
                ui.add_space(10.0 * scale);
                note(ui, text);
            }
            pressed
        }),
        Some(MenuPage::Credits) => ui.show(CREDITS, |ui, _, scale| {
            heading(ui, "Credits");
            paragraph(ui, "Quarry is made by its contributors. It is free software under the MIT or Apache-2.0 licence.");
            paragraph(
                ui,
                "The match follows the prototype in A. Al Shehabi's thesis on goal-oriented action planning (2022). The \
                 architecture follows J. Orkin's work on F.E.A.R.",
            );
            paragraph(ui, "Built with Bevy, rapier, oxidized_navigation, egui and leafwing-input-manager.");
            paragraph(ui, "A script of the project synthesises every sound. The program generates every texture and model.");
            ui.add_space(10.0 * scale);
            button(ui, "Back").then_some(MenuAction::Back)
        }),
        _ => return,
    };
    let Some(action) = pressed.flatten() else { return };
    if action == MenuAction::Send(MenuCommand::Start) {
        chooser.choose_first_match();
    }
    ui.perform(action, false);
}
