//! Seeing things: items and their empty places, doors, gates, hiding places, scratch marks.
//!
//! Uses the same cones with one ray per thing, at a low frequency. A visible thing is reported each time it is tested.

use std::collections::VecDeque;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    cone::{EyePose, VisionCones},
    protocol::{
        AgentId, EventLog, Label, LogEntry, MatchEvent, MatchThreads, Percept, PerceptSource, Percepts, SignOrigin,
        SimulationClock, Subject, ThingId, UpdateSlices, in_roster_order,
    },
};

use super::{
    agent_snapshot::{AgentSnapshot, AgentSnapshots},
    awareness::light_factor,
    look::{LastLook, LookRay, RecordLooks, ThingLook},
    rays::{RayBudget, SightRays},
    setup::{AgentSenses, PerceptionSettings},
    words::PerceptNames,
};
use crate::{
    data::{perception::Perception, senses::Senses, thing::ThingSpecs},
    world::{
        Daylight, HidingState, ItemLocation, MatchRules, SiteService, ThingState, Things, Trace, Traces,
        geometry::flat_distance,
        level::{BuiltLevel, LevelThing, ThingKind},
    },
};

/// An item or a device this near is noticed without looking at it, in metres.
const AT_FEET: f32 = 1.0;
/// An item lies where it is expected within this many metres.
const SAME_PLACE: f32 = 0.2;

/// What an agent's eyes remember about things.
#[derive(Component, Clone, Debug, Default)]
pub struct ThingWatch {
    /// The things that these eyes notice, with the range for each; `None` until the first look.
    ranges: Option<Vec<(ThingId, f32)>>,
    /// The number of things for which the ranges were computed.
    counted: usize,
    /// What was last learnt of each thing, by number.
    known: Vec<KnownThing>,
    /// The scratch marks already reported, oldest first.
    traces: VecDeque<u32>,
    /// Where the next look continues if the last one ran out of rays.
    next: usize,
    /// Whether the things known from the start have been reported.
    told: bool,
}

/// What an agent has learnt of a thing.
#[derive(Clone, Copy, Debug, Default)]
struct KnownThing {
    /// The state in which it was last seen.
    seen: Option<Label>,
    /// Where it was last seen or said to lie, or seen to be gone, in metres; `None` if the agent knows nothing of it.
    place: Option<Vec3>,
    /// Whether it lay there.
    lies: bool,
    /// The tick of that.
    tick: u32,
}

impl ThingWatch {
    /// Recomputes the ranges on the next look.
    pub(super) fn forget_ranges(&mut self) {
        self.ranges = None;
    }

    /// Whether the things known from the start are to be reported now: the first time.
    pub(super) fn tell_known(&mut self) -> bool {
        !std::mem::replace(&mut self.told, true)
    }

    /// Records the seen state of a thing, and returns whether it is new.
    fn note(&mut self, thing: ThingId, state: Label) -> bool {
        self.entry(thing).is_some_and(|known| known.seen.replace(state) != Some(state))
    }

    /// Records where a report says that an item lies. `lying` is the word for that.
    pub(super) fn hear_of(&mut self, report: &Percept, lying: Label, clock: &SimulationClock) {
        if let (Subject::Thing(item), true) = (report.subject, report.state == lying) {
            self.expect(item, report.place, true, clock.tick.saturating_sub(clock.ticks(report.age)));
        }
    }

    /// Records where an item was perceived at a tick, and whether it lay there, unless something newer is known.
    fn expect(&mut self, item: ThingId, place: Vec3, lies: bool, tick: u32) {
        if let Some(known) = self.entry(item).filter(|known| known.tick <= tick) {
            *known = KnownThing { seen: known.seen, place: Some(place), lies, tick };
        }
    }

    fn entry(&mut self, thing: ThingId) -> Option<&mut KnownThing> {
        let number = usize::from(thing.0);
        if self.known.len() <= number {
            self.known.resize(number + 1, KnownThing::default());
        }
        self.known.get_mut(number)
    }

    fn known(&self, thing: ThingId) -> KnownThing {
        self.known.get(usize::from(thing.0)).copied().unwrap_or_default()
    }

    /// Whether an item is expected to lie elsewhere than at a place.
    fn expects_elsewhere(&self, item: ThingId, place: Vec3) -> bool {
        let known = self.known(item);
        known.lies && known.place.is_some_and(|expected| expected.distance(place) > SAME_PLACE)
    }
}

fn ranges_of(senses: &Senses, level: &BuiltLevel, things: &Things, specs: &ThingSpecs) -> Vec<(ThingId, f32)> {
    let range = |thing: &LevelThing| {
        let own = senses.notice_ranges.get(&thing.name).copied();
        Some((thing.id, own.or_else(|| Some(specs.get(&thing.name)?.seen_from))?))
    };
    level.things.iter().chain(&things.appeared).filter_map(range).filter(|(_, range)| *range > 0.0).collect()
}

/// The resources that looking at things needs.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct ThingContext<'w> {
    clock: Res<'w, SimulationClock>,
    settings: Res<'w, PerceptionSettings>,
    site: Res<'w, SiteService>,
    things: Res<'w, Things>,
    traces: Res<'w, Traces>,
    snapshots: Res<'w, AgentSnapshots>,
    slices: Res<'w, UpdateSlices>,
    record: Res<'w, RecordLooks>,
    words: Res<'w, PerceptNames>,
    rules: Res<'w, MatchRules>,
    daylight: Res<'w, Daylight>,
}

type ThingViewer = (
    &'static AgentId,
    &'static AgentSenses,
    &'static VisionCones,
    &'static mut ThingWatch,
    &'static mut Percepts,
    &'static mut LastLook,
);

/// What the agents of a part put out: events, and the rays they cast; and a list that they use in turn.
#[derive(Default)]
pub(super) struct ThingPart {
    log: Vec<LogEntry>,
    rays_cast: u32,
    marks: Vec<u32>,
}

/// Tests the things around each agent, on its own ticks.
pub(super) fn look_at_things(
    context: ThingContext,
    threads: Res<MatchThreads>,
    mut budget: ResMut<RayBudget>,
    mut log: ResMut<EventLog>,
    mut parts: Local<Vec<ThingPart>>,
    mut agents: Query<ThingViewer>,
) {
    let settings = &*context.settings.0;
    let observers = agents.iter_mut().filter_map(|(agent, kit, cones, watch, percepts, look)| {
        let every = settings.thing_interval.max(context.slices.look_interval(*agent));
        let has_turn = context.clock.is_turn_of(*agent, every);
        let observer = context.snapshots.get(*agent).filter(|observer| has_turn && observer.attention.sees())?;
        Some((observer, kit, cones, watch, percepts, look))
    });
    let mut observers = in_roster_order(observers, |(observer, ..)| observer.agent);
    threads.for_each(&mut observers, &mut parts, |part, (observer, kit, cones, watch, percepts, look)| {
        let (level, things) = (&context.site.0.built, &*context.things);
        if watch.counted != things.states.len() {
            watch.counted = things.states.len();
            watch.ranges = None;
        }
        let ranges = watch.ranges.take().unwrap_or_else(|| ranges_of(&kit.0, level, things, &context.rules.0.things));
        let mut scan = ThingScan {
            context: &context,
            settings,
            kit,
            cones,
            observer,
            eyes: EyePose::new(observer.eyes, observer.gaze),
            rays_left: settings.thing_rays,
            look: context.record.0.then_some(&mut **look),
            percepts: &mut percepts.0,
            log: &mut part.log,
        };
        scan.scan_things(&ranges, watch);
        scan.scan_traces(watch, &mut part.marks);
        part.rays_cast += settings.thing_rays - scan.rays_left;
        watch.ranges = Some(ranges);
    });
    for part in parts.iter_mut() {
        log.take_over(&mut part.log);
        budget.rays_cast += std::mem::take(&mut part.rays_cast);
    }
}

/// One agent's look at things.
struct ThingScan<'a, 'w> {
    context: &'a ThingContext<'w>,
    settings: &'a Perception,
    kit: &'a AgentSenses,
    cones: &'a VisionCones,
    observer: &'a AgentSnapshot,
    eyes: EyePose,
    rays_left: u32,
    look: Option<&'a mut LastLook>,
    percepts: &'a mut Vec<Percept>,
    log: &'a mut Vec<LogEntry>,
}

impl ThingScan<'_, '_> {
    fn scan_things(&mut self, ranges: &[(ThingId, f32)], watch: &mut ThingWatch) {
        let start = if watch.next < ranges.len() { watch.next } else { 0 };
        watch.next = 0;
        for place in (start..ranges.len()).chain(0..start) {
            let Some(&(id, range)) = ranges.get(place) else { continue };
            let built = &self.context.site.0.built;
            let things = &self.context.things;
            let (Some(thing), Some(state)) = (things.thing(built, id), things.state(id)) else { continue };
            if thing.inside.is_some() && things.is_concealed(thing, built, &self.context.rules.0.things) {
                continue;
            }
            // An item that lies elsewhere by now is missed where it is expected.
            let moved = matches!(state, ThingState::Item(ItemLocation::Lying(at)) if watch.expects_elsewhere(id, *at));
            let missed = moved.then_some(&ThingState::Item(ItemLocation::Nowhere));
            for state in std::iter::once(state).chain(missed) {
                let target = self.target_of(thing, state, watch);
                let at_its_feet = self.needs_no_look(thing, state) && self.is_at_its_feet(target);
                if !at_its_feet && !self.may_see(target, range) {
                    continue;
                }
                if self.rays_left == 0 {
                    watch.next = place;
                    return;
                }
                if self.is_clear(target, thing) {
                    self.report(thing, state, watch);
                    break;
                }
            }
        }
    }

    /// The point to look for: an item where it lies or is expected, smoke where it begins, anything else above the ground in front of it.
    fn target_of(&self, thing: &LevelThing, state: &ThingState, watch: &ThingWatch) -> Vec3 {
        match state {
            ThingState::Item(at) => item_place(thing, *at, watch) + Vec3::Y * self.settings.item_height,
            ThingState::Door(_) => thing.place + Vec3::Y * self.settings.thing_height,
            ThingState::Device(device) if self.veils(thing, device.state) > 0.0 => {
                let middle = thing.place + Vec3::Y * self.settings.thing_height;
                middle + (self.eyes.place - middle).clamp_length_max(self.veils(thing, device.state))
            }
            _ => thing.entry + Vec3::Y * self.settings.thing_height,
        }
    }

    /// How far the smoke of a device reaches in a state, in metres.
    fn veils(&self, thing: &LevelThing, state: Label) -> f32 {
        let spec = self.context.rules.0.things.get(&thing.name).and_then(|spec| spec.states.get(&state));
        spec.map_or(0.0, |state| state.veils)
    }

    /// Whether agents beside it notice it without looking at it: items, and devices, but for what they are meant to tread on.
    fn needs_no_look(&self, thing: &LevelThing, state: &ThingState) -> bool {
        let ThingState::Device(device) = state else { return matches!(state, ThingState::Item(_)) };
        let spec = self.context.rules.0.things.get(&thing.name).and_then(|spec| spec.states.get(&device.state));
        spec.is_none_or(|state| state.trodden.is_none())
    }

    /// Whether the target is before the feet of the agent, which then need not look down.
    fn is_at_its_feet(&self, target: Vec3) -> bool {
        let here = self.observer.place;
        let level = (here.y - target.y).abs() <= AT_FEET + self.settings.thing_height;
        self.observer.concealment.is_none() && level && flat_distance(here, target) <= AT_FEET
    }

    /// Whether range, light and cones allow the target to be noticed.
    fn may_see(&self, target: Vec3, range: f32) -> bool {
        let vision = &self.kit.0.vision;
        let apart = target.distance_squared(self.eyes.place);
        if apart > range * range || !self.cones.may_cover(&self.eyes, target) {
            return false;
        }
        let brightness = self.context.site.0.brightness_at(target, *self.context.daylight, &self.context.things);
        let lit = range * light_factor(vision, brightness);
        let hidden =
            self.observer.concealment.is_some_and(|hide| vision.peek_strength <= 0.0 || !hide.is_in_front(target));
        let strength = self.cones.strength(&self.eyes, target) * self.observer.attention.sight;
        apart <= lit * lit && !hidden && strength >= vision.min_notice_strength
    }

    fn is_clear(&mut self, target: Vec3, thing: &LevelThing) -> bool {
        self.rays_left = self.rays_left.saturating_sub(1);
        // A door does not hide itself.
        let mut open = self.context.things.open;
        thing.door.into_iter().for_each(|door| open.set(door, true));
        let rays = SightRays { open, ..SightRays::new(&self.context.site.0.sight, &self.context.things) };
        let (from, covers) = (self.eyes.place, [self.observer.cover_prop(), thing.prop]);
        let Some(look) = &mut self.look else { return rays.is_clear(from, target, covers) };
        let blocked = rays.blocked_at(from, target, covers);
        let ray = LookRay { part: Label::default(), from, to: target, blocked };
        look.at_thing(ThingLook { thing: thing.id, tick: self.context.clock.tick, ray });
        blocked.is_none()
    }

    fn report(&mut self, thing: &LevelThing, state: &ThingState, watch: &mut ThingWatch) {
        let words = &self.context.words;
        let none = Label::default();
        let (word, amount, place) = match state {
            ThingState::Item(ItemLocation::Lying(place)) => (words.lying, 0.0, *place),
            ThingState::Item(at) => (words.gone, 0.0, item_place(thing, *at, watch)),
            ThingState::Door(_) => {
                let open = thing.door.is_some_and(|door| self.context.things.open.contains(door));
                (if open { words.open } else { words.closed }, 0.0, thing.entry)
            }
            ThingState::Gate(gate) if gate.open => (words.open, 1.0, thing.place),
            ThingState::Gate(gate) => (words.locked, gate.progress, thing.entry),
            ThingState::HidingPlace(hiding) => (self.inside(thing, hiding), 0.0, thing.entry),
            ThingState::Stock(stock) if stock.amount > 0.0 => (words.lying, stock.amount, thing.entry),
            ThingState::Stock(_) => (words.gone, 0.0, thing.entry),
            ThingState::Device(device) => {
                let stand = self.context.things.stand_before(thing, &self.context.site.0.built, self.observer.place);
                (device.state, 0.0, stand)
            }
            ThingState::Still => (none, 0.0, thing.entry),
        };
        // The inside of a closed hiding place is invisible, which is no reason to forget what was seen there.
        let seen = watch.known(thing.id).seen;
        let tells_nothing = match state {
            ThingState::HidingPlace(_) => word == none && seen.is_some(),
            ThingState::Device(_) => state.shelter().is_some() && seen == Some(word),
            _ => false,
        };
        if tells_nothing {
            return;
        }
        let kind = thing.name;
        self.percepts.push(static_percept(kind, Subject::Thing(thing.id), word, amount, place, PerceptSource::Seen));
        // Doors have log entries of their own, and the empty place of an item is not a sighting.
        let worth_logging = thing.kind != ThingKind::Door && word != words.gone;
        let (tick, by) = (self.context.clock.tick, self.observer.agent);
        if let ThingState::Item(_) = state {
            watch.expect(thing.id, place, word == words.lying, tick);
        }
        if watch.note(thing.id, word) && worth_logging {
            let subject = Subject::Thing(thing.id);
            let at = place.into();
            let event = MatchEvent::Sighted { by, kind, subject, at, source: PerceptSource::Seen };
            self.log.push(LogEntry { tick, event });
        }
    }

    /// The visible state of a hiding place's inside; empty if it is closed or too far away.
    fn inside(&self, thing: &LevelThing, hiding: &HidingState) -> Label {
        let near =
            self.observer.place.distance(thing.place) <= self.kit.0.vision.look_inside_range * thing.visible_fraction;
        if thing.visible_fraction <= 0.0 || !near {
            Label::default()
        } else if hiding.occupants().any(|agent| agent != self.observer.agent) {
            self.context.words.occupied
        } else if hiding.is_empty() {
            self.context.words.free
        } else {
            Label::default()
        }
    }

    /// Reports the scratch marks of other sides, once each.
    fn scan_traces(&mut self, watch: &mut ThingWatch, marks: &mut Vec<u32>) {
        let Some(&range) = self.kit.0.notice_ranges.get(&self.context.words.trace) else { return };
        let oldest = self.context.traces.all.front().map_or(u32::MAX, |trace| trace.number);
        while watch.traces.front().is_some_and(|seen| *seen < oldest) {
            watch.traces.pop_front();
        }
        self.context.traces.near(self.eyes.place, range, marks);
        for trace in marks.iter().rev().filter_map(|number| self.context.traces.get(*number)) {
            let target = trace.place + Vec3::Y * self.settings.item_height;
            if trace.side == self.observer.side || !self.may_see(target, range) {
                continue;
            }
            let Err(place) = watch.traces.binary_search(&trace.number) else { continue };
            if self.rays_left == 0 {
                return;
            }
            self.rays_left -= 1;
            let rays = SightRays::new(&self.context.site.0.sight, &self.context.things);
            if rays.is_clear(self.eyes.place, target, [self.observer.cover_prop(), None]) {
                watch.traces.insert(place, trace.number);
                self.report_trace(trace);
            }
        }
    }

    fn report_trace(&mut self, trace: &Trace) {
        let side = self.context.rules.0.relation(self.observer.side, trace.side);
        let age = self.context.clock.tick.saturating_sub(trace.tick) as f32 * self.context.clock.dt();
        let subject = Subject::sign(SignOrigin::Trace, trace.number);
        let percept = static_percept(self.context.words.trace, subject, side, age, trace.place, PerceptSource::Seen);
        self.percepts.push(Percept { velocity: trace.direction, ..percept });
    }
}

/// Where an item lies, or else where the agent expects it: where it was last seen or said to be, or its own place.
fn item_place(thing: &LevelThing, at: ItemLocation, watch: &ThingWatch) -> Vec3 {
    match at {
        ItemLocation::Lying(place) => place,
        _ => watch.known(thing.id).place.unwrap_or(thing.place),
    }
}

/// A percept of something that does not move.
pub(super) fn static_percept(
    kind: Label,
    subject: Subject,
    state: Label,
    amount: f32,
    place: Vec3,
    source: PerceptSource,
) -> Percept {
    Percept { state, amount, source, ..Percept::felt(kind, subject, place, 0.0) }
}
