//! The pause menu, and the question before a match is left.

use bevy::prelude::*;

use super::{MenuAction, MenuCommand, MenuUi, PageLayout, button_column, heading, note, paragraph};
use crate::client::session::{LeaveTarget, MenuPage, Playback, SettingsTab};
use crate::client::tools::timeline::{RecordingTarget, Timeline, has_unsaved_recording};

const PAUSE: PageLayout = PageLayout { shade: 0.7, ..PageLayout::centred("pause", 380.0) };
const LEAVE: PageLayout = PageLayout { shade: 0.7, ..PageLayout::centred("leave", 460.0) };

pub(super) fn draw(
    mut ui: MenuUi,
    playback: Option<Res<Playback>>,
    timeline: Res<Timeline>,
    target: Option<Res<RecordingTarget>>,
) {
    if ui.page() != Some(MenuPage::Pause) {
        return;
    }
    let pressed = ui.show(PAUSE, |ui, _, _| {
        heading(ui, "Paused");
        button_column(
            ui,
            &[
                ("Resume", MenuAction::Back),
                ("Settings", MenuAction::Open(MenuPage::Settings(SettingsTab::Audio))),
                ("How to play", MenuAction::Open(MenuPage::Guide)),
                ("Restart", MenuAction::Send(MenuCommand::Restart)),
                ("Main menu", MenuAction::Leave(LeaveTarget::MainMenu)),
                ("Quit", MenuAction::Leave(LeaveTarget::Quit)),
            ],
        )
    });
    if let Some(action) = pressed.flatten() {
        let unsaved = playback.is_some_and(|playback| has_unsaved_recording(&playback, &timeline, target.is_some()));
        ui.perform(action, unsaved);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeaveAnswer {
    Save,
    Leave,
    Cancel,
}

/// Asks before a match is left whose recording is not saved.
pub(super) fn draw_leave(
    mut ui: MenuUi,
    mut error: Local<Option<String>>,
    playback: Option<Res<Playback>>,
    mut timeline: ResMut<Timeline>,
) {
    let Some(MenuPage::Leave(target)) = ui.page() else {
        *error = None;
        return;
    };
    let leave = match target {
        LeaveTarget::MainMenu => "Leave",
        LeaveTarget::Quit => "Quit",
    };
    let pressed = ui.show(LEAVE, |ui, _, _| {
        heading(ui, "Leave the match?");
        paragraph(ui, "The recording of this match is not saved.");
        let save = format!("Save recording and {}", leave.to_lowercase());
        let answers =
            [(save.as_str(), LeaveAnswer::Save), (leave, LeaveAnswer::Leave), ("Cancel", LeaveAnswer::Cancel)];
        let pressed = button_column(ui, &answers);
        if let Some(error) = &*error {
            note(ui, error);
        }
        pressed
    });
    let saved = match pressed.flatten() {
        None => return,
        Some(LeaveAnswer::Cancel) => return ui.perform(MenuAction::Back, false),
        Some(LeaveAnswer::Leave) => Ok(()),
        Some(LeaveAnswer::Save) => match &playback {
            Some(playback) => timeline.save(playback).map(|path| info!("recording saved: {}", path.display())),
            None => Ok(()),
        },
    };
    match saved {
        Ok(()) => ui.perform(MenuAction::Send(MenuCommand::Leave(target)), false),
        Err(reason) => *error = Some(format!("The recording could not be saved: {reason}")),
    }
}
