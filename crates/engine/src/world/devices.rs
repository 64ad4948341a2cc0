//! Devices: things with the states and uses that their file gives them. Their uses, their clocks, their noises, their wires, and what becomes of
//! agents that tread on them.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, FailReason, Label, MatchEvent, Roster, Side, Status, ThingId, label};

use super::{
    Body, BodyKind, DeviceState, Hands, Harm, Hidden, InPlay, ItemLocation, PendingHarm, SiteService, ThingState,
    Things,
    dazzle::Flash,
    geometry::flat_distance,
    interact::MAX_HEIGHT_DIFFERENCE,
    level::{BuiltLevel, DoorSet, LevelThing, PlacedFeed},
    light::Lantern,
    noise::EventEmitter,
    uses::{UseEffects, UseWork},
    veils::Veil,
};
use crate::data::rules::Rules;
use crate::data::thing::{ThingSpec, ThingSpecs, ThingStateSpec, ThingTread, ThingUse};

/// A use by another agent counts as going on for this many ticks.
const IN_USE_TICKS: u32 = 2;
/// The means of the harm that things do to who treads on them.
pub(super) const TREAD: &str = "tread";
/// How high the light of a device or of a carried item is, in metres.
const LIGHT_HEIGHT: f32 = 0.9;
/// Wires may set off others this many times in a tick; the rest follow in the next.
const MAX_ROUNDS: usize = 8;

/// A device, and what an agent does with it.
pub(super) struct DeviceUse<'a> {
    pub thing: LevelThing,
    pub state: DeviceState,
    pub verb: Label,
    pub agent: AgentId,
    pub spec: &'a ThingUse,
}

impl DeviceUse<'_> {
    /// Whether the agent has what it takes, and nobody is in its way.
    pub(super) fn check(
        &self,
        hands: &Hands,
        things: &Things,
        site: &SiteService,
        tick: u32,
    ) -> Result<(), FailReason> {
        let lacks = |kind: Label| things.carried(&hands.carried, kind, &site.0.built).is_none();
        if self.spec.needed().any(lacks) {
            return Err(FailReason::Refused);
        }
        let busy = self.state.user.is_some_and(|(user, at)| user != self.agent && at + IN_USE_TICKS >= tick);
        if self.spec.one_at_a_time && busy { Err(FailReason::Refused) } else { Ok(()) }
    }

    /// One tick of work. `here` is where the agent stands.
    pub(super) fn work(&self, mut work: UseWork, here: Vec3, hands: &mut Hands, effects: &mut UseEffects) -> Status {
        let UseEffects { things, emitter, site, .. } = effects;
        let Some(ThingState::Device(device)) = things.state_mut(self.thing.id) else {
            return Status::Failed(FailReason::Gone);
        };
        device.user = Some((self.agent, emitter.clock.tick));
        if self.spec.keeps_work {
            if device.verb != self.verb {
                (device.verb, device.work) = (self.verb, 0.0);
            }
            device.work += emitter.clock.dt();
            work.seconds = device.work;
        }
        if let Some(noise) = self.spec.noise.filter(|_| work.loud) {
            emitter.make_noise(noise, here, Some(self.agent));
        }
        let status = work.status();
        if status == Status::Done {
            for kind in &self.spec.consumes {
                if let Some(item) = things.carried(&hands.carried, *kind, &site.0.built) {
                    things.use_up(item, hands);
                }
            }
            self.spec.gives.iter().for_each(|kind| self.give(*kind, here, hands, things, emitter, &site.0.built));
            if let Some(to) = self.spec.to {
                change(things, emitter, self.thing.id, to, Some(self.agent));
            }
            if let Some(ThingState::Device(device)) = things.state_mut(self.thing.id) {
                device.work = 0.0;
                device.announced = self.spec.announced;
            }
        }
        status
    }

    /// Gives the agent an item; one that needs a hand, when it has none free, lies before its feet.
    fn give(
        &self,
        kind: Label,
        here: Vec3,
        hands: &mut Hands,
        things: &mut Things,
        emitter: &mut EventEmitter,
        level: &BuiltLevel,
    ) {
        let is_free = things.has_hand_for(kind, &hands.carried, level, &emitter.rules.0);
        let Some(item) = things.appear_item(kind, here) else { return };
        if is_free {
            hands.carried.push(item);
            things.state_mut(item).into_iter().for_each(|at| *at = ThingState::Item(ItemLocation::Carried(self.agent)));
            emitter.log(MatchEvent::Taken { by: self.agent, item });
        }
    }
}

/// Puts a device into a state, and a gate into `"open"`. Nothing happens if it is in that state.
fn change(things: &mut Things, emitter: &mut EventEmitter, id: ThingId, to: Label, by: Option<AgentId>) {
    match things.state_mut(id) {
        Some(ThingState::Device(device)) if device.state != to => {
            *device = DeviceState {
                user: device.user,
                inside: device.inside,
                ..DeviceState::entering(to, emitter.clock.tick, by)
            };
            emitter.log(MatchEvent::ThingChanged { by, thing: id, state: to });
        }
        Some(ThingState::Gate(gate)) if !gate.open && to == "open" => {
            gate.open = true;
            emitter.log(MatchEvent::ThingChanged { by, thing: id, state: to });
        }
        _ => {}
    }
}

impl Things {
    /// The first item of a kind among these.
    pub fn carried(&self, carried: &[ThingId], kind: Label, level: &BuiltLevel) -> Option<ThingId> {
        carried.iter().copied().find(|item| self.thing(level, *item).is_some_and(|thing| thing.name == kind))
    }

    /// How many of the carried items are of a kind.
    pub fn carried_count(&self, carried: &[ThingId], kind: Label, level: &BuiltLevel) -> usize {
        carried.iter().filter(|item| self.thing(level, **item).is_some_and(|thing| thing.name == kind)).count()
    }

    /// Uses up a carried item.
    pub fn use_up(&mut self, item: ThingId, hands: &mut Hands) {
        hands.carried.retain(|carried| *carried != item);
        if let Some(state) = self.state_mut(item) {
            *state = ThingState::Item(ItemLocation::Nowhere);
        }
    }

    /// Whether an agent that carries these has a hand for an item of a kind, if it takes one.
    pub fn has_hand_for(&self, kind: Label, carried: &[ThingId], level: &BuiltLevel, rules: &Rules) -> bool {
        let needs_hand = rules.things.get(&kind).is_some_and(|spec| !spec.pocketed);
        !needs_hand || self.in_hands(carried, level, &rules.things) < usize::from(rules.hands)
    }

    /// How many of the carried items need a hand.
    pub fn in_hands(&self, carried: &[ThingId], level: &BuiltLevel, specs: &ThingSpecs) -> usize {
        let needs_hand = |item: &&ThingId| {
            let spec = self.thing(level, **item).and_then(|thing| specs.get(&thing.name));
            spec.is_some_and(|spec| !spec.pocketed)
        };
        carried.iter().filter(needs_hand).count()
    }

    /// The factor on the speed of an agent that carries these.
    pub fn burden(&self, carried: &[ThingId], level: &BuiltLevel, specs: &ThingSpecs) -> f32 {
        let slows = |item: &ThingId| Some(specs.get(&self.thing(level, *item)?.name)?.slows);
        carried.iter().filter_map(slows).product()
    }

    /// [`Things::new`], with every device in its first state.
    pub fn started(level: &BuiltLevel, specs: &ThingSpecs) -> Self {
        let mut things = Self::new(level);
        for (thing, state) in level.things.iter().zip(&mut things.states) {
            if let (ThingState::Device(device), Some(spec)) = (state, specs.get(&thing.name)) {
                *device = DeviceState::entering(spec.start, 0, None);
                device.inside.resize(spec.states.get(&spec.start).map_or(0, |state| state.shelters));
            }
        }
        let shines = |thing: &LevelThing| specs.get(&thing.name).is_some_and(|spec| spec.lights > 0.0);
        things.shines = level.things.iter().map(shines).collect();
        things.has_devices =
            things.states.iter().any(|state| matches!(state, ThingState::Device(_))) || things.shines.contains(&true);
        things.live_wires = vec![false; level.wires.len()];
        things
    }

    /// Whether lamps with this feed shine.
    pub fn feeds(&self, feed: &PlacedFeed) -> bool {
        feed.things.iter().all(|thing| self.state_name(*thing) == Some(feed.state))
    }

    /// The same for a feed by its index in [`BuiltLevel::lamp_feeds`]. Lamps without a feed always shine.
    pub fn are_fed(&self, level: &BuiltLevel, feed: Option<usize>) -> bool {
        feed.and_then(|feed| level.lamp_feeds.get(feed)).is_none_or(|feed| self.feeds(feed))
    }

    /// The name of the state of a device or of a gate.
    fn state_name(&self, id: ThingId) -> Option<Label> {
        match self.state(id)? {
            ThingState::Device(device) => Some(device.state),
            ThingState::Gate(gate) => Some(label(if gate.open { "open" } else { "locked" })),
            _ => None,
        }
    }

    /// Whether all things of the level with this name are in a state.
    fn are_in(&self, level: &BuiltLevel, name: Label, state: Label) -> bool {
        self.named(level, name).all(|(_, now)| now == state)
    }

    /// The things of the level with this name that can be wired.
    fn named<'a>(&'a self, level: &'a BuiltLevel, name: Label) -> impl Iterator<Item = (ThingId, Label)> + 'a {
        let of_name = level.things.iter().filter(move |thing| thing.name == name);
        of_name.filter_map(|thing| Some((thing.id, self.state_name(thing.id)?)))
    }
}

/// An agent that may tread on things.
type Walker = (&'static AgentId, &'static Side, &'static Body, &'static BodyKind, &'static Hidden);

/// Runs the clocks, the noises and the wires of all devices, and sets off those that agents tread on.
pub(super) fn run_devices(
    site: Res<SiteService>,
    roster: Res<Roster>,
    mut things: ResMut<Things>,
    mut emitter: EventEmitter,
    mut harm: ResMut<PendingHarm>,
    walkers: Query<Walker, With<InPlay>>,
) {
    if !things.has_devices {
        return;
    }
    let tick = emitter.clock.tick;
    things.held.expire(tick);
    things.dazzled.expire(tick);
    let level = &site.0.built;
    let specs = emitter.rules.0.things.clone();
    let mut barred = DoorSet::default();
    let mut veils = std::mem::take(&mut things.veils);
    let mut lanterns = std::mem::take(&mut things.lanterns);
    veils.clear();
    lanterns.clear();
    let mut flashes = Vec::new();
    for index in 0..things.states.len() {
        let Some(state) = things.states.get(index).copied() else { continue };
        let is_dark = !things.shines.get(index).copied().unwrap_or(true);
        if is_dark && !matches!(state, ThingState::Device(_)) {
            continue;
        }
        let Some(thing) = things.thing(level, ThingId(index as u16)).copied() else { continue };
        let Some(spec) = specs.get(&thing.name) else { continue };
        let ThingState::Device(device) = state else {
            let is_inside = things.is_concealed(&thing, level, &specs);
            lanterns.extend(shine_of_item(spec, &state, &roster, &walkers).filter(|_| !is_inside));
            continue;
        };
        let Some(spec) = spec.states.get(&device.state) else { continue };
        if let Some(ThingState::Device(device)) = things.states.get_mut(index) {
            device.inside.resize(spec.shelters);
        }
        thing.door.filter(|_| spec.bars).into_iter().for_each(|door| barred.set(door, true));
        if spec.lights > 0.0 {
            lanterns.push(Lantern { place: thing.place + Vec3::Y * LIGHT_HEIGHT, range: spec.lights });
        }
        if spec.veils > 0.0 {
            veils.push(Veil { place: thing.place, radius: spec.veils });
        }
        let elapsed = tick.saturating_sub(device.since);
        sound(spec, &thing, &device, elapsed, &mut emitter);
        flashes.extend(spec.dazzles.as_ref().filter(|_| elapsed == 1).map(|spec| Flash {
            thing: thing.id,
            place: thing.place,
            spec,
        }));
        let trodden =
            spec.trodden.as_ref().and_then(|trodden| Some((trodden, trodden.first(&thing, &roster, &walkers)?)));
        if let Some((trodden, agent)) = trodden {
            if trodden.harms > 0.0 {
                harm.0.push(Harm { agent, by: device.by, means: label(TREAD), amount: trodden.harms });
            }
            tread(&mut things, &mut emitter, &thing, trodden, agent);
        } else if let Some(turn) = &spec.turns
            && elapsed >= emitter.clock.ticks(turn.after)
        {
            change(&mut things, &mut emitter, thing.id, turn.to, None);
        }
    }
    things.barred = barred;
    (things.veils, things.lanterns) = (veils, lanterns);
    for flash in flashes {
        let present = roster.agents.iter().filter_map(|entity| walkers.get(*entity).ok());
        for (agent, _, body, kind, _) in present.filter(|(.., hidden)| hidden.0.is_none()) {
            flash.dazzle(*agent, body.eye_position(&kind.0), body.gaze_direction(), &mut things, &site.0, &mut emitter);
        }
    }
    for _ in 0..MAX_ROUNDS {
        if !run_wires(level, &mut things, &mut emitter) {
            break;
        }
    }
}

/// The light of an item where it lies, or in the hands that carry it.
fn shine_of_item(
    spec: &ThingSpec,
    state: &ThingState,
    roster: &Roster,
    walkers: &Query<Walker, With<InPlay>>,
) -> Option<Lantern> {
    let place = match state {
        ThingState::Item(ItemLocation::Lying(place)) if spec.lights > 0.0 => *place,
        ThingState::Item(ItemLocation::Carried(by)) if spec.lights > 0.0 => {
            let (_, _, body, _, hidden) = walkers.get(roster.entity(*by)?).ok()?;
            hidden.0.is_none().then_some(body.place + Vec3::Y * LIGHT_HEIGHT)?
        }
        _ => return None,
    };
    Some(Lantern { place, range: spec.lights })
}

/// The noise of a state: from the tick after it began, whatever brought it about, again and again.
fn sound(spec: &ThingStateSpec, thing: &LevelThing, device: &DeviceState, elapsed: u32, emitter: &mut EventEmitter) {
    let period = emitter.clock.ticks(spec.noise_every).max(1);
    if let Some(noise) = spec.noise
        && elapsed % period == 1 % period
    {
        emitter.make_noise_of(Some(thing.id), noise, thing.place, device.by);
    }
}

/// A device that an agent treads on.
fn tread(things: &mut Things, emitter: &mut EventEmitter, thing: &LevelThing, trodden: &ThingTread, agent: AgentId) {
    change(things, emitter, thing.id, trodden.to, Some(agent));
    if let Some(noise) = trodden.noise {
        emitter.make_noise(noise, thing.place, Some(agent));
    }
    let ticks = emitter.clock.ticks(trodden.holds);
    if ticks > 0 {
        things.held.extend_to(agent, emitter.clock.tick + ticks);
    }
}

impl ThingTread {
    /// The first agent that it is for and that stands on the thing.
    fn first(&self, thing: &LevelThing, roster: &Roster, walkers: &Query<Walker, With<InPlay>>) -> Option<AgentId> {
        roster.agents.iter().find_map(|entity| {
            let (agent, side, body, _, hidden) = walkers.get(*entity).ok()?;
            let treads = self.is_for(side.0) && hidden.0.is_none() && self.is_under(body, thing);
            treads.then_some(*agent)
        })
    }

    /// Whether a body stands on the thing.
    fn is_under(&self, body: &Body, thing: &LevelThing) -> bool {
        let level = (body.place.y - thing.place.y).abs() <= MAX_HEIGHT_DIFFERENCE;
        level && flat_distance(body.place, thing.place) <= self.within
    }
}

/// Sets off the wires whose conditions hold since now. Returns whether there were any.
fn run_wires(level: &BuiltLevel, things: &mut Things, emitter: &mut EventEmitter) -> bool {
    let mut any = false;
    for (index, wire) in level.wires.iter().enumerate() {
        let holds = wire.when.iter().all(|(name, state)| things.are_in(level, *name, *state));
        let Some(was) = things.live_wires.get_mut(index) else { continue };
        if !std::mem::replace(was, holds) && holds {
            any = true;
            for (name, state) in &wire.then {
                let targets: Vec<ThingId> = things.named(level, *name).map(|(id, _)| id).collect();
                targets.into_iter().for_each(|id| change(things, emitter, id, *state, None));
            }
        }
    }
    any
}
