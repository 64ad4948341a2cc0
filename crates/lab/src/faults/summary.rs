//! The faults of many matches: how often each kind happens, and the worst.

use std::collections::{BTreeMap, BTreeSet};

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::finder::FaultCounts;
use crate::statistics::Z95;
use crate::{MatchRecord, MatchSpec};
use quarry_engine::simulation::faults::{Detector, Fault};

/// A fault with the match in which it was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedFault {
    /// The level.
    pub level: Label,
    /// The seed.
    pub seed: u64,
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
}

impl ListedFault {
    /// The match in which it was found.
    pub fn spec(&self) -> MatchSpec {
        MatchSpec { level: self.level, seed: self.seed }
    }

    /// A row of a table: gravity, level, seed, time, agent, kind, and what happened.
    pub fn cells(&self) -> [String; 7] {
        let Self { level, seed, fault } = self;
        [
            format!("{:.0}", fault.gravity),
            level.to_string(),
            seed.to_string(),
            format!("{:.1} s", fault.seconds),
            format!("{} {}", fault.side, fault.agent.0),
            fault.kind.to_string(),
            fault.what.clone(),
        ]
    }
}

/// How often one kind of fault happens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FaultRate {
    /// The number of faults.
    pub count: u32,
    /// Faults per agent-hour.
    pub rate: f64,
    /// The 95 % interval of the rate, over matches as independent samples.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl FaultRate {
    /// The rate over matches, each with its number of faults and its agent-hours; `None` if nothing was watched. The interval is that
    /// of a ratio of sums (Cochran, Sampling Techniques, 1977, section 6.3).
    fn of(matches: &[(f64, f64)]) -> Option<Self> {
        let n = matches.len() as f64;
        let (count, hours) = matches.iter().fold((0.0, 0.0), |(count, hours), one| (count + one.0, hours + one.1));
        if hours <= 0.0 {
            return None;
        }
        let rate = count / hours;
        let squares: f64 = matches.iter().map(|(count, hours)| (count - rate * hours).powi(2)).sum();
        let error = (squares * n / (n - 1.0).max(1.0)).sqrt() / hours;
        Some(Self { count: count as u32, rate, low: (rate - t95(n) * error).max(0.0), high: rate + t95(n) * error })
    }
}

/// The two-sided 95 % quantile of Student's t for this many samples: Fisher and Yates, Statistical Tables, 1963, table III.
fn t95(samples: f64) -> f64 {
    const BY_FREEDOM: [f64; 15] =
        [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13];
    let freedom = (samples - 1.0).max(1.0);
    // Beyond, the first terms of its expansion are exact to three digits.
    BY_FREEDOM.get(freedom as usize - 1).copied().unwrap_or(Z95 + (Z95.powi(3) + Z95) / (4.0 * freedom))
}

/// The faults of a set of matches.
#[derive(Clone, Debug, Default)]
pub struct FaultSummary {
    matches: Vec<FaultCounts>,
    /// The gravest faults, gravest first.
    worst: Vec<ListedFault>,
}

/// How many faults a summary keeps.
const KEPT: usize = 20;
/// How many of them may be of one kind, so that one kind does not hide the others.
const KEPT_OF_A_KIND: usize = 3;

impl FaultSummary {
    /// Adds a match.
    pub fn add(&mut self, record: &MatchRecord, faults: &[Fault]) {
        self.matches.extend(record.faults.clone());
        let listed = |fault: &Fault| ListedFault { level: record.level, seed: record.seed, fault: fault.clone() };
        self.worst.extend(faults.iter().map(listed));
        self.worst.sort_by(|a, b| b.fault.gravity.total_cmp(&a.fault.gravity));
        let mut of_kind: BTreeMap<Label, usize> = BTreeMap::new();
        self.worst.retain(|one| {
            let count = of_kind.entry(one.fault.kind).or_default();
            *count += 1;
            *count <= KEPT_OF_A_KIND
        });
    }

    /// The hours for which agents were watched.
    pub fn agent_hours(&self) -> f64 {
        self.matches.iter().map(|one| one.agent_hours).sum()
    }

    /// How many matches were watched.
    pub fn matches(&self) -> usize {
        self.matches.len()
    }

    /// How often each kind happened, most often first.
    pub fn rates(&self) -> Vec<(Label, FaultRate)> {
        let kinds: BTreeSet<Label> = self.matches.iter().flat_map(|one| one.counts.keys().copied()).collect();
        let count = |one: &FaultCounts, kind: &Label| f64::from(one.counts.get(kind).copied().unwrap_or(0));
        let of = |kind: Label| {
            let matches: Vec<(f64, f64)> =
                self.matches.iter().map(|one| (count(one, &kind), one.agent_hours)).collect();
            Some((kind, FaultRate::of(&matches)?))
        };
        let mut rates: Vec<(Label, FaultRate)> = kinds.into_iter().filter_map(of).collect();
        rates.sort_by(|(_, a), (_, b)| b.rate.total_cmp(&a.rate));
        rates
    }

    /// The rate of all kinds together; `None` if nothing was watched.
    pub fn total(&self) -> Option<FaultRate> {
        let sum = |one: &FaultCounts| one.counts.values().map(|count| f64::from(*count)).sum();
        FaultRate::of(&self.matches.iter().map(|one| (sum(one), one.agent_hours)).collect::<Vec<_>>())
    }

    /// Rows of a table, the last one for all kinds together: the kind, the number, the rate, its interval, and what an agent does.
    pub fn rows(&self, detectors: &[Detector]) -> Vec<[String; 5]> {
        let title = |kind: Label| detectors.iter().find(|one| kind == one.name).map_or("", |one| one.title);
        let kinds = self.rates().into_iter().map(|(kind, rate)| (kind.to_string(), title(kind), rate));
        let row = |(name, title, FaultRate { count, rate, low, high }): (String, &str, FaultRate)| {
            [name, count.to_string(), format!("{rate:.2}"), format!("{low:.2} to {high:.2}"), title.to_owned()]
        };
        kinds.chain(self.total().map(|rate| ("all".to_owned(), "", rate))).map(row).collect()
    }

    /// The gravest faults, gravest first: at most twenty, and at most three of a kind.
    pub fn worst(&self) -> &[ListedFault] {
        self.worst.get(..KEPT.min(self.worst.len())).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_the_interval_of_a_ratio_of_sums() {
        let rate = FaultRate::of(&[(2.0, 1.0), (4.0, 1.0), (6.0, 2.0)]).unwrap();
        assert_eq!((rate.count, rate.rate), (12, 3.0));
        // Residuals -1, 1, 0: the sum of squares 2, times 3/2, root 1.732, over 4 hours.
        assert!((rate.high - 3.0 - 4.30 * 3.0f64.sqrt() / 4.0).abs() < 1e-3, "{rate:?}");
        assert!((t95(31.0) - 2.042).abs() < 1e-2 && (t95(16.0) - 2.13).abs() < 1e-2, "{}", t95(31.0));
        assert_eq!(FaultRate::of(&[(0.0, 0.0)]), None);
        let steady = FaultRate::of(&[(3.0, 1.0), (6.0, 2.0)]).unwrap();
        assert_eq!((steady.low, steady.high), (3.0, 3.0));
    }
}
