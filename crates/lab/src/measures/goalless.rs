//! Time without a goal: how long agents in play neither pursue a goal nor carry out an action. An agent that uses the body of another one
//! may have nothing to say for a while, and nobody sees it idle: it does not count.

use std::collections::BTreeMap;

use quarry_minds::protocol::AgentId;
use serde::{Deserialize, Serialize};

use super::{Sum, TickView};

/// The time that the agents of a match spent without a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WithoutGoal {
    /// The longest time that one agent was without a goal, in seconds.
    pub longest: f32,
    /// The sum over all agents, in seconds.
    pub seconds: f64,
    /// The sum over all agents of the time in play with a mind, in seconds.
    pub agent_seconds: f64,
}

impl Sum for WithoutGoal {
    fn add(&mut self, other: &Self) {
        self.longest = self.longest.max(other.longest);
        self.seconds += other.seconds;
        self.agent_seconds += other.agent_seconds;
    }
}

impl WithoutGoal {
    /// The share of the time in play, 0 to 1.
    pub fn share(&self) -> f64 {
        self.seconds / self.agent_seconds.max(1.0)
    }
}

#[derive(Default)]
pub(super) struct GoallessTracker {
    /// The agents without a goal, and for how many ticks.
    since: BTreeMap<AgentId, u32>,
    longest: u32,
    ticks: u64,
    agent_ticks: u64,
    rate: u32,
}

impl GoallessTracker {
    pub fn observe(&mut self, view: &TickView<'_>) {
        self.rate = view.rate.max(1);
        for agent in view.agents.iter().filter(|agent| agent.body.is_some()) {
            let without = agent.in_play && agent.mind.pursuit.is_none() && agent.executer.active().is_none();
            self.agent_ticks += u64::from(agent.in_play);
            if without {
                let ticks = self.since.entry(agent.id).or_default();
                *ticks += 1;
                self.longest = self.longest.max(*ticks);
                self.ticks += 1;
            } else {
                self.since.remove(&agent.id);
            }
        }
    }

    pub fn finish(self) -> WithoutGoal {
        let rate = self.rate.max(1);
        WithoutGoal {
            longest: self.longest as f32 / rate as f32,
            seconds: self.ticks as f64 / f64::from(rate),
            agent_seconds: self.agent_ticks as f64 / f64::from(rate),
        }
    }
}
