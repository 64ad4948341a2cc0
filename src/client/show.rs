//! What is shown: a source of ticks (a running match, or a recording), the pictures of its last two ticks, and the pace
//! at which it is played. Everything the client draws is drawn from these pictures and the event log.
//!
//! Knows nothing of the renderer.

use bevy::prelude::*;

use crate::{
    mind::Account,
    protocol::{AgentId, Blackboard, Event, EventLog, ThingId},
    simulation::retune::{Applied, Command, Refused},
    world::{
        body::{Body, Fate, Stage as ArmsStage},
        happenings::{Flight, MatchState, Trace},
        things::Things,
    },
};

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
    /// What a watcher wants kept beside what happens; what happens is the same either way.
    fn keep(&mut self, wanted: Kept) {
        let _ = wanted;
    }
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
}

/// One tick, as far as it can be seen.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The tick.
    pub tick: u32,
    /// Everybody, by the number of the agent.
    pub agents: Vec<Person>,
    /// What has become of keys, doors, exits and hiding places.
    pub things: Things,
    /// What is in flight.
    pub flights: Vec<Flight>,
    /// The marks on the ground.
    pub traces: Vec<Trace>,
    /// How the match stands.
    pub state: MatchState,
}

/// Somebody in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// Where and how the body is.
    pub body: Body,
    /// Why it is no longer in play, and since which tick; `None` while it is.
    pub gone: Option<(Fate, u32)>,
    /// The hiding place it is in.
    pub hidden: Option<ThingId>,
    /// What its weapon arm does.
    pub arms: ArmsStage,
    /// Whether it works at something with its hands.
    pub working: bool,
    /// How many things it carries.
    pub carried: u8,
}

/// The slowest and the fastest a show is played.
pub const SPEEDS: [f32; 8] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// The most ticks played in one frame: a slow machine plays slower rather than not at all.
const MOST_TICKS: u32 = 120;

/// What is being shown.
#[derive(Resource)]
pub struct Show {
    source: Box<dyn Source>,
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
    kept: Kept,
}

impl Show {
    /// A show of this source, at its first tick.
    pub fn new(mut source: Box<dyn Source>, speed: f32) -> Self {
        source.tick();
        let mut now = Picture::default();
        source.picture(&mut now);
        let kept = Kept::default();
        Self { source, before: now.clone(), now, share: 0.0, speed, paused: false, played: 0.0, kept }
    }

    /// The event log.
    pub fn log(&self) -> &EventLog {
        self.source.log()
    }

    /// Changes the match between two ticks.
    ///
    /// # Errors
    /// Why nothing was changed; a recording cannot be.
    pub fn command(&mut self, command: &Command) -> Result<Applied, Refused> {
        self.source.command(command)
    }

    /// The world of the match, where there is one.
    pub fn world(&self) -> Option<&World> {
        self.source.world()
    }

    /// The account of an agent's mind at the present tick.
    pub fn account(&self, agent: AgentId) -> Option<Account> {
        self.source.account(agent)
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
        (self.before.tick as f32 + self.share) / self.source.rate().max(1.0)
    }

    /// The time of a tick in seconds.
    pub fn seconds_at(&self, tick: u32) -> f32 {
        tick as f32 / self.source.rate().max(1.0)
    }

    /// Whether the match is over.
    pub fn over(&self) -> bool {
        self.now.state.result.is_some()
    }

    /// Plays on by this much real time.
    pub fn play(&mut self, seconds: f32) {
        self.played = 0.0;
        if self.paused {
            return;
        }
        self.played = seconds * self.speed;
        self.share += self.played * self.source.rate();
        let mut ticks = 0;
        while self.share >= 1.0 && ticks < MOST_TICKS {
            self.share -= 1.0;
            self.step();
            ticks += 1;
        }
        self.share = self.share.min(1.0);
    }

    /// Goes on by one tick.
    pub fn step(&mut self) {
        if self.over() {
            self.before.clone_from(&self.now);
            return;
        }
        std::mem::swap(&mut self.before, &mut self.now);
        self.source.tick();
        self.source.picture(&mut self.now);
    }

    /// Goes on until some mind decides, or a certain one: a goal chosen, a plan made, or no goal found. Whether one did
    /// within `seconds` of game time, or before the end.
    pub fn step_to_decision(&mut self, whose: Option<AgentId>, seconds: f32) -> bool {
        let most = (seconds.max(0.0) * self.source.rate()).ceil() as u32;
        for _ in 0..most {
            if self.over() {
                return false;
            }
            self.step();
            let tick = self.now.tick;
            let fresh = self.log().entries().iter().rev().skip_while(|entry| entry.tick > tick);
            let decided = fresh.take_while(|entry| entry.tick == tick).any(|entry| match entry.event {
                Event::GoalChosen { agent, .. } | Event::PlanMade { agent, .. } | Event::NoGoal { agent, .. } => {
                    whose.is_none_or(|whose| whose == agent)
                }
                _ => false,
            });
            if decided {
                return true;
            }
        }
        false
    }

    /// Somebody's body at the moment drawn, between its last two ticks.
    pub fn body(&self, agent: usize) -> Option<Body> {
        let (now, before) = (self.now.agents.get(agent)?.body, self.before.agents.get(agent)?.body);
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
