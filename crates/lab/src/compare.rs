//! Two sets of data on the same seeds, match against match: what changed, by how much, and how certain that is.
//!
//! Pairing removes what the seed decides (where agents and items start), so a difference shows in fewer matches than two
//! separate runs would need.

use std::collections::{BTreeMap, BTreeSet};

use quarry_minds::protocol::Label;
use serde::Serialize;

use super::faults::FaultCounts;
use super::measures::{GoalPlans, PlanEnd};
use super::record::MatchRecord;
use super::statistics::{Proportion, Quartiles, Z95, wilson_interval};
use quarry_engine::simulation::{ResultSpec, ScoreSpec};

/// A difference this many standard errors from 0 is conclusive, however often it has been looked at: the constant boundary
/// that keeps the error of ten looks within 1 %. Source: S. J. Pocock, "Group sequential methods in the design and analysis
/// of clinical trials", Biometrika 64 (1977), table 1 (3.117 for ten looks at 1 %).
const CONCLUSIVE_Z: f64 = 3.117;
/// Fewer pairs than this are never conclusive.
const MIN_PAIRS: usize = 20;

/// A mean difference, second minus first, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// The mean of the first.
    pub first: f64,
    /// The mean of the second.
    pub second: f64,
    /// Second minus first.
    pub change: f64,
    /// The lower end of the interval of the change.
    pub low: f64,
    /// The upper end of the interval of the change.
    pub high: f64,
    /// The change divided by its standard error. 0 if no pair differs; `f64::MAX` or its negative if all pairs differ by
    /// the same amount.
    pub z_score: f64,
}

impl PairedDifference {
    /// The difference of pairs of numbers; `None` without pairs.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        let pairs: Vec<(f64, f64)> = pairs.into_iter().collect();
        let n = pairs.len() as f64;
        if pairs.is_empty() {
            return None;
        }
        let first = pairs.iter().map(|pair| pair.0).sum::<f64>() / n;
        let second = pairs.iter().map(|pair| pair.1).sum::<f64>() / n;
        let change = second - first;
        let squares: f64 = pairs.iter().map(|pair| (pair.1 - pair.0 - change).powi(2)).sum();
        let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
        let z_score = match change {
            _ if error > 0.0 => change / error,
            0.0 => 0.0,
            always => f64::MAX.copysign(always),
        };
        Some(Self { first, second, change, low: change - Z95 * error, high: change + Z95 * error, z_score })
    }

    /// Whether 0 lies outside the interval.
    pub fn is_significant(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// Whether no pair differs.
    pub fn is_zero(&self) -> bool {
        self.change == 0.0 && self.low == 0.0 && self.high == 0.0
    }
}

/// The result of a comparison; `None` if no pair was played. The game names what is compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchComparison {
    /// How many pairs of matches were played.
    pub pairs: usize,
    /// The share of matches that the first of two opposing sides won with the first data.
    pub first_won: Option<Proportion>,
    /// The same with the second data.
    pub second_won: Option<Proportion>,
    /// Who won, and the scores that are shares, by the names of their JSON fields.
    #[serde(flatten)]
    pub differences: BTreeMap<&'static str, Option<PairedDifference>>,
    /// The scores among them.
    #[serde(skip)]
    pub scores: Vec<ScoreSpec>,
    /// The named numbers that the game does not list.
    pub numbers: BTreeMap<Label, Option<PairedDifference>>,
    /// The mean number of executable steps of a plan; `None` also if no mind planned.
    pub steps_per_plan: Option<PairedDifference>,
    /// The share of finished plans that were completed, 0 to 1; `None` also if no mind planned.
    pub completed_plans: Option<PairedDifference>,
    /// Faults per agent-hour, all kinds together; `None` also if nothing watched for them.
    pub all_faults: Option<PairedDifference>,
    /// Faults per agent-hour, by kind.
    pub faults: BTreeMap<Label, Option<PairedDifference>>,
    /// The length of a match, in seconds.
    pub seconds: Option<PairedDifference>,
    /// The lengths with the first and with the second data.
    pub lengths: (Option<Quartiles>, Option<Quartiles>),
    /// How many pairs are identical, event for event.
    pub identical: usize,
    /// The fields that decide whether the answer is conclusive: who wins, and the first score.
    #[serde(skip)]
    deciding: Vec<&'static str>,
}

impl MatchComparison {
    /// Compares pairs of matches of a game on the same level and seed.
    pub fn from_pairs(results: &ResultSpec, pairs: &[(MatchRecord, MatchRecord)]) -> Self {
        let difference =
            |of: &dyn Fn(&MatchRecord) -> f64| PairedDifference::from_pairs(pairs.iter().map(|(a, b)| (of(a), of(b))));
        let share = |score: &ScoreSpec, record: &MatchRecord| {
            let (part, whole) = record.part(score);
            part / whole.max(1.0)
        };
        let won = results.wins().map(|outcome| {
            let won = |record: &MatchRecord| f64::from(u8::from(record.outcome == outcome.name));
            (outcome.count_field, difference(&won))
        });
        let names: BTreeSet<Label> =
            pairs.iter().flat_map(|(a, b)| a.numbers.keys().chain(b.numbers.keys())).copied().collect();
        let scores = results.scores_of(&names);
        let shares = scores.iter().map(|score| (score.name, difference(&|record| share(score, record))));
        let first_wins = |record: &MatchRecord| results.wins().next().is_some_and(|first| record.outcome == first.name);
        let winners = |of: fn(&(MatchRecord, MatchRecord)) -> &MatchRecord| {
            wilson_interval(pairs.iter().filter(|pair| first_wins(of(pair))).count(), pairs.len())
        };
        let listed: Vec<&str> = scores.iter().flat_map(|score| [Some(score.name), score.part_of]).flatten().collect();
        let others = names.iter().copied().filter(|name| !listed.contains(&name.as_str()));
        let plans: Vec<_> = pairs.iter().map(|(a, b)| (a.measures.planning.all(), b.measures.planning.all())).collect();
        let of_plans = |of: &dyn Fn(&GoalPlans) -> Option<f64>| {
            PairedDifference::from_pairs(plans.iter().filter_map(|(a, b)| Some((of(a)?, of(b)?))))
        };
        let counts: Vec<_> = pairs.iter().filter_map(|(a, b)| Some((a.faults.as_ref()?, b.faults.as_ref()?))).collect();
        let kinds: BTreeSet<Label> =
            counts.iter().flat_map(|(a, b)| a.counts.keys().chain(b.counts.keys())).copied().collect();
        let of_faults =
            |of: &dyn Fn(&FaultCounts) -> f64| PairedDifference::from_pairs(counts.iter().map(|(a, b)| (of(a), of(b))));
        Self {
            pairs: pairs.len(),
            first_won: winners(|pair| &pair.0),
            second_won: winners(|pair| &pair.1),
            differences: won.chain(shares).collect(),
            numbers: others.map(|name| (name, difference(&|record| record.number(name.as_str())))).collect(),
            steps_per_plan: of_plans(&GoalPlans::mean_steps),
            completed_plans: of_plans(&|plans| plans.share(PlanEnd::Completed)),
            all_faults: of_faults(&FaultCounts::total_rate),
            faults: kinds.into_iter().map(|kind| (kind, of_faults(&|counts| counts.rate(&kind)))).collect(),
            seconds: difference(&|record| record.seconds),
            lengths: (
                Quartiles::from_values(pairs.iter().map(|pair| pair.0.seconds)),
                Quartiles::from_values(pairs.iter().map(|pair| pair.1.seconds)),
            ),
            identical: pairs.iter().filter(|(a, b)| a.digest == b.digest).count(),
            deciding: deciding(results, &scores),
            scores,
        }
    }

    /// A difference by the name of its JSON field.
    pub fn difference(&self, field: &str) -> Option<&PairedDifference> {
        self.differences.get(field).and_then(Option::as_ref)
    }

    /// Whether more pairs would hardly change the answer: who wins, or the first score, has clearly changed.
    pub fn is_conclusive(&self) -> bool {
        let beyond = |difference: &PairedDifference| difference.z_score.abs() > CONCLUSIVE_Z;
        self.pairs >= MIN_PAIRS && self.deciding.iter().filter_map(|field| self.difference(field)).any(beyond)
    }
}

/// Who wins, and the first score, of each species where it stands for several; without either, nothing is ever conclusive.
fn deciding(results: &ResultSpec, scores: &[ScoreSpec]) -> Vec<&'static str> {
    let won = results.wins().next().map(|outcome| outcome.count_field);
    let first = results.scores.first();
    let of_first = scores.iter().filter(|score| first.is_some_and(|first| first.stands_for(score.name)));
    won.into_iter().chain(of_first.map(|score| score.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_differences_are_told_from_noise() {
        let of = |pairs: &mut dyn Iterator<Item = (f64, f64)>| PairedDifference::from_pairs(pairs).unwrap();
        let shifted = of(&mut (0..40).map(|n| (f64::from(n), f64::from(n) + 1.0 + f64::from(n % 3) * 0.1)));
        assert!(shifted.is_significant() && shifted.z_score > CONCLUSIVE_Z, "{shifted:?}");
        let always = of(&mut (0..40).map(|n| (f64::from(n), f64::from(n) - 1.0)));
        assert!(always.is_significant() && always.z_score < -CONCLUSIVE_Z && !always.is_zero(), "{always:?}");
        let noise = of(&mut (0..40).map(|n| (0.0, if n % 2 == 0 { 1.0 } else { -1.0 })));
        assert!(!noise.is_significant() && !noise.is_zero(), "{noise:?}");
        assert!(of(&mut [(1.0, 1.0), (2.0, 2.0)].into_iter()).is_zero());
        assert_eq!(PairedDifference::from_pairs([]), None);
    }
}
