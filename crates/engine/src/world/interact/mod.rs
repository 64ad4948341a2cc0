//! Use: fulfils requests to take items, enter and leave hiding places, open and close doors, and the verbs of the game; and tells the user what
//! it has learnt of the thing by it (`learnt`).

mod complete;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, Blackboard, FailReason, Label, Percept, PerceptSource, Percepts, Roster, Side, Status, Subject,
    TerrainService, ThingId, label,
};

use super::{
    Body, BodyKind, Hands, Hidden, HidingState, InPlay, ItemLocation, Site, SiteService, ThingState, Things,
    UseProgress,
    devices::DeviceUse,
    geometry::flat_distance,
    level::{BuiltLevel, Door, LevelThing},
    standing_room::StandingRoom,
    uses::{GameUses, UseAttempt, UseEffects, UseTarget, UseWork},
};
use crate::data::{
    rules::SHARED_VERBS,
    thing::{ThingSpec, ThingSpecs, ThingUse},
};

/// The largest height difference between an agent and what it uses, in metres.
pub const MAX_HEIGHT_DIFFERENCE: f32 = 1.5;
/// The height of a hand that gives or hits, in metres.
const HAND_HEIGHT: f32 = 1.2;
/// How far another agent gets before a door is shut, in metres.
const ONE_STEP: f32 = 0.35;
/// On how many rings around the entry of a hiding place an agent may come out where others stand before it.
const OUTSIDE_RINGS: u16 = 2;

/// What every game's agents can do with things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Take,
    Drop,
    Enter,
    Leave,
    Open,
    Close,
    Give,
    Stagger,
}

/// The verbs by their names in data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verbs {
    all: [(Label, Verb); 8],
    /// What an agent learns of a hiding place that it could not enter.
    full: Label,
    /// What an agent learns of an item that it has taken, or that is not where it reached for it.
    gone: Label,
    /// What an agent learns of a gate that opens before its hands.
    open: Label,
}

impl Default for Verbs {
    fn default() -> Self {
        let [take, drop, enter, leave, open, close, give, stagger] = SHARED_VERBS.map(label);
        let all = [
            (take, Verb::Take),
            (drop, Verb::Drop),
            (enter, Verb::Enter),
            (leave, Verb::Leave),
            (open, Verb::Open),
            (close, Verb::Close),
            (give, Verb::Give),
            (stagger, Verb::Stagger),
        ];
        Self { all, full: label("full"), gone: label("gone"), open }
    }
}

type User = (
    &'static AgentId,
    &'static Side,
    &'static BodyKind,
    &'static mut Body,
    &'static mut Hidden,
    &'static mut Hands,
    &'static mut Blackboard,
    Option<&'static mut Percepts>,
);

/// Whether nothing is between the hands of an agent and another, each given by the place of its feet, in metres.
pub fn hand_gets_to(site: &Site, things: &Things, from: Vec3, to: Vec3) -> bool {
    let hand = |feet: Vec3| feet + Vec3::Y * HAND_HEIGHT;
    (from.y - to.y).abs() <= MAX_HEIGHT_DIFFERENCE && site.sight.is_clear(hand(from), hand(to), things.open)
}

/// An agent in the open, as others use it or wait for it. The list of them is indexed by agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bystander {
    side: Label,
    place: Vec3,
    radius: f32,
    /// Whether it has no hand free.
    is_laden: bool,
}

/// Begins and continues the requested uses.
pub(super) fn use_targets<U: GameUses>(
    roster: Res<Roster>,
    site: Res<SiteService>,
    terrain: Res<TerrainService>,
    verbs: Local<Verbs>,
    mut bystanders: Local<Vec<Option<Bystander>>>,
    mut game: ResMut<U>,
    mut effects: UseEffects,
    mut users: Query<User, With<InPlay>>,
) {
    bystanders.clear();
    bystanders.extend(roster.agents.iter().map(|entity| {
        let (_, side, kind, body, hidden, hands, ..) = users.get(*entity).ok()?;
        let is_laden = !hands.carried.is_empty() && effects.is_laden(&hands.carried);
        let bystander = Bystander { side: side.0, place: body.place, radius: kind.0.radius, is_laden };
        hidden.0.is_none().then_some(bystander)
    }));
    // Made when an agent first wants to come out in this tick.
    let mut room: Option<StandingRoom> = None;
    let specs = effects.emitter.rules.0.things.clone();
    for entity in &roster.agents {
        let Ok((agent, side, kind, mut body, mut hidden, mut hands, mut board, percepts)) = users.get_mut(*entity)
        else {
            continue;
        };
        let Some(request) = board.use_thing.active().copied() else {
            hands.task = None;
            continue;
        };
        let target = match request.target {
            Subject::Thing(id) => {
                let known = effects.things.thing(&site.0.built, id).copied().zip(effects.things.state(id).copied());
                known.map(|(thing, state)| UseTarget::Thing(thing, state))
            }
            Subject::Agent(id) if id == *agent => Some(UseTarget::Oneself),
            Subject::Agent(id) => bystanders
                .get(usize::from(id.0))
                .and_then(Option::as_ref)
                .map(|other| UseTarget::Agent { agent: id, side: other.side, place: other.place }),
            Subject::Unknown(_) | Subject::Place(_) | Subject::Order(_) => None,
        };
        let Some(target) = target else {
            board.use_thing.report(Status::Failed(FailReason::Gone));
            continue;
        };
        let attempt = UseAttempt { agent: *agent, side: side.0, place: body.place, verb: request.verb, target };
        let verb = verbs.all.iter().find(|(word, _)| *word == request.verb).map(|(_, verb)| *verb);
        let mut outside = None;
        if let (Some(Verb::Leave), UseTarget::Thing(thing, _)) = (verb, &target)
            && hidden.0.is_some()
        {
            let in_the_open = || bystanders.iter().flatten().map(|other| (other.place, other.radius)).collect();
            let room = room.get_or_insert_with(in_the_open);
            outside = room.nearest(&*terrain.0, thing.way_out(), kind.0.radius, OUTSIDE_RINGS);
            if outside.is_none() {
                // Others crowd before the hiding place: the occupant waits.
                board.use_thing.report(Status::Running(0.0));
                continue;
            }
        }
        let reach = kind.0.reach;
        let device = device_use(&specs, &attempt);
        let barring = door_to_bar(&specs, &attempt, device, &site.0.built);
        let blocked_by = barring.and_then(|door| who_is_in_the_way(door, *agent, &bystanders));
        let item = item_taken(&specs, &attempt, verb);
        let rules = &effects.emitter.rules.0;
        let allowed = match attempt.target {
            UseTarget::Thing(_, state @ ThingState::Device(_)) if state.shelter().is_none() => device.is_some(),
            UseTarget::Thing(_, ThingState::Device(_)) if device.is_some() => true,
            UseTarget::Thing(thing, _) if verb == Some(Verb::Take) => rules.allows_taking(side.0, thing.name),
            _ => rules.allows_verb(side.0, request.verb),
        };
        let mut user = TargetUser {
            attempt,
            device,
            item,
            reach,
            outside,
            is_laden: target_agent(&bystanders, &target).is_some_and(|other| other.is_laden),
            gift: None,
            body: &mut body,
            hidden: &mut hidden,
            hands: &mut hands,
        };
        let check = if allowed { user.check(verb, &*game, &effects) } else { Err(FailReason::Refused) };
        let status = match check {
            Err(reason) => Status::Failed(reason),
            // The door cannot be shut on an agent. Others move on; who stands in it itself has to step back.
            Ok(()) if blocked_by == Some(*agent) => Status::Failed(FailReason::Refused),
            Ok(()) if blocked_by.is_some() => Status::Running(0.0),
            Ok(()) => {
                let serial = board.use_thing.serial();
                user.work(verb, request.target, serial, &mut *game, &mut effects)
            }
        };
        if let Some(mut percepts) = percepts {
            percepts.0.extend(user.learnt(verb, status, &verbs, &effects.things, &site.0.built));
        }
        let gift = user.gift;
        if status.is_over() {
            hands.task = None;
        }
        board.use_thing.report(status);
        // An agent that has come out stands in the way of others that want to come out in this tick.
        if let Some(room) = room.as_mut().filter(|_| outside.is_some() && hidden.0.is_none()) {
            room.take(body.place, kind.0.radius);
        }
        if let (Some(item), UseTarget::Agent { agent, .. }) = (gift, target)
            && let Some((.., mut hands, _, _)) = roster.entity(agent).and_then(|entity| users.get_mut(entity).ok())
        {
            hands.carried.push(item);
            let is_laden = effects.is_laden(&hands.carried);
            let receiver = bystanders.get_mut(usize::from(agent.0)).and_then(Option::as_mut);
            receiver.into_iter().for_each(|receiver| receiver.is_laden = is_laden);
        }
    }
}

/// What an agent can do with a device, as the kind of the device says.
fn device_use<'s>(specs: &'s ThingSpecs, attempt: &UseAttempt) -> Option<&'s ThingUse> {
    let UseTarget::Thing(thing, ThingState::Device(device)) = attempt.target else { return None };
    specs.get(&thing.name)?.use_in(attempt.verb, device.state, attempt.side)
}

/// The agent that is the target of a use, as others see it.
fn target_agent<'b>(bystanders: &'b [Option<Bystander>], target: &UseTarget) -> Option<&'b Bystander> {
    let UseTarget::Agent { agent, .. } = target else { return None };
    bystanders.get(usize::from(agent.0))?.as_ref()
}

/// The door that an agent bars by what it does with a device.
fn door_to_bar<'l>(
    specs: &ThingSpecs,
    attempt: &UseAttempt,
    device: Option<&ThingUse>,
    level: &'l BuiltLevel,
) -> Option<&'l Door> {
    let UseTarget::Thing(thing, _) = attempt.target else { return None };
    let door = level.doors.get(thing.door?)?;
    specs.get(&thing.name)?.bars_in(device?.to?).then_some(door)
}

/// The first agent that stands where a door is to be shut, or gets there in a moment. `by` is the one that shuts it, and stands still.
fn who_is_in_the_way(door: &Door, by: AgentId, bystanders: &[Option<Bystander>]) -> Option<AgentId> {
    bystanders.iter().enumerate().find_map(|(number, other)| {
        let (agent, other) = (AgentId(number as u16), other.as_ref()?);
        let margin = if agent == by { 0.0 } else { ONE_STEP };
        door.is_blocked_by(other.place, other.radius + margin).then_some(agent)
    })
}

/// The kind of item that an agent wants to take, if that has a file.
fn item_taken<'s>(specs: &'s ThingSpecs, attempt: &UseAttempt, verb: Option<Verb>) -> Option<&'s ThingSpec> {
    let UseTarget::Thing(thing, ThingState::Item(_)) = attempt.target else { return None };
    specs.get(&thing.name).filter(|_| verb == Some(Verb::Take))
}

/// An agent that uses its target.
struct TargetUser<'a> {
    attempt: UseAttempt,
    /// What it does with a device.
    device: Option<&'a ThingUse>,
    /// The kind of the item that it takes.
    item: Option<&'a ThingSpec>,
    reach: f32,
    /// Where it comes out of its hiding place, if that is what it wants.
    outside: Option<Vec3>,
    /// Whether the agent that it uses has no hand free.
    is_laden: bool,
    /// What it has handed over.
    gift: Option<ThingId>,
    body: &'a mut Body,
    hidden: &'a mut Hidden,
    hands: &'a mut Hands,
}

impl<'a> TargetUser<'a> {
    /// Whether this agent can use the target in this way now. `verb` is `None` for the verbs of the game.
    fn check(&self, verb: Option<Verb>, game: &impl GameUses, effects: &UseEffects) -> Result<(), FailReason> {
        let ok = |allowed: bool| if allowed { Ok(()) } else { Err(FailReason::Refused) };
        let here = self.body.place;
        let near =
            |there: Vec3| flat_distance(here, there) <= self.reach && (here.y - there.y).abs() <= MAX_HEIGHT_DIFFERENCE;
        let (thing, state) = match self.attempt.target {
            UseTarget::Thing(thing, state) => (thing, state),
            UseTarget::Agent { place, side, .. } => {
                ok(self.hidden.0.is_none())?;
                let is_mate = side == self.attempt.side;
                match verb {
                    Some(Verb::Give) => ok(is_mate && !self.is_laden && self.last_in_hand(effects).is_some())?,
                    Some(Verb::Stagger) => ok(!is_mate && self.stagger_item(effects).is_some())?,
                    Some(_) => return Err(FailReason::Refused),
                    None => game.check(&self.attempt)?,
                }
                ok(verb.is_none() || hand_gets_to(&effects.site.0, &effects.things, here, place))?;
                return if near(place) { Ok(()) } else { Err(FailReason::OutOfReach) };
            }
            UseTarget::Oneself if verb == Some(Verb::Drop) => return ok(self.last_in_hand(effects).is_some()),
            UseTarget::Oneself => {
                ok(verb.is_none())?;
                return game.check(&self.attempt);
            }
        };
        if let Some(inside) = self.hidden.0 {
            return ok(verb == Some(Verb::Leave) && inside == thing.id);
        }
        let place = if let ThingState::Item(ItemLocation::Lying(lies)) = state { lies } else { thing.place };
        match (verb, state) {
            (Some(Verb::Take), ThingState::Item(_)) => {}
            (Some(Verb::Enter), _) if state.shelter().is_some() => {}
            (Some(Verb::Open | Verb::Close), ThingState::Door(_)) => ok(!effects.things.is_barred(&thing))?,
            (_, ThingState::Device(_)) if self.device.is_some() => self.check_device(effects)?,
            (None, _) => game.check(&self.attempt)?,
            _ => return Err(FailReason::Refused),
        }
        // An item that was dropped elsewhere is used where it lies, not at its original access point.
        let entry = if place != thing.place { place } else { thing.entry };
        if !near(place) && !near(entry) {
            return Err(FailReason::OutOfReach);
        }
        if let (Some(Verb::Take), ThingState::Item(ItemLocation::Carried(_) | ItemLocation::Nowhere)) = (verb, state) {
            return Err(FailReason::Gone);
        }
        if verb == Some(Verb::Take) {
            ok(self.can_hold(&thing, effects))?;
        }
        ok(self.found_full(verb).is_none())
    }

    fn check_device(&self, effects: &UseEffects) -> Result<(), FailReason> {
        let device = self.device_use().ok_or(FailReason::Refused)?;
        device.check(self.hands, &effects.things, &effects.site, effects.emitter.clock.tick)
    }

    fn device_use(&self) -> Option<DeviceUse<'a>> {
        let UseTarget::Thing(thing, ThingState::Device(state)) = self.attempt.target else { return None };
        Some(DeviceUse { thing, state, verb: self.attempt.verb, agent: self.attempt.agent, spec: self.device? })
    }

    /// Whether an item can be got at, and the agent has a hand for it.
    fn can_hold(&self, item: &LevelThing, effects: &UseEffects) -> bool {
        let (level, rules, things) = (&effects.site.0.built, &effects.emitter.rules.0, &effects.things);
        !things.is_concealed(item, level, &rules.things)
            && things.has_hand_for(item.name, &self.hands.carried, level, rules)
    }

    /// What the agent learns of the thing by using it: that it has taken it, that it is not there, that it is full; that a gate has opened; the state of a
    /// device, afterwards or instead of the one that it believed in.
    fn learnt(
        &self,
        verb: Option<Verb>,
        status: Status,
        verbs: &Verbs,
        things: &Things,
        level: &BuiltLevel,
    ) -> Option<Percept> {
        let UseTarget::Thing(thing, state) = self.attempt.target else { return None };
        let felt = |state, place| {
            let percept = Percept::felt(thing.name, Subject::Thing(thing.id), place, 0.0);
            Percept { state, ..percept }
        };
        if status == Status::Failed(FailReason::Refused) && self.found_full(verb).is_some() {
            return Some(felt(verbs.full, thing.entry));
        }
        if let (Some(device), Status::Done | Status::Failed(FailReason::Refused)) = (things.device(thing.id), status) {
            let source = if status == Status::Done { PerceptSource::Done } else { PerceptSource::Felt };
            let stand = things.stand_before(&thing, level, self.body.place);
            return Some(Percept { source, ..felt(device.state, stand) });
        }
        if things.gate(thing.id).is_some_and(|gate| gate.open) {
            return Some(Percept { source: PerceptSource::Done, ..felt(verbs.open, thing.place) });
        }
        match (verb?, status, state) {
            (Verb::Take, Status::Done, ThingState::Item(ItemLocation::Lying(place))) => {
                Some(Percept { source: PerceptSource::Done, ..felt(verbs.gone, place) })
            }
            (Verb::Take, Status::Failed(FailReason::Gone), _) => Some(felt(verbs.gone, thing.place)),
            _ => None,
        }
    }

    /// The hiding place that it wants to enter, if there is no room left.
    fn found_full(&self, verb: Option<Verb>) -> Option<LevelThing> {
        match (verb, self.attempt.target) {
            (Some(Verb::Enter), UseTarget::Thing(thing, state)) => {
                state.shelter().is_some_and(HidingState::is_full).then_some(thing)
            }
            _ => None,
        }
    }

    /// One tick of work.
    fn work(
        &mut self,
        verb: Option<Verb>,
        target: Subject,
        serial: u32,
        game: &mut impl GameUses,
        effects: &mut UseEffects,
    ) -> Status {
        let dt = effects.emitter.clock.dt();
        let interval = effects.emitter.rules.0.work_noise_interval;
        let fresh = UseProgress { target, verb: self.attempt.verb, serial, seconds: 0.0, since_noise: interval };
        let mut task = self.hands.task.filter(|task| task.serial == serial).unwrap_or(fresh);
        task.seconds += dt;
        task.since_noise += dt;
        let loud = task.since_noise >= interval;
        if loud {
            task.since_noise = 0.0;
        }
        self.hands.task = Some(task);
        let rules = &effects.emitter.rules.0;
        let of_thing = self.device.map(|device| device.seconds).or(self.item.and_then(|item| item.take_seconds));
        let needed = of_thing.unwrap_or_else(|| rules.use_seconds(self.attempt.verb));
        let work = UseWork { seconds: task.seconds, needed, loud };
        if let Some(device) = self.device_use() {
            let status = device.work(work, self.body.place, self.hands, effects);
            if status == Status::Done {
                game.used(&self.attempt, effects);
            }
            return status;
        }
        if verb == Some(Verb::Drop) {
            return self.drop_item(effects);
        }
        let Some(verb) = verb else { return game.work(&self.attempt, work, effects) };
        let status = work.status();
        if status == Status::Done {
            match self.attempt.target {
                UseTarget::Thing(thing, _) => self.complete(verb, &thing, effects),
                UseTarget::Agent { agent, place, .. } => self.complete_on(verb, agent, place, effects),
                UseTarget::Oneself => {}
            }
            game.used(&self.attempt, effects);
        }
        status
    }
}
