//! The result page: how the match ended for the player, in numbers and as a story.

use bevy::prelude::*;
use bevy_egui::egui::{RichText, TextStyle, Ui};

use super::{
    MenuCommand,
    death_recap::recap_death,
    frame::{MenuAction, MenuUi, PageLayout},
    story::{StoryEntry, name_of, personal_story, story_of, tallies},
    widgets::{button_row, heading, note, paragraph},
};
use crate::{
    client::{
        session::{
            control::PlayerStats,
            menu_stack::{InitialFocus, MenuPage},
            playback::Playback,
            role::PlayerSlot,
            scene_setup::SceneSetup,
        },
        ui::{
            style::{FAINT, GREEN, INK, RED},
            text::format_clock,
        },
    },
    protocol::AgentId,
    world::AgentStatus,
};

const LAYOUT: PageLayout = PageLayout { shade: 0.8, ..PageLayout::centred("result", 640.0) };

pub(super) fn draw(
    mut ui: MenuUi,
    slot: Res<PlayerSlot>,
    playback: Option<Res<Playback>>,
    setup: Option<Res<SceneSetup>>,
) {
    let (Some(MenuPage::Result), Some(control), Some(playback), Some(setup)) = (ui.page(), &slot.0, playback, setup)
    else {
        return;
    };
    if !ui.settings.tutorial_done {
        ui.settings.tutorial_done = true;
    }
    let (me, stats) = {
        let state = control.state();
        (state.agent, state.stats.clone())
    };
    let outcome = describe_outcome(&playback, &setup, me);
    if ui.menu.initial_focus == InitialFocus::First {
        info!("result: {outcome}");
    }
    let hunts = setup.agent(me).is_some_and(|player| player.catches);
    let clock = |tick: u32| format_clock(playback.seconds_at(tick));
    let pressed = ui.show(LAYOUT, |ui, _, scale| {
        heading(ui, &outcome);
        note(ui, &numbers(&playback, &stats, hunts, tallies(&playback, me)));
        let recap = recap_death(playback.log().entries(), me, playback.rate(), |tick| stats.place_at(tick));
        if let Some(recap) = recap {
            ui.add_space(4.0 * scale);
            paragraph(ui, &recap.describe(&name_of(&setup, recap.by, None), playback.rate(), clock));
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
        buttons.push(("Main menu", MenuAction::Send(MenuCommand::MainMenu)));
        let pressed = button_row(ui, &buttons);
        ui.add_space(8.0 * scale);
        let name = |agent| name_of(&setup, agent, Some(me));
        let mut story = story_of(playback.log().entries(), name);
        story.extend(personal_story(playback.log().entries(), me, hunts, name));
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
        let colour = match entry.for_hunted {
            Some(true) => GREEN,
            Some(false) => RED,
            None => INK,
        };
        ui.label(RichText::new(&entry.text).text_style(TextStyle::Body).color(colour));
    });
}

/// The match in numbers.
fn numbers(playback: &Playback, stats: &PlayerStats, hunts: bool, (seen, keys): (usize, usize)) -> String {
    let state = &playback.now.state;
    let time = format_clock(playback.seconds_at(playback.now.tick));
    let mut sentences = vec![format!(
        "{} caught, {} escaped in {time}. {} of {} keys found.",
        state.caught, state.escaped, state.team_keys, state.keys_needed
    )];
    sentences.push(format!("You walked {:.0} m and ran {:.0} m.", stats.walked, stats.ran));
    if !hunts {
        let times = if seen == 1 { "once".to_owned() } else { format!("{seen} times") };
        let keys = if keys == 1 { "1 key".to_owned() } else { format!("{keys} keys") };
        sentences.push(format!("You took {keys}, were sighted {times} and hid for {:.0} s.", stats.hidden));
        if stats.chased >= 1.0 {
            sentences.push(format!("You were chased for {:.0} s.", stats.chased));
        }
    }
    if let Some(nearest) = stats.nearest {
        let (subject, object) = if hunts { ("You", "one of the hunted") } else { ("A hunter", "you") };
        sentences.push(format!("{subject} came within {nearest:.1} m of {object}."));
    }
    sentences.join(" ")
}

/// How the match ended for the player.
fn describe_outcome(playback: &Playback, setup: &SceneSetup, me: AgentId) -> String {
    let own = playback.now.agents.get(usize::from(me.0)).and_then(|agent| agent.gone);
    match own {
        Some((AgentStatus::Caught(by), _)) => format!("You were caught by {}", name_of(setup, by, None)),
        Some((AgentStatus::Escaped(_), _)) => "You escaped".into(),
        None if setup.agent(me).is_some_and(|player| player.catches) => {
            match (playback.now.state.caught, playback.now.state.escaped) {
                (0, _) => "You caught nobody".into(),
                (1, 0) if playback.over() => "You caught the only one".into(),
                (caught, 0) if playback.over() => format!("You caught all {caught}"),
                (caught, escaped) => format!("You caught {caught}, {escaped} escaped"),
            }
        }
        None => "Time is up: you did not escape".into(),
    }
}
