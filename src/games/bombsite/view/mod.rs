//! What the bomb site adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `events`, `markers` | what the window tells of kills, planting, defusing and the explosion |
//! | `status` | the bomb and the soldiers left, in the bar of the HUD |
//! | `setup`, `guide`, `result` | the pages before and after a match |
//! | `shots` | the lines of shots |
//! | `bomb` | the bomb, and the marks of the sites |
//! | `soldier` | the model of the soldiers |

#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod bomb;
mod events;
mod guide;
mod markers;
mod result;
mod setup;
mod shots;
mod soldier;
mod status;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::{BombsiteGame, SCHEMA, schema::SOLDIER};
use crate::{
    client::{
        ClientSystems,
        input::bindings::PlayerAction,
        render::character::{Figure, Figures},
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
    protocol::{Event, Label, label},
    simulation::Game,
};

/// The view of the bomb site.
#[derive(Clone, Debug)]
pub struct BombsiteView {
    game: Arc<dyn Game>,
}

impl Default for BombsiteView {
    fn default() -> Self {
        Self { game: Arc::new(BombsiteGame) }
    }
}

/// The bar over the heads of soldiers.
const BARS: &[GaugeBar] = &[GaugeBar { gauge: "health", title: "health", colour: Color32::from_rgb(110, 214, 130) }];

/// The rounds are fought at this time of day: in the late morning.
const TIME_OF_DAY: f32 = 0.44;

/// The models of the soldiers.
fn figures() -> Figures {
    Figures([(label(SOLDIER), Figure::new(soldier::build, soldier::VARIANTS))].into())
}

impl GameView for BombsiteView {
    fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    fn setup(&self) -> &'static SetupSpec {
        &setup::SETUP
    }

    fn plugin(&self, app: &mut App) {
        let bombsite = || shows(SCHEMA.name);
        app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
        app.add_systems(OnExit(Screen::Loading), (bomb::spawn, shots::spawn).run_if(bombsite())).add_systems(
            Update,
            (bomb::show, shots::show)
                .in_set(ClientSystems::Draw)
                .run_if(bombsite().and(not(in_state(Screen::Loading)))),
        );
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

    fn activity(&self, _agent: &AgentInfo) -> &'static str {
        "alive"
    }

    fn condition(&self, agent: &AgentFrame) -> Option<&'static str> {
        (agent.state == "carrier").then_some("has the bomb")
    }

    fn time_of_day(&self, _frame: &MatchFrame) -> Option<f32> {
        Some(TIME_OF_DAY)
    }

    fn gauge_bars(&self) -> &'static [GaugeBar] {
        BARS
    }

    fn headline(&self, outcome: Label) -> String {
        result::headline(outcome).to_owned()
    }

    fn score_line(&self, frame: &MatchFrame) -> String {
        result::score_line(frame)
    }

    fn watch_status(&self, playback: &Playback, _setup: &SceneSetup) -> Option<Box<dyn StatusPart>> {
        Some(Box::new(status::RoundStatus::read(&playback.now)))
    }

    fn player_result(&self, _played: &PlayerMatch<'_>) -> PlayerResult {
        result::player_result()
    }

    fn guide(&self, _key: &dyn Fn(PlayerAction) -> String) -> Vec<GuideColumn> {
        guide::columns()
    }

    fn tips(&self, library: &Library) -> Vec<String> {
        guide::tips(library)
    }
}

#[cfg(test)]
mod tests;
