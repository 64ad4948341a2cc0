//! The threads of one match: the agents of a roster are split into contiguous parts, and each part is worked on by any thread.
//!
//! Work on one agent must write only what belongs to that agent and to its part. The output of the parts, such as events, is then
//! concatenated in the order of the parts, so that it is the same for any number of threads.

use bevy::ecs::prelude::*;
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
    fn default() -> Self {
        Self::new(1)
    }
}

impl MatchThreads {
    /// This many threads; 0 counts as 1. With more than one, work is done by the `rayon` pool in which the match is stepped.
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
}

/// Sorts what belongs to agents by their numbers.
pub fn in_roster_order<T>(items: impl Iterator<Item = (AgentId, T)>) -> Vec<T> {
    let mut sorted: Vec<(AgentId, T)> = items.collect();
    // Entities are mostly stored in this order already.
    if !sorted.is_sorted_by_key(|(agent, _)| *agent) {
        let mut slots: Vec<Option<T>> = Vec::new();
        for (agent, item) in sorted {
            let place = usize::from(agent.0);
            if slots.len() <= place {
                slots.resize_with(place + 1, || None);
            }
            if let Some(slot) = slots.get_mut(place) {
                *slot = Some(item);
            }
        }
        return slots.into_iter().flatten().collect();
    }
    sorted.drain(..).map(|(_, item)| item).collect()
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
    fn the_order_of_the_roster_is_restored() {
        let scattered = [4, 1, 3, 0].map(|number| (AgentId(number), number));
        assert_eq!(in_roster_order(scattered.into_iter()), [0, 1, 3, 4]);
        let ordered = [0, 2, 5].map(|number| (AgentId(number), number));
        assert_eq!(in_roster_order(ordered.into_iter()), [0, 2, 5]);
    }
}
