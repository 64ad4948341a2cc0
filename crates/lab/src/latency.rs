//! A histogram of durations that takes little memory and can be merged, so that percentiles of several runs can be computed.
//!
//! Each bucket is a sixteenth of its power of two wide; values read back are at most 3 % off.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::measures::Sum;

/// The number of buckets per power of two, as a power of two.
const BUCKET_BITS: u32 = 4;

/// Durations, counted in buckets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<(u16, u64)>", into = "Vec<(u16, u64)>")]
pub struct LatencyHistogram {
    buckets: BTreeMap<u16, u64>,
}

/// A summary of durations, in µs; all 0 if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LatencySummary {
    /// The number of durations.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The 99th percentile.
    pub p99: f64,
}

impl LatencyHistogram {
    /// Adds a duration.
    pub fn add(&mut self, nanoseconds: u64) {
        *self.buckets.entry(bucket_of(nanoseconds)).or_default() += 1;
    }

    /// Adds all durations of another histogram.
    pub fn add_all(&mut self, other: &Self) {
        self.buckets.add(&other.buckets);
    }

    /// The summary.
    pub fn summary(&self) -> LatencySummary {
        let count: u64 = self.buckets.values().sum();
        if count == 0 {
            return LatencySummary::default();
        }
        let sum: f64 = self.buckets.iter().map(|(bucket, count)| middle_of(*bucket) * *count as f64).sum();
        let micros = |nanoseconds: f64| (nanoseconds / 100.0).round() / 10.0;
        LatencySummary {
            count,
            mean: micros(sum / count as f64),
            median: micros(self.at_rank(count.div_ceil(2))),
            p99: micros(self.at_rank((count * 99).div_ceil(100))),
        }
    }

    /// The duration that this share of all does not exceed, in nanoseconds; 0 if there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        let count: u64 = self.buckets.values().sum();
        self.at_rank((count as f64 * share).ceil() as u64)
    }

    /// The duration with this rank, from 1 for the shortest, in nanoseconds.
    fn at_rank(&self, number: u64) -> f64 {
        let mut passed = 0;
        for (bucket, count) in &self.buckets {
            passed += count;
            if passed >= number {
                return middle_of(*bucket);
            }
        }
        0.0
    }
}

impl From<Vec<(u16, u64)>> for LatencyHistogram {
    fn from(counts: Vec<(u16, u64)>) -> Self {
        Self { buckets: counts.into_iter().collect() }
    }
}

impl From<LatencyHistogram> for Vec<(u16, u64)> {
    fn from(spans: LatencyHistogram) -> Self {
        spans.buckets.into_iter().collect()
    }
}

fn bucket_of(nanoseconds: u64) -> u16 {
    let doublings = nanoseconds.max(1).ilog2();
    if doublings < BUCKET_BITS {
        return nanoseconds as u16;
    }
    let within = (nanoseconds >> (doublings - BUCKET_BITS)) & ((1 << BUCKET_BITS) - 1);
    (((doublings - BUCKET_BITS + 1) << BUCKET_BITS) as u16) + within as u16
}

/// The middle of a bucket, in nanoseconds.
fn middle_of(bucket: u16) -> f64 {
    let (doublings, within) = (u32::from(bucket) >> BUCKET_BITS, f64::from(bucket & ((1 << BUCKET_BITS) - 1)));
    match doublings {
        0 => within,
        more => (within + f64::from(1 << BUCKET_BITS) + 0.5) * f64::from(more - 1).exp2() - 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_back_is_near_what_was_counted() {
        for nanoseconds in (0..2_000).chain([12_345, 999_999, 123_456_789, 40_000_000_000]) {
            let read = middle_of(bucket_of(nanoseconds));
            assert!((read - nanoseconds as f64).abs() <= 0.032 * nanoseconds as f64 + 0.5, "{nanoseconds}: {read}");
        }
    }

    #[test]
    fn percentiles_of_parts_are_those_of_the_whole() {
        let (mut whole, mut parts) =
            (LatencyHistogram::default(), [LatencyHistogram::default(), LatencyHistogram::default()]);
        for number in 0..1000_u64 {
            whole.add(number * 1000);
            parts[number as usize % 2].add(number * 1000);
        }
        let [mut first, second] = parts;
        first.add_all(&second);
        assert_eq!(first, whole);
        let summary = whole.summary();
        assert_eq!(summary.count, 1000);
        assert!((summary.median - 500.0).abs() < 20.0 && (summary.p99 - 990.0).abs() < 35.0, "{summary:?}");
        assert!((summary.mean - 499.5).abs() < 10.0, "{summary:?}");
        assert_eq!(LatencyHistogram::default().summary(), LatencySummary::default());
        let text = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<LatencyHistogram>(&text).unwrap(), whole);
    }
}
