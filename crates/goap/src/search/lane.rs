//! A search that can be paused and continued, so that several can share one budget.
//!
//! Independent of: the direction of the search, what the searches find.

use super::nodes::{NONE, Weight};
use crate::number::INF;

/// The state of one search between two slices of the budget.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lane {
    /// Which of the scratch memory's node tables is its own.
    pub table: usize,
    pub forward: bool,
    pub weight: Weight,
    pub started: bool,
    /// Whether there is nothing left to search.
    pub done: bool,
    /// The node that completes the best plan of this search.
    pub best: u32,
    /// Only plans below this cost are sought.
    pub total: i64,
    /// Proven lower bound of the cost of every plan; only for exact searches.
    pub bound: i64,
}

impl Lane {
    pub fn new(table: usize, forward: bool, weight: Weight) -> Self {
        Self { table, forward, weight, started: false, done: false, best: NONE, total: INF, bound: 0 }
    }
}
