//! Proportions with their confidence intervals, and quantiles.

use serde::{Deserialize, Serialize};

/// The two-sided 95 % point of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// A proportion with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// The observed proportion, 0 to 1.
    pub share: f64,
    /// The lower end of the interval, 0 to 1.
    pub low: f64,
    /// The upper end of the interval, 0 to 1.
    pub high: f64,
}

impl Proportion {
    /// For tables: `"38 % (34 to 41)"`.
    pub fn percent(&self) -> String {
        format!("{:.0} % ({:.0} to {:.0})", self.share * 100.0, self.low * 100.0, self.high * 100.0)
    }
}

/// Formats a value, or `–` if nothing was measured.
pub fn or_dash<T>(value: Option<T>, format: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), format)
}

/// The Wilson score interval of `hits` out of `tries`; `None` without tries.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. Unlike the normal
/// approximation it stays within 0 to 1 and holds for few tries and for proportions near the ends.
pub fn wilson_interval(hits: usize, tries: usize) -> Option<Proportion> {
    if tries == 0 {
        return None;
    }
    let n = tries as f64;
    let share = hits as f64 / n;
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    Some(Proportion { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

/// The five-number summary of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// The smallest value.
    pub min: f64,
    /// The first quartile.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub q3: f64,
    /// The largest value.
    pub max: f64,
}

impl Quartiles {
    /// Summarises a sample; NaN values are ignored. `None` for an empty sample.
    pub fn from_values(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| quantile(&sorted, share);
        Some(Self { min: at(0.0)?, q1: at(0.25)?, median: at(0.5)?, q3: at(0.75)?, max: at(1.0)? })
    }
}

/// The quantile of a sorted sample, interpolated linearly; `None` for an empty sample.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let position = share * sorted.len().checked_sub(1)? as f64;
    let below = sorted.get(position.floor() as usize).copied()?;
    let above = sorted.get(position.ceil() as usize).copied().unwrap_or(below);
    Some(below + (above - below) * position.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the published worked example: 8 of 10 gives 0.490 to 0.943.
    #[test]
    fn the_interval_is_wilsons() {
        let interval = wilson_interval(8, 10).unwrap();
        assert!((interval.low - 0.490_2).abs() < 1e-3, "{interval:?}");
        assert!((interval.high - 0.943_3).abs() < 1e-3, "{interval:?}");
        let none = wilson_interval(0, 20).unwrap();
        assert!(none.low == 0.0 && none.high > 0.1);
        assert_eq!(wilson_interval(0, 0), None);
    }

    #[test]
    fn quartiles_of_a_sample() {
        let quartiles = Quartiles::from_values([4.0, 1.0, 3.0, 2.0, 5.0, f64::NAN]).unwrap();
        assert_eq!(quartiles, Quartiles { min: 1.0, q1: 2.0, median: 3.0, q3: 4.0, max: 5.0 });
        assert_eq!(Quartiles::from_values([]), None);
    }

    #[test]
    fn what_was_not_measured_is_a_dash() {
        assert_eq!(or_dash(wilson_interval(1, 2), |share| share.percent()), "50 % (9 to 91)");
        assert_eq!(or_dash(wilson_interval(0, 0), |share| share.percent()), "–");
    }
}
