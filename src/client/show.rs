//! What is shown: a source of ticks (a running match, or a recording), the pictures of two ticks that follow on each other,
//! the pace at which it is played, and all that was before. Everything the client draws is drawn from these pictures, the
//! log up to them and the accounts of minds that belong to them.
//!
//! Knows nothing of the renderer.

mod behind;
mod past;

use std::sync::Arc;

use bevy::prelude::*;

use behind::Behind;
pub use past::LogView;

use crate::{
    lab::recording::{Ground, History, Note, Recording},
    mind::Account,
    protocol::{AgentId, Blackboard, Event, EventLog, LogEntry},
    simulation::retune::{Applied, Command, Refused},
    world::body::Body,
};

pub use crate::lab::recording::{Person, Picture};

/// Something that can be shown tick by tick.
pub trait Source: Send + Sync + 'static {
    /// Goes on by one tick of the simulation.
    fn tick(&mut self);
    /// Draws up the picture of the present tick.
    fn picture(&self, into: &mut Picture);
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
    fn command(&mut self, command: &Command) -> Result<Applied, Refused> {
        let _ = command;
        Err(Refused::Recorded)
    }
    /// The world of the match, to read what the pictures do not hold; `None` where there is none.
    fn world(&self) -> Option<&World> {
        None
    }
    /// The account of an agent's mind at the present tick; `None` where there is none.
    fn account(&self, agent: AgentId) -> Option<Account> {
        let _ = agent;
        None
    }
    /// The accounts of those minds that have changed since this was last asked.
    fn changed_accounts(&mut self) -> Vec<(AgentId, Account)> {
        Vec::new()
    }
    /// What a watcher wants kept beside what happens; what happens is the same either way.
    fn keep(&mut self, wanted: Kept) {
        let _ = wanted;
    }
    /// The recording of all ticks so far with these notes; `None` where it is not recorded.
    fn recording(&self, notes: &[Note]) -> Option<Recording> {
        let _ = notes;
        None
    }
    /// All ticks so far and what they were played on, to play them again; `None` where that cannot be.
    fn past(&self) -> Option<(Arc<Recording>, Arc<Ground>)> {
        None
    }
    /// What runs by itself beside the window; `None` for what goes on when it is told to tick.
    fn replay(&mut self) -> Option<&mut dyn Replay> {
        None
    }
}

/// A source that plays a recorded match again beside the window, ahead of what is shown.
pub trait Replay {
    /// Hands over the ticks that have been played since.
    fn take(&mut self, into: &mut History<Account>);
    /// Draws up a tick that has not been played yet, roughly; `false` where that cannot be.
    fn preview(&mut self, tick: u32, into: &mut Picture) -> bool;
    /// What is known of the recording from the start.
    fn known(&self) -> Arc<Recording>;
    /// How it went; `None` while it is being played.
    fn end(&self) -> Option<Result<bool, String>>;
}

/// What is kept for a watcher beside what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Every ray that eyes cast.
    pub looks: bool,
    /// What minds asked the planner last.
    pub questions: bool,
    /// How long the stages of a tick take.
    pub times: bool,
    /// The worlds of moments one looks back at.
    pub past: bool,
}

/// The slowest and the fastest a show is played.
pub const SPEEDS: [f32; 8] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// The most ticks played in one frame: a slow machine plays slower rather than not at all.
const MOST_TICKS: u32 = 120;
/// For how long figures are let move into their poses after a jump, in seconds of game time.
const SETTLING: f32 = 1.0;

/// What is being shown.
#[derive(Resource)]
pub struct Show {
    source: Box<dyn Source>,
    history: History<Account>,
    /// What is known of a recording that is played again.
    known: Option<Arc<Recording>>,
    /// The tick before the present one.
    pub before: Picture,
    /// The present tick.
    pub now: Picture,
    /// How far the moment drawn lies from `before` (0) to `now` (1).
    pub share: f32,
    /// How many times faster than real time it is played.
    pub speed: f32,
    /// Whether it stands still.
    pub paused: bool,
    /// How much game time the last frame played, in seconds.
    pub played: f32,
    /// How often the moment shown has changed otherwise than by going on.
    pub jumps: u32,
    jumped: bool,
    rough: bool,
    kept: Kept,
    /// The match played again up to the moment one looks back at.
    behind: Option<Behind>,
}

impl Show {
    /// A show of this source, at its first tick.
    pub fn new(mut source: Box<dyn Source>, speed: f32) -> Self {
        let known = source.replay().map(|replay| replay.known());
        let mut show = Self {
            source,
            history: History::default(),
            known,
            before: Picture::default(),
            now: Picture::default(),
            share: 0.0,
            speed,
            paused: false,
            played: 0.0,
            jumps: 0,
            jumped: false,
            rough: false,
            kept: Kept::default(),
            behind: None,
        };
        show.step();
        show.before.clone_from(&show.now);
        show
    }

    /// Changes the match between two ticks. What was cannot be changed: where one looks back, this returns to the newest tick.
    ///
    /// # Errors
    /// Why nothing was changed; a recording cannot be.
    pub fn command(&mut self, command: &Command) -> Result<Applied, Refused> {
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
    pub fn scene(&self) -> Option<&World> {
        let behind = || self.behind.as_ref().and_then(|behind| behind.world(self.now.tick));
        self.world().or_else(behind)
    }

    /// The account of an agent's mind at the tick shown, or the last one before it that is kept.
    pub fn account(&self, agent: AgentId) -> Option<Account> {
        let newest = if self.is_newest() { self.source.account(agent) } else { None };
        newest.or_else(|| self.history.account(agent, self.now.tick).map(|(_, account)| account.as_ref().clone()))
    }

    /// Says what is to be kept for a watcher.
    pub fn keep(&mut self, wanted: Kept) {
        if self.kept != wanted {
            self.kept = wanted;
            self.source.keep(wanted);
        }
    }

    /// The time drawn, in seconds of game time.
    pub fn seconds(&self) -> f32 {
        (self.before.tick as f32 + self.share) / self.rate()
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
        self.look_behind();
        self.played = if std::mem::take(&mut self.jumped) { SETTLING } else { 0.0 };
        if self.paused {
            return;
        }
        self.played += seconds * self.speed;
        self.share += seconds * self.speed * self.rate();
        let mut ticks = 0;
        while self.share >= 1.0 && ticks < MOST_TICKS {
            if !self.step() {
                break;
            }
            self.share -= 1.0;
            ticks += 1;
        }
        self.share = self.share.min(1.0);
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
        self.source.picture(&mut self.now);
        self.rough = false;
        let accounts = self.source.changed_accounts();
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
        let turn = |from: f32, to: f32| from + crate::world::geometry::wrap_angle(to - from) * self.share;
        Some(Body {
            place: before.place.lerp(now.place, self.share),
            velocity: before.velocity.lerp(now.velocity, self.share),
            heading: turn(before.heading, now.heading),
            gaze: turn(before.gaze, now.gaze),
            pitch: before.pitch + (now.pitch - before.pitch) * self.share,
            crouch: before.crouch + (now.crouch - before.crouch) * self.share,
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
