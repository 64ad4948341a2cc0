//! Counting: what the event log says of actions and plans up to the moment on screen, and samples over time.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    client::{playback::Playback, scene_setup::SceneSetup, timings::Timings},
    lab::{STAGES, StageClock},
    mind::Mind,
    protocol::{ActionOutcome, Event, Label, Roster},
};

/// Why an action ended that gave way to a better goal.
const BETTER_GOAL: &str = "a better goal";

/// How many seconds of the match may pass between two pictures, at the most: fast, on a slow machine.
const AT_ONCE: u32 = 4;

/// What an action of a side came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionCounts {
    /// How often it was begun.
    pub begun: u32,
    /// How often it did what it was for.
    pub succeeded: u32,
    /// How often it ended otherwise, by why.
    pub otherwise: BTreeMap<&'static str, u32>,
    /// How many ticks it ran in all.
    pub ticks: u64,
}

impl ActionCounts {
    /// How often it ended otherwise than well.
    pub fn failed(&self) -> u32 {
        self.otherwise.values().sum()
    }

    /// How often it went wrong: giving way to a better goal is no failure.
    pub fn went_wrong(&self) -> u32 {
        self.failed() - self.otherwise.get(BETTER_GOAL).copied().unwrap_or(0)
    }
}

/// A sample at one second of the match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ActivitySample {
    /// When, in seconds of the match.
    pub at: f64,
    /// Plans made in the second before, by all.
    pub plans: f64,
    /// Actions ended otherwise than well in the second before.
    pub failures: f64,
}

/// What the machine did in one second of the match. It is not in the log: it is known while the panel is open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkSample {
    /// When that second was over, in seconds of the match.
    pub at: f64,
    /// States that planners expanded in it.
    pub nodes: f64,
    /// Milliseconds that a tick took, by stage.
    pub stages: [f64; STAGES.len()],
}

/// All that has been counted.
#[derive(Resource, Clone, Debug, Default)]
pub struct Statistics {
    read: usize,
    tick: u32,
    /// By side and action.
    pub actions: BTreeMap<(Label, Label), ActionCounts>,
    /// How often each goal was chosen, by side and goal.
    pub goals: BTreeMap<(Label, Label), u32>,
    /// Plans made in all.
    pub plans: u32,
    /// A sample a second.
    pub samples: Vec<ActivitySample>,
    /// What was measured, a second.
    pub work: Vec<WorkSample>,
    running: BTreeMap<u16, (Label, u32)>,
    second: (u32, u32, u32),
    /// The last second at whose beginning was measured, with the states expanded and the time spent until then.
    before: Option<(u32, u64, StageClock)>,
}

/// Counts what is new, from the beginning where the match went back.
pub(super) fn gather(
    playback: Res<Playback>,
    setup: Res<SceneSetup>,
    timings: Res<Timings>,
    mut known: ResMut<Statistics>,
) {
    let _spent = timings.start("panel: statistics");
    if playback.now.tick < known.tick {
        *known = Statistics::default();
    }
    let tick = playback.now.tick;
    known.tick = tick;
    let entries = playback.log().entries();
    while let Some(entry) = entries.get(known.read).filter(|entry| entry.tick <= tick) {
        let side = |agent| setup.agent(agent).map_or_else(Label::default, |player| player.side);
        let second = playback.seconds_at(entry.tick) as u32;
        if second != known.second.0 {
            known.close_second(second);
        }
        known.count(entry.tick, &entry.event, &side);
        known.read += 1;
    }
    let second = playback.seconds_at(tick) as u32;
    if known.before.is_none_or(|(measured, ..)| measured != second)
        && let Some(world) = playback.world()
    {
        let minds = world.get_resource::<Roster>().into_iter().flat_map(|roster| &roster.agents);
        let nodes: u64 = minds.filter_map(|entity| world.get::<Mind>(*entity)).map(|mind| mind.nodes.0).sum();
        let clock = world.get_resource::<StageClock>().copied().unwrap_or_default();
        known.measure(second, nodes, clock);
    }
}

impl Statistics {
    fn count(&mut self, tick: u32, event: &Event, side: &impl Fn(crate::protocol::AgentId) -> Label) {
        match event {
            Event::PlanMade { .. } => {
                self.plans += 1;
                self.second.1 += 1;
            }
            Event::GoalChosen { agent, goal, .. } => *self.goals.entry((side(*agent), *goal)).or_default() += 1,
            Event::ActionStarted { agent, action, .. } => {
                self.actions.entry((side(*agent), *action)).or_default().begun += 1;
                self.running.insert(agent.0, (*action, tick));
            }
            Event::ActionEnded { agent, action, outcome, .. } => {
                let ran = self.running.remove(&agent.0).filter(|(known, _)| known == action);
                let count = self.actions.entry((side(*agent), *action)).or_default();
                count.ticks += u64::from(ran.map_or(0, |(_, since)| tick.saturating_sub(since)));
                match why(*outcome) {
                    None => count.succeeded += 1,
                    Some(why) => {
                        *count.otherwise.entry(why).or_default() += 1;
                        self.second.2 += u32::from(!matches!(outcome, ActionOutcome::Interrupted));
                    }
                }
            }
            _ => {}
        }
    }

    /// Ends a second of the match, and those after it in which nothing happened.
    fn close_second(&mut self, next: u32) {
        let (second, plans, failures) = self.second;
        let at = f64::from(second) + 1.0;
        self.samples.push(ActivitySample { at, plans: f64::from(plans), failures: f64::from(failures) });
        let quiet =
            (second + 1..next).map(|second| ActivitySample { at: f64::from(second) + 1.0, plans: 0.0, failures: 0.0 });
        self.samples.extend(quiet);
        self.second = (next, 0, 0);
    }

    /// Measures at the beginning of a second what was done in the one before, or a second in the last few. Where the last
    /// time is longer ago, because the panel was closed or one looked back, nothing is known of that second.
    fn measure(&mut self, second: u32, nodes: u64, clock: StageClock) {
        if let Some((before, nodes_before, clock_before)) = self.before
            && let passed @ 1..=AT_ONCE = second.saturating_sub(before)
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

/// Why an action did not do what it was for; `None`: it did.
fn why(outcome: ActionOutcome) -> Option<&'static str> {
    Some(match outcome {
        ActionOutcome::Succeeded => return None,
        ActionOutcome::TimedOut => "took too long",
        ActionOutcome::Invalidated => "lost what it rested on",
        ActionOutcome::Interrupted => BETTER_GOAL,
        ActionOutcome::Failed(reason) => reason.describe(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{AgentId, FailReason, label};

    #[test]
    fn beginnings_ends_and_reasons_are_counted_by_side() {
        let mut known = Statistics::default();
        let side = |agent: AgentId| label(if agent.0 == 0 { "hunter" } else { "hunted" });
        let action = label("go");
        for (tick, agent, outcome) in [
            (0, 0, ActionOutcome::Succeeded),
            (60, 0, ActionOutcome::Failed(FailReason::Stuck)),
            (90, 1, ActionOutcome::Interrupted),
        ] {
            let agent = AgentId(agent);
            known.count(tick, &Event::ActionStarted { agent, action, target: None }, &side);
            known.count(tick + 30, &Event::ActionEnded { agent, action, target: None, outcome }, &side);
        }
        let hunter = &known.actions[&(label("hunter"), action)];
        assert_eq!((hunter.begun, hunter.succeeded, hunter.failed(), hunter.ticks), (2, 1, 1, 60));
        assert_eq!(hunter.otherwise["stuck"], 1);
        let hunted = &known.actions[&(label("hunted"), action)];
        assert_eq!((hunted.begun, hunted.succeeded, hunted.otherwise["a better goal"]), (1, 0, 1));
        assert_eq!(known.second.2, 1, "giving way to a better goal is no failure");
    }

    #[test]
    fn plans_belong_to_their_own_second_and_a_second_without_any_counts_as_none() {
        let mut known = Statistics::default();
        let made = Event::PlanMade { agent: AgentId(0), goal: label("g"), steps: Vec::new(), cost: 0 };
        let side = |_| label("x");
        known.count(1, &made, &side);
        known.count(2, &made, &side);
        known.close_second(1);
        known.count(31, &made, &side);
        known.close_second(4);
        known.count(121, &made, &side);
        known.close_second(5);
        let plans: Vec<_> = known.samples.iter().map(|sample| (sample.at, sample.plans)).collect();
        assert_eq!(plans, [(1.0, 2.0), (2.0, 1.0), (3.0, 0.0), (4.0, 0.0), (5.0, 1.0)]);
    }

    #[test]
    fn work_is_measured_from_second_to_second_and_not_made_up_for_others() {
        let mut known = Statistics::default();
        let mut clock = StageClock::default();
        for (second, nodes) in [(7, 500), (8, 530), (9, 570), (30, 900), (31, 910)] {
            clock.ticks += 30;
            clock.spent[0] += std::time::Duration::from_millis(60);
            known.measure(second, nodes, clock);
        }
        let seen: Vec<(f64, f64)> = known.work.iter().map(|work| (work.at, work.nodes)).collect();
        assert_eq!(seen, [(8.0, 30.0), (9.0, 40.0), (31.0, 10.0)]);
        assert!((known.work[0].stages[0] - 2.0).abs() < 1e-9);
    }
}
