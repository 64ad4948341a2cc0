//! Looking at each other: which bodies are in view of which eyes, and how awareness of them grows and fades.
//!
//! A pair is tested every few ticks, cheap questions first: distance, cones, then rays until the outcome is certain. What
//! the ray budget leaves over comes first in the next tick. What is reported of it is decided in `sightings`.

use bevy::{ecs::prelude::*, math::Vec3};
use rand::Rng;

use crate::{
    data::{perception::Perception, senses::Vision},
    protocol::{AgentId, AgentRng, SimulationClock, UpdateSlices},
    world::{SiteService, Things},
};

use super::{
    agent_snapshot::{AgentSnapshot, AgentSnapshots, Stance},
    awareness::{Awareness, AwarenessStage, WatchedAgent, fill_rate, light_factor, share_factor},
    cone::{EyePose, VisionCones},
    look::{LastLook, LookRay, RecordLooks},
    outline::{points_of, visible_share},
    rays::Rays,
    settings::{AgentSenses, PerceptionSettings, RayBudget},
};

/// How much farther from each other feet may be than the eyes of one from the middle of the other, in metres.
const HEAD_ROOM: f32 = 2.0;

/// An agent that looks.
type AgentViewer =
    (&'static AgentSenses, &'static VisionCones, &'static mut Awareness, &'static mut AgentRng, &'static mut LastLook);

/// What looking needs besides the agents.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Scene<'w> {
    clock: Res<'w, SimulationClock>,
    settings: Res<'w, PerceptionSettings>,
    site: Res<'w, SiteService>,
    things: Res<'w, Things>,
    snapshots: Res<'w, AgentSnapshots>,
    slices: Res<'w, UpdateSlices>,
    record: Res<'w, RecordLooks>,
}

/// Looks at whoever may be in view, within the ray budget.
pub(super) fn look_at_each_other(
    scene: Scene,
    mut budget: ResMut<RayBudget>,
    mut near: Local<Vec<u32>>,
    mut agents: Query<AgentViewer>,
) {
    let settings = &*scene.settings.0;
    let rays = Rays { sight: &scene.site.0.sight, open: scene.things.open };
    let figures = scene.snapshots.figures();
    let (tick, every) = (scene.clock.tick, settings.agents_every.max(scene.slices.look_interval()).max(1));
    let crowded = scene.slices.look_interval() > 1;
    let somebody_waits = budget.waiting.is_some();
    let (first, from) = budget.waiting.unwrap_or((AgentId(0), AgentId(0)));
    let first_row = figures.partition_point(|figure| figure.agent < first);
    *budget = RayBudget { left: settings.rays_per_tick, cast: 0, waiting: None };
    let mut waiting = None;
    for row in (first_row..figures.len()).chain(0..first_row) {
        let Some(observer) = figures.get(row) else { continue };
        let has_turn = !crowded || (tick + u32::from(observer.agent.0)).is_multiple_of(every);
        if !has_turn && !somebody_waits {
            continue;
        }
        let Ok((kit, cones, mut awareness, mut chance, mut look)) = agents.get_mut(observer.entity) else { continue };
        if !has_turn && !awareness.owed {
            continue;
        }
        let eyes = EyePose::new(observer.eyes, observer.gaze);
        let mut onlooker = LookAround {
            clock: &scene.clock,
            settings,
            every,
            crowded,
            rays,
            vision: &kit.0.vision,
            cones,
            observer,
            eyes,
            budget: &mut budget,
            look: scene.record.0.then_some(&mut *look),
        };
        onlooker.drain(&mut awareness);
        if onlooker.budget.left > 0 {
            let owed = std::mem::take(&mut awareness.owed);
            // At whom he looked before he had to wait, he has looked in this round.
            let looked = |target: &AgentSnapshot| observer.agent == first && target.agent < from;
            let turn = |target: &AgentSnapshot| {
                target.agent != observer.agent && (owed || onlooker.is_turn_of(target)) && !looked(target)
            };
            let reach = cones.reach() + HEAD_ROOM;
            if crowded {
                let in_view = |target: &AgentSnapshot| {
                    turn(target) && target.shows_to(eyes.place) && cones.may_cover(&eyes, target.middle())
                };
                scene.snapshots.gather(observer.place, reach, &mut near, in_view);
                onlooker.attend(figures, &mut near);
            } else {
                scene.snapshots.near(observer.place, reach, &mut near, turn);
            }
            for target in near.iter().filter_map(|&other| figures.get(other as usize)) {
                if !onlooker.look_at(target, &mut awareness, &mut chance) {
                    waiting.get_or_insert((observer.agent, target.agent));
                    awareness.owed = true;
                    break;
                }
            }
        } else {
            waiting.get_or_insert((observer.agent, AgentId(0)));
            awareness.owed = true;
        }
        onlooker.drop_unseen(&scene.snapshots, &mut awareness);
    }
    budget.waiting = waiting;
}

/// One agent's look around.
struct LookAround<'a> {
    clock: &'a SimulationClock,
    settings: &'a Perception,
    /// Every how many ticks a pair is tested.
    every: u32,
    /// Whether agents take turns: then it is the observer's and not the pair's.
    crowded: bool,
    rays: Rays<'a>,
    vision: &'a Vision,
    cones: &'a VisionCones,
    observer: &'a AgentSnapshot,
    eyes: EyePose,
    budget: &'a mut RayBudget,
    look: Option<&'a mut LastLook>,
}

impl LookAround<'_> {
    /// Keeps of all in view only as many as one attends to, in the order of agents.
    fn attend(&self, figures: &[AgentSnapshot], near: &mut Vec<u32>) {
        let most = self.settings.attention as usize;
        if near.len() > most {
            let rank = |row: u32| {
                let target = figures.get(row as usize);
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

    /// Lets awareness of those out of view fade by the ticks since it last did.
    fn drain(&mut self, awareness: &mut Awareness) {
        if let Some(look) = &mut self.look {
            look.eyes = Some(self.eyes);
        }
        let ticks = if self.crowded { self.clock.tick.saturating_sub(awareness.drained).max(1) } else { 1 };
        awareness.drained = self.clock.tick;
        let seconds = self.clock.dt() * ticks as f32;
        for watched in awareness.watched_mut() {
            if !watched.in_view {
                watched.meter.drain(seconds, &self.vision.decay);
                if watched.meter.stage == AwarenessStage::Unaware {
                    watched.recognised_from = u32::MAX;
                    watched.suspected = false;
                }
            }
        }
    }

    /// Whether a pair is tested in this tick unless it had to wait: pairs take turns, so that not all are tested at once.
    fn is_turn_of(&self, target: &AgentSnapshot) -> bool {
        let pair = u32::from(self.observer.agent.0) + u32::from(target.agent.0);
        self.crowded || (self.clock.tick + pair).is_multiple_of(self.every)
    }

    /// The next tick after this in which it is the turn of a pair.
    fn next_turn_of(&self, target: &AgentSnapshot) -> u32 {
        if self.crowded {
            return self.clock.tick + 1;
        }
        let pair = u32::from(self.observer.agent.0) + u32::from(target.agent.0);
        self.clock.tick + self.every - (self.clock.tick + pair) % self.every
    }

    /// Tests whether somebody is in view, if that is due; false where the budget does not allow it now.
    fn look_at(&mut self, target: &AgentSnapshot, awareness: &mut Awareness, chance: &mut AgentRng) -> bool {
        let (tick, every) = (self.clock.tick, self.every);
        let known = awareness.get(target.agent).copied();
        if known.is_some_and(|known| tick < known.due) {
            return true;
        }
        let strength = self.strength_towards(target);
        if strength <= 0.0 {
            if let Some(watched) = awareness.get_mut(target.agent) {
                watched.miss(tick, self.next_turn_of(target));
            }
            return true;
        }
        let friend = target.side == self.observer.side;
        if self.budget.left == 0 {
            return false;
        }
        let share = self.share_in_view(target, friend, strength);
        if share > self.vision.glimpse_share {
            if let Some(watched) = awareness.begin(target.agent, tick) {
                let before = known.filter(|known| known.in_view).map_or(every, |known| tick - known.tested);
                self.notice(target, friend, strength, share, before, watched, chance);
            }
        } else if let Some(watched) = awareness.get_mut(target.agent) {
            watched.miss(tick, self.next_turn_of(target));
        }
        if let (Some(look), Some(watched)) = (&mut self.look, awareness.get(target.agent))
            && let Some(record) = look.of_agent(target.agent)
        {
            record.meter = watched.meter;
        }
        true
    }

    /// How strongly the cones cover somebody who can be seen at all.
    fn strength_towards(&self, target: &AgentSnapshot) -> f32 {
        if !target.shows_to(self.eyes.place) {
            return 0.0;
        }
        let middle = target.middle();
        let peeping = match &self.observer.hide {
            Some(hide) if !hide.fronts(middle) => return 0.0,
            Some(_) => self.vision.peeping,
            None => 1.0,
        };
        self.cones.strength(&self.eyes, middle) * peeping
    }

    /// The visible share of a body, 0 to 1. Of a team-mate one point is enough: he is known by anything of him.
    fn share_in_view(&mut self, target: &AgentSnapshot, friend: bool, strength: f32) -> f32 {
        let covers = [self.observer.cover(), target.cover()];
        let (from, rays, budget) = (self.eyes.place, self.rays, &mut *self.budget);
        let mut record = self.look.as_mut().and_then(|look| look.at_agent(target.agent));
        let mut clear = |part, to: Vec3| {
            budget.left = budget.left.saturating_sub(1);
            budget.cast += 1;
            let Some(record) = &mut record else { return rays.clear(from, to, covers) };
            // Whoever watches wants to see where the ray ends.
            let blocked = rays.cast(from, to, covers).map(|contact| contact.distance);
            record.rays.push(LookRay { part, from, to, blocked });
            blocked.is_none()
        };
        let points = points_of(&self.settings.outline, target);
        let share = if friend {
            f32::from(u8::from(points.take(1).all(|point| clear(point.part, point.place))))
        } else {
            let (least, enough) = (self.vision.glimpse_share, self.vision.seen_share);
            visible_share(points, least, enough, |point| clear(point.part, point.place))
        };
        if let Some(record) = record {
            record.tick = self.clock.tick;
            record.strength = strength;
            record.share = share;
        }
        share
    }

    /// Lets awareness of somebody in view grow by the ticks since he was last tested.
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
                * share_factor(self.vision, share)
                * light_factor(self.vision, target.light)
                * stance_factor(self.vision, target);
            let plainly = share >= self.vision.seen_share;
            watched.meter.fill(rate, ticks as f32 * self.clock.dt(), plainly, &self.vision.stages);
        }
        if before.stage < AwarenessStage::Detected && watched.meter.stage == AwarenessStage::Detected {
            let delay = if friend { 0 } else { reaction(self.clock, self.vision, chance) };
            watched.recognised_from = tick + delay;
        }
        watched.in_view = true;
        watched.share = share;
        watched.tested = tick;
        watched.due = self.next_turn_of(target);
        watched.last_seen = tick;
    }

    /// Notes who has got out of reach or left play, and forgets those of whom there is no awareness left.
    fn drop_unseen(&self, snapshots: &AgentSnapshots, awareness: &mut Awareness) {
        let tick = self.clock.tick;
        let reach = self.cones.reach();
        for watched in awareness.watched_mut() {
            let near =
                snapshots.get(watched.agent).is_some_and(|other| other.place.distance(self.observer.place) <= reach);
            // In a crowd whoever was not attended to in this turn is out of view, wherever he is.
            let passed_over = self.crowded && watched.tested != tick;
            if (!near || passed_over) && watched.due <= tick {
                watched.miss(tick, self.clock.tick + if self.crowded { 1 } else { self.every });
            }
        }
        awareness.retain(|watched| {
            let live = watched.meter.level > 0.0 || watched.in_view || watched.sighted;
            live && snapshots.get(watched.agent).is_some()
        });
        if self.crowded {
            self.keep_to_bounds(snapshots, awareness);
        }
    }

    /// In a crowd team-mates out of view are nobody's concern, and of the others only so many are followed.
    fn keep_to_bounds(&self, snapshots: &AgentSnapshots, awareness: &mut Awareness) {
        let is_other = |agent: AgentId| snapshots.get(agent).is_some_and(|other| other.side != self.observer.side);
        awareness.retain(|watched| watched.in_view || is_other(watched.agent));
        awareness.keep_most(2 * self.settings.attention as usize);
        awareness.of_others = awareness.watched().iter().any(|watched| is_other(watched.agent));
    }
}

/// How what somebody does counts.
fn stance_factor(vision: &Vision, target: &AgentSnapshot) -> f32 {
    let factors = &vision.factors;
    match target.stance {
        Stance::Standing => factors.still,
        Stance::Crouching => factors.crouch,
        Stance::Moving(gait) => factors.of_gait(gait),
        Stance::Hiding => factors.hiding * target.hide.map_or(1.0, |hide| hide.shows),
    }
}

/// A reaction delay in ticks.
pub(super) fn reaction(clock: &SimulationClock, vision: &Vision, chance: &mut AgentRng) -> u32 {
    let (least, most) = vision.reaction;
    clock.ticks(chance.0.gen_range(least..=most.max(least)))
}

/// Feels who is close by, all round, where nothing stands between.
pub(super) fn feel_who_is_near(
    scene: Scene,
    mut budget: ResMut<RayBudget>,
    mut near: Local<Vec<u32>>,
    mut agents: Query<(&AgentSenses, &mut Awareness, &mut AgentRng)>,
) {
    let rays = Rays { sight: &scene.site.0.sight, open: scene.things.open };
    let figures = scene.snapshots.figures();
    let tick = scene.clock.tick;
    for observer in figures.iter().filter(|observer| observer.hide.is_none()) {
        if !scene.slices.looks_now(tick, observer.agent) {
            continue;
        }
        let Ok((kit, mut awareness, mut chance)) = agents.get_mut(observer.entity) else { continue };
        let reach = kit.0.proximity.reach;
        let tangible = |target: &AgentSnapshot| target.agent != observer.agent && target.hide.is_none();
        scene.snapshots.near(observer.place, reach, &mut near, tangible);
        for target in near.iter().filter_map(|&other| figures.get(other as usize)) {
            budget.cast += 1;
            if !rays.clear(observer.middle(), target.middle(), [None, None]) {
                continue;
            }
            let Some(watched) = awareness.begin(target.agent, tick) else { continue };
            if watched.meter.stage < AwarenessStage::Detected {
                let friend = target.side == observer.side;
                let delay = if friend { 0 } else { reaction(&scene.clock, &kit.0.vision, &mut chance) };
                watched.recognised_from = tick + delay;
            }
            watched.meter.set_detected();
            watched.felt = Some(tick);
            watched.last_seen = tick;
            awareness.of_others |= target.side != observer.side;
        }
    }
}
