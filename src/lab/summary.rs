//! Many matches in a few numbers.

use serde::Serialize;

use super::{
    event_counts::EventCounts,
    invariants::InvariantReport,
    latency::{LatencyHistogram, LatencySummary},
    measures::{MeasuresBuilder, MeasuresSummary},
    record::{MatchOutcome, MatchRecord},
    statistics::{Proportion, Quartiles, wilson_interval},
};

/// What a set of matches showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many matches.
    pub matches: usize,
    /// How many the hunters won.
    pub hunters_won: usize,
    /// How many the hunted won.
    pub hunted_won: usize,
    /// How many nobody won.
    pub draws: usize,
    /// How many broke off.
    pub broken: usize,
    /// The share of matches that the hunters won.
    pub hunters_share: Proportion,
    /// The share of matches that the hunted won.
    pub hunted_share: Proportion,
    /// The share of all hunted who were caught.
    pub caught_share: Proportion,
    /// How many were caught.
    pub caught: usize,
    /// How many escaped.
    pub escaped: usize,
    /// The length of a match, in seconds of game time.
    pub seconds: Quartiles,
    /// The worst that was seen in any match.
    pub invariants: InvariantReport,
    /// The sums of what happened.
    pub event_counts: EventCounts,
    /// The worst tick of each match, in microseconds.
    pub worst_tick_micros: Quartiles,
    /// How long ticks took, in microseconds.
    pub tick_micros: LatencySummary,
    /// How long the planner took for each question, in microseconds.
    pub plan_micros: LatencySummary,
}

impl Summary {
    /// SummaryBuilder up matches.
    pub fn from_records<'r>(records: impl IntoIterator<Item = &'r MatchRecord>) -> Self {
        let mut sums = SummaryBuilder::default();
        records.into_iter().for_each(|record| sums.add(record));
        sums.summary()
    }
}

/// SummaryBuilder over matches, for runs so long that not every match can be kept: two numbers a match are.
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
    /// Counts a match.
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

    /// How many matches were counted.
    pub fn matches(&self) -> usize {
        self.seconds.len()
    }

    /// How believable the matches counted so far were.
    pub fn measures(&self) -> MeasuresSummary {
        self.measures
            .summary(wilson_interval(self.escaped, self.hunted), Quartiles::from_values(self.seconds.iter().copied()))
    }

    /// What has been counted so far.
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
