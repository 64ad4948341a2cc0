//! Stability: how often goals change, and how often minds plan.

use std::collections::{BTreeMap, VecDeque};

use quarry_minds::protocol::{AgentId, Label, MatchEvent};
use serde::{Deserialize, Serialize};

use super::{ObservedAgent, Sum, TickView};

/// The window in which goal thrashing is counted, in seconds.
const WINDOW: f32 = 10.0;
/// The shortest part of a minute that is counted, in seconds.
const MIN_PART: f32 = 30.0;
/// How often all agents are looked at.
const LOOKS_PER_SECOND: u32 = 10;

/// The stability of the minds in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stability {
    /// The number of goal switches for every minute of every agent. An agent's last minute counts, in proportion, from half a
    /// minute on.
    pub switches: Vec<u32>,
    /// The maximum number of switches of one agent back and forth between the same two goals within ten seconds.
    pub goal_thrash: u32,
    /// A histogram over all seconds of all agents: in how many the mind planned never, once, twice and so on.
    pub replans: Vec<u32>,
    /// How often a mind planned although nothing had changed since it last considered planning.
    pub idle_plans: u32,
}

/// Without the single minutes of matches, whose number is unlimited.
impl Sum for Stability {
    fn add(&mut self, other: &Self) {
        self.goal_thrash = self.goal_thrash.max(other.goal_thrash);
        self.idle_plans += other.idle_plans;
        self.replans.add(&other.replans);
    }
}

/// The state of one agent.
#[derive(Default)]
struct Track {
    minute: u32,
    switches: u32,
    /// The latest goals, with their ticks.
    goals: VecDeque<(u32, Label)>,
    second: u32,
    asked_before: u32,
    asked: u32,
    idle: u32,
}

/// Tracks the goals and plans of all agents.
#[derive(Default)]
pub(super) struct StabilityTracker {
    tracks: BTreeMap<AgentId, Track>,
    rate: u32,
    last: u32,
    seen: Stability,
}

impl StabilityTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        self.rate = view.rate.max(1);
        for entry in view.events {
            // An agent that begins again has a new mind.
            if let MatchEvent::Entered { agent, .. } = entry.event
                && let Some(track) = self.tracks.remove(&agent)
            {
                self.end(&track, view.tick);
            }
        }
        // A goal changes with an event; minutes and seconds end whenever all are looked at.
        if view.tick.is_multiple_of((self.rate / LOOKS_PER_SECOND).max(1)) {
            view.agents.iter().for_each(|agent| self.look_at(agent, view.tick));
        } else {
            view.decided().for_each(|agent| self.look_at(agent, view.tick));
        }
        for agent in view.agents.iter().filter(|agent| !agent.in_play) {
            if let Some(track) = self.tracks.remove(&agent.id) {
                self.end(&track, view.tick);
            }
        }
        self.last = view.tick;
    }

    fn look_at(&mut self, agent: &ObservedAgent<'_>, tick: u32) {
        if !agent.in_play {
            return;
        }
        let track =
            self.tracks.entry(agent.id).or_insert_with(|| Track { minute: tick, second: tick, ..Track::default() });
        if tick - track.minute >= 60 * self.rate {
            self.seen.switches.push(track.switches);
            (track.minute, track.switches) = (tick, 0);
        }
        if tick - track.second >= self.rate {
            count(&mut self.seen.replans, track.asked - track.asked_before);
            (track.second, track.asked_before) = (tick, track.asked);
        }
        (track.asked, track.idle) = (agent.trace.planner_calls, agent.trace.redundant_planner_calls);
        let Some(goal) = agent.mind.goal() else { return };
        if track.goals.back().is_some_and(|(_, last)| *last == goal) {
            return;
        }
        track.switches += u32::from(!track.goals.is_empty());
        track.goals.push_back((tick, goal));
        let window = (WINDOW * self.rate as f32) as u32;
        self.seen.goal_thrash = self.seen.goal_thrash.max(goal_thrash(&track.goals, tick, window));
        while track.goals.len() > 32 {
            track.goals.pop_front();
        }
    }

    fn end(&mut self, track: &Track, tick: u32) {
        let piece = (tick - track.minute) as f32 / self.rate as f32;
        if piece >= MIN_PART {
            self.seen.switches.push((track.switches as f32 * 60.0 / piece).round() as u32);
        }
        self.seen.idle_plans += track.idle;
    }

    pub fn finish(mut self) -> Stability {
        for track in std::mem::take(&mut self.tracks).into_values() {
            self.end(&track, self.last);
        }
        self.seen
    }
}

/// Counts a value in a histogram.
pub(super) fn count(histogram: &mut Vec<u32>, times: u32) {
    let times = times as usize;
    if histogram.len() <= times {
        histogram.resize(times + 1, 0);
    }
    if let Some(count) = histogram.get_mut(times) {
        *count += 1;
    }
}

/// How many of the latest switches, back to `window` ticks before `now`, were between the same two goals.
fn goal_thrash(goals: &VecDeque<(u32, Label)>, now: u32, window: u32) -> u32 {
    let mut changes = 0;
    let mut pair: Option<(Label, Label)> = None;
    for (before, after) in goals.iter().zip(goals.iter().skip(1)).rev() {
        let (from, to) = (before.1, after.1);
        let same = pair.is_none_or(|(a, b)| (from, to) == (a, b) || (from, to) == (b, a));
        if !same || after.0 + window < now {
            break;
        }
        pair = Some((from, to));
        changes += 1;
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::label;

    #[test]
    fn thrashing_counts_switches_between_the_same_two_goals_in_the_window() {
        let goals: VecDeque<(u32, Label)> = [(0, "a"), (10, "c"), (20, "a"), (30, "b"), (40, "a"), (50, "b")]
            .map(|(tick, goal)| (tick, label(goal)))
            .into();
        assert_eq!(goal_thrash(&goals, 50, 300), 3);
        assert_eq!(goal_thrash(&goals, 50, 15), 2);
        assert_eq!(goal_thrash(&goals, 400, 300), 0);
        assert_eq!(goal_thrash(&VecDeque::from([(0, label("a"))]), 0, 300), 0);
    }

    #[test]
    fn histograms_grow_as_needed() {
        let mut histogram = Vec::new();
        for times in [0, 3, 0] {
            count(&mut histogram, times);
        }
        assert_eq!(histogram, [2, 0, 0, 1]);
        let mut sum = Stability { replans: vec![1], ..Stability::default() };
        sum.add(&Stability { replans: histogram, goal_thrash: 2, idle_plans: 1, ..Stability::default() });
        assert_eq!((sum.replans, sum.goal_thrash, sum.idle_plans), (vec![3, 0, 0, 1], 2, 1));
    }
}
