//! Lists of different lengths in one array.
//!
//! Independent of: what the lists hold.

use std::ops::Index;

/// Lists by index. They are written one after another: new items belong to the last list until it is closed.
#[derive(Debug, Clone)]
pub(crate) struct Lists<T> {
    items: Vec<T>,
    /// Where each closed list begins and ends.
    ranges: Vec<(u32, u32)>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ranges: Vec::new() }
    }
}

impl<T> Lists<T> {
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    pub fn close(&mut self) {
        self.ranges.push((self.last_begins(), self.items.len() as u32));
    }

    /// Where the list that is being written begins.
    fn last_begins(&self) -> u32 {
        self.ranges.last().map_or(0, |&(_, end)| end)
    }

    /// The item that `is_it` describes in the list that is being written; `new`, appended, if there is none.
    pub fn find_or_push(&mut self, is_it: impl Fn(&T) -> bool, new: T) -> &mut T {
        let begin = self.last_begins() as usize;
        let at = self.items[begin..].iter().position(is_it).map_or(self.items.len(), |at| begin + at);
        if at == self.items.len() {
            self.items.push(new);
        }
        &mut self.items[at]
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    #[inline]
    fn index(&self, list: usize) -> &[T] {
        let (begin, end) = self.ranges[list];
        &self.items[begin as usize..end as usize]
    }
}
