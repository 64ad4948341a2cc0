//! Playback of a match: a source of ticks, the two frames between which the picture is blended, the speed, and the history
//! of all ticks before. The client draws from the frames, from the log up to them and from the minds' snapshots.
//!
//! Independent of the renderer.

mod rewind;
mod seek;
mod source;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use rewind::Rewind;
pub(crate) use seek::LogReader;
pub use source::{Instrumentation, TickSource};

use quarry_minds::MindSnapshot;
use quarry_minds::protocol::{AgentId, LogEntry, MatchEvent};

use super::{cast, scene_setup::AgentInfo};
use crate::lab::recording::{History, Recording};
use crate::simulation::faults::Fault;
use crate::simulation::retune::{RetuneCommand, RetuneError, RetuneReport};
use crate::world::{MatchRules, body::Body};

pub use crate::lab::recording::{AgentFrame, GaugeTable, MatchFrame};

/// The playback speeds, as factors of real time.
pub const SPEEDS: [f32; 8] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// The maximum number of ticks played in one frame: a slow machine plays slower rather than not at all.
const MAX_TICKS: u32 = 120;
/// How long characters may move into their poses after a jump, in seconds of game time.
const SETTLE_SECONDS: f32 = 1.0;
/// An agent that moves farther than this in a tick is set down there (out of a hiding place) and does not glide, in metres.
const JUMP: f32 = 1.2;
/// Which part of a frame is spent on simulating a recording ahead of what is shown, and at least and at most how long.
const AHEAD: (f32, Duration, Duration) = (0.25, Duration::from_millis(4), Duration::from_millis(50));

/// The match on screen.
#[derive(Resource)]
pub struct Playback {
    source: Box<dyn TickSource>,
    history: History<MindSnapshot>,
    /// The tick before the one shown.
    pub before: MatchFrame,
    /// The tick shown.
    pub now: MatchFrame,
    /// The newest tick of the source.
    newest: MatchFrame,
    /// How far the moment drawn lies between `before` (0) and `now` (1).
    pub blend: f32,
    /// The speed as a factor of real time.
    pub speed: f32,
    /// Whether playback is paused.
    pub paused: bool,
    /// How much game time the last frame played, in seconds.
    pub played: f32,
    /// How often playback has jumped instead of playing on.
    pub jumps: u32,
    jumped: bool,
    /// The tick of a recording to jump to once it has been simulated.
    pending_seek: Option<u32>,
    instrumentation: Instrumentation,
    /// Simulates the match again up to the tick shown.
    rewind: Option<Rewind>,
}

impl Playback {
    /// Playback of this source from its first tick.
    pub fn new(source: Box<dyn TickSource>, speed: f32) -> Self {
        let mut playback = Self {
            source,
            history: History::default(),
            before: MatchFrame::default(),
            now: MatchFrame::default(),
            newest: MatchFrame::default(),
            blend: 0.0,
            speed,
            paused: false,
            played: 0.0,
            jumps: 0,
            jumped: false,
            pending_seek: None,
            instrumentation: Instrumentation::default(),
            rewind: None,
        };
        if !playback.step() {
            playback.source.read_frame(&mut playback.now);
        }
        playback.before.clone_from(&playback.now);
        playback
    }

    /// Changes the match between two ticks, and returns to the newest tick: the past cannot be changed.
    pub fn command(&mut self, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        let applied = self.source.command(command)?;
        if !self.is_newest() {
            self.seek_newest();
        }
        Ok(applied)
    }

    /// The world of the source, if its newest tick is the one shown.
    pub fn world(&self) -> Option<&World> {
        self.source.world().filter(|_| self.is_newest())
    }

    /// The world of the tick shown; of a past tick once the match has been simulated again up to it.
    pub fn shown_world(&self) -> Option<&World> {
        let rewind = || self.rewind.as_ref().and_then(|rewind| rewind.world(self.now.tick));
        self.world().or_else(rewind)
    }

    /// The mind of an agent at the tick shown, or the last snapshot before it.
    pub fn mind_snapshot(&self, agent: AgentId) -> Option<MindSnapshot> {
        let newest = if self.is_newest() { self.source.mind_snapshot(agent) } else { None };
        newest
            .or_else(|| self.history.mind_snapshot(agent, self.now.tick).map(|(_, snapshot)| snapshot.as_ref().clone()))
    }

    /// The agents that have entered the match since `known` were all of them, those that enter after the tick shown included.
    pub fn newcomers(&self, known: &[AgentInfo]) -> Vec<AgentInfo> {
        let world = self.source.world().filter(|_| self.newest.agents.len() > known.len());
        world.map_or_else(Vec::new, |world| cast::newcomers(world, known))
    }

    /// Switches what is recorded for panels and overlays.
    pub fn set_instrumentation(&mut self, wanted: Instrumentation) {
        if self.instrumentation != wanted {
            self.instrumentation = wanted;
            self.source.set_instrumentation(wanted);
        }
    }

    /// Sets the next higher or lower speed, if there is one.
    pub fn change_speed(&mut self, faster: bool) {
        let next = if faster {
            SPEEDS.iter().find(|one| **one > self.speed * 1.01)
        } else {
            SPEEDS.iter().rev().find(|one| **one < self.speed * 0.99)
        };
        self.speed = next.copied().unwrap_or(self.speed);
    }

    /// The moment drawn, in seconds of game time.
    pub fn seconds(&self) -> f32 {
        (self.before.tick as f32 + self.blend) / self.rate()
    }

    /// The time of a tick, in seconds of game time.
    pub fn seconds_at(&self, tick: u32) -> f32 {
        tick as f32 / self.rate()
    }

    /// Ticks per second.
    pub fn rate(&self) -> f32 {
        self.source.rate().max(1.0)
    }

    /// How long a scratch mark stays, in seconds, by the rules of the match.
    pub fn trace_seconds(&self) -> f32 {
        let rules = self.source.world().and_then(|world| world.get_resource::<MatchRules>());
        rules.map_or(f32::INFINITY, |rules| rules.0.traces.lifetime.max(0.1))
    }

    /// Whether the match is over at the tick shown.
    pub fn over(&self) -> bool {
        self.now.state.outcome.is_some()
    }

    /// Plays on for this much real time.
    pub fn play(&mut self, seconds: f32) {
        self.simulate_ahead(seconds);
        self.update_rewind(seconds);
        self.played = if std::mem::take(&mut self.jumped) { SETTLE_SECONDS } else { 0.0 };
        if self.paused {
            return;
        }
        self.played += seconds * self.speed;
        self.blend += seconds * self.speed * self.rate();
        let mut ticks = 0;
        while self.blend >= 1.0 && ticks < MAX_TICKS {
            if !self.step() {
                break;
            }
            self.blend -= 1.0;
            ticks += 1;
        }
        self.blend = self.blend.min(1.0);
    }

    /// Goes one tick forward; `false` if there is none.
    pub fn step(&mut self) -> bool {
        if self.over() {
            self.before.clone_from(&self.now);
            return false;
        }
        std::mem::swap(&mut self.before, &mut self.now);
        let next = self.before.tick + 1;
        if self.history.at(next, &mut self.now) || self.tick() && self.history.at(next, &mut self.now) {
            return true;
        }
        std::mem::swap(&mut self.before, &mut self.now);
        false
    }

    /// Simulates the next tick of the source and keeps it; `false` if there is none.
    fn tick(&mut self) -> bool {
        self.source.tick();
        self.source.read_frame(&mut self.newest);
        if self.newest.tick <= self.played_until() {
            return false;
        }
        let snapshots = self.source.changed_snapshots();
        let read = self.history.log().len();
        let happened = self.source.log().entries().get(read..).unwrap_or_default();
        self.history.keep(&self.newest, happened.iter().cloned(), snapshots);
        true
    }

    /// Simulates a recording ahead of what is shown, so that every moment of it can be reached soon, as far as the history has room for it.
    fn simulate_ahead(&mut self, seconds: f32) {
        // A full history would drop what is shown for what is not.
        let loads = self.pending_seek.is_some() || !self.history.is_nearly_full();
        if self.recorded().is_some() && self.source.outcome().is_none() && loads {
            let (share, min, max) = AHEAD;
            let until = Instant::now() + Duration::from_secs_f32((seconds * share).clamp(0.0, 1.0)).clamp(min, max);
            while self.tick() && Instant::now() < until {}
            if let Some(outcome) = self.source.outcome() {
                debug!("replayed: {outcome:?}");
            }
        }
        if let Some(tick) = self.pending_seek.filter(|tick| *tick <= self.span().1.min(self.played_until())) {
            self.seek(tick);
        }
    }

    /// Goes forward until a mind decides, or a certain one does: a goal chosen, a plan made, or no goal found. Returns whether
    /// one did within `seconds` of game time.
    pub fn step_to_decision(&mut self, selected: Option<AgentId>, seconds: f32) -> bool {
        let max_ticks = (seconds.max(0.0) * self.rate()).ceil() as u32;
        for _ in 0..max_ticks {
            if !self.step() {
                return false;
            }
            let tick = self.now.tick;
            if self.log_since(tick).iter().any(|entry| is_decision(entry, selected)) {
                return true;
            }
        }
        false
    }

    /// The body of an agent at the moment drawn, blended between two ticks.
    pub fn body(&self, agent: usize) -> Option<Body> {
        let now = self.now.agents.get(agent)?.body;
        let before = self.before.agents.get(agent).map_or(now, |frame| frame.body);
        if before.place.distance(now.place) > JUMP {
            return Some(now);
        }
        Some(before.between(&now, self.blend))
    }

    /// An agent at the tick shown; `None` before it enters.
    pub fn agent(&self, agent: AgentId) -> Option<&AgentFrame> {
        self.now.agents.get(usize::from(agent.0))
    }

    /// Whether an agent has entered and not left play at the tick shown.
    pub fn in_play(&self, agent: AgentId) -> bool {
        self.agent(agent).is_some_and(|frame| frame.gone.is_none())
    }

    /// The agent whose figure shows an agent: itself, or the host of a mind without a body.
    pub fn figure_of(&self, agent: usize) -> usize {
        let host = self.now.agents.get(agent).and_then(|frame| frame.host);
        host.map_or(agent, |host| usize::from(host.0))
    }

    /// The faults of the minds found so far, also those after the tick shown.
    pub fn faults(&self) -> &[Fault] {
        self.source.faults()
    }

    /// The recording that is being played; `None` for a running match.
    pub fn recorded(&self) -> Option<&Arc<Recording>> {
        self.source.recorded()
    }

    /// Whether the recording was the same match when it was simulated again, or why it cannot be simulated; `None` before its
    /// end and for a running match.
    pub fn replay_outcome(&self) -> Option<&Result<bool, String>> {
        self.source.outcome()
    }
}

/// Whether an event is a decision of a mind, or of a certain one.
fn is_decision(entry: &LogEntry, selected: Option<AgentId>) -> bool {
    match entry.event {
        MatchEvent::GoalChosen { agent, .. }
        | MatchEvent::PlanMade { agent, .. }
        | MatchEvent::NoGoal { agent, .. } => selected.is_none_or(|selected| selected == agent),
        _ => false,
    }
}
