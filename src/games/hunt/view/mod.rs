//! What the hunt adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `events` | what the window tells of keys, the exit, wounds, catches and escapes |
//! | `markers` | the kinds of markers on the timeline |
//! | `status` | keys and locks in the bars of the HUD |
//! | `heartbeat` | the heartbeat near a hunter |
//! | `tutorial` | prompts for new players |
//! | `prompts` | what the use button does |
//! | `setup`, `guide` | the pages before a match |
//! | `result`, `death_recap` | the page after it |
//! | `keys`, `exit_lights` | models of keys, and the lights of an exit |
//! | `stalker`, `runner`, `fall` | the models of the characters, and what strikes the caught down |
#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod captives;
mod death_recap;
mod events;
mod exit_lights;
mod fall;
mod guide;
mod heartbeat;
mod keys;
mod markers;
mod prompts;
mod result;
mod runner;
mod setup;
mod stalker;
mod status;
mod tutorial;

use std::sync::Arc;

use bevy::prelude::*;
use quarry_minds::protocol::label;

use super::schema::{RUNNER, STALKER};
use super::{Hunt, SCHEMA};
use crate::client::ClientSystems;
use crate::client::play::PlayerHudSystems;
use crate::client::render::character::{Figure, Figures};
use crate::client::render::physics::PhysicsSystems;
use crate::client::session::{DepartureSpec, GameView, Screen, Tone, loaded, playing, shows};

/// How agents leave play.
const DEPARTURES: &[DepartureSpec] = &[
    DepartureSpec { name: "caught", tone: Tone::Bad, body_stays: true },
    DepartureSpec { name: "held", tone: Tone::Bad, body_stays: true },
    DepartureSpec { name: "escaped", tone: Tone::Good, body_stays: false },
];

/// The models of the characters.
fn figures() -> Figures {
    let stalker = Figure::new(stalker::build, 1);
    Figures([(label(STALKER), stalker), (label(RUNNER), Figure::new(runner::build, runner::VARIANTS))].into())
}

/// The view of the hunt.
pub static VIEW: GameView = GameView {
    match_terms: setup::terms,
    plugin,
    describe: events::describe,
    markers: markers::MARKERS,
    departures: DEPARTURES,
    activity: |agent, _| if agent.attacks { "hunting" } else { "in play" },
    condition: |agent| (agent.visible_harm > 0.0).then_some("wounded"),
    watch_status: |canvas, now, setup| Some(status::watched(canvas, now, setup)),
    play_status: |canvas, knowledge, _| Some(status::played(canvas, knowledge)),
    // Mates free the held.
    player_returns: |now, player| {
        let gone = now.agents.get(usize::from(player.0)).and_then(|agent| agent.gone);
        gone.is_some_and(|(departure, _)| departure.how == "held") && now.state.outcome.is_none()
    },
    draw_carried: status::draw_carried,
    projectile_glows: |what| what == "bolt",
    keeping: captives::keeping,
    final_blow: fall::final_blow,
    dropped_size: |item| (item == "key").then_some(keys::HALF_SIZE),
    use_for: prompts::use_for,
    verb_words: prompts::verb_words,
    player_result: result::player_result,
    guide: guide::columns,
    tips: guide::tips,
    ..GameView::plain(&SCHEMA, || Arc::new(Hunt), &setup::SETUP, result::headline, |now, _| result::score_line(now))
};

fn plugin(app: &mut App) {
    let hunt = || shows(SCHEMA.name);
    app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
    app.add_systems(OnExit(Screen::Loading), (keys::spawn, exit_lights::spawn).run_if(hunt()))
        .add_systems(
            Update,
            (keys::animate.after(PhysicsSystems), exit_lights::update)
                .in_set(ClientSystems::Draw)
                .run_if(hunt().and_then(loaded)),
        )
        .add_systems(Update, heartbeat::listen.in_set(ClientSystems::Camera).run_if(hunt()))
        .add_systems(
            Update,
            (heartbeat::draw, tutorial::draw)
                .chain()
                .after(PlayerHudSystems)
                .in_set(ClientSystems::Ui)
                .run_if(hunt().and_then(playing).and_then(in_state(Screen::Match))),
        );
}

#[cfg(test)]
mod tests;
