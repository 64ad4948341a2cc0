//! The shortest walks through a number of stops, by dynamic programming over the candidates. A walk may return to a stop, but
//! not at once: A, B, A is excluded (2-cycle elimination: Christofides, Mingozzi and Toth, "State-space relaxation
//! procedures for the computation of bounds to routing problems", 1981). So a walk is never longer than a path through
//! different stops.
//!
//! Independent of: states, nodes.

use crate::number::{INF, add};

/// The shortest walks that end at a stop, with a given number of stops before it.
#[derive(Debug, Clone, Copy)]
struct WalkEnd {
    /// Length of the shortest walk, and the stop before its end; [`NOWHERE`] if there is none.
    best: i64,
    before: u32,
    /// Length of the shortest walk with another stop before its end.
    second: i64,
}

const NOWHERE: u32 = u32::MAX;

impl WalkEnd {
    const NONE: Self = Self { best: INF, before: NOWHERE, second: INF };
}

/// The candidates at which the agent may stop, and what it costs to get to and to use them.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    /// In ascending order.
    pub candidates: Vec<u32>,
    /// Travel costs: a row for each stop, then one for the agent's position; a column for each stop.
    pub travel: Vec<i64>,
    /// By stop: what its use costs more than that of the cheapest one.
    pub extra: Vec<i64>,
}

impl Stops {
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// The number of a candidate, if it is a stop.
    pub fn number(&self, candidate: u32) -> Option<usize> {
        self.candidates.binary_search(&candidate).ok()
    }

    pub fn travel(&self, from: usize, to: usize) -> i64 {
        self.travel[from * self.len() + to]
    }
}

/// All walks of up to a number of stops.
#[derive(Debug, Default)]
pub(crate) struct Walks {
    /// By number of stops before it, then by stop.
    ends: Vec<WalkEnd>,
    /// By number of stops, from 1: the length of the shortest walk.
    pub least: Vec<i64>,
    count: usize,
}

impl Walks {
    pub fn clear(&mut self) {
        self.ends.clear();
        self.least.clear();
        self.count = 0;
    }

    /// Computes the walks of up to `most` stops.
    pub fn compute(&mut self, stops: &Stops, most: usize) {
        let count = stops.len();
        self.clear();
        self.count = count;
        for round in 0..most {
            for stop in 0..count {
                let end = match round {
                    0 => WalkEnd { best: stops.travel(count, stop), ..WalkEnd::NONE },
                    _ => self.extend(round - 1, stop, |from| stops.travel(from, stop)),
                };
                let extra = stops.extra[stop];
                self.ends.push(WalkEnd { best: add(end.best, extra), second: add(end.second, extra), ..end });
            }
            let ends = &self.ends[round * count..];
            self.least.push(ends.iter().map(|end| end.best).min().unwrap_or(INF));
        }
    }

    /// The shortest continuations of walks to a place: a stop by its number, or `count` for any other place.
    fn extend(&self, round: usize, to: usize, travel: impl Fn(usize) -> i64) -> WalkEnd {
        let mut found = WalkEnd::NONE;
        for (from, end) in self.ends[round * self.count..(round + 1) * self.count].iter().enumerate() {
            if from == to {
                continue;
            }
            let length = add(if end.before as usize == to { end.second } else { end.best }, travel(from));
            if length < found.best {
                (found.second, found.best, found.before) = (found.best, length, from as u32);
            } else if length < found.second {
                found.second = length;
            }
        }
        found
    }

    /// The shortest walk through this many stops, at least one, to a place that is not among them. `place` is its number if
    /// it could be a stop.
    pub fn to(&self, stops: usize, place: Option<usize>, travel: impl Fn(usize) -> i64) -> i64 {
        self.extend(stops - 1, place.unwrap_or(self.count), travel).best
    }
}
