//! The sight tests of one observer: which bodies are in view, and how awareness of them grows and decays.

use bevy::math::Vec3;
use quarry_minds::{
    cone::{EyePose, VisionCones},
    protocol::{AgentId, AgentRng, Label, SimulationClock},
};
use rand::Rng;

use super::{
    agent_snapshot::{AgentSnapshot, AgentSnapshots, Stance},
    awareness::{Awareness, AwarenessStage, WatchedAgent, fill_rate, fraction_factor, light_factor},
    look::{LastLook, LookRay},
    outline::{points_of, visible_fraction},
    rays::SightRays,
};
use crate::data::{perception::Perception, senses::Vision};

/// The outcome of the test of a pair, before awareness takes it in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PairTest {
    /// The row of the target among the snapshots.
    pub target: u32,
    /// The rays that were cast.
    pub rays: u32,
    /// The strength of the vision cones towards it; 0 outside of them.
    strength: f32,
    /// The visible fraction of its body, from 0 to 1.
    share: f32,
}

/// The sight tests of one observer.
pub(super) struct SightTests<'a> {
    pub clock: &'a SimulationClock,
    pub settings: &'a Perception,
    /// The number of ticks between two tests of a pair.
    pub every: u32,
    /// Whether time slicing is on. Then the tick of a test depends on the observer, otherwise on the pair.
    pub time_sliced: bool,
    pub rays: SightRays<'a>,
    pub vision: &'a Vision,
    pub cones: &'a VisionCones,
    pub observer: &'a AgentSnapshot,
    pub eyes: EyePose,
    pub look: Option<&'a mut LastLook>,
}

impl SightTests<'_> {
    /// Keeps only the targets that fit the observer's `max_attention`, in the order of agents.
    pub fn attend(&self, all: &[AgentSnapshot], near: &mut Vec<u32>) {
        let most = self.settings.max_attention as usize;
        if near.len() > most {
            let rank = |row: u32| {
                let target = all.get(row as usize);
                let friend = target.is_none_or(|target| target.side == self.observer.side);
                let apart = target.map_or(f32::INFINITY, |target| target.place.distance_squared(self.observer.place));
                (friend, apart, row)
            };
            near.select_nth_unstable_by(most, |a, b| {
                let (a, b) = (rank(*a), rank(*b));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
            });
            near.truncate(most);
        }
        near.sort_unstable();
    }

    /// Drains awareness of agents out of view by the ticks since it was last drained.
    pub fn drain(&mut self, awareness: &mut Awareness) {
        if let Some(look) = &mut self.look {
            look.eyes = Some(self.eyes);
        }
        let ticks = if self.time_sliced { self.clock.tick.saturating_sub(awareness.drained).max(1) } else { 1 };
        awareness.drained = self.clock.tick;
        let seconds = self.clock.dt() * ticks as f32;
        for watched in awareness.watched_mut() {
            if !watched.in_view {
                watched.meter.drain(seconds, &self.vision.decay_per_second);
                if watched.meter.stage == AwarenessStage::Unaware {
                    watched.recognised_from = u32::MAX;
                    watched.suspected = false;
                }
            }
        }
    }

    /// Whether this pair is tested in this tick. The pairs are spread over the ticks.
    pub fn is_turn_of(&self, target: &AgentSnapshot) -> bool {
        let pair = u32::from(self.observer.agent.0) + u32::from(target.agent.0);
        self.time_sliced || (self.clock.tick + pair).is_multiple_of(self.every)
    }

    /// The next tick after this in which the pair is tested.
    fn next_turn_of(&self, target: &AgentSnapshot) -> u32 {
        if self.time_sliced {
            return self.clock.tick + 1;
        }
        let pair = u32::from(self.observer.agent.0) + u32::from(target.agent.0);
        self.clock.tick + self.every - (self.clock.tick + pair) % self.every
    }

    /// The strength of the vision cones towards a target that is to be tested now; `None` if no test is due. Above 0 the test needs rays.
    pub fn strength_if_due(&self, target: &AgentSnapshot, awareness: &Awareness) -> Option<f32> {
        let due = awareness.get(target.agent).is_none_or(|known| self.clock.tick >= known.due);
        due.then(|| self.strength_towards(target))
    }

    /// Tests whether a target is in view.
    pub fn test(&self, row: u32, target: &AgentSnapshot, strength: f32) -> PairTest {
        if strength <= 0.0 {
            return PairTest { target: row, rays: 0, strength: 0.0, share: 0.0 };
        }
        let covers = [self.observer.cover_prop(), target.cover_prop()];
        let mut rays = 0;
        let share = self.visible_fraction_of(target, |_, place| {
            rays += 1;
            self.rays.is_clear(self.eyes.place, place, covers)
        });
        PairTest { target: row, rays, strength, share }
    }

    /// Lets awareness take in a test.
    pub fn take_in(&mut self, test: PairTest, target: &AgentSnapshot, awareness: &mut Awareness, rng: &mut AgentRng) {
        let (tick, every) = (self.clock.tick, self.every);
        if test.strength > 0.0 && test.share > self.vision.glimpse_fraction {
            let known = awareness.get(target.agent).copied();
            if let Some(watched) = awareness.get_or_insert(target.agent, tick) {
                let before = known.filter(|known| known.in_view).map_or(every, |known| tick - known.tested);
                self.notice(target, test.strength, test.share, before, watched, rng);
            }
        } else if let Some(watched) = awareness.get_mut(target.agent) {
            watched.set_out_of_view(tick, self.next_turn_of(target));
        }
        if test.rays > 0 {
            self.record(test, target, awareness);
        }
    }

    /// Records a test if records are wanted. Its rays are cast again to show where they end.
    fn record(&mut self, test: PairTest, target: &AgentSnapshot, awareness: &Awareness) {
        let Some(look) = self.look.take() else { return };
        if let Some(record) = look.at_agent(target.agent) {
            let covers = [self.observer.cover_prop(), target.cover_prop()];
            let from = self.eyes.place;
            record.visible_fraction = self.visible_fraction_of(target, |part, to| {
                let blocked = self.rays.blocked_at(from, to, covers);
                record.rays.push(LookRay { part, from, to, blocked });
                blocked.is_none()
            });
            record.tick = self.clock.tick;
            record.strength = test.strength;
            if let Some(watched) = awareness.get(target.agent) {
                record.meter = watched.meter;
            }
        }
        self.look = Some(look);
    }

    /// The strength of the vision cones towards the target, with the observer's attention; 0 outside of the cones, or if a hiding place
    /// prevents a view.
    fn strength_towards(&self, target: &AgentSnapshot) -> f32 {
        if !target.can_be_seen_from(self.eyes.place) {
            return 0.0;
        }
        let middle = target.middle();
        let peek_factor = match &self.observer.concealment {
            Some(hide) if !hide.is_in_front(middle) => return 0.0,
            Some(_) => self.vision.peek_strength,
            None => 1.0,
        };
        self.cones.strength(&self.eyes, middle) * peek_factor * self.observer.attention.sight
    }

    /// The visible fraction of a body, from 0 to 1, by rays to its points. A team-mate is recognised by a single point.
    fn visible_fraction_of(&self, target: &AgentSnapshot, mut clear: impl FnMut(Label, Vec3) -> bool) -> f32 {
        let points = points_of(&self.settings.body_points, target);
        if target.side == self.observer.side {
            f32::from(u8::from(points.take(1).all(|point| clear(point.part, point.place))))
        } else {
            let (least, enough) = (self.vision.glimpse_fraction, self.vision.full_view_fraction);
            visible_fraction(points, least, enough, |point| clear(point.part, point.place))
        }
    }

    /// Raises awareness of a visible agent by the ticks since its last test.
    fn notice(
        &self,
        target: &AgentSnapshot,
        strength: f32,
        share: f32,
        ticks: u32,
        watched: &mut WatchedAgent,
        rng: &mut AgentRng,
    ) {
        let (tick, friend) = (self.clock.tick, target.side == self.observer.side);
        let before = watched.meter;
        if before.level == 0.0 {
            watched.guess = (rng.0.gen_range(-1.0..=1.0), rng.0.gen_range(-1.0..=1.0));
        }
        if friend {
            watched.meter.set_detected();
        } else {
            let distance = self.eyes.place.distance(target.middle());
            let rate = fill_rate(self.vision, distance)
                * strength
                * fraction_factor(self.vision, share)
                * light_factor(self.vision, target.light)
                * stance_factor(self.vision, target);
            let plainly = share >= self.vision.full_view_fraction;
            watched.meter.fill(rate, ticks as f32 * self.clock.dt(), plainly, &self.vision.thresholds);
        }
        if before.stage < AwarenessStage::Detected && watched.meter.stage == AwarenessStage::Detected {
            let delay = if friend { 0 } else { reaction(self.clock, self.vision, rng) };
            watched.recognised_from = tick + delay;
        }
        watched.in_view = true;
        watched.visible_fraction = share;
        watched.tested = tick;
        watched.due = self.next_turn_of(target);
        watched.last_seen = tick;
    }

    /// Marks agents that are out of reach as out of view, and removes entries without awareness.
    pub fn drop_unseen(&self, snapshots: &AgentSnapshots, awareness: &mut Awareness) {
        let tick = self.clock.tick;
        let reach = self.cones.reach();
        for watched in awareness.watched_mut() {
            let near =
                snapshots.get(watched.agent).is_some_and(|other| other.place.distance(self.observer.place) <= reach);
            // With time slicing, an agent that was not attended to counts as out of view wherever it is.
            let passed_over = self.time_sliced && watched.tested != tick;
            if (!near || passed_over) && watched.due <= tick {
                watched.set_out_of_view(tick, self.clock.tick + if self.time_sliced { 1 } else { self.every });
            }
        }
        awareness.retain(|watched| {
            let live = watched.meter.level > 0.0 || watched.in_view || watched.sighted;
            live && snapshots.get(watched.agent).is_some()
        });
        if self.time_sliced {
            self.keep_to_bounds(snapshots, awareness);
        }
    }

    /// With time slicing, forgets team-mates out of view, and keeps at most twice `max_attention` agents.
    fn keep_to_bounds(&self, snapshots: &AgentSnapshots, awareness: &mut Awareness) {
        let is_enemy = |agent: AgentId| snapshots.get(agent).is_some_and(|other| other.side != self.observer.side);
        awareness.retain(|watched| watched.in_view || is_enemy(watched.agent));
        awareness.truncate_to(2 * self.settings.max_attention as usize);
        awareness.sees_others = awareness.watched().iter().any(|watched| is_enemy(watched.agent));
    }
}

/// The factor for the target's activity (stance and gait) on the rate at which awareness fills.
fn stance_factor(vision: &Vision, target: &AgentSnapshot) -> f32 {
    let factors = &vision.rate_factors;
    match target.stance {
        Stance::Standing | Stance::HeldFast => factors.still,
        Stance::Crouching => factors.crouch,
        Stance::Moving(gait) => factors.of_gait(gait),
        Stance::Hiding => factors.hiding * target.concealment.map_or(1.0, |hide| hide.visible_fraction),
    }
}

/// A random reaction delay, in ticks.
pub(super) fn reaction(clock: &SimulationClock, vision: &Vision, rng: &mut AgentRng) -> u32 {
    let (least, most) = vision.reaction_seconds;
    clock.ticks(rng.0.gen_range(least..=most.max(least)))
}
