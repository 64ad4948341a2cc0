//! A game, as the window knows it: its words, its marks, and the systems that draw and sound what only it has.
//!
//! Independent of: any one game.

use std::{collections::BTreeMap, sync::Arc};

use bevy::{app::App, ecs::prelude::*, math::Vec3};
use bevy_egui::egui::{Color32, Pos2};

pub use super::body_view::{DepartureSpec, FinalBlow, GaugeBar, Keeping, Posture};
use quarry_minds::protocol::{AgentId, Label, LogEntry, MatchEvent, ThingId, label};

use super::{
    AgentFrame, AgentInfo, CameraMode, EventLine, MarkerKind, MatchFrame, Playback, PlayerKnowledge, PlayerStats,
    SceneSetup, Tone, scene_setup::enemies,
};
use crate::client::input::bindings::PlayerAction;
use crate::client::ui::{Canvas, capitalised, humanize};
use crate::data::{GameSchema, Library, level::Level, rules::Rules, thing::ThingSpecs};
use crate::simulation::Game;
use crate::world::{
    ThingState,
    level::{BuiltLevel, LevelThing},
};

/// The view of a game. The window knows it by this value, which [`GameView::plain`] begins; `src/cli` hands the views to it.
///
/// Most of what a game adds to the window are systems of its [`GameView::plugin`], with the run condition [`shows`]. The other
/// fields answer what the window asks.
#[derive(Debug)]
pub struct GameView {
    pub schema: &'static GameSchema,
    pub game: fn() -> Arc<dyn Game>,
    /// What the setup page offers.
    pub setup: &'static SetupSpec,
    /// What the rules come to on a level with these numbers of agents, in a line of the setup page; empty if they do not depend on them.
    pub match_terms: fn(&Arc<Rules>, &Level, &BTreeMap<Label, u16>) -> String,
    /// Adds its systems: parts of the HUD, models, lights, sounds.
    pub plugin: fn(&mut App),
    /// The line of an event; `None` for the one of [`super::shared_events::shared_line`], if that has one.
    pub describe: fn(&MatchEvent, &EventContext<'_>) -> Option<EventLine>,
    /// The kinds of markers that only this game has.
    pub markers: &'static [MarkerKind],
    /// The ways in which agents leave play.
    pub departures: &'static [DepartureSpec],
    /// What an agent in play does, in one or two words.
    pub activity: fn(&AgentInfo, &AgentFrame) -> &'static str,
    /// The state of an agent in play that its team-mates should know of, if any.
    pub condition: fn(&AgentFrame) -> Option<&'static str>,
    /// The size of an agent, as a factor of the height of its body: less than 1 for a young one.
    pub size: fn(&MatchFrame, usize, &AgentInfo) -> f32,
    /// Gives agents that enter what only the game knows of them, such as the colour of their side; also gets those that entered before.
    pub dress: fn(&mut [AgentInfo], &[AgentInfo]),
    /// How much of an agent is built, from 0 to 1, for agents that are buildings; `None` if that is not known at the moment shown.
    pub completion: fn(&Playback, AgentId) -> Option<f32>,
    /// What an agent without a mind of its own does, in a few words.
    pub occupation: fn(AgentId, &Playback, &SceneSetup) -> Option<String>,
    /// The width of the line of an agent's shot, in metres; 0 for none.
    pub shot_width: fn(&AgentInfo) -> f32,
    /// The camera with which a watched match begins.
    pub first_camera: CameraMode,
    /// How an agent in play holds its body.
    pub posture: fn(&AgentFrame) -> Posture,
    /// Where the body of an agent is kept that has left play; `None` if it lies where it fell.
    pub keeping: fn(&MatchFrame, usize, &SceneSetup) -> Option<Keeping>,
    /// Whether the body of an agent that has left play is still there. Asked only of departures whose
    /// [`body_stays`](DepartureSpec::body_stays).
    pub body_remains: fn(&Playback, usize) -> bool,
    /// What struck down an agent that has left play and whose body stays: its figure then falls as a set of rigid bodies. `None` for a
    /// figure that falls in a prepared pose.
    pub final_blow: fn(&Playback, AgentId) -> Option<FinalBlow>,
    /// The time of day: 0 at midnight, 0.25 at sunrise, 0.5 at noon, 0.75 at sunset. `None` for a game whose levels lie in an eternal
    /// night.
    pub time_of_day: fn(&MatchFrame) -> Option<f32>,
    /// The gauges that are shown as bars over the agents, from top to bottom.
    pub gauge_bars: &'static [GaugeBar],
    /// What the inspector tells of an agent beside its mind: the names and the texts.
    pub details: fn(AgentId, &Playback, &SceneSetup) -> Vec<(&'static str, String)>,
    /// The headline over the result of a watched match.
    pub headline: fn(Label) -> &'static str,
    /// The score of a match in a few words: "2 points, 1 lost".
    pub score_line: fn(&MatchFrame, &Rules) -> String,
    /// The game's part of the bar at the top of a watched match.
    pub watch_status: fn(&Canvas, &MatchFrame, &SceneSetup) -> Option<StatusPart>,
    /// The game's part of the bar at the top of a played match. It shows only what the player may know; of the frame, what is public.
    pub play_status: fn(&Canvas, &PlayerKnowledge, &MatchFrame) -> Option<StatusPart>,
    /// Whether a player that has left play will be back later in the match. Until then it watches a mate.
    pub player_returns: fn(&MatchFrame, AgentId) -> bool,
    /// Whether the HUD shows which enemies in view are noticing the player, and that it is being chased.
    pub shows_awareness: bool,
    /// The orders that a player of a side can give to all team-mates; at most four.
    pub orders: fn(Label) -> &'static [OrderSpec],
    /// What an agent can buy now; while it is not empty, the buttons of the orders buy.
    pub offers: fn(&World, AgentId) -> Vec<PurchaseOffer>,
    /// The kinds of facts of which the player's HUD gets the places ([`PlayerKnowledge::known`]).
    pub map_kinds: &'static [&'static str],
    /// Draws the icon of a carried item of a kind, a size to each side of a point.
    pub draw_carried: fn(&Canvas, Label, Pos2, f32, Color32),
    /// Whether a projectile glows and leaves a trail.
    pub projectile_glows: fn(Label) -> bool,
    /// Half the size of an item that falls to the ground when it is dropped, in metres; `None` if it is set down.
    pub dropped_size: fn(Label) -> Option<Vec3>,
    /// What the use button does with a thing that only this game lets agents use, or uses in another way.
    pub use_for: fn(&UsableThing<'_>) -> Option<UseOffer>,
    /// The words of a verb of this game: the prompt of the use button, and of the use in progress.
    pub verb_words: fn(Label) -> Option<(&'static str, &'static str)>,
    pub player_result: fn(&PlayerMatch<'_>) -> PlayerResult,
    /// The columns of the page "How to play", from the name of each action's button.
    pub guide: fn(&dyn Fn(PlayerAction) -> String) -> Vec<GuideColumn>,
    /// Tips with numbers from the data, in one or two sentences each.
    pub tips: fn(&Library) -> Vec<String>,
}

impl GameView {
    /// The view of a game that nobody plays and that adds nothing to the window but its result.
    pub const fn plain(
        schema: &'static GameSchema,
        game: fn() -> Arc<dyn Game>,
        setup: &'static SetupSpec,
        headline: fn(Label) -> &'static str,
        score_line: fn(&MatchFrame, &Rules) -> String,
    ) -> Self {
        Self {
            schema,
            game,
            setup,
            match_terms: |_, _, _| String::new(),
            plugin: |_| {},
            describe: |_, _| None,
            markers: &[],
            departures: &[],
            activity: |_, _| "in play",
            condition: |_| None,
            size: |_, _, _| 1.0,
            dress: |_, _| {},
            completion: |_, _| Some(1.0),
            occupation: |_, _, _| None,
            shot_width: |_| 0.025,
            first_camera: CameraMode::Overview,
            posture: |_| Posture::Upright,
            keeping: |_, _, _| None,
            body_remains: |_, _| true,
            final_blow: |_, _| None,
            time_of_day: |_| None,
            gauge_bars: &[],
            details: |_, _, _| Vec::new(),
            headline,
            score_line,
            watch_status: |_, _, _| None,
            play_status: |_, _, _| None,
            player_returns: |_, _| false,
            shows_awareness: true,
            orders: |_| &[],
            offers: |_, _| Vec::new(),
            map_kinds: &[],
            draw_carried: |canvas, _, at, size, colour| {
                canvas.painter.circle_filled(at, size * 0.5, colour);
            },
            projectile_glows: |_| false,
            dropped_size: |_| None,
            use_for: |_| None,
            verb_words: |_| None,
            player_result: |_| PlayerResult { outcome: "The match is over".to_owned(), ..PlayerResult::default() },
            guide: |_| Vec::new(),
            tips: |_| Vec::new(),
        }
    }
}

/// The view of the match on screen.
#[derive(Resource, Clone, Copy, Debug)]
pub struct GameViewService(pub &'static GameView);

/// The views of all games that the menus offer.
#[derive(Resource, Clone, Debug, Default)]
pub struct GameViews(pub Vec<&'static GameView>);

impl GameViewService {
    pub fn name(&self) -> &'static str {
        self.0.schema.name
    }

    /// The way in which an agent left play; one that the game does not list has its own name, and the body stays.
    pub fn departure(&self, how: Label) -> DepartureSpec {
        let listed = self.0.departures.iter().find(|departure| how == departure.name);
        listed.copied().unwrap_or(DepartureSpec { name: how.as_str(), tone: Tone::Bad, body_stays: true })
    }

    /// The widest word for an agent that left play, as `width` measures it.
    pub fn widest_departure(&self, width: impl Fn(&str) -> f32) -> f32 {
        self.0.departures.iter().map(|departure| width(departure.name)).fold(0.0, f32::max)
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
    /// The level, the kinds of things, and the rules; in tests they may be missing.
    pub level: Option<&'a BuiltLevel>,
    pub things: Option<&'a ThingSpecs>,
    pub rules: Option<&'a Rules>,
}

impl<'a> EventContext<'a> {
    /// What the scene of a match tells, without log and frame.
    pub fn of(setup: &'a SceneSetup) -> Self {
        let (level, things) = (Some(&*setup.level), Some(&setup.things));
        Self { cast: &setup.agents, level, things, rules: Some(&setup.rules), ..Self::default() }
    }

    /// Whether two agents are on different sides; also if one of them is unknown.
    pub fn enemies(&self, one: AgentId, other: AgentId) -> bool {
        enemies(self.cast, one, other)
    }

    /// Whether the side of an agent attacks others.
    pub fn attacks(&self, agent: AgentId) -> bool {
        self.cast.get(usize::from(agent.0)).is_some_and(|agent| agent.attacks)
    }

    /// The name of the kind of a thing; empty if that is unknown.
    pub fn kind_of(&self, id: ThingId) -> Label {
        let known = self.level.and_then(|level| match self.frame {
            Some(frame) => frame.things.thing(level, id),
            None => level.thing(id),
        });
        known.map(|thing| thing.name).unwrap_or_default()
    }

    /// What people call a thing; empty if that is unknown.
    pub fn thing(&self, id: ThingId) -> String {
        let kind = self.kind_of(id);
        let spec = self.things.and_then(|things| things.get(&kind));
        spec.map_or_else(|| humanize(kind), |spec| spec.title_of(kind))
    }

    /// Whether nothing becomes of a thing any more in a state.
    pub fn is_spent(&self, id: ThingId, state: Label) -> bool {
        let spec = self.things.and_then(|things| things.get(&self.kind_of(id)));
        spec.is_some_and(|spec| spec.is_spent_in(state))
    }

    /// The sentence for a thing that an agent has brought into a state, if its file has one.
    pub fn told_of(&self, id: ThingId, state: Label) -> Option<&'a str> {
        let spec = self.things?.get(&self.kind_of(id))?;
        spec.states.get(&state)?.told.as_deref()
    }

    /// A number of the game in the frame on screen; 0 if there is none.
    pub fn number(&self, name: &str) -> f64 {
        self.frame.map_or(0.0, |frame| frame.number(name))
    }
}

/// A part of a bar of the HUD.
pub struct StatusPart {
    /// In points.
    pub width: f32,
    /// Draws it to the right of a point, which is in the middle of the bar's height.
    pub draw: Box<dyn FnOnce(&Canvas, Pos2)>,
}

impl StatusPart {
    pub fn new(width: f32, draw: impl FnOnce(&Canvas, Pos2) + 'static) -> Self {
        Self { width, draw: Box::new(draw) }
    }
}

/// An item that a player can buy: the task of its name asks the game for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PurchaseOffer {
    pub name: Label,
    pub price: u16,
    /// Whether the player has it already.
    pub has: bool,
    /// Whether the player has enough money.
    pub affordable: bool,
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
    /// Whether it is for the mate that is nearest to the player, and not for all.
    pub nearest: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderPlace {
    /// Where the player stands.
    Here,
    /// Where the player looks, at most this many metres away.
    Ahead(u8),
    /// Where the first thing of this name is. Without one, the order cannot be given on this level.
    Thing(&'static str),
}

impl OrderSpec {
    /// The orders of a game that can be given on a level, in the order of their buttons.
    pub fn possible<'o>(orders: &'o [OrderSpec], level: &BuiltLevel) -> impl Iterator<Item = &'o OrderSpec> {
        orders.iter().filter(|order| match order.place {
            OrderPlace::Here | OrderPlace::Ahead(_) => true,
            OrderPlace::Thing(name) => level.things.iter().any(|thing| thing.name == name),
        })
    }
}

/// What the setup page offers.
#[derive(Debug)]
pub struct SetupSpec {
    pub title: &'static str,
    /// What the game is about, in a line: on the title and on the setup page.
    pub tagline: &'static str,
    /// The sides that a player can choose, the default one first.
    pub roles: &'static [RoleSpec],
    /// The sides of these rules whose number of agents can be chosen, in the order of the page.
    pub counts: fn(&Rules) -> Vec<CountSpec>,
    pub level: &'static str,
    pub difficulty: &'static str,
    /// The rules that a person can choose, the default ones first. Empty for every rules file of the game; `standard` is then the default.
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
    /// The name of the rules at first.
    pub fn default_rules(&self) -> Label {
        label(self.rules.first().map_or("standard", |rules| rules.name))
    }

    /// The rules that a person can choose.
    pub fn offered_rules(&self, library: &Library) -> Vec<RulesSpec> {
        if !self.rules.is_empty() {
            return self.rules.to_vec();
        }
        let title = |name: Label| label(&capitalised(&humanize(name))).as_str();
        library.rules.keys().map(|name| RulesSpec { name: name.as_str(), title: title(*name) }).collect()
    }

    /// The numbers of agents at first on a level, under the default rules.
    pub fn default_counts(&self, library: &Library, level: Label) -> BTreeMap<Label, u16> {
        let counts = library.rules.get(&self.default_rules()).map(self.counts).unwrap_or_default();
        let of_level = library.levels.get(&level).map(|level| &level.counts);
        let on_level = |side: Label| of_level?.get(&side).copied();
        counts.iter().map(|count| (count.side.into(), on_level(count.side.into()).unwrap_or(count.default))).collect()
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
    pub verb: Label,
    /// Why the thing cannot be used yet; `None` if it can.
    pub blocked: Option<String>,
}

impl UseOffer {
    /// A use that is possible now.
    pub fn of(verb: &str) -> Self {
        Self { verb: label(verb), blocked: None }
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
