//! Many matches in a few numbers.

use serde::Serialize;

use super::{
    monitor::Soundness,
    record::{MatchOutcome, MatchRecord},
    spans::{SpanSummary, Spans},
    statistics::{Interval, Spread, wilson},
    tally::Tally,
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
    pub hunters_share: Interval,
    /// The share of matches that the hunted won.
    pub hunted_share: Interval,
    /// The share of all hunted who were caught.
    pub caught_share: Interval,
    /// How many were caught.
    pub caught: usize,
    /// How many escaped.
    pub escaped: usize,
    /// The length of a match, in seconds of game time.
    pub seconds: Spread,
    /// The worst that was seen in any match.
    pub soundness: Soundness,
    /// The sums of what happened.
    pub tally: Tally,
    /// The worst tick of each match, in microseconds.
    pub worst_tick_micros: Spread,
    /// How long ticks took, in microseconds.
    pub tick_micros: SpanSummary,
    /// How long the planner took for each question, in microseconds.
    pub plan_micros: SpanSummary,
}

impl Summary {
    /// Sums up matches.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r MatchRecord>) -> Self {
        let records: Vec<&MatchRecord> = records.into_iter().collect();
        let ended = |outcome| records.iter().filter(|record| record.outcome == outcome).count();
        let sum = |of: fn(&MatchRecord) -> u16| records.iter().map(|record| usize::from(of(record))).sum::<usize>();
        let matches = records.len();
        let (hunters_won, hunted_won) = (ended(MatchOutcome::Hunters), ended(MatchOutcome::Hunted));
        let (caught, hunted) = (sum(|record| record.caught), sum(|record| record.hunted));
        let spans = |of: fn(&MatchRecord) -> &Spans| {
            let mut all = Spans::default();
            records.iter().for_each(|record| all.add_all(of(record)));
            all.summary()
        };
        let mut tally = Tally::default();
        records.iter().for_each(|record| tally.add(&record.tally));
        Self {
            matches,
            hunters_won,
            hunted_won,
            draws: ended(MatchOutcome::Draw),
            broken: ended(MatchOutcome::Broken),
            hunters_share: wilson(hunters_won, matches),
            hunted_share: wilson(hunted_won, matches),
            caught_share: wilson(caught, hunted),
            caught,
            escaped: sum(|record| record.escaped),
            seconds: Spread::of(records.iter().map(|record| record.seconds)),
            soundness: records.iter().fold(Soundness::default(), |worst, record| worst.worst(record.soundness)),
            tally,
            worst_tick_micros: Spread::of(records.iter().map(|record| record.timing.worst_tick_micros)),
            tick_micros: spans(|record| &record.timing.ticks),
            plan_micros: spans(|record| &record.timing.plans),
        }
    }
}
