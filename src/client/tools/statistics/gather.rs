//! Counts actions, goals and plans in the event log up to the moment on screen, and samples planning and time once per second.

use std::collections::BTreeMap;

use bevy::prelude::*;
use quarry_minds::MindTrace;
use quarry_minds::protocol::{ActionOutcome, Label, MatchEvent, Roster};

use crate::client::session::{Playback, SceneSetup, Timings};
use crate::lab::{STAGES, StageClock};

/// The reason of an action that was interrupted for another goal. It does not count as a failure.
const INTERRUPTED: &str = "interrupted";

/// The most seconds of the match between two measurements; a slow machine playing fast skips seconds.
const MAX_GAP: u32 = 4;

/// The outcomes of one action of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionCounts {
    pub started: u32,
    pub succeeded: u32,
    /// How often it ended in another way, by reason.
    pub other_outcomes: BTreeMap<&'static str, u32>,
    /// The ticks it ran in total.
    pub ticks: u64,
}

impl ActionCounts {
    /// How often it ended without success, interruptions included.
    pub fn unsuccessful(&self) -> u32 {
        self.other_outcomes.values().sum()
    }

    /// How often it failed; interruptions do not count.
    pub fn failures(&self) -> u32 {
        self.unsuccessful() - self.other_outcomes.get(INTERRUPTED).copied().unwrap_or(0)
    }
}

/// What happened in one second of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ActivitySample {
    /// The end of that second, in seconds of the match.
    pub at: f64,
    pub plans: f64,
    pub failures: f64,
}

/// The work of the machine in one second of the match. The log does not contain it, so it is measured while the panel is open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkSample {
    /// The end of that second, in seconds of the match.
    pub at: f64,
    /// States expanded by planners.
    pub nodes: f64,
    /// The mean time of each stage, in ms per tick.
    pub stages: [f64; STAGES.len()],
}

#[derive(Resource, Clone, Debug, Default)]
pub struct Statistics {
    read: usize,
    tick: u32,
    pub actions: BTreeMap<(Label, Label), ActionCounts>,
    /// How often each goal was chosen, by side and goal.
    pub goals: BTreeMap<(Label, Label), u32>,
    pub plans: u32,
    /// One sample per second.
    pub samples: Vec<ActivitySample>,
    /// One measurement per second, with gaps.
    pub work: Vec<WorkSample>,
    running: BTreeMap<u16, (Label, u32)>,
    second: (u32, u32, u32),
    /// The last measurement: the second at whose start it was taken, and the states and the stage times up to then.
    before: Option<(u32, u64, StageClock)>,
}

/// Counts the new events; starts over after a jump back.
pub(super) fn gather(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    timings: Res<Timings>,
    mut stats: ResMut<Statistics>,
) {
    let _spent = timings.start(super::panel::PANEL.title);
    if playback.now.tick < stats.tick {
        *stats = Statistics::default();
    }
    let tick = playback.now.tick;
    stats.tick = tick;
    let entries = playback.log();
    while let Some(entry) = entries.get(stats.read).filter(|entry| entry.tick <= tick) {
        let side = |agent| setup.agent(agent).map_or_else(Label::default, |player| player.side);
        let second = playback.seconds_at(entry.tick) as u32;
        if second != stats.second.0 {
            stats.close_second(second);
        }
        stats.count(entry.tick, &entry.event, &side);
        stats.read += 1;
    }
    let second = playback.seconds_at(tick) as u32;
    if stats.before.is_none_or(|(measured, ..)| measured != second)
        && let Some(world) = playback.world()
    {
        let minds = world.get_resource::<Roster>().into_iter().flat_map(|roster| &roster.agents);
        let traces = minds.filter_map(|entity| world.get::<MindTrace>(*entity));
        let nodes: u64 = traces.map(|trace| trace.planner_use.nodes).sum();
        let clock = world.get_resource::<StageClock>().copied().unwrap_or_default();
        stats.measure(second, nodes, clock);
    }
}

impl Statistics {
    fn count(&mut self, tick: u32, event: &MatchEvent, side: &impl Fn(quarry_minds::protocol::AgentId) -> Label) {
        match event {
            MatchEvent::PlanMade { .. } => {
                self.plans += 1;
                self.second.1 += 1;
            }
            MatchEvent::GoalChosen { agent, goal, .. } => *self.goals.entry((side(*agent), *goal)).or_default() += 1,
            MatchEvent::ActionStarted { agent, action, .. } => {
                self.actions.entry((side(*agent), *action)).or_default().started += 1;
                self.running.insert(agent.0, (*action, tick));
            }
            MatchEvent::ActionEnded { agent, action, outcome, .. } => {
                let ran = self.running.remove(&agent.0).filter(|(stats, _)| stats == action);
                let count = self.actions.entry((side(*agent), *action)).or_default();
                count.ticks += u64::from(ran.map_or(0, |(_, since)| tick.saturating_sub(since)));
                match reason(*outcome) {
                    None => count.succeeded += 1,
                    Some(reason) => {
                        *count.other_outcomes.entry(reason).or_default() += 1;
                        self.second.2 += u32::from(!matches!(outcome, ActionOutcome::Interrupted));
                    }
                }
            }
            _ => {}
        }
    }

    /// Ends the current second, and the seconds without events up to `next`.
    fn close_second(&mut self, next: u32) {
        let (second, plans, failures) = self.second;
        let at = f64::from(second) + 1.0;
        self.samples.push(ActivitySample { at, plans: f64::from(plans), failures: f64::from(failures) });
        let quiet =
            (second + 1..next).map(|second| ActivitySample { at: f64::from(second) + 1.0, plans: 0.0, failures: 0.0 });
        self.samples.extend(quiet);
        self.second = (next, 0, 0);
    }

    /// Measures the work since the last call. After a longer gap, because the panel was closed or the user looked back, the work is
    /// not attributed to any second.
    fn measure(&mut self, second: u32, nodes: u64, clock: StageClock) {
        if let Some((before, nodes_before, clock_before)) = self.before
            && let passed @ 1..=MAX_GAP = second.saturating_sub(before)
        {
            let ticks = clock.ticks.saturating_sub(clock_before.ticks).max(1);
            let stages = std::array::from_fn(|index| {
                let spent = clock.spent[index].saturating_sub(clock_before.spent[index]);
                spent.as_secs_f64() * 1000.0 / f64::from(ticks)
            });
            let nodes = nodes.saturating_sub(nodes_before) as f64 / f64::from(passed);
            self.work.push(WorkSample { at: f64::from(second), nodes, stages });
        }
        self.before = Some((second, nodes, clock));
    }
}

/// The reason of an action that ended without success; `None` for a success.
fn reason(outcome: ActionOutcome) -> Option<&'static str> {
    Some(match outcome {
        ActionOutcome::Succeeded => return None,
        ActionOutcome::TimedOut => "timed out",
        ActionOutcome::Invalidated => "conditions changed",
        ActionOutcome::Interrupted => INTERRUPTED,
        ActionOutcome::Failed(failure) => failure.describe(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_minds::protocol::{AgentId, FailReason, label};

    #[test]
    fn starts_outcomes_and_reasons_are_counted_by_side() {
        let mut stats = Statistics::default();
        let side = |agent: AgentId| label(if agent.0 == 0 { "red" } else { "blue" });
        let action = label("go");
        for (tick, agent, outcome) in [
            (0, 0, ActionOutcome::Succeeded),
            (60, 0, ActionOutcome::Failed(FailReason::Stuck)),
            (90, 1, ActionOutcome::Interrupted),
        ] {
            let agent = AgentId(agent);
            stats.count(tick, &MatchEvent::ActionStarted { agent, action, target: None }, &side);
            stats.count(tick + 30, &MatchEvent::ActionEnded { agent, action, target: None, outcome }, &side);
        }
        let red = &stats.actions[&(label("red"), action)];
        assert_eq!((red.started, red.succeeded, red.unsuccessful(), red.ticks), (2, 1, 1, 60));
        assert_eq!(red.other_outcomes["stuck"], 1);
        let blue = &stats.actions[&(label("blue"), action)];
        assert_eq!((blue.started, blue.succeeded, blue.other_outcomes["interrupted"]), (1, 0, 1));
        assert_eq!(stats.second.2, 1, "an interruption is no failure");
    }

    #[test]
    fn plans_are_sampled_by_second_and_quiet_seconds_are_zero() {
        let mut stats = Statistics::default();
        let made = MatchEvent::PlanMade { agent: AgentId(0), goal: label("g"), steps: Vec::new(), cost: 0 };
        let side = |_| label("x");
        stats.count(1, &made, &side);
        stats.count(2, &made, &side);
        stats.close_second(1);
        stats.count(31, &made, &side);
        stats.close_second(4);
        stats.count(121, &made, &side);
        stats.close_second(5);
        let plans: Vec<_> = stats.samples.iter().map(|sample| (sample.at, sample.plans)).collect();
        assert_eq!(plans, [(1.0, 2.0), (2.0, 1.0), (3.0, 0.0), (4.0, 0.0), (5.0, 1.0)]);
    }

    #[test]
    fn work_is_measured_per_second_and_not_across_gaps() {
        let mut stats = Statistics::default();
        let mut clock = StageClock::default();
        for (second, nodes) in [(7, 500), (8, 530), (9, 570), (30, 900), (31, 910)] {
            clock.ticks += 30;
            clock.spent[0] += std::time::Duration::from_millis(60);
            stats.measure(second, nodes, clock);
        }
        let seen: Vec<(f64, f64)> = stats.work.iter().map(|work| (work.at, work.nodes)).collect();
        assert_eq!(seen, [(8.0, 30.0), (9.0, 40.0), (31.0, 10.0)]);
        assert!((stats.work[0].stages[0] - 2.0).abs() < 1e-9);
    }
}
