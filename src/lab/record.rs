//! One match as it is remembered: what was played, how it ended, what was seen of it.

use serde::{Deserialize, Serialize};

use super::{
    event_counts::EventCounts,
    invariants::InvariantReport,
    latency::LatencyHistogram,
    marks::MapMarker,
    measures::{Measures, TickCost},
};
use crate::protocol::{Label, MatchResult};

/// A match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MatchSpec {
    /// The level.
    pub level: Label,
    /// The seed of the match.
    pub seed: u64,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchOutcome {
    /// More of the hunted were caught than escaped.
    Hunters,
    /// More of the hunted escaped than were caught.
    Hunted,
    /// As many escaped as were caught.
    Draw,
    /// It did not end by its rules: the program broke off, see [`MatchRecord::fault`].
    Broken,
}

impl MatchOutcome {
    /// The word for it in tables; the same as in JSON.
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

/// What a match cost; differs from run to run, unlike all else in a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Seconds by the clock on the wall, setting up included.
    pub wall_seconds: f64,
    /// The longest tick, in microseconds.
    pub worst_tick_micros: f64,
    /// How long ticks took.
    #[serde(default)]
    pub ticks: LatencyHistogram,
    /// How long the planner took for each question.
    #[serde(default)]
    pub plans: LatencyHistogram,
    /// What the stages took.
    #[serde(default)]
    pub cost: TickCost,
}

/// A match that was played. The first fields are those that scripts read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// The level.
    pub level: Label,
    /// The seed of the match.
    pub seed: u64,
    /// How many of the hunted were caught.
    pub caught: u16,
    /// How many of the hunted escaped.
    pub escaped: u16,
    /// How long it lasted, in seconds of game time.
    pub seconds: f64,
    /// How it ended.
    pub outcome: MatchOutcome,
    /// The digest of its event log.
    pub digest: String,
    /// Seconds that were left until the time limit.
    pub time_left: f64,
    /// How many hunters played.
    pub hunters: u16,
    /// How many hunted played.
    pub hunted: u16,
    /// Why it is [`MatchOutcome::Broken`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What the monitor saw.
    pub invariants: InvariantReport,
    /// What happened, counted.
    pub event_counts: EventCounts,
    /// How believable it was.
    #[serde(default)]
    pub measures: Measures,
    /// Where things happened.
    #[serde(default)]
    pub marks: Vec<MapMarker>,
    /// What it cost.
    pub timing: Timing,
}

impl MatchRecord {
    /// The record of a match that has broken off before anything was seen of it; `fault` says why.
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
            marks: Vec::new(),
            timing: Timing::default(),
        }
    }

    /// What was played.
    pub fn spec(&self) -> MatchSpec {
        MatchSpec { level: self.level, seed: self.seed }
    }
}
