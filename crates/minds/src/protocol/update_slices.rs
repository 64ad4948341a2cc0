//! Time slicing: with many agents, looking, remembering and deciding are spread over several ticks, and agents that rest have fewer turns.
//!
//! Slices are counted in agents per tick, never in milliseconds, so that the simulation stays deterministic. With few
//! agents every agent updates on every tick.

use bevy_ecs::prelude::*;

use super::AgentId;

/// How many ticks apart the updates of one agent are.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct UpdateSlices {
    looks: u32,
    acts: u32,
    thoughts: u32,
    spare: u32,
    /// How many times rarer the turns of an agent are, by its number. Those not in it have all their turns.
    rarer: Vec<u8>,
}

impl Default for UpdateSlices {
    #[inline]
    fn default() -> Self {
        Self { looks: 1, acts: 1, thoughts: 1, spare: u32::MAX, rarer: Vec::new() }
    }
}

impl UpdateSlices {
    /// The slices for this many agents, of which the given numbers look, act and think in one tick, on average. If looking is spread
    /// at all, an agent looks no more often than every `least` ticks.
    #[inline]
    pub fn new(agents: usize, (looks, acts, thoughts): (u32, u32, u32), least: u32) -> Self {
        let agents = u32::try_from(agents).unwrap_or(u32::MAX);
        let every = |per_tick: u32| agents.div_ceil(per_tick.max(1)).max(1);
        let spare = if every(thoughts) > 1 { thoughts.div_ceil(4) } else { u32::MAX };
        let (looks, acts, thoughts) = (every(looks), every(acts), every(thoughts));
        let looks = if looks > 1 { looks.max(least) } else { 1 };
        Self { looks, acts, thoughts, spare, rarer: Vec::new() }
    }

    /// Makes the turns of an agent this many times rarer, wherever turns are spread at all.
    #[inline]
    pub fn make_rarer(&mut self, agent: AgentId, times: u8) {
        let index = usize::from(agent.0);
        if self.rarer.len() <= index {
            self.rarer.resize(index + 1, 1);
        }
        if let Some(of_agent) = self.rarer.get_mut(index) {
            *of_agent = times.max(1);
        }
    }

    /// Whether looking is spread over several ticks.
    #[inline]
    pub fn are_looks_spread(&self) -> bool {
        self.looks > 1
    }

    /// The number of ticks between two looks of an agent; 1 if nothing is spread.
    #[inline]
    pub fn look_interval(&self, agent: AgentId) -> u32 {
        self.interval(agent, self.looks)
    }

    /// Whether the agent looks around in this tick.
    #[inline]
    pub fn looks_now(&self, tick: u32, agent: AgentId) -> bool {
        has_turn(tick, agent, self.look_interval(agent))
    }

    /// Whether the agent updates its action, and its view of agents in sight, in this tick.
    #[inline]
    pub fn acts_now(&self, tick: u32, agent: AgentId) -> bool {
        has_turn(tick, agent, self.interval(agent, self.acts))
    }

    /// Whether the agent lets its memory age and evaluates its goals in this tick. With `knows_more` it has the turns of those that do not
    /// rest: one that rests evaluates its goals as soon as others do once it has learnt something new, while its memory goes on ageing at its
    /// own turns.
    #[inline]
    pub fn thinks_now(&self, tick: u32, agent: AgentId, knows_more: bool) -> bool {
        has_turn(tick, agent, if knows_more { self.thoughts } else { self.interval(agent, self.thoughts) })
    }

    /// How many agents may think out of turn in one tick because their action has ended.
    #[inline]
    pub fn extra_think_budget(&self) -> u32 {
        self.spare
    }

    fn interval(&self, agent: AgentId, every: u32) -> u32 {
        let times = if every > 1 { self.rarer.get(usize::from(agent.0)).map_or(1, |times| *times) } else { 1 };
        every.saturating_mul(u32::from(times))
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
        assert_eq!(many.look_interval(AgentId(0)), 8);
        for tick in 100..116 {
            let count = |has: &dyn Fn(AgentId) -> bool| (0..1000).filter(|agent| has(AgentId(*agent))).count();
            assert!(count(&|agent| many.looks_now(tick, agent)) <= 128);
            assert!(count(&|agent| many.thinks_now(tick, agent, false)) <= 64);
        }
        let turns = |agent| (100..116).filter(|tick| many.thinks_now(*tick, AgentId(agent), false)).count();
        assert!((0..1000).all(|agent| turns(agent) == 1), "each has one turn in a round");
    }

    #[test]
    fn one_that_rests_has_fewer_turns_until_it_learns_something_new() {
        let mut slices = UpdateSlices::new(128, (64, 64, 64), 1);
        slices.make_rarer(AgentId(7), 4);
        let turns = |has: &dyn Fn(u32) -> bool| (0..80).filter(|tick| has(*tick)).count();
        for (agent, looks) in [(AgentId(7), 10), (AgentId(8), 40)] {
            assert_eq!(turns(&|tick| slices.looks_now(tick, agent)), looks);
            assert_eq!(turns(&|tick| slices.acts_now(tick, agent)), looks);
            assert_eq!(turns(&|tick| slices.thinks_now(tick, agent, false)), looks);
            assert_eq!(turns(&|tick| slices.thinks_now(tick, agent, true)), 40);
        }
        let mut few = UpdateSlices::new(3, (64, 64, 64), 1);
        few.make_rarer(AgentId(2), 4);
        assert_eq!(turns(&|tick| few.looks_now(tick, AgentId(2))), 80, "where nothing is spread, nobody waits");
    }
}
