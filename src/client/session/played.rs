//! Matches with a player: before each tick the player's intent is posted, after it the player's knowledge is updated.

use std::sync::Arc;

use bevy::prelude::*;
use quarry_minds::{
    MindSnapshot,
    protocol::{AgentId, Blackboard, Event, EventLog, Label, OrderRequest, Roster, Side, label},
};
use quarry_ron::Finding;

use crate::{
    client::session::{
        control::{ControlState, IntentPoster, PlayerControl},
        game_view::{GameView, OrderPlace},
        live::{LiveMatch, LiveMatches},
        match_session::MatchProvider,
        playback::{Instrumentation, MatchFrame, TickSource},
        scene_setup::AgentInfo,
    },
    data::Library,
    lab::recording::{Bookmark, Recording},
    motion::navigation::BakedLevel,
    simulation::{
        SetupError,
        retune::{RetuneCommand, RetuneError, RetuneReport},
    },
    world::{Body, InPlay, SiteService},
};

/// Starts matches in which a player controls the first agent of a side.
pub struct PlayedMatches {
    /// The matches.
    live: LiveMatches,
    /// The agent the player controls.
    agent: AgentId,
    /// The link to the player.
    control: PlayerControl,
    /// Knows what the use button does.
    view: Arc<dyn GameView>,
}

impl PlayedMatches {
    /// Matches in which a player controls the first agent of a side.
    pub fn new(mut live: LiveMatches, side: Label, control: PlayerControl, view: Arc<dyn GameView>) -> Self {
        // Agents are numbered side by side, in the order of the rules.
        let before = live.rules.sides.iter().take_while(|(name, _)| **name != side);
        let agent = AgentId(before.map(|(name, rules)| live.count_of(*name, rules.count)).sum());
        live.people = vec![agent];
        Self { live, agent, control, view }
    }
}

impl MatchProvider for PlayedMatches {
    fn begin(&self, seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError> {
        let (cast, live) = self.live.start(seed)?;
        let mut state = self.control.state();
        *state = ControlState { agent: self.agent, match_number: state.match_number + 1, ..ControlState::default() };
        // The view keeps the body's direction until the player turns it.
        let entity = live.world().and_then(|world| world.get_resource::<Roster>()?.entity(self.agent));
        if let Some(body) = entity.and_then(|entity| live.world()?.get::<Body>(entity)) {
            state.intent.look = body.gaze_direction();
        }
        drop(state);
        let source = PlayedMatch {
            live,
            agent: self.agent,
            control: self.control.clone(),
            poster: IntentPoster::default(),
            view: self.view.clone(),
            read: 0,
        };
        source.share_knowledge();
        Ok((cast, Box::new(source)))
    }

    fn set_library(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        self.live.set_library(library)
    }

    fn set_level(&mut self, level: Arc<BakedLevel>) {
        self.live.set_level(level);
    }
}

/// A match with a player.
struct PlayedMatch {
    live: LiveMatch,
    agent: AgentId,
    control: PlayerControl,
    poster: IntentPoster,
    view: Arc<dyn GameView>,
    /// The number of log entries read.
    read: usize,
}

impl PlayedMatch {
    /// Whether the agent is in play.
    fn in_play(&self) -> bool {
        let read =
            || self.live.world()?.get::<InPlay>(self.live.world()?.get_resource::<Roster>()?.entity(self.agent)?);
        read().is_some()
    }

    /// Turns the view to the direction of the body if the agent has been set down at a start again, before the next tick turns the body
    /// to where the player looked before.
    fn note_start(&mut self) {
        let log = self.live.log().entries();
        let fresh = log.get(self.read..).unwrap_or_default();
        let enters =
            fresh.iter().any(|entry| matches!(entry.event, Event::Entered { agent, .. } if agent == self.agent));
        self.read = log.len();
        let body = || {
            let world = self.live.world()?;
            world.get::<Body>(world.get_resource::<Roster>()?.entity(self.agent)?)
        };
        if let Some(body) = body().filter(|_| enters) {
            let state = &mut *self.control.state();
            state.intent.look = body.gaze_direction();
            state.knowledge.starts = (state.knowledge.starts.0 + 1, state.intent.look);
        }
    }

    /// An order of the game for each team-mate in play; none if the game or the level has no such order.
    fn orders(&self, order: usize) -> Vec<OrderRequest> {
        let given = || {
            let world = self.live.world()?;
            let roster = world.get_resource::<Roster>()?;
            let me = roster.entity(self.agent)?;
            let side = world.get::<Side>(me)?;
            let spec = self.view.orders(side.0).get(order)?;
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
        };
        given().unwrap_or_default()
    }

    /// Updates the player's knowledge and statistics.
    fn share_knowledge(&self) {
        let Some(world) = self.live.world() else { return };
        if let Some(entity) = world.get_resource::<Roster>().and_then(|roster| roster.entity(self.agent)) {
            let state = &mut *self.control.state();
            state.knowledge.update(world, entity, &*self.view);
            state.stats.record(world, entity, &state.knowledge);
        }
    }
}

impl TickSource for PlayedMatch {
    fn tick(&mut self) {
        let asked = self.poster.new_order(&self.control.state().intent);
        if !self.in_play() {
            // Orders still unsaid when the agent leaves play are dropped.
            self.poster.give(Vec::new());
        } else if let Some(order) = asked {
            self.poster.give(self.orders(order));
        }
        if let Some(mut board) = self.live.blackboard(self.agent) {
            self.poster.post(&self.control.state().intent, &mut board);
        }
        self.live.tick();
        self.note_start();
        self.share_knowledge();
    }

    fn read_frame(&self, into: &mut MatchFrame) {
        self.live.read_frame(into);
    }

    fn log(&self) -> &EventLog {
        self.live.log()
    }

    fn rate(&self) -> f32 {
        self.live.rate()
    }

    fn mind_snapshot(&self, agent: AgentId) -> Option<MindSnapshot> {
        self.live.mind_snapshot(agent)
    }

    fn changed_snapshots(&mut self) -> Vec<(AgentId, MindSnapshot)> {
        self.live.changed_snapshots()
    }

    fn recording(&self, notes: &[Bookmark]) -> Option<Recording> {
        self.live.recording(notes)
    }

    fn set_instrumentation(&mut self, wanted: Instrumentation) {
        self.live.set_instrumentation(wanted);
    }

    fn blackboard(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        self.live.blackboard(agent)
    }

    fn command(&mut self, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        self.live.command(command)
    }

    fn world(&self) -> Option<&World> {
        self.live.world()
    }
}
