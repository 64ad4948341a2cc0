//! The nodes of a search: a hash table of packed states, how each was reached, and the priority queue of open nodes.
//!
//! Independent of: the meaning of a state.

use super::grounding::PathStep;
use crate::number::{INF, add};

/// Stands for no node, no action or no candidate.
pub(crate) const NONE: u32 = u32::MAX;

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
    /// Open addressing. Only the first `mask + 1` slots are in use; slots with another stamp are free.
    table: Vec<(u32, u32)>,
    mask: usize,
    stamp: u32,
    queue: Vec<QueueEntry>,
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
        if self.table.is_empty() {
            self.table.resize(64, (0, 0));
        }
        self.mask = 63;
        self.next_stamp();
    }

    fn next_stamp(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.table.fill((0, 0));
            self.stamp = 1;
        }
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
            + (self.mask + 1) * size_of::<(u32, u32)>()
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
        if self.list.len() * 2 > self.mask {
            self.grow();
        }
        let mut at = hash(state) as usize & self.mask;
        loop {
            let (stamp, node) = self.table[at];
            if stamp != self.stamp {
                let node = self.list.len() as u32;
                self.table[at] = (self.stamp, node);
                self.states.extend_from_slice(state);
                return (node, true);
            }
            if self.state(node) == state {
                return (node, false);
            }
            at = (at + 1) & self.mask;
        }
    }

    fn grow(&mut self) {
        self.mask = self.mask * 2 + 1;
        if self.table.len() <= self.mask {
            self.table.resize(self.mask + 1, (0, 0));
        }
        self.next_stamp();
        for node in 0..self.list.len() as u32 {
            let mut at = hash(self.state(node)) as usize & self.mask;
            while self.table[at].0 == self.stamp {
                at = (at + 1) & self.mask;
            }
            self.table[at] = (self.stamp, node);
        }
    }

    pub fn push(&mut self, entry: QueueEntry) {
        match self.next {
            None => self.next = Some(entry),
            Some(next) if entry < next => {
                self.next = Some(entry);
                self.enqueue(next);
            }
            Some(_) => self.enqueue(entry),
        }
    }

    /// Takes the best entry.
    pub fn pop(&mut self) -> Option<QueueEntry> {
        match (self.next, self.queue.first()) {
            (Some(next), Some(first)) if *first < next => self.dequeue(),
            (None, _) => self.dequeue(),
            (next, _) => {
                self.next = None;
                next
            }
        }
    }

    fn enqueue(&mut self, entry: QueueEntry) {
        let queue = &mut self.queue;
        let mut at = queue.len();
        queue.push(entry);
        while at > 0 {
            let above = (at - 1) / 2;
            if queue[above] <= entry {
                break;
            }
            queue[at] = queue[above];
            at = above;
        }
        queue[at] = entry;
    }

    fn dequeue(&mut self) -> Option<QueueEntry> {
        let queue = &mut self.queue;
        self.longest_queue = self.longest_queue.max(queue.len());
        let last = queue.pop()?;
        let Some(&first) = queue.first() else { return Some(last) };
        let mut at = 0;
        loop {
            let mut below = at * 2 + 1;
            if below >= queue.len() {
                break;
            }
            if below + 1 < queue.len() && queue[below + 1] < queue[below] {
                below += 1;
            }
            if queue[below] >= last {
                break;
            }
            queue[at] = queue[below];
            at = below;
        }
        queue[at] = last;
        Some(first)
    }
}

fn hash(state: &[u64]) -> u64 {
    let mut hash = 0_u64;
    for &word in state {
        hash = (hash.rotate_left(27) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash ^ (hash >> 32)
}
