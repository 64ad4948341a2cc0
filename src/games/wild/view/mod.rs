//! What the wild adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `events`, `markers` | what the window tells of births, matings, deaths and days |
//! | `status` | the day and the numbers of animals in the bar of the HUD |
//! | `family` | sex, parents, young and age in the inspector |
//! | `panel` | the panel Populations: curves with causes of death, the days in words, families |
//! | `setup`, `guide`, `result` | the pages before and after a match |
//! | `stocks`, `stock_shapes` | grass, apples and carcasses |
#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod events;
mod family;
mod guide;
mod markers;
mod panel;
mod result;
mod setup;
mod status;
mod stock_shapes;
mod stocks;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use quarry_minds::protocol::{Label, label};

use super::{SCHEMA, Species, WildGame, rules_of};
use crate::client::ClientSystems;
use crate::client::session::{AgentInfo, CameraMode, GameView, GaugeBar, MatchFrame, Posture, Screen, loaded, shows};
use crate::data::rules::Rules;

/// The needs over the heads of animals, from top to bottom.
const NEEDS: &[GaugeBar] = &[
    GaugeBar { gauge: "satiety", title: "food", colour: Color32::from_rgb(230, 159, 0) },
    GaugeBar { gauge: "hydration", title: "water", colour: Color32::from_rgb(86, 180, 233) },
    GaugeBar { gauge: "energy", title: "sleep", colour: Color32::from_rgb(200, 150, 225) },
    GaugeBar { gauge: "health", title: "health", colour: Color32::from_rgb(110, 214, 130) },
];

/// The size of an animal at birth, as a share of its size when it is grown.
const NEWBORN: f32 = 0.45;
/// The share of its life after which an animal has its full size.
const GROWN: f32 = 0.12;

/// The view of the wild.
pub static VIEW: GameView = GameView {
    first_camera: CameraMode::Director,
    plugin,
    describe: events::describe,
    markers: markers::MARKERS,
    departures: markers::DEPARTURES,
    activity: |agent, _| if agent.attacks { "roaming" } else { "grazing" },
    condition: |agent| (agent.visible_harm > 0.0).then_some("hurt"),
    size,
    posture: |agent| match agent.state.as_str() {
        // In a burrow or a cave.
        _ if agent.hidden.is_some() => Posture::OutOfSight,
        "eating" | "drinking" => Posture::HeadDown,
        "asleep" => Posture::Asleep,
        _ => Posture::Upright,
    },
    body_remains: stocks::body_remains,
    time_of_day: |frame| Some(frame.number("time_of_day") as f32),
    gauge_bars: NEEDS,
    details: family::details,
    watch_status: |canvas, now, setup| Some(status::status(canvas, now, &setup.rules)),
    guide: |_| guide::columns(),
    tips: guide::tips,
    ..GameView::plain(&SCHEMA, || Arc::new(WildGame), &setup::SETUP, result::headline, result::score_line)
};

/// The species of some rules with their names, the most numerous on the setup page first.
fn species_of(rules: &Rules) -> Vec<(Label, &Species)> {
    let mut all: Vec<_> =
        rules_of(rules).into_iter().flat_map(|wild| &wild.species).map(|(name, of)| (*name, of)).collect();
    all.sort_by_key(|(_, species)| std::cmp::Reverse(species.setup.count));
    all
}

fn size(frame: &MatchFrame, agent: usize, info: &AgentInfo) -> f32 {
    let age = label("age");
    let share = frame.gauge(agent, age.as_str()).and_then(|value| info.gauge_share(age, value));
    share.map_or(1.0, |share| NEWBORN + (1.0 - NEWBORN) * (share / GROWN).min(1.0))
}

fn plugin(app: &mut App) {
    panel::plugin(app);
    let wild = || shows(SCHEMA.name);
    app.add_systems(OnExit(Screen::Loading), stocks::spawn.run_if(wild()))
        .add_systems(Update, stocks::follow.in_set(ClientSystems::Draw).run_if(wild().and_then(loaded)));
}

#[cfg(test)]
mod tests;
