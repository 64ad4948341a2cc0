//! How much memory a search needed: the states it held, and the size of its tables.
//!
//! Counted by entries in use, not by memory reserved, so that the figures do not depend on earlier requests.
//!
//! Independent of: how states are expanded.

use super::interned_sets::InternedSets;
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
    /// Takes the node tables of all searches and the interned sets as they are now into the figures. A search calls this before it
    /// clears its node table; in between, they only grow.
    pub fn note(&mut self, tables: &[NodeTable], sets: &InternedSets) {
        let stored = tables.iter().map(|table| table.list.len()).sum();
        let bytes = tables.iter().map(NodeTable::peak_bytes).sum::<usize>() + sets.bytes();
        self.stored = self.stored.max(stored);
        self.bytes = self.bytes.max(bytes);
    }
}
