//! Sets of values: what a condition allows, as sorted disjoint closed intervals in the steps of a fact's scale.
//!
//! One representation serves all fact types: a bool is 0 or 1, a symbol its index, a target its candidate or -1. It is
//! closed under all operations of regression: intersection, complement, and the preimage of a clamped addition.
//!
//! Independent of: fact names, actions, search.

/// Closed intervals, sorted, disjoint and not adjacent. The empty list allows no value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct ValueSet(pub Vec<(i64, i64)>);

impl ValueSet {
    pub fn interval(low: i64, high: i64) -> Self {
        Self(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    /// Whether the set has all values of a range and no others.
    pub fn is_interval(&self, range: (i64, i64)) -> bool {
        self.0 == [range]
    }

    pub fn point(value: i64) -> Self {
        Self(vec![(value, value)])
    }

    /// The union of any intervals.
    pub fn union(mut parts: Vec<(i64, i64)>) -> Self {
        parts.retain(|&(low, high)| low <= high);
        parts.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(parts.len());
        for (low, high) in parts {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self(merged)
    }

    pub fn intersection(&self, other: &Self) -> Self {
        let mut out = Vec::new();
        intersect(&self.0, &other.0, &mut out);
        Self(out)
    }

    /// All values from `low` to `high` that are not in the set.
    pub fn complement(&self, low: i64, high: i64) -> Self {
        let mut out = Vec::new();
        let mut next = low;
        for &(a, b) in &self.0 {
            if a > next {
                out.push((next, a - 1));
            }
            next = next.max(b.saturating_add(1));
        }
        if next <= high {
            out.push((next, high));
        }
        Self(out)
    }

    pub fn contains(&self, value: i64) -> bool {
        contains(&self.0, value)
    }
}

/// Whether a value is in one of the sorted intervals.
pub(crate) fn contains(set: &[(i64, i64)], value: i64) -> bool {
    match set {
        [] => false,
        [(low, high)] => *low <= value && value <= *high,
        _ => {
            let after = set.partition_point(|&(low, _)| low <= value);
            after > 0 && set[after - 1].1 >= value
        }
    }
}

/// Appends the intersection of two sets to `out`.
pub(crate) fn intersect(a: &[(i64, i64)], b: &[(i64, i64)], out: &mut Vec<(i64, i64)>) {
    let (mut i, mut j) = (0, 0);
    while let (Some(&(a_low, a_high)), Some(&(b_low, b_high))) = (a.get(i), b.get(j)) {
        let (low, high) = (a_low.max(b_low), a_high.min(b_high));
        if low <= high {
            out.push((low, high));
        }
        if a_high < b_high { i += 1 } else { j += 1 }
    }
}

/// Whether every value of `a` is in `b`.
pub(crate) fn subset(a: &[(i64, i64)], b: &[(i64, i64)]) -> bool {
    let mut j = 0;
    a.iter().all(|&(low, high)| {
        while b.get(j).is_some_and(|&(_, b_high)| b_high < low) {
            j += 1;
        }
        b.get(j).is_some_and(|&(b_low, b_high)| b_low <= low && high <= b_high)
    })
}

/// Appends to `out` the values `v` of the range for which `clamp(v + amount)` is in `set`.
///
/// Clamped addition is monotone, so the preimage of an interval is an interval. An end of the interval that coincides with
/// an end of the range stays there, because additions stop there; any other end is shifted.
pub(crate) fn preimage_of_add(set: &[(i64, i64)], amount: i64, range: (i64, i64), out: &mut Vec<(i64, i64)>) {
    let (min, max) = range;
    for &(low, high) in set {
        let from = if low <= min { min } else { (low - amount).max(min) };
        let to = if high >= max { max } else { (high - amount).min(max) };
        // No value of the range is taken into this interval.
        if from > to {
            continue;
        }
        // All intervals shift by the same amount, so disjoint intervals stay disjoint.
        out.push((from, to));
    }
}
