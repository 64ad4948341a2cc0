//! The cost of simulating an agent for a tick.

use serde::{Deserialize, Serialize};

use super::sum_of_fields;
use crate::stage_clock::StageClock;

/// The time spent in the stages of a tick, summed over a match, in µs. It differs from run to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TickCost {
    /// Sensing.
    pub sense: f64,
    /// Remembering and deciding.
    pub decide: f64,
    /// Acting and moving.
    pub moving: f64,
    /// The sum over all ticks of the agents in play.
    pub agent_ticks: u64,
}

sum_of_fields! { TickCost { sense, decide, moving, agent_ticks } }

impl TickCost {
    /// Reads the clock.
    pub fn from_clock(clock: &StageClock) -> Self {
        let [sense, remember, decide, act, walk, _judge] = clock.spent.map(|spent| spent.as_secs_f64() * 1e6);
        Self { sense, decide: remember + decide, moving: act + walk, agent_ticks: clock.agent_ticks }
    }

    /// The cost of all three in µs per agent per tick.
    pub fn micros_per_agent_tick(&self) -> f64 {
        (self.sense + self.decide + self.moving) / self.agent_ticks.max(1) as f64
    }
}
