//! What is kept of a match: what was played, how it ended, and what was measured.

use quarry_minds::protocol::{Label, LogEntry, MatchEvent, QuantisedPoint, Subject, label};
use serde::{Deserialize, Serialize, Serializer};

use super::event_counts::EventCounts;
use super::faults::FaultCounts;
use super::invariants::InvariantReport;
use super::latency::LatencyHistogram;
use super::measures::{Measures, TickCost};
use super::planner_load::PlannerLoad;
use super::series::TimeSeries;
use quarry_engine::simulation::{BROKEN, ContestSide, Game, Numbers, ResultSpec, ScoreSpec};

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
    /// The durations of the decision stage of a tick, divided by the agents in play.
    #[serde(default)]
    pub decisions: LatencyHistogram,
    /// The time spent in each stage of the tick.
    #[serde(default)]
    pub cost: TickCost,
}

/// A place worth a dot on the map: the kind of event (`"sighted"`, `"thrown"`, or a word of the game) and where it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapMarker(pub Label, pub QuantisedPoint);

impl MapMarker {
    /// The markers of an event log.
    pub(super) fn from_log(log: &[LogEntry], game: &dyn Game) -> Vec<Self> {
        let marker = |entry: &LogEntry| match &entry.event {
            MatchEvent::Sighted { at, subject: Subject::Agent(_), .. } => Some(Self(label("sighted"), *at)),
            MatchEvent::Thrown { at, .. } => Some(Self(label("thrown"), *at)),
            event => game.marker(event).map(|(name, at)| Self(name, at)),
        };
        log.iter().filter_map(marker).collect()
    }
}

/// The record of a match. Scripts read the first fields and the numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// The game.
    pub game: Label,
    /// The level.
    pub level: Label,
    /// The seed.
    pub seed: u64,
    /// The length in seconds of game time.
    pub seconds: f64,
    /// How it ended, as the game names it; [`BROKEN`] if it did not end by its rules.
    pub outcome: Label,
    /// The digest of its event log.
    pub digest: String,
    /// Seconds left until the time limit.
    pub time_left: f64,
    /// The named numbers of the game.
    #[serde(serialize_with = "whole_numbers_as_integers")]
    pub numbers: Numbers,
    /// The numbers over time, if the run asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<TimeSeries>,
    /// Why it is [`BROKEN`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Violated invariants.
    pub invariants: InvariantReport,
    /// Counts of events.
    pub event_counts: EventCounts,
    /// How believable the minds were; see docs/measures.md.
    #[serde(default)]
    pub measures: Measures,
    /// The faults of the minds, counted, if the run watched for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<FaultCounts>,
    /// What the minds' planning took in states and bytes.
    #[serde(default)]
    pub planner: PlannerLoad,
    /// Where things happened.
    #[serde(default)]
    pub markers: Vec<MapMarker>,
    /// What it cost.
    pub timing: Timing,
}

fn whole_numbers_as_integers<S: Serializer>(numbers: &Numbers, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(numbers.iter().map(|(name, value)| (name, json_number(*value))))
}

/// A number in JSON: whole numbers without a decimal point.
fn json_number(value: f64) -> serde_json::Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { (value as i64).into() } else { value.into() }
}

impl MatchRecord {
    /// The record of a match that broke off before anything was measured; `fault` says why.
    pub(super) fn broken(game: Label, spec: MatchSpec, fault: Option<String>) -> Self {
        let MatchSpec { level, seed } = spec;
        Self { game, level, seed, outcome: label(BROKEN), fault, ..Self::default() }
    }

    /// Which match this is.
    pub fn spec(&self) -> MatchSpec {
        MatchSpec { level: self.level, seed: self.seed }
    }

    /// A named number; 0 if the match does not have it.
    pub fn number(&self, name: &str) -> f64 {
        self.numbers.get(&label(name)).copied().unwrap_or(0.0)
    }

    /// A score and what it is a part of; 1 if it is a plain number.
    pub fn part(&self, score: &ScoreSpec) -> (f64, f64) {
        (self.number(score.name), score.part_of.map_or(1.0, |whole| self.number(whole)))
    }

    /// The rounds that each of two opposing sides won, and how many were played: one in a game without rounds, and none in a match
    /// that did not end by its rules.
    pub(super) fn rounds(&self, contest: &[ContestSide; 2]) -> ([usize; 2], usize) {
        if self.outcome == BROKEN {
            return ([0, 0], 0);
        }
        let won = contest.map(|side| match side.rounds_won {
            Some(number) => self.number(number) as usize,
            None => usize::from(self.outcome == side.plural),
        });
        let all = if contest.iter().any(|side| side.rounds_won.is_some()) { won.iter().sum() } else { 1 };
        (won, all)
    }

    /// The record as JSON. The scores of the game, and what they are parts of, are fields beside `numbers`, too.
    pub fn to_json(&self, results: &ResultSpec) -> serde_json::Value {
        let mut json = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = json.as_object_mut() {
            let scores = results.scores_of(self.numbers.keys());
            for name in scores.iter().flat_map(|score| [Some(score.name), score.part_of]).flatten() {
                fields.insert(name.to_owned(), json_number(self.number(name)));
            }
            for side in results.contest.iter().flatten() {
                if self.numbers.contains_key(&label(side.plural)) {
                    fields.insert(side.plural.to_owned(), json_number(self.number(side.plural)));
                }
            }
        }
        json
    }
}
