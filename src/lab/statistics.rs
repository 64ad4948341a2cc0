//! The few statistics a person decides from: shares with their uncertainty, medians with their spread.

use serde::{Deserialize, Serialize};

/// The two-sided 95 % point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// A share and the interval that holds the true one 95 times in 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// The share seen, 0 to 1.
    pub share: f64,
    /// The lower end, 0 to 1.
    pub low: f64,
    /// The upper end, 0 to 1.
    pub high: f64,
}

/// The Wilson score interval of `hits` out of `tries`; 0 to 1 where there were no tries.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. Unlike the textbook
/// interval it stays within 0 to 1 and is honest for few tries and for shares near the ends.
pub fn wilson_interval(hits: usize, tries: usize) -> Proportion {
    if tries == 0 {
        return Proportion { share: 0.0, low: 0.0, high: 1.0 };
    }
    let n = tries as f64;
    let share = hits as f64 / n;
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    Proportion { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// Where the middle of some numbers lies and how far they spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// The smallest.
    pub min: f64,
    /// A quarter lies below.
    pub q1: f64,
    /// Half lies below.
    pub median: f64,
    /// A quarter lies above.
    pub q3: f64,
    /// The largest.
    pub max: f64,
}

impl Quartiles {
    /// The spread of some numbers; all 0 where there are none. What is not a number is left out.
    pub fn from_values(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = numbers.into_iter().filter(|number| !number.is_nan()).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| quantile(&sorted, share);
        Self { min: at(0.0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1.0) }
    }
}

/// The number below which this share of the sorted numbers lies, between neighbours in proportion; 0 where there are none.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share * last as f64;
    let below = sorted.get(place.floor() as usize).copied().unwrap_or(0.0);
    let above = sorted.get(place.ceil() as usize).copied().unwrap_or(below);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the published worked example: 8 of 10 gives 0.490 to 0.943.
    #[test]
    fn the_interval_is_wilsons() {
        let interval = wilson_interval(8, 10);
        assert!((interval.low - 0.490_2).abs() < 1e-3, "{interval:?}");
        assert!((interval.high - 0.943_3).abs() < 1e-3, "{interval:?}");
        assert_eq!(wilson_interval(0, 20).low, 0.0);
        assert!(wilson_interval(0, 20).high > 0.1);
        assert_eq!(wilson_interval(0, 0), Proportion { share: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn a_spread_lies_between_its_ends() {
        let spread = Quartiles::from_values([4.0, 1.0, 3.0, 2.0, 5.0, f64::NAN]);
        assert_eq!((spread.min, spread.q1, spread.median, spread.q3, spread.max), (1.0, 2.0, 3.0, 4.0, 5.0));
        assert_eq!(Quartiles::from_values([]), Quartiles::default());
    }
}
