//! A game, as the window knows it: its words, its marks, and the systems that draw and sound what only it has.
//!
//! Independent of: any one game.

use std::{collections::BTreeMap, fmt::Debug, sync::Arc};

use bevy::{app::App, ecs::prelude::*, math::Vec3};
use bevy_egui::egui::{Color32, Pos2};

pub use super::body_view::{DepartureSpec, FinalBlow, GaugeBar, Posture};
use quarry_minds::protocol::{AgentId, Event, Label, LogEntry};

use super::{
    AgentFrame, AgentInfo, EventLine, MarkerKind, MatchFrame, Playback, PlayerKnowledge, PlayerStats, SceneSetup, Tone,
    scene_setup::enemies,
};
use crate::client::input::bindings::PlayerAction;
use crate::client::ui::Canvas;
use crate::data::{Library, level::Level, rules::Rules};
use crate::simulation::Game;
use crate::world::{ThingState, level::LevelThing};

/// The view of a game. The window knows it by this trait; `src/cli` hands the views to it.
///
/// Most of what a game adds to the window are systems of its [`GameView::plugin`], with the run condition [`shows`]. The other
/// methods answer what the window asks.
pub trait GameView: Debug + Send + Sync + 'static {
    fn game(&self) -> &Arc<dyn Game>;

    /// What the setup page offers.
    fn setup(&self) -> &'static SetupSpec;

    /// What the rules come to on a level with these numbers of agents, in a line of the setup page; empty if they do not depend on them.
    fn match_terms(&self, _rules: &Arc<Rules>, _level: &Level, _counts: &BTreeMap<Label, u16>) -> String {
        String::new()
    }

    /// Adds its systems: parts of the HUD, models, lights, sounds.
    fn plugin(&self, _app: &mut App) {}

    /// The line of an event; `None` for the one of [`super::shared_events::shared_line`], if that has one.
    fn describe(&self, _event: &Event, _context: &EventContext<'_>) -> Option<EventLine> {
        None
    }

    /// The kinds of markers that only this game has.
    fn markers(&self) -> &'static [MarkerKind] {
        &[]
    }

    /// The ways in which agents leave play.
    fn departures(&self) -> &'static [DepartureSpec] {
        &[]
    }

    /// What an agent in play does, in one or two words.
    fn activity(&self, _agent: &AgentInfo) -> &'static str {
        "in play"
    }

    /// The state of an agent in play that its team-mates should know of, if any.
    fn condition(&self, _agent: &AgentFrame) -> Option<&'static str> {
        None
    }

    /// The size of an agent, as a factor of the height of its body: less than 1 for a young one.
    fn size(&self, _frame: &MatchFrame, _agent: usize, _info: &AgentInfo) -> f32 {
        1.0
    }

    /// Gives agents that enter what only the game knows of them, such as the colour of their side. `known` are those that entered before.
    fn dress(&self, _newcomers: &mut [AgentInfo], _known: &[AgentInfo]) {}

    /// How much of an agent is built, from 0 to 1, for agents that are buildings; `None` if that is not known at the moment shown.
    fn completion(&self, _playback: &Playback, _agent: AgentId) -> Option<f32> {
        Some(1.0)
    }

    /// What an agent without a mind of its own does, in a few words.
    fn occupation(&self, _agent: AgentId, _playback: &Playback, _setup: &SceneSetup) -> Option<String> {
        None
    }

    /// The width of the line of an agent's shot, in metres; 0 for none.
    fn shot_width(&self, _by: &AgentInfo) -> f32 {
        0.025
    }

    /// How an agent in play holds its body.
    fn posture(&self, _agent: &AgentFrame) -> Posture {
        Posture::Upright
    }

    /// Whether the body of an agent that has left play is still there. Asked only of departures whose
    /// [`body_stays`](DepartureSpec::body_stays).
    fn body_remains(&self, _frame: &MatchFrame, _agent: usize) -> bool {
        true
    }

    /// What struck down an agent that has left play and whose body stays: its figure then falls as a set of rigid bodies. `None` for a
    /// figure that falls in a prepared pose.
    fn final_blow(&self, _playback: &Playback, _agent: AgentId) -> Option<FinalBlow> {
        None
    }

    /// The time of day: 0 at midnight, 0.25 at sunrise, 0.5 at noon, 0.75 at sunset. `None` for a game whose levels lie in an eternal
    /// night.
    fn time_of_day(&self, _frame: &MatchFrame) -> Option<f32> {
        None
    }

    /// The gauges that are shown as bars over the agents, from top to bottom.
    fn gauge_bars(&self) -> &'static [GaugeBar] {
        &[]
    }

    /// What the inspector tells of an agent beside its mind: the names and the texts.
    fn details(&self, _agent: AgentId, _playback: &Playback, _setup: &SceneSetup) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The headline over the result of a watched match.
    fn headline(&self, outcome: Label) -> String;

    /// The score of a match in a few words: "2 points, 1 lost".
    fn score_line(&self, frame: &MatchFrame) -> String;

    /// The game's part of the bar at the top of a watched match.
    fn watch_status(&self, _playback: &Playback, _setup: &SceneSetup) -> Option<Box<dyn StatusPart>> {
        None
    }

    /// The game's part of the bar at the top of a played match. It shows only what the player may know; of the frame, what is public.
    fn play_status(&self, _knowledge: &PlayerKnowledge, _now: &MatchFrame) -> Option<Box<dyn StatusPart>> {
        None
    }

    /// Whether a player that has left play will be back later in the match. Until then it watches a mate.
    fn player_returns(&self, _now: &MatchFrame) -> bool {
        false
    }

    /// Whether the HUD shows which enemies in view are noticing the player, and that it is being chased.
    fn shows_awareness(&self) -> bool {
        true
    }

    /// The orders that a player of a side can give to all team-mates; at most four.
    fn orders(&self, _side: Label) -> &'static [OrderSpec] {
        &[]
    }

    /// Draws the icon of a carried item, `size` to each side of a point.
    fn draw_carried(&self, canvas: &Canvas, at: Pos2, size: f32, colour: Color32) {
        canvas.painter.circle_filled(at, size * 0.5, colour);
    }

    /// Whether a projectile glows and leaves a trail.
    fn projectile_glows(&self, _what: Label) -> bool {
        false
    }

    /// Half the size of an item that falls to the ground when it is dropped, in metres; `None` if it is set down.
    fn dropped_size(&self, _item: Label) -> Option<Vec3> {
        None
    }

    /// What the use button does with a thing that only this game lets agents use, or uses in another way.
    fn use_for(&self, _thing: &UsableThing<'_>) -> Option<UseOffer> {
        None
    }

    /// The words of a verb of this game: the prompt of the use button, and of the use in progress.
    fn verb_words(&self, _verb: Label) -> Option<(&'static str, &'static str)> {
        None
    }

    fn player_result(&self, played: &PlayerMatch<'_>) -> PlayerResult;

    /// The columns of the page "How to play". `key` gives the name of an action's button.
    fn guide(&self, _key: &dyn Fn(PlayerAction) -> String) -> Vec<GuideColumn> {
        Vec::new()
    }

    /// Tips with numbers from the data, in one or two sentences each.
    fn tips(&self, _library: &Library) -> Vec<String> {
        Vec::new()
    }
}

/// The view of the match on screen.
#[derive(Resource, Clone, Debug)]
pub struct GameViewService(pub Arc<dyn GameView>);

/// The views of all games that the menus offer.
#[derive(Resource, Clone, Debug, Default)]
pub struct GameViews(pub Vec<Arc<dyn GameView>>);

impl GameViewService {
    pub fn name(&self) -> &'static str {
        self.0.game().schema().name
    }

    /// The way in which an agent left play; one that the game does not list has its own name, and the body stays.
    pub fn departure(&self, how: Label) -> DepartureSpec {
        let listed = self.0.departures().iter().find(|departure| how == departure.name);
        listed.copied().unwrap_or(DepartureSpec { name: how.as_str(), tone: Tone::Bad, body_stays: true })
    }

    /// The widest word for an agent that left play, as `width` measures it.
    pub fn widest_departure(&self, width: impl Fn(&str) -> f32) -> f32 {
        self.0.departures().iter().map(|departure| width(departure.name)).fold(0.0, f32::max)
    }
}

/// A run condition: the match on screen is one of the game with this name.
pub fn shows(game: &'static str) -> impl Fn(Option<Res<GameViewService>>) -> bool + Clone {
    move |view| view.is_some_and(|view| view.name() == game)
}

/// What is known when an event is described.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventContext<'a> {
    pub cast: &'a [AgentInfo],
    /// The log up to this event; empty where only marks, sounds and places are asked for.
    pub log: &'a [LogEntry],
    /// The frame on screen, if there is one.
    pub frame: Option<&'a MatchFrame>,
}

impl EventContext<'_> {
    /// Whether two agents are on different sides; also if one of them is unknown.
    pub fn enemies(&self, one: AgentId, other: AgentId) -> bool {
        enemies(self.cast, one, other)
    }

    /// Whether the side of an agent attacks others.
    pub fn attacks(&self, agent: AgentId) -> bool {
        self.cast.get(usize::from(agent.0)).is_some_and(|agent| agent.attacks)
    }

    /// A number of the game in the frame on screen; 0 if there is none.
    pub fn number(&self, name: &str) -> f64 {
        self.frame.map_or(0.0, |frame| frame.number(name))
    }
}

/// A part of a bar of the HUD.
pub trait StatusPart {
    /// Its width in points.
    fn width(&self, canvas: &Canvas) -> f32;
    /// Draws it to the right of a point, which is in the middle of the bar's height.
    fn draw(&self, canvas: &Canvas, at: Pos2);
}

/// An order that a player can give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderSpec {
    /// Its name, as minds know it.
    pub what: &'static str,
    /// The value of the receivers' reading.
    pub amount: f32,
    pub title: &'static str,
    pub place: OrderPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderPlace {
    /// Where the player stands.
    Here,
    /// Where the first thing of this name is. Without one, the order cannot be given on this level.
    Thing(&'static str),
}

/// What the setup page offers.
#[derive(Debug)]
pub struct SetupSpec {
    pub title: &'static str,
    /// A line below the title of the program.
    pub tagline: &'static str,
    /// The sides that a player can choose, the default one first.
    pub roles: &'static [RoleSpec],
    /// The sides whose number of agents can be chosen, in the order of the page.
    pub counts: &'static [CountSpec],
    /// The default level.
    pub level: &'static str,
    /// The default difficulty.
    pub difficulty: &'static str,
    /// The rules that a person can choose, the default ones first.
    pub rules: &'static [RulesSpec],
}

/// Rules that a person can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesSpec {
    /// Their name: a file in `assets/GAME/rules`.
    pub name: &'static str,
    pub title: &'static str,
}

impl RulesSpec {
    /// A game with one set of rules.
    pub const STANDARD: &'static [Self] = &[Self { name: "standard", title: "Standard" }];
}

/// A side that a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleSpec {
    /// The side, as the rules name it.
    pub side: &'static str,
    pub title: &'static str,
    /// What the player has to do.
    pub summary: &'static str,
}

/// A side whose number of agents can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountSpec {
    /// The side, as the rules name it.
    pub side: &'static str,
    /// Its title, in the plural.
    pub title: &'static str,
    /// The number at first.
    pub default: u16,
    /// The largest number that the page offers; at least 1.
    pub most: u16,
}

impl SetupSpec {
    /// The numbers of agents at first.
    pub fn default_counts(&self) -> BTreeMap<Label, u16> {
        self.counts.iter().map(|count| (count.side.into(), count.default)).collect()
    }
}

/// A thing in reach of the player.
#[derive(Clone, Copy)]
pub struct UsableThing<'a> {
    pub world: &'a World,
    /// The player's agent.
    pub agent: AgentId,
    pub thing: &'a LevelThing,
    pub state: &'a ThingState,
    pub side: Label,
}

/// What the use button does with a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseOffer {
    /// The verb of the request.
    pub verb: &'static str,
    /// Why the thing cannot be used yet; `None` if it can.
    pub blocked: Option<String>,
}

impl UseOffer {
    /// A use that is possible now.
    pub const fn of(verb: &'static str) -> Self {
        Self { verb, blocked: None }
    }
}

#[derive(Clone, Copy)]
pub struct PlayerMatch<'a> {
    pub me: AgentId,
    pub playback: &'a Playback,
    pub setup: &'a SceneSetup,
    /// The distances and times of the player.
    pub stats: &'a PlayerStats,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerResult {
    /// The outcome for the player, the headline of the page.
    pub outcome: String,
    /// The match in numbers.
    pub numbers: String,
    /// What led to the end of the player's part, with advice for next time.
    pub recap: Option<String>,
}

/// A column of the page "How to play".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuideColumn {
    pub title: &'static str,
    pub paragraphs: Vec<String>,
}
