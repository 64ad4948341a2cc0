//! The event log: all that happens in a match, typed, and the digest taken over it.
//!
//! Numbers in events are whole (millimetres, thousandths), so that events compare, hash and print alike everywhere.

use std::hash::{Hash, Hasher};

use bevy::{ecs::prelude::*, math::Vec3};
use serde::{Deserialize, Serialize};

use super::{AgentId, FailReason, Label, PerceptSource, Subject, ThingId};

/// A place in whole millimetres.
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
    fn from(place: Vec3) -> Self {
        let whole = |metres: f32| (metres * 1000.0).round() as i32;
        Self { x: whole(place.x), y: whole(place.y), z: whole(place.z) }
    }
}

impl From<QuantisedPoint> for Vec3 {
    fn from(spot: QuantisedPoint) -> Self {
        Vec3::new(spot.x as f32, spot.y as f32, spot.z as f32) / 1000.0
    }
}

/// How somebody was hit or caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// By hand.
    Melee,
    /// By a projectile.
    Projectile,
}

/// How an action ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// It did what it was for.
    Succeeded,
    /// The body could not do it.
    Failed(FailReason),
    /// It took longer than its data allows.
    TimedOut,
    /// What it or the rest of the plan rests on no longer holds.
    Invalidated,
    /// A better goal took over.
    Interrupted,
}

/// Why a goal that stood above the chosen one, or beside it, was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RejectReason {
    /// Switched off.
    Disabled,
    /// Its relevance is nothing now.
    Irrelevant,
    /// What it wants is already so.
    Satisfied,
    /// Another goal is more relevant, or not enough less so to switch.
    Outranked,
    /// It failed a short while ago.
    CoolingDown,
    /// No plan reaches it; the first missing fact is named.
    Impossible(Label),
    /// The planner ran out of its budget.
    OutOfBudget,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// More of the hunted were caught than escaped.
    Hunters,
    /// More of the hunted escaped than were caught.
    Hunted,
    /// As many escaped as were caught.
    Draw,
}

/// Something that happened.
#[allow(
    missing_docs,
    reason = "the line above each event says what it is about; its fields are the parts of that line"
)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The match began.
    MatchStarted { level: Label, seed: u64 },
    /// An agent became sure of something it had not known where it is.
    Sighted { by: AgentId, kind: Label, subject: Subject, at: QuantisedPoint, source: PerceptSource },
    /// An agent is no longer aware of something it was sure of.
    Lost { by: AgentId, kind: Label, subject: Subject, at: QuantisedPoint },
    /// An agent noticed something without knowing what.
    Suspected { by: AgentId, at: QuantisedPoint },
    /// An agent heard a noise.
    Heard { by: AgentId, noise: Label, at: QuantisedPoint },
    /// An agent told a team-mate something.
    Told { by: AgentId, to: AgentId, kind: Label, subject: Subject },
    /// A goal was chosen; those passed over, with the reason.
    GoalChosen { agent: AgentId, goal: Label, relevance: i32, passed_over: Vec<(Label, RejectReason)> },
    /// No goal could be planned.
    NoGoal { agent: AgentId, passed_over: Vec<(Label, RejectReason)> },
    /// A plan was made for the goal; cost in thousandths.
    PlanMade { agent: AgentId, goal: Label, steps: Vec<(Label, Option<Subject>)>, cost: i64 },
    /// An action of the plan began.
    ActionStarted { agent: AgentId, action: Label, target: Option<Subject> },
    /// An action of the plan ended.
    ActionEnded { agent: AgentId, action: Label, target: Option<Subject>, outcome: ActionOutcome },
    /// A noise was made.
    Noise { by: Option<AgentId>, kind: Label, at: QuantisedPoint },
    /// A key was taken.
    KeyTaken { by: AgentId, key: ThingId },
    /// A key fell where its carrier was caught.
    KeyDropped { by: AgentId, key: ThingId, at: QuantisedPoint },
    /// A door was opened or closed.
    Door { by: Option<AgentId>, door: ThingId, open: bool },
    /// Somebody went into a hiding place, or came out.
    Hid { agent: AgentId, place: ThingId, inside: bool },
    /// The work at the exit came to another third.
    ExitProgress { exit: ThingId, thirds: u8 },
    /// The exit stands open.
    ExitOpened { exit: ThingId },
    /// A blow was struck; whom it hit, if anyone.
    Struck { by: AgentId, hit: Option<AgentId> },
    /// Something was thrown or cast.
    Thrown { by: AgentId, what: Label, at: QuantisedPoint },
    /// Something thrown came down or hit; whom it hit, if anyone.
    Landed { by: AgentId, what: Label, at: QuantisedPoint, hit: Option<AgentId> },
    /// Somebody was hit and got away with a wound; how many he has now.
    Wounded { agent: AgentId, by: AgentId, means: AttackKind, wounds: u8, at: QuantisedPoint },
    /// A wound has healed; how many are left.
    Healed { agent: AgentId, wounds: u8 },
    /// One of the hunted was caught and leaves play.
    Caught { agent: AgentId, by: AgentId, means: AttackKind, at: QuantisedPoint },
    /// One of the hunted escaped.
    Escaped { agent: AgentId, exit: ThingId },
    /// The match is over; the seconds left are in thousandths.
    MatchEnded { result: MatchResult, caught: u16, escaped: u16, time_left: i32 },
    /// A person changed the running match; how, and a sum over what was changed.
    Retuned { how: Label, sum: u64 },
    /// A sum over all bodies and memories, once a second: it makes the digest notice a difference early.
    Checkpoint { sum: u64 },
}

/// An event and when it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The tick in which it happened.
    pub tick: u32,
    /// What happened.
    pub event: Event,
}

/// A running 64-bit FNV-1a sum: the same in every process and build.
/// Constants: Fowler, Noll, Vo; <http://www.isthe.com/chongo/tech/comp/fnv/>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The log of the running match. Events are appended in the order of the systems, which is total.
#[derive(Resource, Default, Debug, Clone)]
pub struct EventLog {
    entries: Vec<LogEntry>,
    digest: Digest,
    /// Whether entries are kept, or only counted into the digest.
    pub discard: bool,
}

impl EventLog {
    /// Appends an event.
    pub fn push(&mut self, tick: u32, event: Event) {
        tick.hash(&mut self.digest);
        event.hash(&mut self.digest);
        if !self.discard {
            self.entries.push(LogEntry { tick, event });
        }
    }

    /// What has been kept, oldest first.
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// What has been kept, oldest first, without the log around it.
    pub fn into_entries(self) -> Vec<LogEntry> {
        self.entries
    }

    /// The digest of all events so far, as sixteen hexadecimal digits.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.sum())
    }

    /// The digest of all events so far.
    pub fn sum(&self) -> u64 {
        self.digest.finish()
    }
}
