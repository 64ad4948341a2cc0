//! Wavering: going to and fro between two goals. Each further change must be worth more than the one before.
//!
//! Must not know: what goals are about.

use std::collections::VecDeque;

/// How many of the goals taken up are kept: enough for all changes that could be wavering.
const KEPT: usize = 8;
/// How many changes between two goals are no wavering yet.
const FREE: usize = 1;

/// The goals taken up lately, oldest first: which, when, and how much each mattered then.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalHistory(VecDeque<(usize, u32, f32)>);

impl GoalHistory {
    /// Notes that a goal is taken up, if it is another than the last one.
    pub fn note(&mut self, goal: usize, tick: u32, relevance: f32) {
        if self.0.back().is_some_and(|(last, ..)| *last == goal) {
            return;
        }
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back((goal, tick, relevance));
    }

    /// Whether going over to a goal would be wavering: there were changes between it and the last one since a tick, and it
    /// does not matter more, by `margin` for every one of them but two, than the last one did when that was taken up.
    pub fn would_thrash(&self, goal: usize, relevance: f32, since: u32, margin: f32) -> bool {
        let Some((last, _, mattered)) = self.0.back().copied() else { return false };
        if goal == last {
            return false;
        }
        let changes = self.0.iter().zip(self.0.iter().skip(1)).rev();
        let between = changes.take_while(|(from, to)| {
            to.1 >= since && ((from.0, to.0) == (goal, last) || (from.0, to.0) == (last, goal))
        });
        let changes = between.count();
        changes > FREE && relevance < mattered + margin * (changes - FREE - 1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORK: usize = 0;
    const SAFETY: usize = 1;

    fn after(changes: &[(usize, u32)]) -> GoalHistory {
        let mut taken_up = GoalHistory::default();
        for (goal, tick) in changes {
            taken_up.note(*goal, *tick, if *goal == SAFETY { 80.0 } else { 50.0 });
        }
        taken_up
    }

    #[test]
    fn after_two_changes_it_does_not_go_back_to_what_matters_less() {
        let once = after(&[(WORK, 0), (SAFETY, 10)]);
        assert!(!once.would_thrash(WORK, 50.0, 0, 20.0));
        let twice = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        assert!(twice.would_thrash(WORK, 50.0, 0, 20.0));
        assert!(!twice.would_thrash(WORK, 90.0, 0, 20.0), "it has come to matter more");
        assert!(!twice.would_thrash(WORK, 50.0, 15, 20.0), "the first change is long ago");
        assert!(!twice.would_thrash(2, 50.0, 0, 20.0), "that is another goal");
    }

    #[test]
    fn what_matters_more_is_gone_over_to_but_each_time_less_easily() {
        let twice = after(&[(WORK, 0), (SAFETY, 10), (WORK, 20)]);
        assert!(!twice.would_thrash(SAFETY, 80.0, 0, 20.0));
        let often = after(&[(WORK, 0), (SAFETY, 10), (WORK, 20), (SAFETY, 30), (WORK, 40)]);
        assert!(often.would_thrash(SAFETY, 80.0, 0, 20.0));
        assert!(!often.would_thrash(SAFETY, 95.0, 0, 20.0));
    }

    #[test]
    fn what_is_pursued_already_is_no_change() {
        let mut taken_up = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        taken_up.note(SAFETY, 30, 80.0);
        assert!(taken_up.would_thrash(WORK, 50.0, 5, 20.0));
    }
}
