//! Thrashing: switching back and forth between two goals. Each further switch must be worth more than the one before.
//!
//! Independent of: the meaning of the goals.

use std::collections::VecDeque;

/// How many adopted goals are kept: enough for all switches that could be thrashing.
const HISTORY: usize = 8;
/// How many switches between two goals are not thrashing yet.
const FREE_SWITCHES: usize = 1;

/// The goals adopted recently, and among them those that did not only fill the time until a more relevant one could be pursued again.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalHistory {
    all: Adopted,
    lasting: Adopted,
}

impl GoalHistory {
    /// Records that a goal was adopted, unless it was the last one already. A goal that fills the time ranks as high as the goal that it
    /// follows, so that the agent does not switch between these two instead.
    pub fn record(&mut self, goal: usize, tick: u32, relevance: f32, fills_time: bool) {
        if fills_time {
            let before = self.all.0.back().map_or(relevance, |(_, _, before)| relevance.max(*before));
            self.all.record(goal, tick, before);
        } else {
            self.all.record(goal, tick, relevance);
            self.lasting.record(goal, tick, relevance);
        }
    }

    /// If switching to a goal would be thrashing: the tick from which it no longer is.
    pub fn thrashes_until(&self, goal: usize, relevance: f32, now: u32, window: u32, penalty: f32) -> Option<u32> {
        let of = |adopted: &Adopted| adopted.thrashes_until(goal, relevance, now, window, penalty);
        of(&self.all).max(of(&self.lasting))
    }
}

/// Goals in the order in which they were adopted, oldest first: index, tick, and relevance at that time.
#[derive(Clone, Debug, Default)]
struct Adopted(VecDeque<(usize, u32, f32)>);

impl Adopted {
    fn record(&mut self, goal: usize, tick: u32, relevance: f32) {
        if self.0.back().is_some_and(|(last, ..)| *last == goal) {
            return;
        }
        if self.0.len() >= HISTORY {
            self.0.pop_front();
        }
        self.0.push_back((goal, tick, relevance));
    }

    /// If switching to a goal would be thrashing: the tick from which it no longer is. It is if there were at least two switches
    /// between that goal and the last one in the last `window` ticks, unless the relevance is at least that of the last goal when it was
    /// adopted, plus `penalty` for every switch beyond two.
    pub fn thrashes_until(&self, goal: usize, relevance: f32, now: u32, window: u32, penalty: f32) -> Option<u32> {
        let (last, _, last_relevance) = self.0.back().copied()?;
        if goal == last {
            return None;
        }
        let since = now.saturating_sub(window);
        let switches = self.0.iter().zip(self.0.iter().skip(1)).rev();
        let between = switches.take_while(|(from, to)| {
            to.1 >= since && ((from.0, to.0) == (goal, last) || (from.0, to.0) == (last, goal))
        });
        // The newest switch whose end makes the rest few enough.
        let too_many = |count: usize| {
            count > FREE_SWITCHES && relevance < last_relevance + penalty * (count - FREE_SWITCHES - 1) as f32
        };
        let ticks: Vec<u32> = between.map(|(_, to)| to.1).collect();
        if !too_many(ticks.len()) {
            return None;
        }
        let allowed = (0..ticks.len()).rev().find(|count| !too_many(*count)).unwrap_or(0);
        ticks.get(allowed).map(|tick| tick.saturating_add(window).saturating_add(1))
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
            history.record(*goal, *tick, if *goal == SAFETY { 80.0 } else { 50.0 }, false);
        }
        history
    }

    #[test]
    fn after_two_switches_it_does_not_go_back_to_a_less_relevant_goal() {
        let once = after(&[(WORK, 0), (SAFETY, 10)]);
        assert_eq!(once.thrashes_until(WORK, 50.0, 20, 100, 20.0), None);
        let twice = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        assert_eq!(twice.thrashes_until(WORK, 50.0, 30, 100, 20.0), Some(111));
        assert_eq!(twice.thrashes_until(WORK, 50.0, 110, 100, 20.0), Some(111));
        assert_eq!(twice.thrashes_until(WORK, 50.0, 111, 100, 20.0), None, "the first switch is outside the window");
        assert_eq!(twice.thrashes_until(WORK, 90.0, 30, 100, 20.0), None, "the goal has become more relevant");
        assert_eq!(twice.thrashes_until(2, 50.0, 30, 100, 20.0), None, "that is another goal");
    }

    #[test]
    fn each_switch_to_a_more_relevant_goal_needs_a_greater_difference() {
        let twice = after(&[(WORK, 0), (SAFETY, 10), (WORK, 20)]);
        assert_eq!(twice.thrashes_until(SAFETY, 80.0, 50, 100, 20.0), None);
        let often = after(&[(WORK, 0), (SAFETY, 10), (WORK, 20), (SAFETY, 30), (WORK, 40)]);
        assert_eq!(often.thrashes_until(SAFETY, 60.0, 50, 100, 20.0), Some(121), "two of the four may remain");
        assert_eq!(often.thrashes_until(SAFETY, 80.0, 50, 100, 20.0), Some(111), "three may");
        assert_eq!(often.thrashes_until(SAFETY, 95.0, 50, 100, 20.0), None);
    }

    #[test]
    fn adopting_the_same_goal_again_is_no_switch() {
        let mut history = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        history.record(SAFETY, 30, 80.0, false);
        assert_eq!(history.thrashes_until(WORK, 50.0, 30, 100, 20.0), Some(111));
    }

    #[test]
    fn filling_the_time_is_no_way_around_it() {
        const FILLER: usize = 2;
        let mut history = after(&[(SAFETY, 0), (WORK, 10), (SAFETY, 20)]);
        history.record(FILLER, 30, 4.0, true);
        assert_eq!(history.thrashes_until(WORK, 50.0, 40, 100, 20.0), Some(111), "the work is still dropped too often");
        assert_eq!(history.thrashes_until(SAFETY, 80.0, 40, 100, 20.0), None);
        history.record(SAFETY, 40, 80.0, false);
        history.record(FILLER, 50, 4.0, true);
        assert!(history.thrashes_until(SAFETY, 80.0, 60, 100, 20.0).is_some());
        assert_eq!(history.thrashes_until(SAFETY, 100.0, 60, 100, 20.0), None, "it has become more relevant");
    }
}
