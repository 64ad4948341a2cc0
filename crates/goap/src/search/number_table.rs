//! A hash table of numbers that stand for keys. The keys are its owner's, and it is emptied at no cost.
//!
//! Independent of: what the keys are.

/// Open addressing with linear probing.
#[derive(Debug, Default)]
pub(crate) struct NumberTable {
    /// Stamp and number. Only the first `mask + 1` slots are in use; slots with another stamp than `stamp` are free.
    slots: Vec<(u32, u32)>,
    mask: usize,
    stamp: u32,
}

impl NumberTable {
    /// Bytes of a slot.
    pub const SLOT_BYTES: usize = size_of::<(u32, u32)>();

    /// Empties the table, which then has this many slots, a power of two.
    pub fn reset(&mut self, slots: usize) {
        if self.slots.len() < slots {
            self.slots.resize(slots, (0, 0));
        }
        self.mask = slots - 1;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.fill((0, 0));
            self.stamp = 1;
        }
    }

    pub fn slots(&self) -> usize {
        self.mask + 1
    }

    /// The number for whose key `is_it` holds, among those of the same hash. If there is none, `new` is entered.
    #[inline]
    pub fn find_or_enter(&mut self, hash: u64, new: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mut at = hash as usize & self.mask;
        loop {
            let (stamp, number) = self.slots[at];
            if stamp != self.stamp {
                self.slots[at] = (self.stamp, new);
                return None;
            }
            if is_it(number) {
                return Some(number);
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Doubles the number of slots, and enters these numbers anew.
    pub fn grow(&mut self, numbers: std::ops::Range<u32>, hash: impl Fn(u32) -> u64) {
        self.reset(self.slots() * 2);
        for number in numbers {
            self.find_or_enter(hash(number), number, |_| false);
        }
    }
}
