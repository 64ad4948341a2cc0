//! Counting: what the event log says of actions and plans up to the moment on screen, and samples over time.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    client::{show::Show, stage::Stage, timings::Timings},
    lab::{STAGES, StageClock},
    mind::Mind,
    protocol::{Event, Label, Outcome, Roster},
};

/// Why an action ended that gave way to a better goal.
const BETTER_GOAL: &str = "a better goal";

/// What an action of a side came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often it was begun.
    pub begun: u32,
    /// How often it did what it was for.
    pub succeeded: u32,
    /// How often it ended otherwise, by why.
    pub otherwise: BTreeMap<&'static str, u32>,
    /// How many ticks it ran in all.
    pub ticks: u64,
}

impl Count {
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
pub struct Sample {
    /// When, in seconds of the match.
    pub at: f64,
    /// Plans made in the second before, by all.
    pub plans: f64,
    /// Actions ended otherwise than well in the second before.
    pub failures: f64,
    /// States that planners expanded in the second before.
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
    pub actions: BTreeMap<(Label, Label), Count>,
    /// How often each goal was chosen, by side and goal.
    pub goals: BTreeMap<(Label, Label), u32>,
    /// Plans made in all.
    pub plans: u32,
    /// A sample a second.
    pub samples: Vec<Sample>,
    running: BTreeMap<u16, (Label, u32)>,
    second: (u32, u32, u32),
    before: (u64, StageClock),
}

/// Counts what is new, from the beginning where the match went back.
pub(super) fn gather(show: Res<Show>, stage: Res<Stage>, timings: Res<Timings>, mut known: ResMut<Statistics>) {
    let _spent = timings.of("panel: statistics");
    if show.now.tick < known.tick {
        *known = Statistics::default();
    }
    let tick = show.now.tick;
    known.tick = tick;
    let entries = show.log().entries();
    while let Some(entry) = entries.get(known.read).filter(|entry| entry.tick <= tick) {
        let side = |agent| stage.player(agent).map_or_else(Label::default, |player| player.side);
        let second = show.seconds_at(entry.tick) as u32;
        if second != known.second.0 {
            known.close_second(second);
        }
        known.count(entry.tick, &entry.event, &side);
        known.read += 1;
    }
    if let (Some(world), true) =
        (show.world(), show.seconds_at(tick) as u32 != known.samples.last().map_or(0, |last| last.at as u32))
    {
        let minds = world.get_resource::<Roster>().into_iter().flat_map(|roster| &roster.agents);
        let nodes: u64 = minds.filter_map(|entity| world.get::<Mind>(*entity)).map(|mind| mind.nodes.0).sum();
        let clock = world.get_resource::<StageClock>().copied().unwrap_or_default();
        known.sample(nodes, clock);
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
                        self.second.2 += u32::from(!matches!(outcome, Outcome::Interrupted));
                    }
                }
            }
            _ => {}
        }
    }

    /// Ends a second of the match.
    fn close_second(&mut self, next: u32) {
        let (second, plans, failures) = self.second;
        let at = f64::from(second) + 1.0;
        self.samples.push(Sample { at, plans: f64::from(plans), failures: f64::from(failures), ..Sample::default() });
        self.second = (next, 0, 0);
    }

    /// Adds to the newest sample what is not in the log: how much planners worked and what a tick took since the one before.
    fn sample(&mut self, nodes: u64, clock: StageClock) {
        let (nodes_before, clock_before) = self.before;
        let ticks = clock.ticks.saturating_sub(clock_before.ticks);
        if let Some(last) = self.samples.last_mut() {
            last.nodes = nodes.saturating_sub(nodes_before) as f64;
            if ticks > 0 {
                for (index, stage) in last.stages.iter_mut().enumerate() {
                    let spent = clock.spent[index].saturating_sub(clock_before.spent[index]);
                    *stage = spent.as_secs_f64() * 1000.0 / f64::from(ticks);
                }
            }
        }
        self.before = (nodes, clock);
    }
}

/// Why an action did not do what it was for; `None`: it did.
fn why(outcome: Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::Succeeded => return None,
        Outcome::TimedOut => "took too long",
        Outcome::Invalidated => "lost what it rested on",
        Outcome::Interrupted => BETTER_GOAL,
        Outcome::Failed(reason) => reason.word(),
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
        for (tick, agent, outcome) in
            [(0, 0, Outcome::Succeeded), (60, 0, Outcome::Failed(FailReason::Stuck)), (90, 1, Outcome::Interrupted)]
        {
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
    fn a_second_without_events_is_no_sample_and_plans_belong_to_their_own_second() {
        let mut known = Statistics::default();
        let made = Event::PlanMade { agent: AgentId(0), goal: label("g"), steps: Vec::new(), cost: 0 };
        let side = |_| label("x");
        known.count(1, &made, &side);
        known.count(2, &made, &side);
        known.close_second(1);
        known.count(31, &made, &side);
        known.close_second(2);
        assert_eq!(known.samples.iter().map(|sample| sample.plans).collect::<Vec<_>>(), [2.0, 1.0]);
    }
}
