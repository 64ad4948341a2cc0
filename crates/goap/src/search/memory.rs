//! How much memory a search needed: the states it held, and the size of its tables.
//!
//! Counted by entries in use, not by memory reserved, so that the figures do not depend on earlier requests.
//!
//! Independent of: how states are expanded.

use super::Scratch;
use super::nodes::NodeTable;

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
    /// Bytes of the search's node table and the interned sets.
    #[inline]
    pub fn table_bytes(&self) -> usize {
        self.nodes.peak_bytes() + self.sets.bytes()
    }

    /// Bytes of the tables of paused searches.
    pub fn parked_bytes(&self) -> usize {
        self.parked.iter().map(NodeTable::peak_bytes).sum()
    }

    /// Takes the node tables and the interned sets as they are now into the figures. A search calls this before it clears
    /// its node table; in between, they only grow.
    pub fn note_memory(&mut self) {
        let mut now = SearchMemory { stored: self.nodes.list.len(), bytes: self.table_bytes() };
        if self.has_helpers {
            now.stored += self.parked.iter().map(|table| table.list.len()).sum::<usize>();
            now.bytes += self.parked_bytes();
        }
        self.memory = self.memory.max(now);
    }
}
