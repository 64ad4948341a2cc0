//! The result page: how the match ended for the player, in numbers and as a story.

use bevy::prelude::*;
use bevy_egui::egui::{RichText, TextStyle, Ui};

use quarry_minds::protocol::AgentId;

use super::story::{StoryEntry, name_of, personal_story, story_of};
use super::{MenuAction, MenuCommand, MenuUi, PageLayout, button_row, heading, note, paragraph};
use crate::client::session::{
    GameView, GameViewService, InitialFocus, LeaveTarget, MenuPage, Playback, PlayerMatch, PlayerResult, PlayerSlot,
    SceneSetup, Tone,
};
use crate::client::ui::{FAINT, GREEN, INK, RED, format_clock};

const LAYOUT: PageLayout = PageLayout { shade: 0.8, ..PageLayout::centred("result", 640.0) };

/// What the page says. It is worked out from the whole event log, so not in every frame.
pub(super) struct ShownResult {
    /// The player, and the moment of the match.
    me: AgentId,
    tick: u32,
    over: bool,
    result: PlayerResult,
    story: Vec<StoryEntry>,
}

impl ShownResult {
    fn of(played: &PlayerMatch<'_>, view: &GameView) -> Self {
        let PlayerMatch { me, playback, setup, .. } = *played;
        let name = |agent| name_of(setup, agent, Some(me));
        let attacks = setup.agent(me).is_some_and(|player| player.attacks);
        let mut story = story_of(playback.log(), view, setup, name);
        story.extend(personal_story(playback.log(), me, attacks, name));
        story.sort_by_key(|entry| entry.tick);
        let result = (view.player_result)(played);
        Self { me, tick: playback.now.tick, over: playback.over(), result, story }
    }

    /// Whether it still holds: for this player, until the match has ended, and for a second of a match that goes on.
    fn holds(&self, me: AgentId, tick: u32, over: bool, rate: f32) -> bool {
        let second = self.tick..self.tick.saturating_add(rate as u32);
        self.me == me && self.over == over && second.contains(&tick)
    }
}

pub(super) fn draw(
    mut shown: Local<Option<ShownResult>>,
    mut ui: MenuUi,
    slot: Res<PlayerSlot>,
    playback: If<Res<Playback>>,
    setup: If<Res<SceneSetup>>,
    game: Res<GameViewService>,
) {
    let (Some(MenuPage::Result), Some(control)) = (ui.page(), &slot.0) else {
        *shown = None;
        return;
    };
    if !ui.settings.tutorial_done {
        ui.settings.tutorial_done = true;
    }
    let page = {
        let state = control.state();
        let (me, over) = (state.agent, playback.over());
        let kept = shown.take().filter(|page| page.holds(me, playback.now.tick, over, playback.rate()));
        let played = PlayerMatch { me, playback: &playback, setup: &setup, stats: &state.stats };
        shown.insert(kept.unwrap_or_else(|| ShownResult::of(&played, game.0)))
    };
    let result = &page.result;
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
        page.story.iter().for_each(|entry| line(ui, entry, &clock(entry.tick)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_worked_out_once_a_second_and_no_more_once_the_match_is_over() {
        let me = AgentId(2);
        let page = |over| ShownResult { me, tick: 600, over, result: PlayerResult::default(), story: Vec::new() };
        let holds = |tick, over| page(false).holds(me, tick, over, 60.0);
        assert!(holds(600, false) && holds(659, false));
        assert!(
            !holds(660, false) && !holds(599, false) && !holds(630, true),
            "time has passed, it was reversed, or it ended"
        );
        assert!(page(true).holds(me, 600, true, 60.0) && !page(true).holds(AgentId(3), 600, true, 60.0));
    }
}
