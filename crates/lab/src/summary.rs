//! The totals of many matches.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::Serialize;

use super::event_counts::EventCounts;
use super::invariants::InvariantReport;
use super::latency::{LatencyHistogram, LatencySummary};
use super::measures::{MeasuresBuilder, MeasuresSummary, Sum};
use super::planner_load::PlannerLoad;
use super::record::MatchRecord;
use super::statistics::{Proportion, Quartiles, or_dash, wilson_interval};
use quarry_engine::simulation::{BROKEN, OutcomeSpec, ResultSpec, ScoreSpec};

/// The totals of a set of matches; `None` if nothing was measured. The game names its outcomes and scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many matches were played.
    pub matches: usize,
    /// How many matches ended with each outcome, and the sum of each score, by the names of their JSON fields.
    #[serde(flatten)]
    pub counts: BTreeMap<&'static str, usize>,
    /// The share of matches with each outcome that a side wins, and of each score that is a part of another number: by the names
    /// of their JSON fields.
    #[serde(flatten)]
    pub shares: BTreeMap<String, Option<Proportion>>,
    /// How many did not end by their rules.
    pub broken: usize,
    /// The lengths of matches, in seconds of game time.
    pub seconds: Option<Quartiles>,
    /// The mean of each named number.
    pub numbers: BTreeMap<Label, f64>,
    /// The worst violation of each invariant in any match.
    pub invariants: InvariantReport,
    /// The sums of the event counts.
    pub event_counts: EventCounts,
    /// The longest tick of each match, in µs.
    pub worst_tick_micros: Option<Quartiles>,
    /// The durations of ticks, in µs.
    pub tick_micros: LatencySummary,
    /// The durations of planner calls, in µs.
    pub plan_micros: LatencySummary,
    /// What planning took in states and bytes.
    pub planner: PlannerLoad,
}

/// The JSON field with the share of a score.
fn share_field(score: &ScoreSpec) -> String {
    format!("{}_share", score.name)
}

impl Summary {
    /// The totals of these matches.
    pub fn from_records<'r>(results: &'static ResultSpec, records: impl IntoIterator<Item = &'r MatchRecord>) -> Self {
        let mut sums = SummaryBuilder::new(results);
        records.into_iter().for_each(|record| sums.add(record));
        sums.summary()
    }

    /// How many matches ended with an outcome.
    pub fn count(&self, outcome: &OutcomeSpec) -> usize {
        self.counts.get(outcome.count_field).copied().unwrap_or(0)
    }

    /// The share of matches that ended with an outcome.
    pub fn share(&self, outcome: &OutcomeSpec) -> Option<Proportion> {
        self.shares.get(outcome.share_field?).copied().flatten()
    }

    /// How long planning took, as a sentence.
    pub fn planner_times(&self) -> String {
        let LatencySummary { count, median, p99, .. } = self.plan_micros;
        format!("Planner: {count} calls, median {median:.1} µs, p99 {p99:.1} µs.")
    }

    /// How long ticks took, as a sentence.
    pub fn tick_times(&self) -> String {
        let (mean, p99) = (self.tick_micros.mean / 1000.0, self.tick_micros.p99 / 1000.0);
        let worst = or_dash(self.worst_tick_micros, |worst| format!("{:.2}", worst.max / 1000.0));
        format!("Tick: mean {mean:.3} ms, p99 {p99:.3} ms, worst {worst} ms.")
    }

    /// The sum of a score.
    pub fn sum(&self, score: &ScoreSpec) -> usize {
        self.counts.get(score.name).copied().unwrap_or(0)
    }

    /// The share of a score in what it is a part of.
    pub fn part(&self, score: &ScoreSpec) -> Option<Proportion> {
        self.shares.get(&share_field(score)).copied().flatten()
    }
}

/// Adds up matches for runs too long to keep every record: two numbers are kept per match.
#[derive(Clone, Debug)]
pub struct SummaryBuilder {
    results: &'static ResultSpec,
    outcomes: BTreeMap<Label, usize>,
    numbers: BTreeMap<Label, f64>,
    seconds: Vec<f64>,
    worst_ticks: Vec<f64>,
    invariants: InvariantReport,
    event_counts: EventCounts,
    ticks: LatencyHistogram,
    plans: LatencyHistogram,
    planner: PlannerLoad,
    measures: MeasuresBuilder,
}

impl SummaryBuilder {
    /// No matches yet, of a game with these results.
    pub fn new(results: &'static ResultSpec) -> Self {
        Self {
            results,
            outcomes: BTreeMap::new(),
            numbers: BTreeMap::new(),
            seconds: Vec::new(),
            worst_ticks: Vec::new(),
            invariants: InvariantReport::default(),
            event_counts: EventCounts::default(),
            ticks: LatencyHistogram::default(),
            plans: LatencyHistogram::default(),
            planner: PlannerLoad::default(),
            measures: MeasuresBuilder::default(),
        }
    }

    /// Adds a match.
    pub fn add(&mut self, record: &MatchRecord) {
        *self.outcomes.entry(record.outcome).or_default() += 1;
        self.numbers.add(&record.numbers);
        self.seconds.push(record.seconds);
        self.worst_ticks.push(record.timing.worst_tick_micros);
        self.invariants = self.invariants.worst(record.invariants);
        self.event_counts.add(&record.event_counts);
        self.ticks.add_all(&record.timing.ticks);
        self.plans.add_all(&record.timing.plans);
        self.planner = self.planner.with(&record.planner);
        self.measures.add(&record.measures, &record.timing.cost);
    }

    /// How many matches were added.
    pub fn matches(&self) -> usize {
        self.seconds.len()
    }

    fn ended(&self, outcome: &str) -> usize {
        self.outcomes.iter().find(|(name, _)| **name == outcome).map_or(0, |(_, count)| *count)
    }

    fn sum(&self, name: &str) -> usize {
        self.numbers.iter().find(|(known, _)| **known == name).map_or(0, |(_, sum)| sum.round().max(0.0) as usize)
    }

    fn part(&self, score: &ScoreSpec) -> Option<Proportion> {
        wilson_interval(self.sum(score.name), self.sum(score.part_of?))
    }

    /// The measures of the matches added so far.
    pub fn measures(&self) -> MeasuresSummary {
        let rates = self.results.scores.iter().filter_map(|score| Some((score.measure?.0, self.part(score))));
        self.measures.summary(rates.collect(), Quartiles::from_values(self.seconds.iter().copied()))
    }

    /// The totals of the matches added so far.
    pub fn summary(&self) -> Summary {
        let (matches, results) = (self.matches(), self.results);
        let outcomes = results.outcomes.iter().map(|outcome| (outcome.count_field, self.ended(outcome.name)));
        let scores = results.scores_of(self.numbers.keys());
        let sums = scores.iter().map(|score| (score.name, self.sum(score.name)));
        let won = results.outcomes.iter().filter_map(|outcome| {
            Some((outcome.share_field?.to_owned(), wilson_interval(self.ended(outcome.name), matches)))
        });
        let parts = results.shares().map(|score| (share_field(score), self.part(score)));
        let mean = |sum: &f64| (sum / matches.max(1) as f64 * 1000.0).round() / 1000.0;
        Summary {
            matches,
            counts: outcomes.chain(sums).collect(),
            shares: won.chain(parts).collect(),
            broken: self.ended(BROKEN),
            seconds: Quartiles::from_values(self.seconds.iter().copied()),
            numbers: self.numbers.iter().map(|(name, sum)| (*name, mean(sum))).collect(),
            invariants: self.invariants,
            event_counts: self.event_counts.clone(),
            worst_tick_micros: Quartiles::from_values(self.worst_ticks.iter().copied()),
            tick_micros: self.ticks.summary(),
            plan_micros: self.plans.summary(),
            planner: self.planner.rounded(),
        }
    }
}
