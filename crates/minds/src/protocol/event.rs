//! The event log: everything that happens in a match, typed, and the digest of it.
//!
//! Numbers in events are integers (millimetres, thousandths), so that events compare, hash and print alike on every
//! machine.

use std::hash::{Hash, Hasher};

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use serde::{Deserialize, Serialize};

use super::{AgentId, FailReason, Label, OrderStatus, PerceptSource, Subject, ThingId};

/// A point in whole millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct QuantisedPoint {
    /// East, in millimetres.
    pub x: i32,
    /// Up, in millimetres.
    pub y: i32,
    /// South, in millimetres.
    pub z: i32,
}

impl From<Vec3> for QuantisedPoint {
    #[inline]
    fn from(place: Vec3) -> Self {
        let whole = |metres: f32| (metres * 1000.0).round() as i32;
        Self { x: whole(place.x), y: whole(place.y), z: whole(place.z) }
    }
}

impl From<QuantisedPoint> for Vec3 {
    #[inline]
    fn from(point: QuantisedPoint) -> Self {
        Vec3::new(point.x as f32, point.y as f32, point.z as f32) / 1000.0
    }
}

/// The result of an action of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// The action did what it was for.
    Succeeded,
    /// The body could not carry it out.
    Failed(FailReason),
    /// It ran longer than its `timeout`.
    TimedOut,
    /// The action or the rest of the plan no longer makes sense.
    Invalidated,
    /// A more relevant goal took over.
    Interrupted,
}

/// Why the agent did not choose a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RejectReason {
    /// Switched off.
    Disabled,
    /// Its relevance is 0.
    Irrelevant,
    /// Its conditions already hold.
    Satisfied,
    /// Another goal is more relevant, or this one is not more relevant by the hysteresis.
    Outranked,
    /// It failed recently.
    CoolingDown,
    /// The agent has switched to it and away from it too often lately.
    Thrashing,
    /// No plan reaches it; the label is the first fact that no action can bring about.
    Impossible(Label),
    /// Planning ran out of budget.
    OutOfBudget,
    /// It has a plan, but that of another goal has a greater value.
    LessValue,
}

/// An event of one game's own rules, such as a goal scored. The game names its parts; code that knows no game treats all alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameEvent {
    /// What happened.
    pub name: Label,
    /// The agent it happened to, or that did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentId>,
    /// The agent that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AgentId>,
    /// The thing it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thing: Option<ThingId>,
    /// A word that the game defines, such as the means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Label>,
    /// A number that the game defines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// Where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<QuantisedPoint>,
}

/// An event of a match. The order of the variants and their fields is part of the digest.
#[allow(
    missing_docs,
    reason = "the line above each event says what it is about; its fields are the parts of that line"
)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchEvent {
    /// The match began.
    MatchStarted { level: Label, seed: u64 },
    /// An agent recognised an agent or a thing that it had lost or never seen.
    Sighted { by: AgentId, kind: Label, subject: Subject, at: QuantisedPoint, source: PerceptSource },
    /// An agent lost track of an agent that it had recognised.
    Lost { by: AgentId, kind: Label, subject: Subject, at: QuantisedPoint },
    /// An agent noticed something it cannot identify.
    Suspected { by: AgentId, at: QuantisedPoint },
    /// An agent heard a noise.
    Heard { by: AgentId, noise: Label, at: QuantisedPoint },
    /// An agent told a team-mate a fact.
    Told { by: AgentId, to: AgentId, kind: Label, subject: Subject },
    /// An agent chose a goal; the rejected goals follow with the reason. Relevance in thousandths.
    GoalChosen { agent: AgentId, goal: Label, relevance: i32, passed_over: Vec<(Label, RejectReason)> },
    /// No goal could be planned.
    NoGoal { agent: AgentId, passed_over: Vec<(Label, RejectReason)> },
    /// An agent made a plan; cost in thousandths.
    PlanMade { agent: AgentId, goal: Label, steps: Vec<(Label, Option<Subject>)>, cost: i64 },
    /// A plan's action began.
    ActionStarted { agent: AgentId, action: Label, target: Option<Subject> },
    /// A plan's action ended.
    ActionEnded { agent: AgentId, action: Label, target: Option<Subject>, outcome: ActionOutcome },
    /// A noise was made.
    Noise { by: Option<AgentId>, kind: Label, at: QuantisedPoint },
    /// An item was taken.
    Taken { by: AgentId, item: ThingId },
    /// An item fell to the ground.
    Dropped { by: AgentId, item: ThingId, at: QuantisedPoint },
    /// A door was opened or closed.
    Door { by: Option<AgentId>, door: ThingId, open: bool },
    /// An agent entered or left a hiding place.
    Hid { agent: AgentId, place: ThingId, inside: bool },
    /// A blow was struck, and hit this agent if any.
    Struck { by: AgentId, hit: Option<AgentId> },
    /// A projectile was released.
    Thrown { by: AgentId, what: Label, at: QuantisedPoint },
    /// A projectile hit or came down, and hit this agent if any.
    Landed { by: AgentId, what: Label, at: QuantisedPoint, hit: Option<AgentId> },
    /// A gun was fired from one point to another, and hit this agent if any.
    Shot { by: AgentId, from: QuantisedPoint, to: QuantisedPoint, hit: Option<AgentId> },
    /// Something that only the rules of this game know.
    Game(GameEvent),
    /// An agent entered the running match.
    Entered { agent: AgentId, side: Label, kind: Label, at: QuantisedPoint },
    /// An agent left play, in one of the ways that the game names.
    Left { agent: AgentId, how: Label },
    /// The match is over, with one of the outcomes that the game names; the time left in thousandths of a second.
    MatchEnded { outcome: Label, time_left: i32 },
    /// A person changed the running match: the kind of command, and a hash of it.
    Retuned { how: Label, sum: u64 },
    /// A hash over all bodies, once per second. It makes the digest diverge soon after the simulation does.
    Checkpoint { sum: u64 },
    /// An agent gave an order to a team-mate, who heard it.
    Ordered { by: AgentId, to: AgentId, what: Label },
    /// An agent let the giver of its order know what became of it.
    Answered { by: AgentId, to: AgentId, what: Label, status: OrderStatus },
    /// A thing went into another state, by an agent or by itself.
    ThingChanged { by: Option<AgentId>, thing: ThingId, state: Label },
    /// An agent handed a team-mate an item.
    Given { by: AgentId, to: AgentId, item: ThingId },
    /// An agent made another stagger.
    Staggered { by: AgentId, agent: AgentId },
    /// An agent looked into the flash of a thing.
    Dazzled { agent: AgentId, thing: ThingId },
}

/// An event and its tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The tick of the event.
    pub tick: u32,
    /// The event.
    pub event: MatchEvent,
}

/// A running 64-bit FNV-1a hash, the same in every process and build. Constants: Fowler, Noll, Vo;
/// <http://www.isthe.com/chongo/tech/comp/fnv/>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    #[inline]
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Digest {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The log of the running match. Systems run in a total order, so the order of events is fixed.
#[derive(Resource, Default, Debug, Clone)]
pub struct EventLog {
    entries: Vec<LogEntry>,
    digest: Digest,
}

impl EventLog {
    /// Takes over the events of a list, which is empty then.
    #[inline]
    pub fn take_over(&mut self, list: &mut Vec<LogEntry>) {
        for LogEntry { tick, event } in list.drain(..) {
            self.push(tick, event);
        }
    }

    /// Appends an event.
    #[inline]
    pub fn push(&mut self, tick: u32, event: MatchEvent) {
        tick.hash(&mut self.digest);
        event.hash(&mut self.digest);
        self.entries.push(LogEntry { tick, event });
    }

    /// Drops the oldest entries once twice as many are kept.
    #[inline]
    pub fn keep_last(&mut self, count: usize) {
        if self.entries.len() >= count.saturating_mul(2).max(1) {
            self.entries.drain(..self.entries.len() - count);
        }
    }

    /// The kept entries, oldest first.
    #[inline]
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// The kept entries of this tick and later ones, oldest first.
    #[inline]
    pub fn since(&self, tick: u32) -> &[LogEntry] {
        &self.entries[self.entries.partition_point(|entry| entry.tick < tick)..]
    }

    /// Takes the kept entries out of the log, oldest first.
    #[inline]
    pub fn into_entries(self) -> Vec<LogEntry> {
        self.entries
    }

    /// The digest of all events so far, as 16 hexadecimal digits.
    #[inline]
    pub fn digest(&self) -> String {
        format!("{:016x}", self.sum())
    }

    /// The digest of all events so far.
    #[inline]
    pub fn sum(&self) -> u64 {
        self.digest.finish()
    }
}
