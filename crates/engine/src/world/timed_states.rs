//! States that agents are in for a while: held fast, dazzled.

use std::collections::BTreeMap;

use quarry_minds::protocol::AgentId;

/// The agents in such a state, each with the tick until when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimedStates(BTreeMap<AgentId, u32>);

impl TimedStates {
    /// The agent is in the state until this tick, or for longer if it was before.
    pub fn extend_to(&mut self, agent: AgentId, until: u32) {
        let known = self.0.entry(agent).or_default();
        *known = until.max(*known);
    }

    /// For how many ticks an agent stays in the state.
    pub fn ticks_left(&self, agent: AgentId, tick: u32) -> u32 {
        self.0.get(&agent).map_or(0, |until| until.saturating_sub(tick))
    }

    /// Forgets those for which it is over.
    pub(super) fn expire(&mut self, tick: u32) {
        self.0.retain(|_, until| *until > tick);
    }
}
