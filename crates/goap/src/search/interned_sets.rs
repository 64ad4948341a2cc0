//! Interned value sets: each distinct set of values in a search has a number, so that packed states stay small and
//! compare by their bits.
//!
//! Independent of: actions, goals, the order of search.

use super::number_table::NumberTable;
use crate::task::Task;
use crate::values::{contains, intersect, preimage_of_add, subset};

/// A cost that has not been computed yet.
pub(crate) const UNKNOWN: i64 = -1;

/// The minimum number of slots of the hash table.
const MIN_SLOTS: usize = 256;

/// Stands for a field in sets whose members are used candidates rather than values of a fact.
pub(crate) const USED: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct SetEntry {
    field: u32,
    start: u32,
    len: u32,
    /// Lower bound of the cost of getting the field's value from the start into the set; [`UNKNOWN`] at first.
    cost: i64,
    /// Whether the start value is in the set; valid once the cost is known.
    holds: bool,
}

impl SetEntry {
    fn members(self, pool: &[(i64, i64)]) -> &[(i64, i64)] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// The sets of one request, numbered from 1; number 0 allows any value. Cleared for each request, never freed.
#[derive(Debug, Default)]
pub(crate) struct InternedSets {
    entries: Vec<SetEntry>,
    pool: Vec<(i64, i64)>,
    spare: Vec<(i64, i64)>,
    /// By field and members.
    table: NumberTable,
}

impl InternedSets {
    /// Clears the sets and adds those that the task's conditions mention, under the task's numbers.
    pub fn reset(&mut self, task: &Task) {
        self.entries.clear();
        self.pool.clear();
        self.entries.push(SetEntry { field: USED, start: 0, len: 0, cost: 0, holds: true });
        // As many slots as earlier requests needed: the next one is probably similar.
        self.table.reset(self.table.slots().max(MIN_SLOTS));
        for (field, set) in &task.sets {
            let start = self.pool.len();
            self.pool.extend_from_slice(&set.0);
            self.intern(*field, start);
        }
    }

    pub fn members(&self, number: u32) -> &[(i64, i64)] {
        self.entries[number as usize].members(&self.pool)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Bytes of the sets, with the hash slots that this many sets need. They only grow during a request.
    pub fn bytes(&self) -> usize {
        let slots = match self.entries.len() {
            0 | 1 => 0,
            count => ((count - 1) * 2).next_power_of_two().max(MIN_SLOTS),
        };
        size_of_val(self.entries.as_slice()) + size_of_val(self.pool.as_slice()) + slots * NumberTable::SLOT_BYTES
    }

    pub fn contains(&self, number: u32, value: i64) -> bool {
        number == 0 || contains(self.members(number), value)
    }

    pub fn cost(&self, number: u32) -> i64 {
        self.entries[number as usize].cost
    }

    /// Whether the start value is in the set; valid once the cost is known.
    pub fn holds(&self, number: u32) -> bool {
        self.entries[number as usize].holds
    }

    pub fn set_cost(&mut self, number: u32, cost: i64, holds: bool) {
        let entry = &mut self.entries[number as usize];
        entry.cost = cost;
        entry.holds = holds;
    }

    /// Whether every value of set `a` is in set `b`.
    pub fn subset(&self, a: u32, b: u32) -> bool {
        b == 0 || a == b || (a != 0 && subset(self.members(a), self.members(b)))
    }

    /// The value of a set that has exactly one.
    pub fn single(&self, number: u32) -> Option<i64> {
        match self.members(number) {
            [(low, high)] if low == high => Some(*low),
            _ => None,
        }
    }

    pub fn point(&mut self, field: u32, value: i64) -> u32 {
        let start = self.pool.len();
        self.pool.push((value, value));
        self.intern(field, start)
    }

    /// The intersection of two sets; `None` if it is empty.
    pub fn intersection(&mut self, field: u32, a: u32, b: u32) -> Option<u32> {
        if a == 0 || a == b {
            return Some(b);
        }
        if b == 0 {
            return Some(a);
        }
        self.spare.clear();
        let members = |number: u32| self.entries[number as usize].members(&self.pool);
        intersect(members(a), members(b), &mut self.spare);
        self.take_spare(field)
    }

    /// The set without `value`; `None` if it is empty.
    pub fn without(&mut self, field: u32, number: u32, value: i64, range: (i64, i64)) -> Option<u32> {
        self.spare.clear();
        let outside = [(range.0, value - 1), (value + 1, range.1)];
        let from = usize::from(outside[0].0 > outside[0].1);
        let to = 2 - usize::from(outside[1].0 > outside[1].1);
        let whole = [range];
        let set = if number == 0 { &whole[..] } else { self.entries[number as usize].members(&self.pool) };
        intersect(set, &outside[from..to], &mut self.spare);
        self.take_spare(field)
    }

    /// The values from which adding `amount`, clamped to the range, leads into the set; `None` if there are none.
    pub fn before_add(&mut self, field: u32, number: u32, amount: i64, range: (i64, i64)) -> Option<u32> {
        if number == 0 {
            return Some(0);
        }
        self.spare.clear();
        let set = self.entries[number as usize].members(&self.pool);
        preimage_of_add(set, amount, range, &mut self.spare);
        if self.spare[..] == [range] {
            return Some(0);
        }
        self.take_spare(field)
    }

    /// The set with one more member, which it must not have yet.
    pub fn with(&mut self, number: u32, member: i64) -> u32 {
        let start = self.pool.len();
        let entry = self.entries[number as usize];
        let old = entry.start as usize..(entry.start + entry.len) as usize;
        let split = old.start + self.pool[old.clone()].partition_point(|&(low, _)| low < member);
        self.pool.extend_from_within(old.start..split);
        self.pool.push((member, member));
        self.pool.extend_from_within(split..old.end);
        self.intern(USED, start)
    }

    fn take_spare(&mut self, field: u32) -> Option<u32> {
        if self.spare.is_empty() {
            return None;
        }
        let start = self.pool.len();
        self.pool.extend_from_slice(&self.spare);
        Some(self.intern(field, start))
    }

    /// The number of the set at the end of the pool. A known set is removed from the pool.
    fn intern(&mut self, field: u32, start: usize) -> u32 {
        let Self { entries, pool, table, .. } = self;
        let number = entries.len() as u32;
        if entries.len() * 2 > table.slots() {
            let known = |number: u32| entries[number as usize];
            table.grow(1..number, |number| hash(known(number).field, known(number).members(pool)));
        }
        let set = &pool[start..];
        let is_it = |number: u32| {
            let entry = entries[number as usize];
            entry.field == field && entry.members(pool) == set
        };
        if let Some(known) = table.find_or_enter(hash(field, set), number, is_it) {
            pool.truncate(start);
            return known;
        }
        let len = set.len() as u32;
        entries.push(SetEntry { field, start: start as u32, len, cost: UNKNOWN, holds: false });
        number
    }
}

fn hash(field: u32, set: &[(i64, i64)]) -> u64 {
    let mut hash = u64::from(field);
    for &(low, high) in set {
        hash = (hash.rotate_left(23) ^ low as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash.rotate_left(23) ^ high as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash ^ (hash >> 29)
}
