//! Seeing and feeling other agents: which pairs are tested in a tick.
//!
//! A pair of agents is tested every few ticks, cheapest test first: distance, cones, then rays until the result is
//! certain. Pairs left over by the ray budget come first in the next tick. `sightings` turns the result into percepts.

use bevy::ecs::prelude::*;
use quarry_minds::{
    cone::{EyePose, VisionCones},
    protocol::{AgentId, AgentRng, MatchThreads, SimulationClock, UpdateSlices, in_roster_order},
};

use super::{
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    awareness::{Awareness, AwarenessStage},
    look::{LastLook, RecordLooks},
    rays::{RayBudget, SightRays},
    setup::{AgentSenses, PerceptionSettings},
    sight_test::{PairTest, SightTests, reaction},
};
use crate::world::{MatchRules, SiteService, Things};

/// The largest difference between the distance of the feet and the distance from eyes to body, in metres.
const HEAD_ROOM: f32 = 2.0;
/// The most observers that are tested together, and the rays that must be left for each of them.
const LARGEST_BATCH: usize = 32;
const RAYS_PER_LOOKER: u32 = 16;

/// The components of an observer.
type AgentViewer = (
    &'static AgentId,
    &'static AgentSenses,
    &'static VisionCones,
    &'static mut Awareness,
    &'static mut AgentRng,
    &'static mut LastLook,
);

/// The resources that sight tests need.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct VisionContext<'w> {
    clock: Res<'w, SimulationClock>,
    settings: Res<'w, PerceptionSettings>,
    site: Res<'w, SiteService>,
    things: Res<'w, Things>,
    rules: Res<'w, MatchRules>,
    snapshots: Res<'w, AgentSnapshots>,
    slices: Res<'w, UpdateSlices>,
    record: Res<'w, RecordLooks>,
    threads: Res<'w, MatchThreads>,
}

/// An observer that looks around in this tick.
struct Looker<'w> {
    observer: &'w AgentSnapshot,
    kit: &'w AgentSenses,
    cones: &'w VisionCones,
    awareness: Mut<'w, Awareness>,
    chance: Mut<'w, AgentRng>,
    look: Mut<'w, LastLook>,
    eyes: EyePose,
    /// The tests made in this tick.
    tests: Vec<PairTest>,
    /// The rays cast for them.
    rays_cast: u32,
    /// The rays it may use: in the tests, those left to its batch; when it takes them in, those that the observers before it leave.
    rays_left: u32,
    /// The target at which the rays ran out.
    cut_off: Option<AgentId>,
}

/// The lists that observers use in turn.
#[derive(Default)]
pub(super) struct LookBuffers {
    near: Vec<Vec<u32>>,
    /// For each observer of a batch.
    tests: [Vec<PairTest>; LARGEST_BATCH],
}

/// Tests which agents see each other, within the ray budget.
///
/// Observers are tested in batches: each observer of a batch may use the rays left by the batches before. Tests that the rays do not
/// cover after all are dropped. The size of a batch depends on the rays left, not on the threads, and shrinks to one observer as they
/// run out, so that few rays are cast for nothing.
pub(super) fn look_at_each_other(
    context: VisionContext,
    mut budget: ResMut<RayBudget>,
    mut buffers: Local<LookBuffers>,
    mut agents: Query<AgentViewer>,
) {
    let (first, from) = budget.waiting.unwrap_or((AgentId(0), AgentId(0)));
    let agent_waits = budget.waiting.is_some();
    let lookers = agents.iter_mut().filter_map(|(agent, kit, cones, awareness, chance, look)| {
        let observer = context.snapshots.get(*agent)?;
        let looks = context.has_turn(*agent) || agent_waits && awareness.owed;
        let eyes = EyePose::new(observer.eyes, observer.gaze);
        let (tests, rays_cast, rays_left, cut_off) = (Vec::new(), 0, 0, None);
        looks.then_some(Looker {
            observer,
            kit,
            cones,
            awareness,
            chance,
            look,
            eyes,
            tests,
            rays_cast,
            rays_left,
            cut_off,
        })
    });
    let mut lookers = in_roster_order(lookers, |looker| looker.observer.agent);
    let start = lookers.partition_point(|looker| looker.observer.agent < first);
    lookers.rotate_left(start);
    let mut rays_left = context.settings.0.rays_per_tick;
    let mut rest = lookers.as_mut_slice();
    while !rest.is_empty() {
        let size = batch_size(rays_left).min(rest.len());
        let (batch, others) = rest.split_at_mut(size);
        rest = others;
        rays_left = context.look_in_batch(batch, (first, from), rays_left, &mut buffers);
    }
    let waiting = lookers.iter().find_map(|looker| Some((looker.observer.agent, looker.cut_off?)));
    let at_agents = lookers.iter().map(|looker| looker.rays_cast).sum();
    *budget = RayBudget { rays_cast: at_agents, at_agents, waiting };
}

/// How many observers are tested together while this many rays are left.
fn batch_size(rays_left: u32) -> usize {
    (rays_left / RAYS_PER_LOOKER).clamp(1, LARGEST_BATCH as u32) as usize
}

impl VisionContext<'_> {
    fn is_time_sliced(&self) -> bool {
        self.slices.are_looks_spread()
    }

    /// The number of ticks between two tests of a pair with this observer.
    fn every(&self, observer: AgentId) -> u32 {
        self.settings.0.agent_interval.max(self.slices.look_interval(observer)).max(1)
    }

    fn has_turn(&self, agent: AgentId) -> bool {
        !self.is_time_sliced() || self.clock.is_turn_of(agent, self.every(agent))
    }

    fn tests_of<'a>(&'a self, looker: &'a mut Looker) -> (SightTests<'a>, &'a mut Awareness, &'a mut AgentRng) {
        let tests = SightTests {
            clock: &self.clock,
            settings: &self.settings.0,
            every: self.every(looker.observer.agent),
            time_sliced: self.is_time_sliced(),
            rays: SightRays::new(&self.site.0.sight, &self.things),
            vision: &looker.kit.0.vision,
            cones: looker.cones,
            observer: looker.observer,
            eyes: looker.eyes,
            look: self.record.0.then_some(&mut *looker.look),
        };
        (tests, &mut looker.awareness, &mut looker.chance)
    }

    /// Tests the agents around these observers and lets them take in the tests, as far as the rays go. Returns the rays left. The agent
    /// `first` was tested in the last tick with the targets before `from`.
    fn look_in_batch(
        &self,
        batch: &mut [Looker],
        (first, from): (AgentId, AgentId),
        mut rays_left: u32,
        buffers: &mut LookBuffers,
    ) -> u32 {
        for (looker, list) in batch.iter_mut().zip(&mut buffers.tests) {
            looker.rays_left = rays_left;
            looker.tests = std::mem::take(list);
        }
        self.threads.for_each(batch, &mut buffers.near, |near, looker| {
            let from = (looker.observer.agent == first).then_some(from);
            self.test_pairs(looker, from, near);
        });
        for looker in batch.iter_mut() {
            looker.rays_left = rays_left;
            rays_left = rays_left.saturating_sub(looker.rays_cast);
        }
        self.threads.for_each(batch, &mut buffers.near, |_, looker| self.take_in(looker));
        for (looker, list) in batch.iter_mut().zip(&mut buffers.tests) {
            *list = std::mem::take(&mut looker.tests);
            list.clear();
        }
        rays_left
    }

    /// Tests the agents around an observer until its rays run out. With `from`, those with lower numbers were tested in the last tick.
    fn test_pairs(&self, looker: &mut Looker, from: Option<AgentId>, near: &mut Vec<u32>) {
        let (all, observer, eyes, cones) = (self.snapshots.all(), looker.observer, looker.eyes, looker.cones);
        let (mut found, mut rays_cast, mut cut_off) = (std::mem::take(&mut looker.tests), 0, None);
        let rays_left = looker.rays_left;
        let (mut tests, awareness, _) = self.tests_of(looker);
        tests.drain(awareness);
        let ignores = self.rules.0.sides.get(&observer.side).map_or(&[][..], |of_side| &of_side.ignores);
        let turn = |target: &AgentSnapshot| {
            target.agent != observer.agent
                && !ignores.contains(&target.side)
                && (awareness.owed || tests.is_turn_of(target))
                && from.is_none_or(|from| target.agent >= from)
        };
        let reach = cones.reach() + HEAD_ROOM;
        if rays_left == 0 {
            cut_off = Some(AgentId(0));
            near.clear();
        } else if self.is_time_sliced() {
            let in_view = |target: &AgentSnapshot| {
                turn(target) && target.can_be_seen_from(eyes.place) && cones.may_cover(&eyes, target.middle())
            };
            self.snapshots.near_unsorted(observer.place, reach, near, in_view);
            tests.attend(all, near);
        } else {
            self.snapshots.near(observer.place, reach, near, turn);
        }
        for (row, target) in near.iter().filter_map(|row| Some((*row, all.get(*row as usize)?))) {
            let Some(strength) = tests.strength_if_due(target, awareness) else { continue };
            if strength > 0.0 && rays_cast >= rays_left {
                cut_off = Some(target.agent);
                break;
            }
            let test = tests.test(row, target, strength);
            rays_cast += test.rays;
            found.push(test);
        }
        (looker.tests, looker.rays_cast, looker.cut_off) = (found, rays_cast, cut_off);
    }

    /// Lets the observer take in its tests, as far as its rays go.
    fn take_in(&self, looker: &mut Looker) {
        let all = self.snapshots.all();
        let found = std::mem::take(&mut looker.tests);
        let (mut rays_left, mut cut_off) = (looker.rays_left, looker.cut_off);
        let has_rays = rays_left > 0;
        let (mut tests, awareness, chance) = self.tests_of(looker);
        if !has_rays {
            cut_off = Some(AgentId(0));
        }
        for test in found.iter().filter(|_| has_rays) {
            let Some(target) = all.get(test.target as usize) else { continue };
            if test.rays > 0 && rays_left == 0 {
                cut_off = Some(target.agent);
                break;
            }
            rays_left = rays_left.saturating_sub(test.rays);
            tests.take_in(*test, target, awareness, chance);
        }
        awareness.owed = cut_off.is_some();
        tests.drop_unseen(&self.snapshots, awareness);
        (looker.tests, looker.cut_off) = (found, cut_off);
    }
}

/// What the agents of a part put out: the rays they cast; and a list that they use in turn.
#[derive(Default)]
pub(super) struct TouchPart {
    rays_cast: u32,
    near: Vec<u32>,
}

/// Feels agents close by in all directions, if nothing blocks the line between them.
pub(super) fn feel_nearby_agents(
    context: VisionContext,
    mut budget: ResMut<RayBudget>,
    mut parts: Local<Vec<TouchPart>>,
    mut agents: Query<(&AgentId, &AgentSenses, &mut Awareness, &mut AgentRng)>,
) {
    let rays = SightRays::new(&context.site.0.sight, &context.things);
    let all = context.snapshots.all();
    let tick = context.clock.tick;
    let observers = agents.iter_mut().filter_map(|(agent, kit, awareness, chance)| {
        let has_turn = context.slices.looks_now(tick, *agent);
        let observer = context.snapshots.get(*agent).filter(|observer| has_turn && observer.concealment.is_none())?;
        Some((observer, kit, awareness, chance))
    });
    context.threads.each_with(observers, &mut parts, |part, (observer, kit, awareness, chance)| {
        let reach = kit.0.proximity.radius;
        let tangible = |target: &AgentSnapshot| target.agent != observer.agent && target.concealment.is_none();
        context.snapshots.near(observer.place, reach, &mut part.near, tangible);
        for target in part.near.iter().filter_map(|&other| all.get(other as usize)) {
            part.rays_cast += 1;
            if !rays.is_clear(observer.middle(), target.middle(), [None, None]) {
                continue;
            }
            let Some(watched) = awareness.get_or_insert(target.agent, tick) else { continue };
            if watched.meter.stage < AwarenessStage::Detected {
                let friend = target.side == observer.side;
                let delay = if friend { 0 } else { reaction(&context.clock, &kit.0.vision, chance) };
                watched.recognised_from = tick + delay;
            }
            watched.meter.set_detected();
            watched.felt = Some(tick);
            watched.last_seen = tick;
            awareness.sees_others |= target.side != observer.side;
        }
    });
    budget.rays_cast += parts.iter_mut().map(|part| std::mem::take(&mut part.rays_cast)).sum::<u32>();
}
