//! What happens to memory every tick: percepts are absorbed, confidence decays, agents out of sight are extrapolated.

use bevy_ecs::prelude::*;

use super::{WorkingMemory, key_of};
use crate::{
    Dormant,
    protocol::{
        AgentId, MatchThreads, OwnTerrain, Percepts, SelfSense, SimulationClock, Subject, Terrain, TerrainService,
        ThingId, UpdateSlices,
    },
};

type RememberQuery = (
    &'static AgentId,
    &'static mut WorkingMemory,
    &'static mut Percepts,
    &'static SelfSense,
    Option<&'static OwnTerrain>,
);

/// Absorbs the percepts of every agent; ages its memory if it is the agent's turn.
pub fn remember(
    clock: Res<SimulationClock>,
    terrain: Res<TerrainService>,
    slices: Res<UpdateSlices>,
    threads: Res<MatchThreads>,
    mut agents: Query<RememberQuery, Without<Dormant>>,
) {
    threads.each(agents.iter_mut(), |(agent, memory, percepts, sense, own)| {
        let terrain = terrain.known_to(*own);
        memory.absorb(clock.tick, &mut percepts.0);
        if slices.thinks_now(clock.tick, **agent, false) {
            memory.note_position(terrain, sense.place);
            memory.pass_time(terrain);
            memory.note_body(sense);
        }
    });
}

impl WorkingMemory {
    /// Updates what has gone out of sight and where it may be by now; at intervals, sweeps for decay.
    pub fn pass_time(&mut self, terrain: &dyn Terrain) {
        if self.in_sight > 0 && self.now >= self.next_loss {
            self.lose_sight();
        }
        self.extrapolate(terrain);
        if self.now >= self.next_sweep {
            self.next_sweep = self.in_seconds(self.settings.sweep_interval.max(0.05));
            self.sweep();
            self.update_hypotheses(terrain);
        }
    }

    fn lose_sight(&mut self) {
        let grace = (self.settings.data.in_sight_grace * self.rate) as u32;
        let last = self.now.saturating_sub(grace);
        let (mut lost, mut oldest) = (0, self.now);
        for fact in self.facts.iter_mut().filter(|fact| fact.in_sight) {
            if fact.sensed < last {
                fact.in_sight = false;
                lost += 1;
            } else {
                oldest = oldest.min(fact.sensed);
            }
        }
        // Facts are only renewed to later ticks, and those that come into sight count from theirs.
        self.next_loss = oldest.saturating_add(grace).saturating_add(1);
        if lost > 0 {
            self.in_sight = self.in_sight.saturating_sub(lost);
            self.bump_revision();
            // An agent may have been lost: update the hypotheses.
            self.next_sweep = self.now;
        }
    }

    fn extrapolate(&mut self, terrain: &dyn Terrain) {
        let (now, rate, threshold) = (self.now, self.rate, self.settings.data.move_threshold);
        let mut changed = false;
        // Facts about agents come first.
        let agents = self.keys.partition_point(|key| *key < key_of(Subject::Thing(ThingId(0))));
        for fact in self.facts.iter_mut().take(agents) {
            if fact.in_sight || fact.velocity.length_squared() < 0.01 {
                continue;
            }
            let predict = self.settings.at(fact.slot).data.predict_seconds;
            let age = now.saturating_sub(fact.updated) as f32 / rate;
            if predict <= 0.0 || age > predict + 1.0 / rate {
                continue;
            }
            let ahead = fact.place + fact.velocity * age.min(predict);
            // No extrapolation through walls: without ground nearby the estimate stays.
            if let Some(ground) = terrain.nearest_walkable(ahead, 1.0) {
                fact.estimate = ground;
            }
            if fact.counted_place.distance_squared(fact.estimate) > threshold * threshold {
                fact.counted_place = fact.estimate;
                changed = true;
            }
        }
        if changed {
            self.bump_revision();
        }
    }

    fn sweep(&mut self) {
        let now = self.now;
        let before = self.reservations.len();
        self.reservations.retain(|reservation| reservation.until >= now);
        let mut changed = self.reservations.len() != before;
        let mut index = 0;
        while let Some(fact) = self.facts.get(index) {
            let forget_below = self.settings.at(fact.slot).data.forget_below;
            let kept = fact.in_sight || self.pinned == Some(fact.subject);
            if !kept && self.confidence(fact) < forget_below {
                self.remove(index);
                changed = true;
                continue;
            }
            let level = self.level_of(fact);
            if let Some(fact) = self.facts.get_mut(index)
                && fact.level != level
            {
                fact.level = level;
                changed = true;
            }
            index += 1;
        }
        if changed {
            self.bump_revision();
        }
    }
}
