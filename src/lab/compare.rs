//! Two sets of data on the same seeds, match against match: what changed, by how much, and how sure that is.
//!
//! Pairing takes out what the seed decides (where everybody starts, where the keys lie), so a difference shows in fewer matches
//! than two separate runs would need.

use serde::Serialize;

use super::{
    record::{MatchOutcome, MatchRecord},
    statistics::{Proportion, Quartiles, wilson_interval},
};

/// The two-sided 95 % point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;
/// A difference so many standard errors from 0 is clear, however often one has looked: the constant boundary that keeps the
/// error of ten looks within 1 %. Source: S. J. Pocock, "Group sequential methods in the design and analysis of clinical
/// trials", Biometrika 64 (1977), table 1 (3.117 for ten looks at 1 %).
const CLEAR: f64 = 3.117;
/// Fewer pairs than this are not judged.
const FEWEST: usize = 20;

/// A mean difference, second minus first, and the interval that holds the true one 95 times in 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
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
    /// How many standard errors the change is from 0; 0 where nothing ever differed, and more than can be counted where all
    /// pairs differ by the same.
    pub errors: f64,
}

impl PairedDifference {
    /// The difference of paired numbers.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let pairs: Vec<(f64, f64)> = pairs.into_iter().collect();
        let n = pairs.len() as f64;
        if pairs.is_empty() {
            return Self::default();
        }
        let first = pairs.iter().map(|pair| pair.0).sum::<f64>() / n;
        let second = pairs.iter().map(|pair| pair.1).sum::<f64>() / n;
        let change = second - first;
        let squares: f64 = pairs.iter().map(|pair| (pair.1 - pair.0 - change).powi(2)).sum();
        let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
        let errors = match change {
            _ if error > 0.0 => change / error,
            0.0 => 0.0,
            always => f64::MAX.copysign(always),
        };
        Self { first, second, change, low: change - Z95 * error, high: change + Z95 * error, errors }
    }

    /// Whether 0 lies outside the interval.
    pub fn is_significant(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// What a comparison showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchComparison {
    /// How many pairs of matches.
    pub pairs: usize,
    /// The share of matches the hunters won with the first data.
    pub first_won: Proportion,
    /// The same with the second.
    pub second_won: Proportion,
    /// The share of matches the hunters won.
    pub hunters_won: PairedDifference,
    /// The share of matches the hunted won.
    pub hunted_won: PairedDifference,
    /// The share of the hunted who were caught.
    pub caught: PairedDifference,
    /// The share of the hunted who escaped.
    pub escaped: PairedDifference,
    /// The length of a match, in seconds.
    pub seconds: PairedDifference,
    /// The spread of lengths with the first and the second.
    pub lengths: (Quartiles, Quartiles),
    /// How many pairs played out event for event the same.
    pub identical: usize,
}

impl MatchComparison {
    /// Compares pairs of matches on the same level and seed.
    pub fn from_pairs(pairs: &[(MatchRecord, MatchRecord)]) -> Self {
        let difference =
            |of: &dyn Fn(&MatchRecord) -> f64| PairedDifference::from_pairs(pairs.iter().map(|(a, b)| (of(a), of(b))));
        let won = |side: MatchOutcome| move |record: &MatchRecord| f64::from(u8::from(record.outcome == side));
        let share = |count: u16, record: &MatchRecord| f64::from(count) / f64::from(record.hunted.max(1));
        let hunters = |record: &MatchRecord| record.outcome == MatchOutcome::Hunters;
        Self {
            pairs: pairs.len(),
            first_won: wilson_interval(pairs.iter().filter(|pair| hunters(&pair.0)).count(), pairs.len()),
            second_won: wilson_interval(pairs.iter().filter(|pair| hunters(&pair.1)).count(), pairs.len()),
            hunters_won: difference(&won(MatchOutcome::Hunters)),
            hunted_won: difference(&won(MatchOutcome::Hunted)),
            caught: difference(&|record| share(record.caught, record)),
            escaped: difference(&|record| share(record.escaped, record)),
            seconds: difference(&|record| record.seconds),
            lengths: (
                Quartiles::from_values(pairs.iter().map(|pair| pair.0.seconds)),
                Quartiles::from_values(pairs.iter().map(|pair| pair.1.seconds)),
            ),
            identical: pairs.iter().filter(|(a, b)| a.digest == b.digest).count(),
        }
    }

    /// Whether more pairs would hardly change the answer: who wins, or how many are caught, has clearly changed.
    pub fn is_conclusive(&self) -> bool {
        self.pairs >= FEWEST && (self.hunters_won.errors.abs() > CLEAR || self.caught.errors.abs() > CLEAR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_differences_are_told_from_chance() {
        let shifted =
            PairedDifference::from_pairs((0..40).map(|n| (f64::from(n), f64::from(n) + 1.0 + f64::from(n % 3) * 0.1)));
        assert!(shifted.is_significant() && shifted.errors > CLEAR, "{shifted:?}");
        let always = PairedDifference::from_pairs((0..40).map(|n| (f64::from(n), f64::from(n) - 1.0)));
        assert!(always.is_significant() && always.errors < -CLEAR, "{always:?}");
        let noise = PairedDifference::from_pairs((0..40).map(|n| (0.0, if n % 2 == 0 { 1.0 } else { -1.0 })));
        assert!(!noise.is_significant(), "{noise:?}");
        assert_eq!(PairedDifference::from_pairs([(1.0, 1.0), (2.0, 2.0)]).change, 0.0);
        assert_eq!(PairedDifference::from_pairs([]), PairedDifference::default());
    }
}
