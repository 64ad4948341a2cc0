//! How a match ended for the person who played it, with its story.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts,
    egui::{RichText, TextStyle},
};

use super::{
    Menu, Order, Page, Seat,
    look::{page, scale, shade},
    story::{name_of, story_of, tallies},
    widgets::{button, heading, note},
};
use crate::{
    client::{
        hud::style::{FAINT, GREEN, INK, RED},
        settings::Settings,
        show::Show,
        sound::Hear,
        stage::Stage,
    },
    world::Fate,
};

#[allow(clippy::too_many_arguments, reason = "the result tells of everything")]
pub(super) fn draw(
    mut contexts: EguiContexts,
    seat: Res<Seat>,
    show: Option<Res<Show>>,
    stage: Option<Res<Stage>>,
    mut settings: ResMut<Settings>,
    menu: Res<Menu>,
    mut orders: EventWriter<Order>,
    mut cues: EventWriter<Hear>,
) {
    let (Some(Page::Result), Some(lead), Some(show), Some(stage)) = (menu.page(), &seat.0, show, stage) else { return };
    let Some(context) = contexts.try_ctx_mut() else { return };
    if !settings.taught {
        settings.taught = true;
    }
    let scale = scale(context, settings.access.text_size);
    let me = lead.link().agent;
    let fresh = menu.fresh;
    let over = show.over();
    let mut chosen = None;
    shade(context, 0.8);
    page(context, "result", 640.0, scale, true, |ui| {
        heading(ui, &verdict(&show, &stage, me));
        let state = &show.now.state;
        let minutes = |tick: u32| {
            let seconds = show.seconds_at(tick) as u32;
            format!("{}:{:02}", seconds / 60, seconds % 60)
        };
        let (seen, keys) = tallies(&show, me);
        note(
            ui,
            &format!(
                "{} caught, {} escaped after {}. You were sighted {seen} times and took {keys} keys.",
                state.caught,
                state.escaped,
                minutes(show.now.tick)
            ),
        );
        ui.add_space(6.0 * scale);
        for chapter in story_of(show.log().entries(), |agent| name_of(&stage, agent, Some(me))) {
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
        ui.add_space(8.0 * scale);
        let names: &[&str] = if over {
            &["Play again", "Another match", "Leave to the title"]
        } else {
            &["Play again", "Another match", "Leave to the title", "Watch the rest"]
        };
        for (number, name) in names.iter().enumerate() {
            if button(ui, name, fresh && number == 0) {
                chosen = Some(number);
            }
        }
    });
    let Some(chosen) = chosen else { return };
    cues.send(Hear::plain("ui_click".into()));
    match chosen {
        0 => drop(orders.send(Order::Again)),
        1 => drop(orders.send(Order::Another)),
        2 => drop(orders.send(Order::ToTitle)),
        _ => drop(orders.send(Order::WatchOn)),
    }
}

/// How it ended for the person.
fn verdict(show: &Show, stage: &Stage, me: crate::protocol::AgentId) -> String {
    let own = show.now.agents.get(usize::from(me.0)).and_then(|person| person.gone);
    match own {
        Some((Fate::Caught(by), _)) => format!("You were caught by {}", name_of(stage, by, None)),
        Some((Fate::Escaped(_), _)) => "You got out".into(),
        None if stage.player(me).is_some_and(|player| player.catches) => {
            match (show.now.state.caught, show.now.state.escaped) {
                (0, _) => "Nobody was caught".into(),
                (caught, 0) if show.over() => format!("You caught all {caught}"),
                (caught, escaped) => format!("You caught {caught}, {escaped} got out"),
            }
        }
        None => "The night is over, and you are still inside".into(),
    }
}
