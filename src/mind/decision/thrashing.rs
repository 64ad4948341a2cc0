//! Thrashing: switching back and forth between two goals. Each further switch must be worth more than the one before.
//!
//! Independent of: the meaning of the goals.

use std::collections::VecDeque;

/// How many adopted goals are kept: enough for all switches that could be thrashing.
const HISTORY: usize = 8;
/// How many switches between two goals are not thrashing yet.
const FREE_SWITCHES: usize = 1;

/// The goals adopted recently, oldest first: index, tick, and relevance at that time.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalHistory(VecDeque<(usize, u32, f32)>);

impl GoalHistory {
    /// Records that a goal was adopted, unless it was the last one already.
    pub fn record(&mut self, goal: usize, tick: u32, relevance: f32) {
        if self.0.back().is_some_and(|(last, ..)| *last == goal) {
            return;
        }
        if self.0.len() >= HISTORY {
            self.0.pop_front();
        }
        self.0.push_back((goal, tick, relevance));
    }

    /// Whether switching to a goal would be thrashing. It is if there were at least two switches between that goal and the last
    /// one since the tick `since`, unless the relevance is at least that of the last goal when it was adopted, plus `penalty`
    /// for every switch beyond two.
    pub fn would_thrash(&self, goal: usize, relevance: f32, since: u32, penalty: f32) -> bool {
        let Some((last, _, last_relevance)) = self.0.back().copied() else { return false };
        if goal == last {
            return false;
        }
        let switches = self.0.iter().zip(self.0.iter().skip(1)).rev();
        let between = switches.take_while(|(from, to)| {
            to.1 >= since && ((from.0, to.0) == (goal, last) || (from.0, to.0) == (last, goal))
        });
        let count = between.count();
        count > FREE_SWITCHES && relevance < last_relevance + penalty * (count - FREE_SWITCHES - 1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORK: usize = 0;
    const SAFETY: usize = 1;

    fn after(switches: &[(usize, u32)]) -> GoalHistory {
        let mut history = GoalHistory::default();
        for (goal, tick) in switches {
            history.record(*goal, *tick, if *goal == SAFETY { 80.0 } else { 50.0 });
        }
        history
    }

    #[test]
    fn after_two_switches_it_does_not_go_back_to_a_less_relevant_goal() {
        let once = after(&[(WORK, 0), (SAFETY, 10)]);
        assert!(!once.would_thrash(WORK, 50.0, 0, 20.0));
        let twice = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        assert!(twice.would_thrash(WORK, 50.0, 0, 20.0));
        assert!(!twice.would_thrash(WORK, 90.0, 0, 20.0), "the goal has become more relevant");
        assert!(!twice.would_thrash(WORK, 50.0, 15, 20.0), "the first switch is outside the window");
        assert!(!twice.would_thrash(2, 50.0, 0, 20.0), "that is another goal");
    }

    #[test]
    fn each_switch_to_a_more_relevant_goal_needs_a_greater_difference() {
        let twice = after(&[(WORK, 0), (SAFETY, 10), (WORK, 20)]);
        assert!(!twice.would_thrash(SAFETY, 80.0, 0, 20.0));
        let often = after(&[(WORK, 0), (SAFETY, 10), (WORK, 20), (SAFETY, 30), (WORK, 40)]);
        assert!(often.would_thrash(SAFETY, 80.0, 0, 20.0));
        assert!(!often.would_thrash(SAFETY, 95.0, 0, 20.0));
    }

    #[test]
    fn adopting_the_same_goal_again_is_no_switch() {
        let mut history = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        history.record(SAFETY, 30, 80.0);
        assert!(history.would_thrash(WORK, 50.0, 5, 20.0));
    }
}
