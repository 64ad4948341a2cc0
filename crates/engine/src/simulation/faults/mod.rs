//! Detectors of faults: small functions that look at what one agent has done of late, from outside, and say what a watcher would not
//! believe. The lab runs them; a game adds its own with [`super::Game::detectors`].

mod trace;

use bevy::ecs::prelude::*;
use serde::{Deserialize, Serialize};

pub use trace::{AgentTrace, Deed, DeedKind, Foe, Sample, TRACE_SECONDS, Truth};

use quarry_minds::protocol::{AgentId, Label};

use crate::data::faults::FaultLimit;

/// What is over sooner is not seen by a person who watches, in seconds.
pub const SEEN_AFTER: f32 = 0.3;

/// A detector of one kind of fault.
#[derive(Clone, Copy, Debug)]
pub struct Detector {
    /// Its name in `assets/GAME/faults.ron`.
    pub name: &'static str,
    /// What it finds, as a sentence about an agent without subject and full stop: `walks to a thing that is not there`.
    pub title: &'static str,
    /// Looks at one agent, once a second. A fault that lasts is reported once.
    pub find: fn(&Watched<'_>, &FaultLimit) -> Option<Suspicion>,
    /// Whether it looks at an agent when that has just left play, and not while it is in play.
    pub when_left: bool,
}

impl Detector {
    /// A detector that looks at agents in play.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        find: fn(&Watched<'_>, &FaultLimit) -> Option<Suspicion>,
    ) -> Self {
        Self { name, title, find, when_left: false }
    }

    /// The same, for agents that have just left play.
    #[must_use]
    pub const fn when_left(self) -> Self {
        Self { when_left: true, ..self }
    }
}

/// What a detector looks at.
pub struct Watched<'w> {
    /// The agent.
    pub me: &'w AgentTrace,
    /// All agents of the match, by number.
    pub all: &'w [AgentTrace],
    /// The tick.
    pub now: u32,
    /// Ticks per second.
    pub rate: f32,
    /// The world, for what only a game knows.
    pub world: &'w World,
}

impl Watched<'_> {
    /// The tick this many seconds ago.
    pub fn ago(&self, seconds: f32) -> u32 {
        self.now.saturating_sub((seconds * self.rate) as u32)
    }

    /// Seconds between two ticks.
    pub fn seconds(&self, from: u32, to: u32) -> f32 {
        to.saturating_sub(from) as f32 / self.rate
    }

    /// What the agent did in the last seconds, oldest first.
    pub fn deeds(&self, seconds: f32) -> impl DoubleEndedIterator<Item = &Deed> {
        let from = self.ago(seconds);
        let first = self.me.deeds.partition_point(|deed| deed.tick < from);
        self.me.deeds.range(first..)
    }

    /// How it was in the last seconds, oldest first; `None` if it has not been watched for so long.
    pub fn samples(&self, seconds: f32) -> Option<impl DoubleEndedIterator<Item = &Sample>> {
        let from = self.ago(seconds);
        let first = self.me.samples.partition_point(|sample| sample.tick <= from).checked_sub(1)?;
        Some(self.me.samples.range(first..))
    }

    /// The agents of the same side in play that have a body of their own, without this one.
    pub fn mates(&self) -> impl Iterator<Item = &AgentTrace> {
        self.all
            .iter()
            .filter(|other| other.side == self.me.side && other.id != self.me.id && other.in_play && other.walks)
    }

    /// Another agent.
    pub fn agent(&self, id: AgentId) -> Option<&AgentTrace> {
        self.all.get(usize::from(id.0))
    }
}

/// What a detector found.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspicion {
    /// How far beyond the limit it is: 1 at the limit.
    pub excess: f32,
    /// What happened, with its numbers.
    pub what: String,
}

impl Suspicion {
    /// A suspicion with a number and its limit.
    pub fn beyond(limit: f32, number: f32, what: String) -> Self {
        Self { excess: if limit > 0.0 { number / limit } else { 1.0 }, what }
    }
}

/// An unbelievable moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// The name of the detector.
    pub kind: Label,
    /// The agent.
    pub agent: AgentId,
    /// Its side.
    pub side: Label,
    /// The tick at which it was found.
    pub tick: u32,
    /// The same in seconds from the start.
    pub seconds: f32,
    /// Where the agent was, in metres.
    pub at: [f32; 3],
    /// What happened.
    pub what: String,
    /// The goal that the agent pursued.
    pub goal: Option<Label>,
    /// The rest of its plan: actions with their targets.
    pub plan: String,
    /// How grave it is: the weight of the detector times how far beyond its limit, at most ten times.
    pub gravity: f32,
}
