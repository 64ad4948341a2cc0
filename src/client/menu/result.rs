//! The result page: how the match ended for the player, in numbers and as a story.

use bevy::prelude::*;
use bevy_egui::egui::{RichText, TextStyle, Ui};

use super::story::{StoryEntry, name_of, personal_story, story_of};
use super::{MenuAction, MenuCommand, MenuUi, PageLayout, button_row, heading, note, paragraph};
use crate::client::session::{
    GameViewService, InitialFocus, LeaveTarget, MenuPage, Playback, PlayerMatch, PlayerSlot, SceneSetup, Tone,
};
use crate::client::ui::{FAINT, GREEN, INK, RED, format_clock};

const LAYOUT: PageLayout = PageLayout { shade: 0.8, ..PageLayout::centred("result", 640.0) };

pub(super) fn draw(
    mut ui: MenuUi,
    slot: Res<PlayerSlot>,
    playback: If<Res<Playback>>,
    setup: If<Res<SceneSetup>>,
    game: Res<GameViewService>,
) {
    let (Some(MenuPage::Result), Some(control)) = (ui.page(), &slot.0) else { return };
    if !ui.settings.tutorial_done {
        ui.settings.tutorial_done = true;
    }
    let (me, stats) = {
        let state = control.state();
        (state.agent, state.stats.clone())
    };
    let result = (game.0.player_result)(&PlayerMatch { me, playback: &playback, setup: &setup, stats: &stats });
    if ui.menu.initial_focus == InitialFocus::First {
        info!("result: {}", result.outcome);
    }
    let clock = |tick: u32| format_clock(playback.seconds_at(tick));
    let pressed = ui.show(LAYOUT, |ui, _, scale| {
        heading(ui, &result.outcome);
        note(ui, &result.numbers);
        if let Some(recap) = &result.recap {
            ui.add_space(4.0 * scale);
            paragraph(ui, recap);
        }
        ui.add_space(8.0 * scale);
        // Above the story, which may be long, so that the buttons are always in view.
        let mut buttons = vec![
            ("Play again", MenuAction::Send(MenuCommand::Restart)),
            ("New match", MenuAction::Send(MenuCommand::NewMatch)),
        ];
        if !playback.over() {
            buttons.push(("Spectate", MenuAction::Send(MenuCommand::Spectate)));
        }
        buttons.push(("Main menu", MenuAction::Send(MenuCommand::Leave(LeaveTarget::MainMenu))));
        let pressed = button_row(ui, &buttons);
        ui.add_space(8.0 * scale);
        let name = |agent| name_of(&setup, agent, Some(me));
        let attacks = setup.agent(me).is_some_and(|player| player.attacks);
        let mut story = story_of(playback.log(), game.0, &setup, name);
        story.extend(personal_story(playback.log(), me, attacks, name));
        story.sort_by_key(|entry| entry.tick);
        story.iter().for_each(|entry| line(ui, entry, &clock(entry.tick)));
        pressed
    });
    if let Some(action) = pressed.flatten() {
        ui.perform(action, false);
    }
}

fn line(ui: &mut Ui, entry: &StoryEntry, time: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(time).text_style(TextStyle::Small).color(FAINT));
        let colour = match entry.tone {
            Tone::Good => GREEN,
            Tone::Bad => RED,
            _ => INK,
        };
        ui.label(RichText::new(&entry.text).text_style(TextStyle::Body).color(colour));
    });
}
