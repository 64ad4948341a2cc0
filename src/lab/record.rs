//! What is kept of a match: what was played, how it ended, and what was measured.

use serde::{Deserialize, Serialize};

use super::{
    event_counts::EventCounts,
    invariants::InvariantReport,
    latency::LatencyHistogram,
    measures::{Measures, TickCost},
};
use crate::protocol::{Event, Label, LogEntry, MatchResult, QuantisedPoint, Subject, label};

/// The match that was played: together with the program and the data it determines everything that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MatchSpec {
    /// The level.
    pub level: Label,
    /// The seed.
    pub seed: u64,
}

/// Which matches a run consists of: on every level the seeds from `seed` on, or one shard of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunPlan {
    /// The levels.
    pub levels: Vec<Label>,
    /// The first seed.
    pub seed: u64,
    /// How many matches of all shards together are played on each level.
    pub matches: u64,
    /// Which shard, from 1, of how many; (1, 1) is the whole run.
    pub shard: (usize, usize),
}

impl RunPlan {
    /// The matches of this shard, level by level.
    pub fn specs(&self) -> Vec<MatchSpec> {
        let seeds = || (0..self.matches).map(|number| self.seed.wrapping_add(number));
        let all = self.levels.iter().flat_map(|level| seeds().map(|seed| MatchSpec { level: *level, seed }));
        let (shard, shards) = self.shard;
        all.skip(shard.saturating_sub(1)).step_by(shards.max(1)).collect()
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchOutcome {
    /// The hunters won: more prey were caught than escaped.
    Hunters,
    /// The hunted won: more prey escaped than were caught.
    Hunted,
    /// As many escaped as were caught.
    Draw,
    /// The match did not end by its rules; [`MatchRecord::fault`] says why.
    Broken,
}

impl MatchOutcome {
    /// The outcome as tables and JSON name it.
    pub fn word(self) -> &'static str {
        match self {
            MatchOutcome::Hunters => "hunters",
            MatchOutcome::Hunted => "hunted",
            MatchOutcome::Draw => "draw",
            MatchOutcome::Broken => "broken",
        }
    }
}

impl From<MatchResult> for MatchOutcome {
    fn from(result: MatchResult) -> Self {
        match result {
            MatchResult::Hunters => MatchOutcome::Hunters,
            MatchResult::Hunted => MatchOutcome::Hunted,
            MatchResult::Draw => MatchOutcome::Draw,
        }
    }
}

/// What a match cost. Unlike everything else in a record it differs from run to run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Wall-clock seconds, setup included.
    pub wall_seconds: f64,
    /// The longest tick, in µs.
    pub worst_tick_micros: f64,
    /// The durations of ticks.
    #[serde(default)]
    pub ticks: LatencyHistogram,
    /// The durations of planner calls.
    #[serde(default)]
    pub plans: LatencyHistogram,
    /// The time spent in each stage of the tick.
    #[serde(default)]
    pub cost: TickCost,
}

/// A place worth a dot on the map: the kind of event (`"caught"`, `"sighted"`, `"thrown"`, `"dropped"`) and where it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapMarker(pub Label, pub QuantisedPoint);

impl MapMarker {
    /// The markers of an event log.
    pub(super) fn from_log(log: &[LogEntry]) -> Vec<Self> {
        let marker = |entry: &LogEntry| match &entry.event {
            Event::Caught { at, .. } => Some(Self(label("caught"), *at)),
            Event::Sighted { at, subject: Subject::Agent(_), .. } => Some(Self(label("sighted"), *at)),
            Event::Thrown { at, .. } => Some(Self(label("thrown"), *at)),
            Event::KeyDropped { at, .. } => Some(Self(label("dropped"), *at)),
            _ => None,
        };
        log.iter().filter_map(marker).collect()
    }
}

/// The record of a match. Scripts read the first seven fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// The level.
    pub level: Label,
    /// The seed.
    pub seed: u64,
    /// How many prey were caught.
    pub caught: u16,
    /// How many prey escaped.
    pub escaped: u16,
    /// The length in seconds of game time.
    pub seconds: f64,
    /// How it ended.
    pub outcome: MatchOutcome,
    /// The digest of its event log.
    pub digest: String,
    /// Seconds left until the time limit.
    pub time_left: f64,
    /// How many hunters played.
    pub hunters: u16,
    /// How many hunted played.
    pub hunted: u16,
    /// Why it is [`MatchOutcome::Broken`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Violated invariants.
    pub invariants: InvariantReport,
    /// Counts of events.
    pub event_counts: EventCounts,
    /// How believable the minds were; see docs/measures.md.
    #[serde(default)]
    pub measures: Measures,
    /// Where things happened.
    #[serde(default)]
    pub markers: Vec<MapMarker>,
    /// What it cost.
    pub timing: Timing,
}

impl MatchRecord {
    /// The record of a match that broke off before anything was measured; `fault` says why.
    pub(super) fn broken(spec: MatchSpec, fault: Option<String>) -> Self {
        Self {
            level: spec.level,
            seed: spec.seed,
            caught: 0,
            escaped: 0,
            seconds: 0.0,
            outcome: MatchOutcome::Broken,
            digest: String::new(),
            time_left: 0.0,
            hunters: 0,
            hunted: 0,
            fault,
            invariants: InvariantReport::default(),
            event_counts: EventCounts::default(),
            measures: Measures::default(),
            markers: Vec::new(),
            timing: Timing::default(),
        }
    }

    /// Which match this is.
    pub fn spec(&self) -> MatchSpec {
        MatchSpec { level: self.level, seed: self.seed }
    }
}
