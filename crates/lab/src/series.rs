//! Time series of the named numbers of a match, and their mean over many matches.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::record::MatchRecord;
use quarry_engine::simulation::Numbers;

/// The named numbers of a match at regular times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeSeries {
    /// The time between two values, in seconds of game time.
    pub interval: f64,
    /// The values of each number, from the first tick on.
    pub values: BTreeMap<Label, Vec<f64>>,
    /// The number of samples so far: numbers that appear later are filled up with zeros.
    #[serde(skip)]
    samples: usize,
}

impl TimeSeries {
    /// An empty series with this time between two values, in seconds.
    pub fn new(interval: f64) -> Self {
        Self { interval, ..Self::default() }
    }

    /// Adds the values of the next point in time.
    pub fn sample(&mut self, numbers: &Numbers) {
        for (name, value) in numbers {
            let row = self.values.entry(*name).or_default();
            row.resize(self.samples, 0.0);
            row.push(*value);
        }
        self.samples += 1;
        for row in self.values.values_mut() {
            row.resize(self.samples, 0.0);
        }
    }

    /// The mean of the series of several matches, as far as all of them last; `None` without series, or if their intervals differ.
    pub fn mean<'r>(records: impl IntoIterator<Item = &'r MatchRecord>) -> Option<Self> {
        let all: Vec<&Self> = records.into_iter().filter_map(|record| record.series.as_ref()).collect();
        let interval = all.first()?.interval;
        if all.iter().any(|series| series.interval != interval) {
            return None;
        }
        let length = |series: &&Self| series.values.values().map(Vec::len).max().unwrap_or(0);
        let shortest = all.iter().map(length).min()?;
        let mut mean = Self { interval, samples: shortest, ..Self::default() };
        for (name, row) in all.iter().flat_map(|series| &series.values) {
            let sums = mean.values.entry(*name).or_insert_with(|| vec![0.0; shortest]);
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value / all.len() as f64;
            }
        }
        Some(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MatchSpec;
    use quarry_minds::protocol::label;

    fn record(values: &[f64]) -> MatchRecord {
        let mut series = TimeSeries::new(2.0);
        for value in values {
            series.sample(&Numbers::from([(label("alive"), *value)]));
        }
        let spec = MatchSpec { level: label("hut"), seed: 1 };
        MatchRecord { series: Some(series), ..MatchRecord::broken(label("chase"), spec, None) }
    }

    #[test]
    fn the_mean_lasts_as_long_as_the_shortest_match() {
        let mean = TimeSeries::mean(&[record(&[1.0, 2.0, 3.0]), record(&[3.0, 4.0])]).unwrap();
        assert_eq!(mean.values[&label("alive")], [2.0, 3.0]);
        let none: [MatchRecord; 0] = [];
        assert_eq!(TimeSeries::mean(&none), None);
    }

    #[test]
    fn numbers_that_appear_later_begin_at_zero() {
        let mut series = TimeSeries::new(1.0);
        series.sample(&Numbers::from([(label("a"), 1.0)]));
        series.sample(&Numbers::from([(label("a"), 2.0), (label("b"), 5.0)]));
        series.sample(&Numbers::from([(label("b"), 6.0)]));
        assert_eq!(series.values[&label("b")], [0.0, 5.0, 6.0]);
        assert_eq!(series.values[&label("a")], [1.0, 2.0, 0.0]);
    }
}
