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

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2};
use quarry_minds::protocol::{AgentId, Event, Label, label};

use super::{
    Hunt, SCHEMA,
    schema::{RUNNER, STALKER},
};
use crate::{
    client::{
        ClientSystems,
        input::bindings::PlayerAction,
        play::PlayerHudSystems,
        render::{
            character::{Figure, Figures},
            physics::PhysicsSystems,
        },
        session::{
            control::PlayerKnowledge,
            event_line::{EventLine, MarkerKind, Tone},
            game_view::{
                DepartureSpec, EventContext, FinalBlow, GameView, GuideColumn, PlayerMatch, PlayerResult, SetupSpec,
                StatusPart, UsableThing, UseOffer, shows,
            },
            playback::{AgentFrame, MatchFrame, Playback},
            role::playing,
            scene_setup::{AgentInfo, SceneSetup},
            screen::Screen,
        },
        ui::style::Canvas,
    },
    data::{Library, level::Level, rules::Rules},
    simulation::Game,
};

/// The view of the hunt.
#[derive(Clone, Debug)]
pub struct HuntView {
    game: Arc<dyn Game>,
}

impl Default for HuntView {
    fn default() -> Self {
        Self { game: Arc::new(Hunt) }
    }
}

/// How agents leave play.
const DEPARTURES: &[DepartureSpec] = &[
    DepartureSpec { name: "caught", tone: Tone::Bad, body_stays: true },
    DepartureSpec { name: "escaped", tone: Tone::Good, body_stays: false },
];

/// The models of the characters.
fn figures() -> Figures {
    let stalker = Figure::new(stalker::build, 1);
    Figures([(label(STALKER), stalker), (label(RUNNER), Figure::new(runner::build, runner::VARIANTS))].into())
}

impl GameView for HuntView {
    fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    fn setup(&self) -> &'static SetupSpec {
        &setup::SETUP
    }

    fn match_terms(&self, rules: &Arc<Rules>, level: &Level, counts: &BTreeMap<Label, u16>) -> String {
        setup::terms(rules, level, counts)
    }

    fn plugin(&self, app: &mut App) {
        let hunt = || shows(SCHEMA.name);
        app.world_mut().get_resource_or_init::<Figures>().0.extend(figures().0);
        app.add_systems(OnExit(Screen::Loading), (keys::spawn, exit_lights::spawn).run_if(hunt()))
            .add_systems(
                Update,
                (keys::animate.after(PhysicsSystems), exit_lights::update)
                    .in_set(ClientSystems::Draw)
                    .run_if(hunt().and_then(not(in_state(Screen::Loading)))),
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

    fn describe(&self, event: &Event, context: &EventContext<'_>) -> Option<EventLine> {
        events::describe(event, context)
    }

    fn markers(&self) -> &'static [MarkerKind] {
        markers::MARKERS
    }

    fn departures(&self) -> &'static [DepartureSpec] {
        DEPARTURES
    }

    fn activity(&self, agent: &AgentInfo) -> &'static str {
        if agent.attacks { "hunting" } else { "in play" }
    }

    fn condition(&self, agent: &AgentFrame) -> Option<&'static str> {
        (agent.visible_harm > 0.0).then_some("wounded")
    }

    fn headline(&self, outcome: Label) -> String {
        result::headline(outcome).to_owned()
    }

    fn score_line(&self, frame: &MatchFrame) -> String {
        result::score_line(frame)
    }

    fn watch_status(&self, playback: &Playback, setup: &SceneSetup) -> Option<Box<dyn StatusPart>> {
        Some(Box::new(status::WatchStatus::read(&playback.now, setup)))
    }

    fn play_status(&self, knowledge: &PlayerKnowledge, _now: &MatchFrame) -> Option<Box<dyn StatusPart>> {
        Some(Box::new(status::PlayStatus::read(knowledge)))
    }

    fn draw_carried(&self, canvas: &Canvas, at: Pos2, size: f32, colour: Color32) {
        status::draw_key(canvas, at, size, colour);
    }

    fn projectile_glows(&self, what: Label) -> bool {
        what == "bolt"
    }

    fn final_blow(&self, playback: &Playback, agent: AgentId) -> Option<FinalBlow> {
        fall::final_blow(playback, agent)
    }

    fn dropped_size(&self, item: Label) -> Option<Vec3> {
        (item == "key").then_some(keys::HALF_SIZE)
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
