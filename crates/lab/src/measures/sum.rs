//! Sums of measures over matches.

use std::collections::BTreeMap;

/// What is summed over matches.
pub trait Sum {
    /// Adds the same of another match.
    fn add(&mut self, other: &Self);
}

/// Declares what is the sum of its fields.
macro_rules! sum_of_fields {
    ($($type:ident { $($field:tt),* $(,)? })*) => {
        $(impl $crate::measures::Sum for $type {
            fn add(&mut self, other: &Self) {
                $($crate::measures::Sum::add(&mut self.$field, &other.$field);)*
            }
        })*
    };
}

pub(super) use sum_of_fields;

impl Sum for u32 {
    fn add(&mut self, other: &Self) {
        *self += other;
    }
}

impl Sum for u64 {
    fn add(&mut self, other: &Self) {
        *self += other;
    }
}

impl Sum for f64 {
    fn add(&mut self, other: &Self) {
        *self += other;
    }
}

/// Whether it holds in any match.
impl Sum for bool {
    fn add(&mut self, other: &Self) {
        *self |= other;
    }
}

/// A histogram.
impl Sum for Vec<u32> {
    fn add(&mut self, other: &Self) {
        self.resize(self.len().max(other.len()), 0);
        self.iter_mut().zip(other).for_each(|(sum, number)| *sum += number);
    }
}

impl<K: Clone + Ord, V: Default + Sum> Sum for BTreeMap<K, V> {
    fn add(&mut self, other: &Self) {
        for (key, value) in other {
            match self.get_mut(key) {
                Some(sum) => sum.add(value),
                None => self.entry(key.clone()).or_default().add(value),
            }
        }
    }
}
