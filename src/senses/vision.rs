//! Seeing other agents: which bodies are in view, and how awareness of them grows and decays.
//!
//! A pair of agents is tested every few ticks, cheapest test first: distance, cones, then rays until the result is
//! certain. Pairs left over by the ray budget come first in the next tick. `sightings` turns the result into percepts.

use bevy::{ecs::prelude::*, math::Vec3};
use rand::Rng;

use crate::{
    data::{perception::Perception, senses::Vision},
    protocol::{AgentId, AgentRng, SimulationClock, UpdateSlices},
    world::{SiteService, Things},
};

use super::{
    agent_snapshot::{AgentSnapshot, AgentSnapshots, Stance},
    awareness::{Awareness, AwarenessStage, WatchedAgent, fill_rate, fraction_factor, light_factor},
    cone::{EyePose, VisionCones},
    look::{LastLook, LookRay, RecordLooks},
    outline::{points_of, visible_fraction},
    rays::{RayBudget, SightRays},
    setup::{AgentSenses, PerceptionSettings},
};

/// The largest difference between the distance of the feet and the distance from eyes to body, in metres.
const HEAD_ROOM: f32 = 2.0;

/// The components of an observer.
type AgentViewer =
    (&'static AgentSenses, &'static VisionCones, &'static mut Awareness, &'static mut AgentRng, &'static mut LastLook);

/// The resources that sight tests need.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct VisionContext<'w> {
    clock: Res<'w, SimulationClock>,
    settings: Res<'w, PerceptionSettings>,
    site: Res<'w, SiteService>,
    things: Res<'w, Things>,
    snapshots: Res<'w, AgentSnapshots>,
    slices: Res<'w, UpdateSlices>,
    record: Res<'w, RecordLooks>,
}

/// Tests which agents see each other, within the ray budget.
pub(super) fn look_at_each_other(
    context: VisionContext,
    mut budget: ResMut<RayBudget>,
    mut near: Local<Vec<u32>>,
    mut agents: Query<AgentViewer>,
) {
    let settings = &*context.settings.0;
    let rays = SightRays { sight: &context.site.0.sight, open: context.things.open };
    let all = context.snapshots.all();
    let (tick, every) = (context.clock.tick, settings.agent_interval.max(context.slices.look_interval()).max(1));
    let time_sliced = context.slices.look_interval() > 1;
    let agent_waits = budget.waiting.is_some();
    let (first, from) = budget.waiting.unwrap_or((AgentId(0), AgentId(0)));
    let first_row = all.partition_point(|snapshot| snapshot.agent < first);
    *budget = RayBudget { rays_left: settings.rays_per_tick, rays_cast: 0, waiting: None };
    let mut waiting = None;
    for row in (first_row..all.len()).chain(0..first_row) {
        let Some(observer) = all.get(row) else { continue };
        let has_turn = !time_sliced || (tick + u32::from(observer.agent.0)).is_multiple_of(every);
        if !has_turn && !agent_waits {
            continue;
        }
        let Ok((kit, cones, mut awareness, mut chance, mut look)) = agents.get_mut(observer.entity) else { continue };
        if !has_turn && !awareness.owed {
            continue;
        }
        let eyes = EyePose::new(observer.eyes, observer.gaze);
        let mut tests = SightTests {
            clock: &context.clock,
            settings,
            every,
            time_sliced,
            rays,
            vision: &kit.0.vision,
            cones,
            observer,
            eyes,
            budget: &mut budget,
            look: context.record.0.then_some(&mut *look),
        };
        tests.drain(&mut awareness);
        if tests.budget.rays_left > 0 {
            let owed = std::mem::take(&mut awareness.owed);
            // Targets before the one at which the budget ran out were tested in this round.
            let looked = |target: &AgentSnapshot| observer.agent == first && target.agent < from;
            let turn = |target: &AgentSnapshot| {
                target.agent != observer.agent && (owed || tests.is_turn_of(target)) && !looked(target)
            };
            let reach = cones.reach() + HEAD_ROOM;
            if time_sliced {
                let in_view = |target: &AgentSnapshot| {
                    turn(target) && target.can_be_seen_from(eyes.place) && cones.may_cover(&eyes, target.middle())
                };
                context.snapshots.near_unsorted(observer.place, reach, &mut near, in_view);
                tests.attend(all, &mut near);
            } else {
                context.snapshots.near(observer.place, reach, &mut near, turn);
            }
            for target in near.iter().filter_map(|&other| all.get(other as usize)) {
                if !tests.look_at(target, &mut awareness, &mut chance) {
                    waiting.get_or_insert((observer.agent, target.agent));
                    awareness.owed = true;
                    break;
                }
            }
        } else {
            waiting.get_or_insert((observer.agent, AgentId(0)));
            awareness.owed = true;
        }
        tests.drop_unseen(&context.snapshots, &mut awareness);
    }
    budget.waiting = waiting;
}

/// The sight tests of one observer.
struct SightTests<'a> {
    clock: &'a SimulationClock,
    settings: &'a Perception,
    /// The number of ticks between two tests of a pair.
    every: u32,
    /// Whether time slicing is on. Then the tick of a test depends on the observer, otherwise on the pair.
    time_sliced: bool,
    rays: SightRays<'a>,
    vision: &'a Vision,
    cones: &'a VisionCones,
    observer: &'a AgentSnapshot,
    eyes: EyePose,
    budget: &'a mut RayBudget,
    look: Option<&'a mut LastLook>,
}

impl SightTests<'_> {
    /// Keeps only the targets that fit the observer's `max_attention`, in the order of agents.
    fn attend(&self, all: &[AgentSnapshot], near: &mut Vec<u32>) {
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
    fn drain(&mut self, awareness: &mut Awareness) {
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
    fn is_turn_of(&self, target: &AgentSnapshot) -> bool {
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

    /// Tests whether the target is in view, if a test is due. Returns `false` if the ray budget is used up.
    fn look_at(&mut self, target: &AgentSnapshot, awareness: &mut Awareness, chance: &mut AgentRng) -> bool {
        let (tick, every) = (self.clock.tick, self.every);
        let known = awareness.get(target.agent).copied();
        if known.is_some_and(|known| tick < known.due) {
            return true;
        }
        let strength = self.strength_towards(target);
        if strength <= 0.0 {
            if let Some(watched) = awareness.get_mut(target.agent) {
                watched.set_out_of_view(tick, self.next_turn_of(target));
            }
            return true;
        }
        let friend = target.side == self.observer.side;
        if self.budget.rays_left == 0 {
            return false;
        }
        let share = self.visible_fraction_of(target, friend, strength);
        if share > self.vision.glimpse_fraction {
            if let Some(watched) = awareness.get_or_insert(target.agent, tick) {
                let before = known.filter(|known| known.in_view).map_or(every, |known| tick - known.tested);
                self.notice(target, friend, strength, share, before, watched, chance);
            }
        } else if let Some(watched) = awareness.get_mut(target.agent) {
            watched.set_out_of_view(tick, self.next_turn_of(target));
        }
        if let (Some(look), Some(watched)) = (&mut self.look, awareness.get(target.agent))
            && let Some(record) = look.of_agent(target.agent)
        {
            record.meter = watched.meter;
        }
        true
    }

    /// The strength of the eyes towards the target; 0 if they are closed, or if hiding places prevent a view.
    fn strength_towards(&self, target: &AgentSnapshot) -> f32 {
        if !target.can_be_seen_from(self.eyes.place) {
            return 0.0;
        }
        let middle = target.middle();
        let peeping = match &self.observer.concealment {
            Some(hide) if !hide.is_in_front(middle) => return 0.0,
            Some(_) => self.vision.peek_strength,
            None => 1.0,
        };
        self.cones.strength(&self.eyes, middle) * peeping * self.observer.attention.sight
    }

    /// The visible fraction of a body, from 0 to 1. A team-mate is recognised by a single point.
    fn visible_fraction_of(&mut self, target: &AgentSnapshot, friend: bool, strength: f32) -> f32 {
        let covers = [self.observer.cover_prop(), target.cover_prop()];
        let (from, rays, budget) = (self.eyes.place, self.rays, &mut *self.budget);
        let mut record = self.look.as_mut().and_then(|look| look.at_agent(target.agent));
        let mut clear = |part, to: Vec3| {
            budget.rays_left = budget.rays_left.saturating_sub(1);
            budget.rays_cast += 1;
            let Some(record) = &mut record else { return rays.is_clear(from, to, covers) };
            // The overlay shows where the ray ends.
            let blocked = rays.cast(from, to, covers).map(|contact| contact.distance);
            record.rays.push(LookRay { part, from, to, blocked });
            blocked.is_none()
        };
        let points = points_of(&self.settings.body_points, target);
        let share = if friend {
            f32::from(u8::from(points.take(1).all(|point| clear(point.part, point.place))))
        } else {
            let (least, enough) = (self.vision.glimpse_fraction, self.vision.full_view_fraction);
            visible_fraction(points, least, enough, |point| clear(point.part, point.place))
        };
        if let Some(record) = record {
            record.tick = self.clock.tick;
            record.strength = strength;
            record.visible_fraction = share;
        }
        share
    }

    /// Raises awareness of a visible agent by the ticks since its last test.
    fn notice(
        &self,
        target: &AgentSnapshot,
        friend: bool,
        strength: f32,
        share: f32,
        ticks: u32,
        watched: &mut WatchedAgent,
        chance: &mut AgentRng,
    ) {
        let tick = self.clock.tick;
        let before = watched.meter;
        if before.level == 0.0 {
            watched.guess = (chance.0.gen_range(-1.0..=1.0), chance.0.gen_range(-1.0..=1.0));
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
            let delay = if friend { 0 } else { reaction(self.clock, self.vision, chance) };
            watched.recognised_from = tick + delay;
        }
        watched.in_view = true;
        watched.visible_fraction = share;
        watched.tested = tick;
        watched.due = self.next_turn_of(target);
        watched.last_seen = tick;
    }

    /// Marks agents that are out of reach as out of view, and removes entries without awareness.
    fn drop_unseen(&self, snapshots: &AgentSnapshots, awareness: &mut Awareness) {
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

    /// With time slicing, forgets team-mates out of view, and bounds the number of others.
    fn keep_to_bounds(&self, snapshots: &AgentSnapshots, awareness: &mut Awareness) {
        let is_other = |agent: AgentId| snapshots.get(agent).is_some_and(|other| other.side != self.observer.side);
        awareness.retain(|watched| watched.in_view || is_other(watched.agent));
        awareness.truncate_to(2 * self.settings.max_attention as usize);
        awareness.sees_others = awareness.watched().iter().any(|watched| is_other(watched.agent));
    }
}

/// The factor for the target's activity (stance and gait) on the rate at which awareness fills.
fn stance_factor(vision: &Vision, target: &AgentSnapshot) -> f32 {
    let factors = &vision.rate_factors;
    match target.stance {
        Stance::Standing => factors.still,
        Stance::Crouching => factors.crouch,
        Stance::Moving(gait) => factors.of_gait(gait),
        Stance::Hiding => factors.hiding * target.concealment.map_or(1.0, |hide| hide.visible_fraction),
    }
}

/// A random reaction delay, in ticks.
pub(super) fn reaction(clock: &SimulationClock, vision: &Vision, chance: &mut AgentRng) -> u32 {
    let (least, most) = vision.reaction_seconds;
    clock.ticks(chance.0.gen_range(least..=most.max(least)))
}

/// Feels agents close by in all directions, if nothing blocks the line between them.
pub(super) fn feel_nearby_agents(
    context: VisionContext,
    mut budget: ResMut<RayBudget>,
    mut near: Local<Vec<u32>>,
    mut agents: Query<(&AgentSenses, &mut Awareness, &mut AgentRng)>,
) {
    let rays = SightRays { sight: &context.site.0.sight, open: context.things.open };
    let all = context.snapshots.all();
    let tick = context.clock.tick;
    for observer in all.iter().filter(|observer| observer.concealment.is_none()) {
        if !context.slices.looks_now(tick, observer.agent) {
            continue;
        }
        let Ok((kit, mut awareness, mut chance)) = agents.get_mut(observer.entity) else { continue };
        let reach = kit.0.proximity.radius;
        let tangible = |target: &AgentSnapshot| target.agent != observer.agent && target.concealment.is_none();
        context.snapshots.near(observer.place, reach, &mut near, tangible);
        for target in near.iter().filter_map(|&other| all.get(other as usize)) {
            budget.rays_cast += 1;
            if !rays.is_clear(observer.middle(), target.middle(), [None, None]) {
                continue;
            }
            let Some(watched) = awareness.get_or_insert(target.agent, tick) else { continue };
            if watched.meter.stage < AwarenessStage::Detected {
                let friend = target.side == observer.side;
                let delay = if friend { 0 } else { reaction(&context.clock, &kit.0.vision, &mut chance) };
                watched.recognised_from = tick + delay;
            }
            watched.meter.set_detected();
            watched.felt = Some(tick);
            watched.last_seen = tick;
            awareness.sees_others |= target.side != observer.side;
        }
    }
}
