//! Seeing and feeling other agents: which pairs are tested in a tick.
//!
//! A pair of agents is tested every few ticks, cheapest test first: distance, cones, then rays until the result is
//! certain. Pairs left over by the ray budget come first in the next tick. `sightings` turns the result into percepts.

use bevy::ecs::prelude::*;

use super::{
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    awareness::{Awareness, AwarenessStage},
    cone::{EyePose, VisionCones},
    look::{LastLook, RecordLooks},
    rays::{RayBudget, SightRays},
    setup::{AgentSenses, PerceptionSettings},
    sight_test::{PairTest, SightTests, reaction},
};
use crate::{
    protocol::{AgentId, AgentRng, MatchThreads, SimulationClock, UpdateSlices, in_roster_order},
    world::{SiteService, Things},
};

/// The largest difference between the distance of the feet and the distance from eyes to body, in metres.
const HEAD_ROOM: f32 = 2.0;

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
    /// The rays left for this observer: first those of the tick, then those that the observers before it leave.
    rays_left: u32,
    /// The target at which the rays ran out, and the rays cast before.
    cut_off: Option<AgentId>,
    rays_cast: u32,
}

/// Tests which agents see each other, within the ray budget. All pairs with a turn are tested; tests that the budget does not cover are
/// dropped then, because only the rays of all observers together show which those are.
pub(super) fn look_at_each_other(
    context: VisionContext,
    mut budget: ResMut<RayBudget>,
    mut parts: Local<Vec<Vec<u32>>>,
    mut agents: Query<AgentViewer>,
) {
    let all = context.snapshots.all();
    let (first, from) = budget.waiting.unwrap_or((AgentId(0), AgentId(0)));
    let agent_waits = budget.waiting.is_some();
    let lookers = agents.iter_mut().filter_map(|(agent, kit, cones, awareness, chance, look)| {
        let observer = context.snapshots.get(*agent)?;
        let looks = context.has_turn(*agent) || agent_waits && awareness.owed;
        let eyes = EyePose::new(observer.eyes, observer.gaze);
        let (tests, rays_left, cut_off, rays_cast) = (Vec::new(), 0, None, 0);
        looks.then_some((
            *agent,
            Looker { observer, kit, cones, awareness, chance, look, eyes, tests, rays_left, cut_off, rays_cast },
        ))
    });
    let mut lookers = in_roster_order(lookers);
    let start = lookers.partition_point(|looker| looker.observer.agent < first);
    lookers.rotate_left(start);
    context.threads.for_each(&mut lookers, &mut parts, |near, looker| {
        let is_first = |agent: AgentId| agent == first;
        context.test_pairs(looker, is_first(looker.observer.agent).then_some(from), near);
    });
    let mut rays_left = context.settings.0.rays_per_tick;
    for looker in &mut lookers {
        looker.rays_left = rays_left;
        rays_left = rays_left.saturating_sub(looker.tests.iter().map(|test| test.rays).sum());
    }
    context.threads.for_each(&mut lookers, &mut parts, |_, looker| context.take_in(looker, all));
    let waiting = lookers.iter().find_map(|looker| Some((looker.observer.agent, looker.cut_off?)));
    *budget = RayBudget { rays_left, rays_cast: lookers.iter().map(|looker| looker.rays_cast).sum(), waiting };
}

impl VisionContext<'_> {
    fn is_time_sliced(&self) -> bool {
        self.slices.look_interval() > 1
    }

    /// The number of ticks between two tests of a pair.
    fn every(&self) -> u32 {
        self.settings.0.agent_interval.max(self.slices.look_interval()).max(1)
    }

    fn has_turn(&self, agent: AgentId) -> bool {
        !self.is_time_sliced() || (self.clock.tick + u32::from(agent.0)).is_multiple_of(self.every())
    }

    fn tests_of<'a>(&'a self, looker: &'a mut Looker) -> (SightTests<'a>, &'a mut Awareness, &'a mut AgentRng) {
        let tests = SightTests {
            clock: &self.clock,
            settings: &self.settings.0,
            every: self.every(),
            time_sliced: self.is_time_sliced(),
            rays: SightRays { sight: &self.site.0.sight, open: self.things.open },
            vision: &looker.kit.0.vision,
            cones: looker.cones,
            observer: looker.observer,
            eyes: looker.eyes,
            look: self.record.0.then_some(&mut *looker.look),
        };
        (tests, &mut looker.awareness, &mut looker.chance)
    }

    /// Tests the agents around an observer. With `from`, those with lower numbers were tested in the last tick.
    fn test_pairs(&self, looker: &mut Looker, from: Option<AgentId>, near: &mut Vec<u32>) {
        let (all, observer, eyes, cones) = (self.snapshots.all(), looker.observer, looker.eyes, looker.cones);
        let mut found = std::mem::take(&mut looker.tests);
        let (mut tests, awareness, _) = self.tests_of(looker);
        tests.drain(awareness);
        let turn = |target: &AgentSnapshot| {
            target.agent != observer.agent
                && (awareness.owed || tests.is_turn_of(target))
                && from.is_none_or(|from| target.agent >= from)
        };
        let reach = cones.reach() + HEAD_ROOM;
        if self.is_time_sliced() {
            let in_view = |target: &AgentSnapshot| {
                turn(target) && target.can_be_seen_from(eyes.place) && cones.may_cover(&eyes, target.middle())
            };
            self.snapshots.near_unsorted(observer.place, reach, near, in_view);
            tests.attend(all, near);
        } else {
            self.snapshots.near(observer.place, reach, near, turn);
        }
        let targets = near.iter().filter_map(|row| Some((*row, all.get(*row as usize)?)));
        found.extend(targets.filter_map(|(row, target)| tests.test(row, target, awareness)));
        looker.tests = found;
    }

    /// Lets the observer take in its tests, as far as its rays go.
    fn take_in(&self, looker: &mut Looker, all: &[AgentSnapshot]) {
        let found = std::mem::take(&mut looker.tests);
        let (mut rays_left, mut rays_cast, mut cut_off) = (looker.rays_left, 0, None);
        let (mut tests, awareness, chance) = self.tests_of(looker);
        if rays_left == 0 {
            cut_off = Some(AgentId(0));
        }
        for test in found {
            let Some(target) = all.get(test.target as usize).filter(|_| cut_off.is_none()) else { continue };
            if test.rays > 0 && rays_left == 0 {
                cut_off = Some(target.agent);
                continue;
            }
            rays_left = rays_left.saturating_sub(test.rays);
            rays_cast += test.rays;
            tests.take_in(test, target, awareness, chance);
        }
        awareness.owed = cut_off.is_some();
        tests.drop_unseen(&self.snapshots, awareness);
        (looker.cut_off, looker.rays_cast) = (cut_off, rays_cast);
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
    let rays = SightRays { sight: &context.site.0.sight, open: context.things.open };
    let all = context.snapshots.all();
    let tick = context.clock.tick;
    let observers = agents.iter_mut().filter_map(|(agent, kit, awareness, chance)| {
        let has_turn = context.slices.looks_now(tick, *agent);
        let observer = context.snapshots.get(*agent).filter(|observer| has_turn && observer.concealment.is_none())?;
        Some((observer, kit, awareness, chance))
    });
    let mut observers: Vec<_> = observers.collect();
    context.threads.for_each(&mut observers, &mut parts, |part, (observer, kit, awareness, chance)| {
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
