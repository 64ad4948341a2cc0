//! What the bomb site adds to the window.
//!
//! | file | content |
//! |---|---|
//! | `events`, `markers` | what the window tells of kills, planting, defusing and the explosion |
//! | `status` | the bomb and the soldiers left, in the bar of the HUD |
//! | `setup`, `guide`, `result` | the pages before and after a match |
//! | `prompts` | what the use button does |
//! | `kill_feed`, `scoreboard` | the latest kills, and the score while its button is held |
//! | `rifle` | the rifle in the player's hands |
//! | `bomb` | the bomb, and the marks of the sites |
//! | `deaths` | what struck the dead down |

#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
)]

mod bomb;
mod deaths;
mod events;
mod guide;
mod kill_feed;
mod markers;
mod prompts;
mod result;
mod rifle;
mod scoreboard;
mod setup;
mod status;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use quarry_minds::protocol::{AgentId, Event, Label, label};

use super::{BombsiteGame, SCHEMA, schema::SOLDIER};
use crate::{
    client::{
        ClientSystems,
        input::bindings::PlayerAction,
        play::{PlayerHudSystems, shots},
        render::{
            character::{Figure, Figures, soldier, stance},
            physics::PhysicsSystems,
        },
        session::{
            control::PlayerKnowledge,
            event_line::{EventLine, MarkerKind},
            game_view::{
                DepartureSpec, EventContext, FinalBlow, GameView, GaugeBar, GuideColumn, OrderSpec, PlayerMatch,
                PlayerResult, SetupSpec, StatusPart, UsableThing, UseOffer, shows,
            },
            playback::{AgentFrame, MatchFrame, Playback},
            role::playing,
            scene_setup::{AgentInfo, SceneSetup},
            screen::Screen,
        },
    },
    data::Library,
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
    let soldier = Figure { pose: stance::pose, ..Figure::new(soldier::build, soldier::VARIANTS) };
    Figures([(label(SOLDIER), soldier)].into())
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
        app.add_systems(OnExit(Screen::Loading), (bomb::spawn, shots::spawn, rifle::spawn).run_if(bombsite()))
            .add_systems(
                Update,
                (bomb::show.after(PhysicsSystems), shots::show, rifle::hold)
                    .in_set(ClientSystems::Draw)
                    .run_if(bombsite().and_then(not(in_state(Screen::Loading)))),
            )
            .add_systems(
                Update,
                (kill_feed::draw, scoreboard::draw)
                    .chain()
                    .after(PlayerHudSystems)
                    .in_set(ClientSystems::Ui)
                    .run_if(bombsite().and_then(playing).and_then(in_state(Screen::Match))),
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
        match agent.state.as_str() {
            "carrier" => Some("has the bomb"),
            "leader" => Some("leads"),
            _ => None,
        }
    }

    fn dropped_size(&self, item: Label) -> Option<Vec3> {
        (item == "bomb").then_some(bomb::HALF_SIZE)
    }

    fn final_blow(&self, playback: &Playback, agent: AgentId) -> Option<FinalBlow> {
        deaths::final_blow(playback, agent)
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

    fn play_status(&self, knowledge: &PlayerKnowledge, now: &MatchFrame) -> Option<Box<dyn StatusPart>> {
        Some(Box::new(status::RoundStatus::played(knowledge, now)))
    }

    fn player_returns(&self, now: &MatchFrame) -> bool {
        now.number("of_rounds") > 1.0 && now.state.outcome.is_none()
    }

    fn shows_awareness(&self) -> bool {
        false
    }

    fn orders(&self, side: Label) -> &'static [OrderSpec] {
        prompts::orders(side)
    }

    fn use_for(&self, thing: &UsableThing<'_>) -> Option<UseOffer> {
        prompts::use_for(thing)
    }

    fn verb_words(&self, verb: Label) -> Option<(&'static str, &'static str)> {
        prompts::verb_words(verb)
    }

    fn player_result(&self, played: &PlayerMatch<'_>) -> PlayerResult {
        result::player_result(played)
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
