//! What the bomb site adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `events`, `markers` | what the window tells of kills, planting, defusing and the explosion |
//! | `status` | the bomb and the soldiers left, in the bar of the HUD |
//! | `setup`, `guide`, `result` | the pages before and after a match |
//! | `prompts` | what the use button does |
//! | `kill_feed`, `scoreboard` | the latest kills, and the score while its button is held |
//! | `buy` | what the player can buy |
//! | `minimap` | a map of what the player knows |
//! | `shells` | the cases that guns throw out |
//! | `bomb` | the bomb, and the marks of the sites |
//! | `deaths` | what struck the dead down |

#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod bomb;
mod buy;
mod deaths;
mod events;
mod guide;
mod kill_feed;
mod markers;
mod minimap;
mod prompts;
mod result;
mod scoreboard;
mod setup;
mod shells;
mod status;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use quarry_minds::protocol::label;

use super::{BombsiteGame, SCHEMA, schema::SOLDIER};
use crate::client::ClientSystems;
use crate::client::play::{PlayerHudSystems, impacts, shots};
use crate::client::render::character::{Figure, Figures, soldier, stance};
use crate::client::render::physics::PhysicsSystems;
use crate::client::session::{GameView, GaugeBar, Screen, init_for_match, loaded, playing, shows};

/// The bar over the heads of soldiers.
const BARS: &[GaugeBar] = &[GaugeBar { gauge: "health", title: "health", colour: Color32::from_rgb(110, 214, 130) }];

/// The rounds are fought at this time of day: in the late morning.
const TIME_OF_DAY: f32 = 0.44;

/// The models of the soldiers.
fn figures() -> Figures {
    let soldier = Figure { pose: stance::pose, guns: true, ..Figure::new(soldier::build, soldier::VARIANTS) };
    Figures([(label(SOLDIER), soldier)].into())
}

/// The view of the bomb site.
pub static VIEW: GameView = GameView {
    plugin,
    describe: events::describe,
    markers: markers::MARKERS,
    departures: markers::DEPARTURES,
    activity: |_, agent| if agent.bodiless { "leads" } else { "alive" },
    condition: |agent| match agent.state.as_str() {
        "carrier" => Some("has the bomb"),
        "entry" => Some("goes in first"),
        "leader" => Some("leads"),
        _ => None,
    },
    dropped_size: |item| (item == "bomb").then_some(bomb::HALF_SIZE),
    final_blow: deaths::final_blow,
    time_of_day: |_| Some(TIME_OF_DAY),
    gauge_bars: BARS,
    watch_status: |canvas, now, _| Some(status::watched(canvas, now)),
    play_status: |canvas, knowledge, now| Some(status::played(canvas, knowledge, now)),
    player_returns: |now, _| now.number("of_rounds") > 1.0 && now.state.outcome.is_none(),
    shows_awareness: false,
    orders: prompts::orders,
    offers: buy::offers,
    map_kinds: minimap::KINDS,
    use_for: prompts::use_for,
    verb_words: prompts::verb_words,
    player_result: result::player_result,
    guide: guide::columns,
    tips: guide::tips,
    ..GameView::plain(
        &SCHEMA,
        || Arc::new(BombsiteGame),
        &setup::SETUP,
        result::headline,
        |now, _| result::score_line(now),
    )
};

fn plugin(app: &mut App) {
    let bombsite = || shows(SCHEMA.name);
    app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
    init_for_match::<scoreboard::Score>(app);
    app.add_systems(
        OnExit(Screen::Loading),
        (bomb::spawn, shots::spawn, impacts::spawn, shells::spawn).run_if(bombsite()),
    )
    .add_systems(
        Update,
        (bomb::show.after(PhysicsSystems), shots::show, impacts::show, shells::show)
            .in_set(ClientSystems::Draw)
            .run_if(bombsite().and_then(loaded)),
    )
    .add_systems(
        Update,
        (kill_feed::draw, minimap::draw, buy::draw, scoreboard::draw)
            .chain()
            .after(PlayerHudSystems)
            .in_set(ClientSystems::Ui)
            .run_if(bombsite().and_then(playing).and_then(in_state(Screen::Match))),
    );
}

#[cfg(test)]
mod tests;
