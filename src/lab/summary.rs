//! The totals of many matches.

use serde::Serialize;

use super::{
    event_counts::EventCounts,
    invariants::InvariantReport,
    latency::{LatencyHistogram, LatencySummary},
    measures::{MeasuresBuilder, MeasuresSummary},
    record::{MatchOutcome, MatchRecord},
    statistics::{Proportion, Quartiles, wilson_interval},
};

/// The totals of a set of matches; `None` if nothing was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many matches were played.
    pub matches: usize,
    /// How many the hunters won.
    pub hunters_won: usize,
    /// How many the hunted won.
    pub hunted_won: usize,
    /// How many were draws.
    pub draws: usize,
    /// How many did not end by their rules.
    pub broken: usize,
    /// The share of matches the hunters won.
    pub hunters_share: Option<Proportion>,
    /// The share of matches the hunted won.
    pub hunted_share: Option<Proportion>,
    /// The share of all prey that were caught.
    pub caught_share: Option<Proportion>,
    /// How many prey were caught.
    pub caught: usize,
    /// How many prey escaped.
    pub escaped: usize,
    /// The lengths of matches, in seconds of game time.
    pub seconds: Option<Quartiles>,
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
}

impl Summary {
    /// The totals of these matches.
    pub fn from_records<'r>(records: impl IntoIterator<Item = &'r MatchRecord>) -> Self {
        let mut sums = SummaryBuilder::default();
        records.into_iter().for_each(|record| sums.add(record));
        sums.summary()
    }
}

/// Adds up matches for runs too long to keep every record: two numbers are kept per match.
#[derive(Clone, Debug, Default)]
pub struct SummaryBuilder {
    hunters_won: usize,
    hunted_won: usize,
    draws: usize,
    broken: usize,
    caught: usize,
    escaped: usize,
    hunted: usize,
    seconds: Vec<f64>,
    worst_ticks: Vec<f64>,
    invariants: InvariantReport,
    event_counts: EventCounts,
    ticks: LatencyHistogram,
    plans: LatencyHistogram,
    measures: MeasuresBuilder,
}

impl SummaryBuilder {
    /// Adds a match.
    pub fn add(&mut self, record: &MatchRecord) {
        match record.outcome {
            MatchOutcome::Hunters => self.hunters_won += 1,
            MatchOutcome::Hunted => self.hunted_won += 1,
            MatchOutcome::Draw => self.draws += 1,
            MatchOutcome::Broken => self.broken += 1,
        }
        self.caught += usize::from(record.caught);
        self.escaped += usize::from(record.escaped);
        self.hunted += usize::from(record.hunted);
        self.seconds.push(record.seconds);
        self.worst_ticks.push(record.timing.worst_tick_micros);
        self.invariants = self.invariants.worst(record.invariants);
        self.event_counts.add(&record.event_counts);
        self.ticks.add_all(&record.timing.ticks);
        self.plans.add_all(&record.timing.plans);
        self.measures.add(&record.measures, &record.timing.cost);
    }

    /// How many matches were added.
    pub fn matches(&self) -> usize {
        self.seconds.len()
    }

    /// The measures of the matches added so far.
    pub fn measures(&self) -> MeasuresSummary {
        self.measures
            .summary(wilson_interval(self.escaped, self.hunted), Quartiles::from_values(self.seconds.iter().copied()))
    }

    /// The totals of the matches added so far.
    pub fn summary(&self) -> Summary {
        let matches = self.matches();
        Summary {
            matches,
            hunters_won: self.hunters_won,
            hunted_won: self.hunted_won,
            draws: self.draws,
            broken: self.broken,
            hunters_share: wilson_interval(self.hunters_won, matches),
            hunted_share: wilson_interval(self.hunted_won, matches),
            caught_share: wilson_interval(self.caught, self.hunted),
            caught: self.caught,
            escaped: self.escaped,
            seconds: Quartiles::from_values(self.seconds.iter().copied()),
            invariants: self.invariants,
            event_counts: self.event_counts.clone(),
            worst_tick_micros: Quartiles::from_values(self.worst_ticks.iter().copied()),
            tick_micros: self.ticks.summary(),
            plan_micros: self.plans.summary(),
        }
    }
}
