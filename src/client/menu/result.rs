//! How a match ended for the person who played it, with its story.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{RichText, TextStyle},
};

use super::{
    MenuCommand,
    downfall::recap_death,
    look::{page, shade},
    story::{name_of, own_chapters, story_of, tallies},
    widgets::{heading, note, small_button, words},
};
use crate::{
    client::{
        lead::PlayerStats,
        pages::{MenuPage, MenuStack},
        playback::Playback,
        role::PlayerSlot,
        scene_setup::SceneSetup,
        settings::Settings,
        sound::PlayCue,
        style::{FAINT, GREEN, INK, RED, scale},
    },
    world::AgentStatus,
};

#[allow(clippy::too_many_arguments, reason = "the result tells of everything")]
pub(super) fn draw(
    mut contexts: EguiContexts,
    seat: Res<PlayerSlot>,
    playback: Option<Res<Playback>>,
    setup: Option<Res<SceneSetup>>,
    mut settings: ResMut<Settings>,
    menu: Res<MenuStack>,
    mut orders: EventWriter<MenuCommand>,
    mut cues: EventWriter<PlayCue>,
) {
    let (Some(MenuPage::Result), Some(lead), Some(playback), Some(setup)) = (menu.page(), &seat.0, playback, setup)
    else {
        return;
    };
    let Some(context) = contexts.try_ctx_mut() else { return };
    if !settings.taught {
        settings.taught = true;
    }
    let scale = scale(context, settings.access.text_size);
    let (me, record) = {
        let link = lead.link();
        (link.agent, link.record.clone())
    };
    let hunts = setup.agent(me).is_some_and(|player| player.catches);
    let fresh = menu.fresh;
    let (over, rate) = (playback.over(), 1.0 / playback.seconds_at(1).max(1e-3));
    if fresh {
        info!("result: {}", verdict(&playback, &setup, me));
    }
    let mut chosen = None;
    shade(context, 0.8);
    page(context, "result", 640.0, scale, true, |ui| {
        heading(ui, &verdict(&playback, &setup, me));
        let minutes = |tick: u32| {
            let seconds = playback.seconds_at(tick) as u32;
            format!("{}:{:02}", seconds / 60, seconds % 60)
        };
        note(ui, &numbers(&playback, &record, hunts, tallies(&playback, me), minutes(playback.now.tick)));
        let downfall = recap_death(playback.log().entries(), me, rate, |tick| record.place_at(tick));
        if let Some(downfall) = downfall {
            ui.add_space(4.0 * scale);
            words(ui, &downfall.told(&name_of(&setup, downfall.by, None), rate, minutes));
        }
        ui.add_space(8.0 * scale);
        // Before the story, which may be long: what to do next is always in sight.
        ui.horizontal_wrapped(|ui| {
            let names = ["Play again", "Another match", "Watch the rest", "Leave to the title"];
            for (number, name) in names.into_iter().enumerate().filter(|(number, _)| !over || *number != WATCH) {
                if small_button(ui, name, fresh && number == 0) {
                    chosen = Some(number);
                }
            }
        });
        ui.add_space(8.0 * scale);
        let mut story = story_of(playback.log().entries(), |agent| name_of(&setup, agent, Some(me)));
        story.extend(own_chapters(playback.log().entries(), me, hunts, |agent| name_of(&setup, agent, Some(me))));
        story.sort_by_key(|chapter| chapter.tick);
        for chapter in story {
            ui.horizontal(|ui| {
                ui.label(RichText::new(minutes(chapter.tick)).text_style(TextStyle::Small).color(FAINT));
                let colour = match chapter.for_hunted {
                    Some(true) => GREEN,
                    Some(false) => RED,
                    None => INK,
                };
                ui.label(RichText::new(chapter.words).text_style(TextStyle::Body).color(colour));
            });
        }
    });
    let Some(chosen) = chosen else { return };
    cues.send(PlayCue::plain("ui_click".into()));
    match chosen {
        0 => drop(orders.send(MenuCommand::Again)),
        1 => drop(orders.send(MenuCommand::Another)),
        WATCH => drop(orders.send(MenuCommand::WatchOn)),
        _ => drop(orders.send(MenuCommand::ToTitle)),
    }
}

/// The button that stays away where there is nothing left to watch.
const WATCH: usize = 2;

/// The match in numbers, as it was for the person.
fn numbers(
    playback: &Playback,
    record: &PlayerStats,
    hunts: bool,
    (seen, keys): (usize, usize),
    time: String,
) -> String {
    let state = &playback.now.state;
    let times = |count: usize| if count == 1 { "once".to_owned() } else { format!("{count} times") };
    let mut told = vec![format!(
        "{} caught, {} escaped after {time}; {} of {} keys found.",
        state.caught, state.escaped, state.team_keys, state.keys_needed
    )];
    told.push(format!("You walked {:.0} m and ran {:.0} m.", record.walked, record.ran));
    if !hunts {
        let taken = if keys == 1 { "one key".to_owned() } else { format!("{keys} keys") };
        told.push(format!("You took {taken}, were sighted {}, and hid for {:.0} s.", times(seen), record.hidden));
        if record.chased >= 1.0 {
            told.push(format!("You were chased for {:.0} s.", record.chased));
        }
    }
    if let Some(nearest) = record.nearest {
        let (who, whom) = if hunts { ("You", "one of them") } else { ("A hunter", "you") };
        told.push(format!("{who} came within {nearest:.1} m of {whom}."));
    }
    told.join(" ")
}

/// How it ended for the person.
fn verdict(playback: &Playback, setup: &SceneSetup, me: crate::protocol::AgentId) -> String {
    let own = playback.now.agents.get(usize::from(me.0)).and_then(|person| person.gone);
    match own {
        Some((AgentStatus::Caught(by), _)) => format!("You were caught by {}", name_of(setup, by, None)),
        Some((AgentStatus::Escaped(_), _)) => "You got out".into(),
        None if setup.agent(me).is_some_and(|player| player.catches) => {
            match (playback.now.state.caught, playback.now.state.escaped) {
                (0, _) => "Nobody was caught".into(),
                (1, 0) if playback.over() => "You caught the only one there was".into(),
                (caught, 0) if playback.over() => format!("You caught all {caught}"),
                (caught, escaped) => format!("You caught {caught}, {escaped} got out"),
            }
        }
        None => "The night is over, and you are still inside".into(),
    }
}
