//! The nodes of a search: a hash table of packed states, how each was reached, and the priority queue of open nodes.
//!
//! Independent of: the meaning of a state.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grounding::PathStep;
use super::number_table::NumberTable;
use crate::number::{INF, add};

/// Stands for no node, no action or no candidate.
pub(crate) const NONE: u32 = u32::MAX;

/// The number of slots of an empty hash table.
const MIN_SLOTS: usize = 64;

/// How a state was reached, and its costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeRecord {
    pub parent: u32,
    /// Index of the task's action between the parent and this node.
    pub action: u32,
    /// The action's candidate; [`NONE`] if it has none.
    pub candidate: u32,
    /// Whether it is in the queue.
    pub open: bool,
    /// How many of the task's actions have been tried from here; the node is expanded partially.
    pub tried: u32,
    /// Cost of the path from the root.
    pub cost: i64,
    /// Lower bound of the cost of the rest of the plan.
    pub heuristic: i64,
    /// Landmarks that the rest of the plan must pass, one bit each.
    pub landmarks: u64,
}

impl NodeRecord {
    /// The node with which a search begins.
    pub fn root(heuristic: i64, landmarks: u64) -> Self {
        Self { parent: NONE, action: NONE, candidate: NONE, open: true, tried: 0, cost: 0, heuristic, landmarks }
    }
}

/// How much the heuristic counts in the order of expansion, in quarters. With more than 1, a search finds a plan sooner that
/// costs more (weighted A*: Pohl, 1970).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weight(pub i64);

impl Weight {
    /// Plans of minimum cost.
    pub const EXACT: Self = Self(4);

    /// The place of a node in the queue.
    #[inline(always)]
    pub fn entry(self, node: u32, cost: i64, heuristic: i64) -> QueueEntry {
        let total = if self == Self::EXACT {
            cost + heuristic
        } else {
            add(cost, (heuristic.saturating_mul(self.0) / 4).min(INF))
        };
        QueueEntry { total, heuristic, node }
    }
}

#[derive(Debug, Default)]
pub(crate) struct NodeTable {
    words: usize,
    states: Vec<u64>,
    pub list: Vec<NodeRecord>,
    /// By state.
    table: NumberTable,
    queue: BinaryHeap<Reverse<QueueEntry>>,
    /// The most entries that `queue` had before one was taken out.
    longest_queue: usize,
    /// The best of the newest entries, kept outside the heap: most searches expand it next.
    next: Option<QueueEntry>,
    /// Whether to record the order of expansion, and that order.
    recording: bool,
    expansion_order: Vec<u32>,
}

/// An entry of the queue. The best comes first: by estimated total cost, then by heuristic, then by age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QueueEntry {
    pub total: i64,
    pub heuristic: i64,
    pub node: u32,
}

impl NodeTable {
    pub fn reset(&mut self, words: usize) {
        self.words = words;
        self.states.clear();
        self.list.clear();
        self.queue.clear();
        self.longest_queue = 0;
        self.next = None;
        self.expansion_order.clear();
        self.table.reset(MIN_SLOTS);
    }

    /// Forgets all states; the table must be reset before it is used again.
    pub fn clear(&mut self) {
        self.states.clear();
        self.list.clear();
    }

    /// Queues all open nodes whose estimate is below a cost anew, in the order of another weight.
    pub fn reweigh(&mut self, weight: Weight, below: i64) {
        self.queue.clear();
        self.next = None;
        for id in 0..self.list.len() as u32 {
            let node = self.list[id as usize];
            if node.open && add(node.cost, node.heuristic) < below {
                self.push(weight.entry(id, node.cost, node.heuristic));
            }
        }
    }

    /// Switches the recording of expansions on or off.
    #[cfg(feature = "graph")]
    pub fn set_recording(&mut self, on: bool) {
        self.recording = on;
    }

    /// Records that a node is being expanded.
    pub fn record_expansion(&mut self, node: u32) {
        if self.recording {
            self.expansion_order.push(node);
        }
    }

    /// The expanded nodes in order; empty unless recording was on.
    #[cfg(feature = "graph")]
    pub fn expansion_order(&self) -> &[u32] {
        &self.expansion_order
    }

    pub fn state(&self, node: u32) -> &[u64] {
        let start = node as usize * self.words;
        &self.states[start..start + self.words]
    }

    /// The steps from a node back to the root.
    pub fn path_to_root(&self, node: u32) -> impl Iterator<Item = PathStep> {
        let record = |id: u32| Some(&self.list[id as usize]).filter(|record| record.parent != NONE);
        std::iter::successors(record(node), move |below| record(below.parent))
            .map(|record| PathStep { action: record.action, candidate: record.candidate })
    }

    /// Bytes of states, records, hash slots and queue, each at its peak since the table was cleared; 0 for a table without nodes.
    /// The order of expansion is not counted: only graphs need it.
    #[inline]
    pub fn peak_bytes(&self) -> usize {
        if self.list.is_empty() {
            return 0;
        }
        size_of_val(self.states.as_slice())
            + size_of_val(self.list.as_slice())
            + self.table.slots() * NumberTable::SLOT_BYTES
            + self.queue.len().max(self.longest_queue) * size_of::<QueueEntry>()
    }

    /// Sets the record of a node that [`Self::find_or_add`] has returned.
    #[inline]
    pub fn set(&mut self, node: u32, record: NodeRecord) {
        match self.list.get_mut(node as usize) {
            Some(known) => *known = record,
            None => self.list.push(record),
        }
    }

    /// Bytes of all tables but one.
    pub fn bytes_but(tables: &[Self], one: usize) -> usize {
        tables.iter().enumerate().filter(|&(index, _)| index != one).map(|(_, table)| table.peak_bytes()).sum()
    }

    /// The node of a state, and whether it is new. The caller must [`set`](Self::set) a new node's record.
    pub fn find_or_add(&mut self, state: &[u64]) -> (u32, bool) {
        let Self { words, states, table, .. } = self;
        let known = |node: u32| &states[node as usize * *words..][..*words];
        let node = self.list.len() as u32;
        if self.list.len() * 2 >= table.slots() {
            table.grow(0..node, |node| hash(known(node)));
        }
        match table.find_or_enter(hash(state), node, |node| known(node) == state) {
            Some(node) => (node, false),
            None => {
                states.extend_from_slice(state);
                (node, true)
            }
        }
    }

    pub fn push(&mut self, entry: QueueEntry) {
        match self.next {
            None => self.next = Some(entry),
            Some(next) if entry < next => {
                self.next = Some(entry);
                self.queue.push(Reverse(next));
            }
            Some(_) => self.queue.push(Reverse(entry)),
        }
    }

    /// Takes the best entry.
    pub fn pop(&mut self) -> Option<QueueEntry> {
        match (self.next, self.queue.peek()) {
            (Some(next), first) if first.is_none_or(|Reverse(first)| next <= *first) => self.next.take(),
            _ => {
                self.longest_queue = self.longest_queue.max(self.queue.len());
                self.queue.pop().map(|Reverse(first)| first)
            }
        }
    }
}

fn hash(state: &[u64]) -> u64 {
    let mut hash = 0_u64;
    for &word in state {
        hash = (hash.rotate_left(27) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash ^ (hash >> 32)
}
