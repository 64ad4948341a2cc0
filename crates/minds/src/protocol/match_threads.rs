//! The threads of one match: the agents of a roster are split into contiguous parts, and each part is worked on by any thread.
//!
//! Work on one agent must write only what belongs to that agent and to its part. The output of the parts, such as events, is then
//! concatenated in the order of the parts, so that it is the same for any number of threads.

use bevy_ecs::prelude::*;
use rayon::prelude::*;

use super::AgentId;

/// Fewer agents than this are not worth another thread.
const MIN_AGENTS: usize = 8;
/// Parts for each thread: more than one, since some parts take longer.
const PARTS_PER_THREAD: usize = 4;

/// The number of threads that one match may use.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchThreads(usize);

impl Default for MatchThreads {
    #[inline]
    fn default() -> Self {
        Self::new(1)
    }
}

impl MatchThreads {
    /// This many threads; 0 counts as 1. With more than one, work is done by the `rayon` pool in which the match is stepped.
    #[inline]
    pub fn new(threads: usize) -> Self {
        Self(threads.max(1))
    }

    /// Calls `work` for every item. The items are split into contiguous parts, each with its own entry of `parts`, which grows as needed.
    /// The entries, read in order, are in the order of the items.
    pub fn for_each<T: Send, P: Send + Default>(
        self,
        items: &mut [T],
        parts: &mut Vec<P>,
        work: impl Fn(&mut P, &mut T) + Sync,
    ) {
        let wanted = if self.0 == 1 || items.len() < MIN_AGENTS { 1 } else { self.0 * PARTS_PER_THREAD };
        if parts.len() < wanted {
            parts.resize_with(wanted, P::default);
        }
        if wanted == 1 {
            if let Some(part) = parts.first_mut() {
                items.iter_mut().for_each(|item| work(part, item));
            }
            return;
        }
        let size = items.len().div_ceil(wanted);
        items
            .par_chunks_mut(size)
            .zip(parts.par_iter_mut())
            .with_max_len(1)
            .for_each(|(items, part)| items.iter_mut().for_each(|item| work(part, item)));
    }

    /// The same for items that are only passed through. One thread takes them one by one and keeps no list of them.
    pub fn each_with<T: Send, P: Send + Default>(
        self,
        items: impl Iterator<Item = T>,
        parts: &mut Vec<P>,
        work: impl Fn(&mut P, &mut T) + Sync,
    ) {
        if self.0 > 1 {
            let mut items: Vec<T> = items.collect();
            return self.for_each(&mut items, parts, work);
        }
        if parts.is_empty() {
            parts.push(P::default());
        }
        if let Some(part) = parts.first_mut() {
            items.for_each(|mut item| work(part, &mut item));
        }
    }

    /// The same, where parts put out nothing.
    pub fn each<T: Send>(self, items: impl Iterator<Item = T>, work: impl Fn(&mut T) + Sync) {
        self.each_with(items, &mut Vec::new(), |(), item| work(item));
    }
}

/// The items of agents as a list, in the order of their agents' numbers.
pub fn in_roster_order<T>(items: impl Iterator<Item = T>, agent: impl Fn(&T) -> AgentId) -> Vec<T> {
    let mut sorted: Vec<T> = items.collect();
    // Entities are mostly stored in this order already.
    if !sorted.is_sorted_by_key(&agent) {
        sorted.sort_unstable_by_key(&agent);
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 3, 7] {
            let mut items: Vec<u32> = (0..100).collect();
            let mut parts: Vec<Vec<u32>> = Vec::new();
            MatchThreads::new(threads).for_each(&mut items, &mut parts, |part, item| {
                *item *= 2;
                part.push(*item);
            });
            assert_eq!(parts.concat(), items, "{threads} threads");
            assert_eq!(items.get(99), Some(&198));
        }
    }

    #[test]
    fn items_that_are_passed_through_are_all_worked_on() {
        for threads in [1, 3] {
            let (mut numbers, mut parts) = ((0..50).collect::<Vec<u32>>(), Vec::<u32>::new());
            MatchThreads::new(threads).each_with(numbers.iter_mut(), &mut parts, |sum, number| {
                *sum += **number;
                **number = 0;
            });
            assert_eq!((parts.iter().sum::<u32>(), numbers.iter().sum::<u32>()), (1225, 0), "{threads} threads");
            MatchThreads::new(threads).each(numbers.iter_mut(), |number| **number += 1);
            assert_eq!(numbers, [1; 50], "{threads} threads");
        }
    }

    #[test]
    fn the_order_of_the_roster_is_restored() {
        let of = |numbers: &[u16]| in_roster_order(numbers.iter().copied(), |number| AgentId(*number));
        assert_eq!(of(&[4, 1, 3, 0]), [0, 1, 3, 4]);
        assert_eq!(of(&[0, 2, 5]), [0, 2, 5]);
    }
}
