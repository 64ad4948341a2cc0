//! Time slicing: with many agents, looking, remembering and deciding are spread over several ticks.
//!
//! Slices are counted in agents per tick, never in milliseconds, so that the simulation stays deterministic. With few
//! agents every agent updates on every tick.

use bevy_ecs::prelude::*;

use super::AgentId;

/// How many ticks apart the updates of one agent are.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpdateSlices {
    looks: u32,
    acts: u32,
    thoughts: u32,
    spare: u32,
}

impl Default for UpdateSlices {
    #[inline]
    fn default() -> Self {
        Self { looks: 1, acts: 1, thoughts: 1, spare: u32::MAX }
    }
}

impl UpdateSlices {
    /// The slices for this many agents, of which at most the given numbers look, act and think in one tick. If looking is spread
    /// at all, an agent looks no more often than every `least` ticks.
    #[inline]
    pub fn new(agents: usize, (looks, acts, thoughts): (u32, u32, u32), least: u32) -> Self {
        let agents = u32::try_from(agents).unwrap_or(u32::MAX);
        let every = |per_tick: u32| agents.div_ceil(per_tick.max(1)).max(1);
        let spare = if every(thoughts) > 1 { thoughts.div_ceil(4) } else { u32::MAX };
        let (looks, acts, thoughts) = (every(looks), every(acts), every(thoughts));
        let looks = if looks > 1 { looks.max(least) } else { 1 };
        Self { looks, acts, thoughts, spare }
    }

    /// The number of ticks between two looks of an agent; 1 if nothing is spread.
    #[inline]
    pub fn look_interval(&self) -> u32 {
        self.looks
    }

    /// Whether the agent looks around in this tick.
    #[inline]
    pub fn looks_now(&self, tick: u32, agent: AgentId) -> bool {
        has_turn(tick, agent, self.looks)
    }

    /// Whether the agent updates its action, and its view of agents in sight, in this tick.
    #[inline]
    pub fn acts_now(&self, tick: u32, agent: AgentId) -> bool {
        has_turn(tick, agent, self.acts)
    }

    /// Whether the agent updates its memory and evaluates its goals in this tick.
    #[inline]
    pub fn thinks_now(&self, tick: u32, agent: AgentId) -> bool {
        has_turn(tick, agent, self.thoughts)
    }

    /// How many agents may think out of turn in one tick because their action has ended.
    #[inline]
    pub fn extra_think_budget(&self) -> u32 {
        self.spare
    }
}

fn has_turn(tick: u32, agent: AgentId, every: u32) -> bool {
    tick.wrapping_add(u32::from(agent.0)).is_multiple_of(every.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_have_a_turn_in_every_tick_and_many_one_after_the_other() {
        let few = UpdateSlices::new(64, (128, 256, 64), 3);
        assert_eq!(few, UpdateSlices::default());
        let many = UpdateSlices::new(1000, (128, 256, 64), 3);
        assert_eq!(many.look_interval(), 8);
        for tick in 100..116 {
            let count = |has: &dyn Fn(AgentId) -> bool| (0..1000).filter(|agent| has(AgentId(*agent))).count();
            assert!(count(&|agent| many.looks_now(tick, agent)) <= 128);
            assert!(count(&|agent| many.thinks_now(tick, agent)) <= 64);
        }
        let turns = |agent| (100..116).filter(|tick| many.thinks_now(*tick, AgentId(agent))).count();
        assert!((0..1000).all(|agent| turns(agent) == 1), "each has one turn in a round");
    }
}
