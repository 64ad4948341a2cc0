//! What the commander adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `sides` | the colours of red and blue, and the names of their agents |
//! | `events`, `markers` | what the window tells of orders, plans, buildings and losses |
//! | `status` | the economy and the army of both sides, in the bar of the HUD |
//! | `setup`, `guide`, `result` | the pages before and after a match |
//! | `units`, `buildings`, `poses` | the models, and how they hold themselves |
//! | `minerals` | crystals and vents of gas |
//! | `doings` | what units and buildings do |
//! | `panel` | the panel Commanders: plans, production, technology, and the map as a side knows it |

#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod buildings;
mod doings;
mod events;
mod guide;
mod markers;
mod minerals;
mod panel;
mod poses;
mod result;
mod setup;
mod sides;
mod status;
mod units;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use quarry_minds::protocol::label;

use super::{CommanderGame, SCHEMA};
use crate::client::ClientSystems;
use crate::client::play::shots;
use crate::client::render::character::pose::{Pose, PoseInput};
use crate::client::render::character::skeleton::Proportions;
use crate::client::render::character::{Figure, Figures, soldier, stance};
use crate::client::session::{AgentFrame, GameView, GaugeBar, Playback, Screen, loaded, shows};

/// The bar over units and buildings.
const BARS: &[GaugeBar] = &[GaugeBar { gauge: "health", title: "health", colour: Color32::from_rgb(110, 214, 130) }];

/// Wars are fought at this time of day: in the late morning.
const TIME_OF_DAY: f32 = 0.42;
/// How long a wreck or a body lies, and how long a building takes to collapse, in seconds.
const REMAINS: (f32, f32) = (14.0, 1.5);

fn figures() -> Figures {
    type Pair = (&'static str, Figure);
    let of = |build, pose: fn(&Proportions, &PoseInput) -> Pose| Figure { pose, ..Figure::new(build, 1) };
    let person = |build, variants| Figure::new(build, variants);
    let armed = |build| Figure { pose: stance::pose, ..Figure::new(build, soldier::VARIANTS) };
    let all: [Pair; 16] = [
        ("worker", person(units::worker, soldier::VARIANTS)),
        ("rifleman", armed(units::rifleman)),
        ("flamer", armed(units::flamer)),
        ("walker", of(units::walker, poses::walker)),
        ("tank", of(units::tank, poses::tank)),
        ("medic", person(units::medic, soldier::VARIANTS)),
        ("ranger", armed(units::ranger)),
        ("mortar", of(units::mortar, poses::tank)),
        ("command_post", of(buildings::build_command_post, poses::building)),
        ("supply_depot", of(buildings::build_supply_depot, poses::building)),
        ("refinery", of(buildings::build_refinery, poses::building)),
        ("barracks", of(buildings::build_barracks, poses::building)),
        ("academy", of(buildings::build_academy, poses::building)),
        ("factory", of(buildings::build_factory, poses::building)),
        ("armoury", of(buildings::build_armoury, poses::building)),
        ("engineering_bay", of(buildings::build_engineering_bay, poses::building)),
    ];
    Figures(all.into_iter().map(|(name, figure)| (label(name), figure)).collect())
}

/// The view of the commander.
pub static VIEW: GameView = GameView {
    plugin,
    describe: events::describe,
    markers: markers::MARKERS,
    departures: markers::DEPARTURES,
    activity: |agent, _| if agent.thinks { "in command" } else { "in play" },
    dress: sides::dress,
    completion: doings::completion,
    occupation: doings::occupation,
    shot_width: |by| match by.kind.as_str() {
        // The blow of a tool is no shot.
        "worker" => 0.0,
        "flamer" => 0.22,
        "tank" | "mortar" => 0.09,
        "walker" => 0.05,
        _ => 0.035,
    },
    body_remains,
    time_of_day: |_| Some(TIME_OF_DAY),
    gauge_bars: BARS,
    details: doings::details,
    watch_status: |canvas, now, _| Some(status::status(canvas, now)),
    shows_awareness: false,
    guide: |_| guide::columns(),
    tips: guide::tips,
    ..GameView::plain(
        &SCHEMA,
        || Arc::new(CommanderGame),
        &setup::SETUP,
        result::headline,
        |now, _| result::score_line(now),
    )
};

fn body_remains(playback: &Playback, agent: usize) -> bool {
    let Some(AgentFrame { gone: Some((_, tick)), state, .. }) = playback.now.agents.get(agent) else { return true };
    let seconds = if events::is_building(*state) { REMAINS.1 } else { REMAINS.0 };
    playback.seconds_at(playback.now.tick.saturating_sub(*tick)) <= seconds
}

fn plugin(app: &mut App) {
    let commander = || shows(SCHEMA.name);
    app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
    app.add_systems(OnExit(Screen::Loading), (minerals::spawn, shots::spawn).run_if(commander())).add_systems(
        Update,
        (minerals::follow, shots::show).in_set(ClientSystems::Draw).run_if(commander().and_then(loaded)),
    );
    panel::plugin(app);
}

#[cfg(test)]
mod tests;
