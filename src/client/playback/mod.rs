//! What is shown: a source of ticks (a running match, or a recording), the pictures of two ticks that follow on each other,
//! the pace at which it is played, and all that was before. Everything the client draws is drawn from these pictures, the
//! log up to them and the accounts of minds that belong to them.
//!
//! Knows nothing of the renderer.

mod rewind_worker;
mod seek;

use std::sync::Arc;

use bevy::prelude::*;

use rewind_worker::RewindWorker;
pub use seek::LogView;

use crate::{
    lab::recording::{Bookmark, History, MatchAssets, Recording},
    mind::MindSnapshot,
    protocol::{AgentId, Blackboard, Event, EventLog, LogEntry},
    simulation::retune::{RetuneCommand, RetuneError, RetuneReport},
    world::body::Body,
};

pub use crate::lab::recording::{AgentFrame, MatchFrame};

/// Something that can be shown tick by tick.
pub trait TickSource: Send + Sync + 'static {
    /// Goes on by one tick of the simulation.
    fn tick(&mut self);
    /// Draws up the picture of the present tick.
    fn read_frame(&self, into: &mut MatchFrame);
    /// What has happened so far.
    fn log(&self) -> &EventLog;
    /// How many ticks a second of game time has.
    fn rate(&self) -> f32;
    /// Where a person's requests for the body they play are posted; `None` where nobody can be played.
    fn blackboard(&mut self, agent: AgentId) -> Option<Mut<'_, Blackboard>> {
        let _ = agent;
        None
    }
    /// Changes the match between two ticks. A recording refuses.
    ///
    /// # Errors
    /// Why nothing was changed.
    fn command(&mut self, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        let _ = command;
        Err(RetuneError::Recorded)
    }
    /// The world of the match, to read what the pictures do not hold; `None` where there is none.
    fn world(&self) -> Option<&World> {
        None
    }
    /// The account of an agent's mind at the present tick; `None` where there is none.
    fn account(&self, agent: AgentId) -> Option<MindSnapshot> {
        let _ = agent;
        None
    }
    /// The accounts of those minds that have changed since this was last asked.
    fn changed_snapshots(&mut self) -> Vec<(AgentId, MindSnapshot)> {
        Vec::new()
    }
    /// What a watcher wants kept beside what happens; what happens is the same either way.
    fn set_instrumentation(&mut self, wanted: Instrumentation) {
        let _ = wanted;
    }
    /// The recording of all ticks so far with these bookmarks; `None` where it is not recorded.
    fn recording(&self, bookmarks: &[Bookmark]) -> Option<Recording> {
        let _ = bookmarks;
        None
    }
    /// All ticks so far and what they were played on, to play them again; `None` where that cannot be.
    fn rerun_inputs(&self) -> Option<(Arc<Recording>, Arc<MatchAssets>)> {
        None
    }
    /// What runs by itself beside the window; `None` for what goes on when it is told to tick.
    fn replay(&mut self) -> Option<&mut dyn ReplaySource> {
        None
    }
}

/// A source that plays a recorded match again beside the window, ahead of what is shown.
pub trait ReplaySource {
    /// Hands over the ticks that have been played since.
    fn take(&mut self, into: &mut History<MindSnapshot>);
    /// Draws up a tick that has not been played yet, roughly; `false` where that cannot be.
    fn preview(&mut self, tick: u32, into: &mut MatchFrame) -> bool;
    /// What is known of the recording from the start.
    fn known(&self) -> Arc<Recording>;
    /// How it went; `None` while it is being played.
    fn end(&self) -> Option<Result<bool, String>>;
}

/// What is kept for a watcher beside what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instrumentation {
    /// Every ray that eyes cast.
    pub sight_rays: bool,
    /// What minds asked the planner last.
    pub planning: bool,
    /// How long the stages of a tick take.
    pub stage_times: bool,
    /// The worlds of moments one looks back at.
    pub past_worlds: bool,
}

/// The slowest and the fastest a show is played.
pub const SPEEDS: [f32; 8] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// The most ticks played in one frame: a slow machine plays slower rather than not at all.
const MOST_TICKS: u32 = 120;
/// For how long figures are let move into their poses after a jump, in seconds of game time.
const SETTLING: f32 = 1.0;

/// What is being shown.
#[derive(Resource)]
pub struct Playback {
    source: Box<dyn TickSource>,
    history: History<MindSnapshot>,
    /// What is known of a recording that is played again.
    known: Option<Arc<Recording>>,
    /// The tick before the present one.
    pub before: MatchFrame,
    /// The present tick.
    pub now: MatchFrame,
    /// How far the moment drawn lies from `before` (0) to `now` (1).
    pub blend: f32,
    /// How many times faster than real time it is played.
    pub speed: f32,
    /// Whether it stands still.
    pub paused: bool,
    /// How much game time the last frame played, in seconds.
    pub played: f32,
    /// How often the moment shown has changed otherwise than by going on.
    pub jumps: u32,
    jumped: bool,
    preview_only: bool,
    instrumentation: Instrumentation,
    /// The match played again up to the moment one looks back at.
    rewind: Option<RewindWorker>,
}

impl Playback {
    /// A show of this source, at its first tick.
    pub fn new(mut source: Box<dyn TickSource>, speed: f32) -> Self {
        let known = source.replay().map(|replay| replay.known());
        let mut playback = Self {
            source,
            history: History::default(),
            known,
            before: MatchFrame::default(),
            now: MatchFrame::default(),
            blend: 0.0,
            speed,
            paused: false,
            played: 0.0,
            jumps: 0,
            jumped: false,
            preview_only: false,
            instrumentation: Instrumentation::default(),
            rewind: None,
        };
        playback.step();
        playback.before.clone_from(&playback.now);
        playback
    }

    /// Changes the match between two ticks. What was cannot be changed: where one looks back, this returns to the newest tick.
    ///
    /// # Errors
    /// Why nothing was changed; a recording cannot be.
    pub fn command(&mut self, command: &RetuneCommand) -> Result<RetuneReport, RetuneError> {
        let applied = self.source.command(command)?;
        if !self.is_newest() {
            self.seek_newest();
        }
        Ok(applied)
    }

    /// The world of the match, where there is one and its present is what is shown.
    pub fn world(&self) -> Option<&World> {
        self.source.world().filter(|_| self.is_newest())
    }

    /// The world of the tick shown, also where that is past, once the match has been played again up to there.
    pub fn shown_world(&self) -> Option<&World> {
        let rewind = || self.rewind.as_ref().and_then(|rewind| rewind.world(self.now.tick));
        self.world().or_else(rewind)
    }

    /// The account of an agent's mind at the tick shown, or the last one before it that is kept.
    pub fn account(&self, agent: AgentId) -> Option<MindSnapshot> {
        let newest = if self.is_newest() { self.source.account(agent) } else { None };
        newest.or_else(|| self.history.account(agent, self.now.tick).map(|(_, account)| account.as_ref().clone()))
    }

    /// Says what is to be kept for a watcher.
    pub fn set_instrumentation(&mut self, wanted: Instrumentation) {
        if self.instrumentation != wanted {
            self.instrumentation = wanted;
            self.source.set_instrumentation(wanted);
        }
    }

    /// The time drawn, in seconds of game time.
    pub fn seconds(&self) -> f32 {
        (self.before.tick as f32 + self.blend) / self.rate()
    }

    /// The time of a tick in seconds.
    pub fn seconds_at(&self, tick: u32) -> f32 {
        tick as f32 / self.rate()
    }

    /// Ticks a second.
    pub fn rate(&self) -> f32 {
        self.source.rate().max(1.0)
    }

    /// Whether the match is over at the moment shown.
    pub fn over(&self) -> bool {
        self.now.state.result.is_some()
    }

    /// Plays on by this much real time.
    pub fn play(&mut self, seconds: f32) {
        self.take_over();
        self.update_rewind();
        self.played = if std::mem::take(&mut self.jumped) { SETTLING } else { 0.0 };
        if self.paused {
            return;
        }
        self.played += seconds * self.speed;
        self.blend += seconds * self.speed * self.rate();
        let mut ticks = 0;
        while self.blend >= 1.0 && ticks < MOST_TICKS {
            if !self.step() {
                break;
            }
            self.blend -= 1.0;
            ticks += 1;
        }
        self.blend = self.blend.min(1.0);
    }

    /// Goes on by one tick; `false` where there is none yet, or no more.
    pub fn step(&mut self) -> bool {
        if self.over() {
            self.before.clone_from(&self.now);
            return false;
        }
        std::mem::swap(&mut self.before, &mut self.now);
        let next = self.before.tick + 1;
        if self.draw_up(next) || self.known.is_none() && self.tick() {
            return true;
        }
        std::mem::swap(&mut self.before, &mut self.now);
        false
    }

    /// Lets the match go on by a tick and keeps it.
    fn tick(&mut self) -> bool {
        self.source.tick();
        self.source.read_frame(&mut self.now);
        self.preview_only = false;
        let accounts = self.source.changed_snapshots();
        let read = self.history.log().len();
        let happened = self.source.log().entries().get(read..).unwrap_or_default();
        self.history.keep(&self.now, happened.iter().cloned(), accounts);
        true
    }

    /// Goes on until some mind decides, or a certain one: a goal chosen, a plan made, or no goal found. Whether one did
    /// within `seconds` of game time, or before the end.
    pub fn step_to_decision(&mut self, whose: Option<AgentId>, seconds: f32) -> bool {
        let most = (seconds.max(0.0) * self.rate()).ceil() as u32;
        for _ in 0..most {
            if !self.step() {
                return false;
            }
            let tick = self.now.tick;
            let fresh = self.log().entries().iter().rev().take_while(|entry| entry.tick == tick);
            let decided = fresh.into_iter().any(|entry| decides(entry, whose));
            if decided {
                return true;
            }
        }
        false
    }

    /// Somebody's body at the moment drawn, between its last two ticks.
    pub fn body(&self, agent: usize) -> Option<Body> {
        let now = self.now.agents.get(agent)?.body;
        let before = self.before.agents.get(agent).map_or(now, |person| person.body);
        // Who is set down elsewhere (out of a hiding place) does not glide there.
        if before.place.distance(now.place) > 1.2 {
            return Some(now);
        }
        let turn = |from: f32, to: f32| from + crate::world::geometry::wrap_angle(to - from) * self.blend;
        Some(Body {
            place: before.place.lerp(now.place, self.blend),
            velocity: before.velocity.lerp(now.velocity, self.blend),
            heading: turn(before.heading, now.heading),
            gaze: turn(before.gaze, now.gaze),
            pitch: before.pitch + (now.pitch - before.pitch) * self.blend,
            crouch: before.crouch + (now.crouch - before.crouch) * self.blend,
            gait: now.gait,
        })
    }
}

/// Whether an event is a decision of somebody, or of a certain mind.
fn decides(entry: &LogEntry, whose: Option<AgentId>) -> bool {
    match entry.event {
        Event::GoalChosen { agent, .. } | Event::PlanMade { agent, .. } | Event::NoGoal { agent, .. } => {
            whose.is_none_or(|whose| whose == agent)
        }
        _ => false,
    }
}
