//! The shortest paths through all but a few of the stops, for every set of stops that may be visited (Held and Karp, "A dynamic
//! programming approach to sequencing problems", 1962; Bellman, 1962). The table doubles with each stop, so it is only
//! computed for long searches over few stops. There it makes the bound of the way exact.
//!
//! Independent of: states, nodes.

use super::walks::Stops;
use crate::number::{INF, add};

/// The maximum number of stops: a table of 8 MiB.
const MAX_PATH_STOPS: usize = 16;

/// Entries of the table that take about as long as one expansion.
const ENTRIES_PER_NODE: usize = 1 << 11;

/// Entries that are computed in a microsecond.
const ENTRIES_PER_MICRO: usize = 1 << 7;

#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// By set of stops that may be visited (one bit each), then by stop that is not in the set: the shortest path to it through
    /// all stops of the set but `spare`.
    lengths: Vec<i64>,
    count: usize,
    spare: usize,
}

impl Paths {
    pub fn clear(&mut self) {
        self.lengths.clear();
        self.count = 0;
    }

    pub fn is_computed(&self) -> bool {
        self.count > 0
    }

    /// The length of a search, in nodes, from which the table pays; `None` if there are no stops, or too many for the table or
    /// for half of the time that the search has.
    pub fn pays_from(stops: &Stops, micros: Option<u64>) -> Option<u32> {
        let count = stops.len();
        if !(1..=MAX_PATH_STOPS).contains(&count) {
            return None;
        }
        let entries = count << count;
        let in_time = micros.is_none_or(|micros| (entries / ENTRIES_PER_MICRO) as u64 <= micros / 2);
        in_time.then_some(64 + (entries / ENTRIES_PER_NODE) as u32)
    }

    /// Computes the paths through all but `spare` stops of each set.
    pub fn compute(&mut self, stops: &Stops, spare: usize) {
        let count = stops.len();
        (self.count, self.spare) = (count, spare);
        self.lengths.clear();
        self.lengths.reserve(count << count);
        for set in 0..1_usize << count {
            for to in 0..count {
                let length = if set >> to & 1 == 1 {
                    INF
                } else if set.count_ones() as usize <= spare {
                    stops.travel(count, to)
                } else {
                    self.through(set, stops, |from| stops.travel(from, to))
                };
                self.lengths.push(length);
            }
        }
    }

    /// The shortest path through all but `spare` stops of a set, which has more, to a place that is not in the set.
    fn through(&self, set: usize, stops: &Stops, travel: impl Fn(usize) -> i64) -> i64 {
        let (mut left, mut least) = (set, INF);
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            let before = self.lengths[(set & !(1 << from)) * self.count + from];
            least = least.min(add(before, add(stops.extra[from], travel(from))));
        }
        least
    }

    /// The shortest path to a place through `needed` stops of a set; `to` is the place's number if it is a stop. A lower bound if
    /// fewer than `spare` stops of the set are left over; `None` if more are.
    pub fn to(
        &self,
        set: usize,
        needed: usize,
        stops: &Stops,
        to: Option<usize>,
        travel: impl Fn(usize) -> i64,
    ) -> Option<i64> {
        let size = set.count_ones() as usize;
        if size > needed + self.spare || size <= self.spare {
            return None;
        }
        match to {
            Some(to) if set >> to & 1 == 0 => Some(self.lengths[set * self.count + to]),
            _ => Some(self.through(set, stops, travel)),
        }
    }
}
