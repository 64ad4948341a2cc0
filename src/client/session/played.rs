//! Matches with a player: before each tick the player's intent is posted, after it the player's knowledge is updated.

use std::sync::Arc;

use bevy::prelude::*;
use quarry_minds::protocol::{AgentId, Blackboard, Event, EventLog, Label, OrderRequest, Roster, Side, label};
use quarry_ron::Finding;

use crate::client::session::control::{ControlState, IntentPoster};
use crate::client::session::playback::TickSource;
use crate::client::session::{AgentInfo, GameView, LiveMatches, MatchProvider, OrderPlace, PlayerControl};
use crate::data::Library;
use crate::motion::navigation::BakedLevel;
use crate::simulation::SetupError;
use crate::world::{Body, InPlay, SiteService};

/// Starts matches in which a player controls the first agent of a side.
pub struct PlayedMatches {
    live: LiveMatches,
    /// The agent the player controls.
    agent: AgentId,
    control: PlayerControl,
    /// Knows what the use button does.
    view: &'static GameView,
}

impl PlayedMatches {
    /// Matches in which a player controls the first agent of a side.
    pub fn new(mut live: LiveMatches, side: Label, control: PlayerControl, view: &'static GameView) -> Self {
        // Agents are numbered side by side, in the order of the rules.
        let before = live.assets.rules.sides.iter().take_while(|(name, _)| **name != side);
        let agent = AgentId(before.map(|(name, rules)| live.count_of(*name, rules.count)).sum());
        live.people = vec![agent];
        Self { live, agent, control, view }
    }
}

impl MatchProvider for PlayedMatches {
    fn begin(&self, seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError> {
        let (cast, mut live) = self.live.start(seed)?;
        let mut state = self.control.state();
        *state = ControlState { agent: self.agent, match_number: state.match_number + 1, ..ControlState::default() };
        drop(state);
        let (agent, control, view) = (self.agent, self.control.clone(), self.view);
        let seat = Seat { agent, control, poster: IntentPoster::default(), view, read: 0 };
        if let Some(world) = live.world() {
            // The view keeps the body's direction until the player turns it.
            if let Some(body) = seat.own::<Body>(world) {
                seat.control.state().intent.look = body.gaze_direction();
            }
            seat.share_knowledge(world);
        }
        live.seat = Some(seat);
        Ok((cast, Box::new(live)))
    }

    fn set_library(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        self.live.set_library(library)
    }

    fn set_level(&mut self, level: Arc<BakedLevel>) {
        self.live.set_level(level);
    }
}

/// The seat of the player in a match.
pub(super) struct Seat {
    agent: AgentId,
    control: PlayerControl,
    poster: IntentPoster,
    view: &'static GameView,
    /// The number of log entries read.
    read: usize,
}

impl Seat {
    /// Posts the intent, before a tick.
    pub(super) fn before(&mut self, world: &mut World) {
        let asked = self.poster.new_order(&self.control.state().intent);
        if self.own::<InPlay>(world).is_none() {
            // Orders still unsaid when the agent leaves play are dropped.
            self.poster.give(Vec::new());
        } else if let Some(order) = asked {
            self.poster.give(self.orders(world, order).unwrap_or_default());
        }
        let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(self.agent));
        if let Some(mut board) = entity.and_then(|entity| world.get_mut::<Blackboard>(entity)) {
            self.poster.post(&self.control.state().intent, &mut board);
        }
    }

    /// Reads what the player may know, after a tick.
    pub(super) fn after(&mut self, world: &World) {
        self.note_start(world);
        self.share_knowledge(world);
    }

    /// A component of the player's agent.
    fn own<'w, C: Component>(&self, world: &'w World) -> Option<&'w C> {
        world.get::<C>(world.get_resource::<Roster>()?.entity(self.agent)?)
    }

    /// Turns the view to the direction of the body if the agent has been set down at a start again, before the next tick turns the body
    /// to where the player looked before.
    fn note_start(&mut self, world: &World) {
        let log = world.get_resource::<EventLog>().map_or(&[][..], EventLog::entries);
        let fresh = log.get(self.read..).unwrap_or_default();
        let enters =
            fresh.iter().any(|entry| matches!(entry.event, Event::Entered { agent, .. } if agent == self.agent));
        self.read = log.len();
        if let Some(body) = self.own::<Body>(world).filter(|_| enters) {
            let state = &mut *self.control.state();
            state.intent.look = body.gaze_direction();
            state.knowledge.starts = (state.knowledge.starts.0 + 1, state.intent.look);
        }
    }

    /// An order of the game for each team-mate in play; none if the game or the level has no such order.
    fn orders(&self, world: &World, order: usize) -> Option<Vec<OrderRequest>> {
        let roster = world.get_resource::<Roster>()?;
        let me = roster.entity(self.agent)?;
        let side = world.get::<Side>(me)?;
        let spec = (self.view.orders)(side.0).get(order)?;
        let site = &world.get_resource::<SiteService>()?.0.built;
        let place = match spec.place {
            OrderPlace::Here => world.get::<Body>(me)?.place,
            OrderPlace::Thing(name) => site.things.iter().find(|thing| thing.name == name)?.place,
        };
        let in_play = |agent: &Entity| world.get::<InPlay>(*agent).is_some() && world.get::<Body>(*agent).is_some();
        let mates = roster.agents.iter().filter(|agent| **agent != me && in_play(agent));
        let mates = mates.filter(|agent| world.get::<Side>(**agent) == Some(side));
        let ids = mates.filter_map(|agent| world.get::<AgentId>(*agent).copied());
        let what = label(spec.what);
        Some(ids.map(|to| OrderRequest { to, what, amount: spec.amount, place: Some(place) }).collect())
    }

    /// Updates the player's knowledge and statistics.
    fn share_knowledge(&self, world: &World) {
        if let Some(entity) = world.get_resource::<Roster>().and_then(|roster| roster.entity(self.agent)) {
            let state = &mut *self.control.state();
            state.knowledge.update(world, entity, self.view);
            state.stats.record(world, entity, &state.knowledge);
        }
    }
}
