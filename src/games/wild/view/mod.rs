//! What the wild adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `events`, `markers` | what the window tells of births, matings, deaths and days |
//! | `status` | the day and the numbers of animals in the bar of the HUD |
//! | `family` | parents, young and age in the inspector |
//! | `setup`, `guide`, `result` | the pages before and after a match |
//! | `stocks`, `stock_shapes` | grass, apples and carcasses |
//! | `rabbit`, `wolf`, `bear`, `fur` | the models of the animals |
#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod bear;
mod events;
mod family;
mod fur;
mod guide;
mod markers;
mod rabbit;
mod result;
mod setup;
mod status;
mod stock_shapes;
mod stocks;
mod wolf;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use quarry_minds::protocol::{AgentId, Event, Label, label};

use super::{SCHEMA, WildGame};
use crate::{
    client::{
        ClientSystems,
        input::bindings::PlayerAction,
        render::character::{Figure, Figures},
        session::{
            event_line::{EventLine, MarkerKind},
            game_view::{
                DepartureSpec, EventContext, GameView, GaugeBar, GuideColumn, PlayerMatch, PlayerResult, Posture,
                SetupSpec, StatusPart, shows,
            },
            playback::{AgentFrame, MatchFrame, Playback},
            scene_setup::{AgentInfo, SceneSetup},
            screen::Screen,
        },
    },
    data::Library,
    simulation::Game,
};

/// The view of the wild.
#[derive(Clone, Debug)]
pub struct WildView {
    game: Arc<dyn Game>,
}

impl Default for WildView {
    fn default() -> Self {
        Self { game: Arc::new(WildGame) }
    }
}

/// The needs over the heads of animals, from top to bottom.
const NEEDS: &[GaugeBar] = &[
    GaugeBar { gauge: "satiety", title: "food", colour: Color32::from_rgb(230, 159, 0) },
    GaugeBar { gauge: "hydration", title: "water", colour: Color32::from_rgb(86, 180, 233) },
    GaugeBar { gauge: "energy", title: "sleep", colour: Color32::from_rgb(200, 150, 225) },
    GaugeBar { gauge: "health", title: "health", colour: Color32::from_rgb(110, 214, 130) },
];

/// The models of the animals.
fn figures() -> Figures {
    let figure = |build, pose, stride| Figure { build, variants: 1, pose, stride };
    let rabbit = figure(rabbit::build, rabbit::pose, rabbit::STRIDE);
    let wolf = figure(wolf::build, wolf::pose, wolf::STRIDE);
    let bear = figure(bear::build, bear::pose, bear::STRIDE);
    Figures([(label("rabbit"), rabbit), (label("wolf"), wolf), (label("bear"), bear)].into())
}

/// The size of an animal at birth, as a share of its size when it is grown.
const NEWBORN: f32 = 0.45;
/// The share of its life after which an animal has its full size.
const GROWN: f32 = 0.12;

impl GameView for WildView {
    fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    fn setup(&self) -> &'static SetupSpec {
        &setup::SETUP
    }

    fn plugin(&self, app: &mut App) {
        let wild = || shows(SCHEMA.name);
        app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
        app.add_systems(OnExit(Screen::Loading), stocks::spawn.run_if(wild())).add_systems(
            Update,
            stocks::follow.in_set(ClientSystems::Draw).run_if(wild().and_then(not(in_state(Screen::Loading)))),
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

    fn activity(&self, agent: &AgentInfo) -> &'static str {
        if agent.attacks { "roaming" } else { "grazing" }
    }

    fn condition(&self, agent: &AgentFrame) -> Option<&'static str> {
        (agent.visible_harm > 0.0).then_some("hurt")
    }

    fn size(&self, frame: &MatchFrame, agent: usize, info: &AgentInfo) -> f32 {
        let age = label("age");
        let share = frame.gauge(agent, age.as_str()).and_then(|value| info.gauge_share(age, value));
        share.map_or(1.0, |share| NEWBORN + (1.0 - NEWBORN) * (share / GROWN).min(1.0))
    }

    fn posture(&self, agent: &AgentFrame) -> Posture {
        match agent.state.as_str() {
            // In a burrow or a cave.
            _ if agent.hidden.is_some() => Posture::OutOfSight,
            "eating" | "drinking" => Posture::HeadDown,
            "asleep" => Posture::Asleep,
            _ => Posture::Upright,
        }
    }

    fn body_remains(&self, frame: &MatchFrame, agent: usize) -> bool {
        stocks::body_remains(frame, agent)
    }

    fn time_of_day(&self, frame: &MatchFrame) -> Option<f32> {
        Some(frame.number("time_of_day") as f32)
    }

    fn gauge_bars(&self) -> &'static [GaugeBar] {
        NEEDS
    }

    fn details(&self, agent: AgentId, playback: &Playback, setup: &SceneSetup) -> Vec<(&'static str, String)> {
        family::details(agent, playback, setup)
    }

    fn headline(&self, outcome: Label) -> String {
        result::headline(outcome).to_owned()
    }

    fn score_line(&self, frame: &MatchFrame) -> String {
        result::score_line(frame)
    }

    fn watch_status(&self, playback: &Playback, _setup: &SceneSetup) -> Option<Box<dyn StatusPart>> {
        Some(Box::new(status::DayStatus::read(&playback.now)))
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
