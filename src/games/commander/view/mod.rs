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
use quarry_minds::protocol::{AgentId, Event, Label, label};

use super::{CommanderGame, SCHEMA};
use crate::{
    client::{
        ClientSystems,
        input::bindings::PlayerAction,
        play::shots,
        render::character::{
            Figure, Figures,
            pose::{Pose, PoseInput},
            skeleton::Proportions,
            soldier, stance,
        },
        session::{
            event_line::{EventLine, MarkerKind},
            game_view::{
                DepartureSpec, EventContext, GameView, GaugeBar, GuideColumn, PlayerMatch, PlayerResult, SetupSpec,
                StatusPart, shows,
            },
            playback::{AgentFrame, MatchFrame, Playback},
            scene_setup::{AgentInfo, SceneSetup},
            screen::Screen,
        },
    },
    data::Library,
    simulation::Game,
};

/// The view of the commander.
#[derive(Clone, Debug)]
pub struct CommanderView {
    game: Arc<dyn Game>,
}

impl Default for CommanderView {
    fn default() -> Self {
        Self { game: Arc::new(CommanderGame) }
    }
}

/// The bar over units and buildings.
const BARS: &[GaugeBar] = &[GaugeBar { gauge: "health", title: "health", colour: Color32::from_rgb(110, 214, 130) }];

/// Wars are fought at this time of day: in the late morning.
const TIME_OF_DAY: f32 = 0.42;
/// How long a wreck or a body lies, and how long a building takes to collapse, in seconds.
const REMAINS: (f32, f32) = (14.0, 1.5);
/// The simulation rate for which [`REMAINS`] is counted in ticks.
const RATE: f32 = 30.0;

/// The models.
fn figures() -> Figures {
    type Pair = (&'static str, Figure);
    let of = |build, pose: fn(&Proportions, &PoseInput) -> Pose| Figure { pose, ..Figure::new(build, 1) };
    let person = |build, variants| Figure::new(build, variants);
    let armed = |build| Figure { pose: stance::pose, ..Figure::new(build, soldier::VARIANTS) };
    let all: [Pair; 12] = [
        ("worker", person(units::worker, soldier::VARIANTS)),
        ("rifleman", armed(units::rifleman)),
        ("flamer", armed(units::flamer)),
        ("walker", of(units::walker, poses::walker)),
        ("tank", of(units::tank, poses::tank)),
        ("command_post", of(buildings::build_command_post, poses::building)),
        ("supply_depot", of(buildings::build_supply_depot, poses::building)),
        ("refinery", of(buildings::build_refinery, poses::building)),
        ("barracks", of(buildings::build_barracks, poses::building)),
        ("academy", of(buildings::build_academy, poses::building)),
        ("factory", of(buildings::build_factory, poses::building)),
        ("armoury", of(buildings::build_armoury, poses::building)),
    ];
    Figures(all.into_iter().map(|(name, figure)| (label(name), figure)).collect())
}

impl GameView for CommanderView {
    fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    fn setup(&self) -> &'static SetupSpec {
        &setup::SETUP
    }

    fn plugin(&self, app: &mut App) {
        let commander = || shows(SCHEMA.name);
        app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
        app.add_systems(OnExit(Screen::Loading), (minerals::spawn, shots::spawn).run_if(commander())).add_systems(
            Update,
            (minerals::follow, shots::show)
                .in_set(ClientSystems::Draw)
                .run_if(commander().and_then(not(in_state(Screen::Loading)))),
        );
        panel::plugin(app);
    }

    fn describe(&self, event: &Event, context: &EventContext<'_>) -> Option<EventLine> {
        events::describe(event, context)
    }

    fn markers(&self) -> &'static [MarkerKind] {
        markers::MARKERS
    }

    fn departures(&self) -> &'static [DepartureSpec] {
        markers::DEPARTURES
    }

    fn activity(&self, agent: &AgentInfo) -> &'static str {
        if agent.thinks { "in command" } else { "in play" }
    }

    fn dress(&self, newcomers: &mut [AgentInfo], known: &[AgentInfo]) {
        sides::dress(newcomers, known);
    }

    fn completion(&self, playback: &Playback, agent: AgentId) -> Option<f32> {
        doings::completion(playback, agent)
    }

    fn occupation(&self, agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Option<String> {
        doings::occupation(agent, playback, setup)
    }

    fn shot_width(&self, by: &AgentInfo) -> f32 {
        match by.kind.as_str() {
            // The blow of a tool is no shot.
            "worker" => 0.0,
            "flamer" => 0.22,
            "tank" => 0.09,
            "walker" => 0.05,
            _ => 0.035,
        }
    }

    fn body_remains(&self, frame: &MatchFrame, agent: usize) -> bool {
        let Some(AgentFrame { gone: Some((_, tick)), state, .. }) = frame.agents.get(agent) else { return true };
        let seconds = if events::is_building(*state) { REMAINS.1 } else { REMAINS.0 };
        frame.tick.saturating_sub(*tick) as f32 <= seconds * RATE
    }

    fn time_of_day(&self, _frame: &MatchFrame) -> Option<f32> {
        Some(TIME_OF_DAY)
    }

    fn gauge_bars(&self) -> &'static [GaugeBar] {
        BARS
    }

    fn details(&self, agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Vec<(&'static str, String)> {
        doings::details(agent, playback, setup)
    }

    fn headline(&self, outcome: Label) -> String {
        result::headline(outcome).to_owned()
    }

    fn score_line(&self, frame: &MatchFrame) -> String {
        result::score_line(frame)
    }

    fn watch_status(&self, playback: &Playback, _setup: &SceneSetup) -> Option<Box<dyn StatusPart>> {
        Some(Box::new(status::WarStatus::read(&playback.now)))
    }

    fn shows_awareness(&self) -> bool {
        false
    }

    fn player_result(&self, _played: &PlayerMatch<'_>) -> PlayerResult {
        result::player_result()
    }

    fn guide(&self, key: &dyn Fn(PlayerAction) -> String) -> Vec<GuideColumn> {
        guide::columns(key)
    }

    fn tips(&self, library: &Library) -> Vec<String> {
        guide::tips(library)
    }
}

#[cfg(test)]
mod tests;
