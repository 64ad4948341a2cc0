//! What thinking costs, an agent a tick.

use serde::{Deserialize, Serialize};

use crate::lab::stage_clock::StageClock;

/// What the stages of all ticks of a match took together, in microseconds. Differs from run to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TickCost {
    /// Sensing.
    pub sense: f64,
    /// Remembering and deciding.
    pub decide: f64,
    /// Acting and moving.
    pub moving: f64,
    /// Ticks times agents in play.
    pub agent_ticks: u64,
}

impl TickCost {
    /// What a clock between the stages has found.
    pub fn from_clock(clock: &StageClock) -> Self {
        let [sense, remember, decide, act, walk, _judge] = clock.spent.map(|spent| spent.as_secs_f64() * 1e6);
        Self { sense, decide: remember + decide, moving: act + walk, agent_ticks: clock.agent_ticks }
    }

    /// Adds another match's numbers.
    pub fn add(&mut self, other: &Self) {
        self.sense += other.sense;
        self.decide += other.decide;
        self.moving += other.moving;
        self.agent_ticks += other.agent_ticks;
    }

    /// Microseconds an agent a tick, of all three together.
    pub fn micros_per_agent_tick(&self) -> f64 {
        (self.sense + self.decide + self.moving) / self.agent_ticks.max(1) as f64
    }
}
