//! How much memory a search needed: the states it held, and the size of its tables.
//!
//! Counted by entries in use, not by memory reserved, so that the figures do not depend on earlier requests.
//!
//! Independent of: how states are expanded.

use super::Scratch;

/// The memory of one search, at its peak.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SearchMemory {
    /// The most states held at once.
    pub stored: usize,
    /// Bytes of the search's tables, each at its peak.
    pub bytes: usize,
}

impl SearchMemory {
    /// The larger of each figure.
    pub fn max(self, other: Self) -> Self {
        Self { stored: self.stored.max(other.stored), bytes: self.bytes.max(other.bytes) }
    }
}

impl Scratch {
    /// Takes the node tables and the interned sets as they are now into the figures. A search calls this before it clears
    /// its node table; in between, they only grow.
    pub fn note_memory(&mut self) {
        let mut now =
            SearchMemory { stored: self.nodes.list.len(), bytes: self.nodes.peak_bytes() + self.sets.bytes() };
        if self.has_helpers {
            for table in self.parked.iter().filter(|table| !table.list.is_empty()) {
                now.stored += table.list.len();
                now.bytes += table.peak_bytes();
            }
        }
        self.memory = self.memory.max(now);
    }
}
