//! What time does to memories: they fade, are forgotten, and what is out of sight is believed to go on as it went.

use super::WorkingMemory;
use crate::protocol::{Subject, Terrain};

impl WorkingMemory {
    /// Brings the memory to its tick: what left sight, where what left it may be by now, and, every so often, what faded.
    pub fn pass_time(&mut self, terrain: &dyn Terrain) {
        if self.in_sight > 0 {
            self.lose_sight();
        }
        self.dead_reckon(terrain);
        if self.now >= self.next_sweep {
            self.next_sweep = self.in_seconds(self.settings.sweep.max(0.05));
            self.sweep();
            self.follow_up(terrain);
        }
    }

    fn lose_sight(&mut self) {
        let last = self.now.saturating_sub((self.settings.data.in_sight_grace * self.rate) as u32);
        let mut lost = 0;
        for fact in self.facts.iter_mut().filter(|fact| fact.in_sight && fact.sensed < last) {
            fact.in_sight = false;
            lost += 1;
        }
        if lost > 0 {
            self.in_sight = self.in_sight.saturating_sub(lost);
            self.count();
            // Somebody may have been lost: where could they have gone?
            self.next_sweep = self.now;
        }
    }

    fn dead_reckon(&mut self, terrain: &dyn Terrain) {
        let (now, rate, moved) = (self.now, self.rate, self.settings.data.move_threshold);
        let mut changed = false;
        // Agents come first.
        let agents = self.subjects.partition_point(|subject| matches!(subject, Subject::Agent(_)));
        for fact in self.facts.iter_mut().take(agents) {
            if fact.in_sight || fact.velocity.length_squared() < 0.01 {
                continue;
            }
            let predict = self.settings.kind(fact.kind).data.predict_seconds;
            let age = now.saturating_sub(fact.updated) as f32 / rate;
            if predict <= 0.0 || age > predict + 1.0 / rate {
                continue;
            }
            let ahead = fact.place + fact.velocity * age.min(predict);
            // Walls are not walked through: where no ground is near, the belief stays where it was.
            if let Some(ground) = terrain.nearest_walkable(ahead, 1.0) {
                fact.estimate = ground;
            }
            if fact.counted.distance_squared(fact.estimate) > moved * moved {
                fact.counted = fact.estimate;
                changed = true;
            }
        }
        if changed {
            self.count();
        }
    }

    fn sweep(&mut self) {
        let now = self.now;
        let claims = self.reservations.len();
        self.reservations.retain(|claim| claim.until >= now);
        let mut changed = self.reservations.len() != claims;
        let mut index = 0;
        while let Some(fact) = self.facts.get(index) {
            let forgotten = self.settings.kind(fact.kind).data.forget_below;
            let kept = fact.in_sight || self.in_mind == Some(fact.subject);
            if !kept && self.confidence(fact) < forgotten {
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
            self.count();
        }
    }
}
