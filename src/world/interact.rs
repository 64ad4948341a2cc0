//! Interaction: fulfils requests to take keys, unlock exits, enter, leave and search hiding places, open and close
//! doors.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    Body, BodyKind, Hands, Hidden, Hit, InPlay, KeyLocation, MatchState, PendingHits, SiteService, ThingState, Things,
    UseProgress,
    geometry::flat_distance,
    level::{LevelThing, ThingKind},
    noise::EventEmitter,
};
use crate::{
    data::rules::UseSeconds,
    protocol::{AgentId, AttackKind, Blackboard, Event, FailReason, Label, Roster, Side, Status, UseRequest, label},
};

/// The largest height difference between an agent and the thing it uses, in metres.
const MAX_HEIGHT_DIFFERENCE: f32 = 1.5;

/// What an agent can do with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Take,
    Unlock,
    Enter,
    Leave,
    Search,
    Open,
    Close,
}

/// The verbs by their names in data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verbs([(Label, Verb); 7]);

impl Default for Verbs {
    fn default() -> Self {
        Self([
            (label("take"), Verb::Take),
            (label("unlock"), Verb::Unlock),
            (label("enter"), Verb::Enter),
            (label("leave"), Verb::Leave),
            (label("search"), Verb::Search),
            (label("open"), Verb::Open),
            (label("close"), Verb::Close),
        ])
    }
}

impl Verb {
    fn applies_to(self, kind: ThingKind) -> bool {
        match self {
            Verb::Take => kind == ThingKind::Key,
            Verb::Unlock => kind == ThingKind::Exit,
            Verb::Enter | Verb::Leave | Verb::Search => kind == ThingKind::HidingPlace,
            Verb::Open | Verb::Close => kind == ThingKind::Door,
        }
    }

    fn seconds(self, seconds: &UseSeconds) -> f32 {
        match self {
            Verb::Take => seconds.take,
            Verb::Unlock => seconds.unlock,
            Verb::Enter => seconds.enter,
            Verb::Leave => seconds.leave,
            Verb::Search => seconds.search,
            Verb::Open | Verb::Close => 0.0,
        }
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
);

/// Begins and continues the requested uses.
pub(super) fn use_things(
    roster: Res<Roster>,
    site: Res<SiteService>,
    verbs: Local<Verbs>,
    mut standing: Local<Vec<(AgentId, Vec3, f32)>>,
    mut things: ResMut<Things>,
    mut state: ResMut<MatchState>,
    mut pending_hits: ResMut<PendingHits>,
    mut emitter: EventEmitter,
    mut users: Query<User, With<InPlay>>,
) {
    standing.clear();
    let in_the_open = users.iter().filter(|user| user.4.0.is_none());
    standing.extend(in_the_open.map(|(agent, _, kind, body, ..)| (*agent, body.place, kind.0.radius)));
    for entity in &roster.agents {
        let Ok((agent, side, kind, mut body, mut hidden, mut hands, mut board)) = users.get_mut(*entity) else {
            continue;
        };
        let Some(request) = board.use_thing.active().copied() else {
            hands.task = None;
            continue;
        };
        let verb = verbs.0.iter().find(|(word, _)| *word == request.verb).map(|(_, verb)| *verb);
        let (Some(thing), Some(verb)) = (site.0.built.thing(request.thing), verb) else {
            board.use_thing.report(Status::Failed(FailReason::Gone));
            continue;
        };
        let mut user =
            ThingUser { agent: *agent, reach: kind.0.reach, body: &mut body, hidden: &mut hidden, hands: &mut hands };
        let allowed = verb.applies_to(thing.kind) && emitter.rules.0.allows_verb(side.0, request.verb);
        if verb == Verb::Leave && is_blocked(thing, *agent, kind.0.radius, &standing) {
            // An agent stands in front of the hiding place: the occupant waits.
            board.use_thing.report(Status::Running(0.0));
            continue;
        }
        let check = if allowed { user.check(verb, thing, &things, &state) } else { Err(FailReason::Refused) };
        let status = match check {
            Err(reason) => Status::Failed(reason),
            Ok(()) => {
                let serial = board.use_thing.serial();
                user.work(verb, request, serial, thing, &mut things, &mut state, &mut pending_hits, &mut emitter)
            }
        };
        if status.is_over() {
            hands.task = None;
        }
        board.use_thing.report(status);
    }
}

/// Whether another agent stands where the user of a hiding place would come out.
fn is_blocked(thing: &LevelThing, agent: AgentId, radius: f32, standing: &[(AgentId, Vec3, f32)]) -> bool {
    let in_the_way = |(other, place, broad): &(AgentId, Vec3, f32)| {
        *other != agent
            && (place.y - thing.entry.y).abs() < MAX_HEIGHT_DIFFERENCE
            && flat_distance(*place, thing.entry) < radius + broad
    };
    standing.iter().any(in_the_way)
}

/// An agent that uses a thing.
struct ThingUser<'a> {
    agent: AgentId,
    reach: f32,
    body: &'a mut Body,
    hidden: &'a mut Hidden,
    hands: &'a mut Hands,
}

impl ThingUser<'_> {
    /// Whether this agent can use the thing in this way now.
    fn check(&self, verb: Verb, thing: &LevelThing, things: &Things, state: &MatchState) -> Result<(), FailReason> {
        if let Some(inside) = self.hidden.0 {
            return if verb == Verb::Leave && inside == thing.id { Ok(()) } else { Err(FailReason::Refused) };
        }
        let ok = |allowed: bool| if allowed { Ok(()) } else { Err(FailReason::Refused) };
        let mut place = thing.place;
        match (verb, things.state(thing.id)) {
            (Verb::Take, Some(ThingState::Key(KeyLocation::Lying(lies)))) => place = *lies,
            (Verb::Take, _) => return Err(FailReason::Gone),
            (Verb::Unlock, Some(ThingState::Exit(exit))) => ok(!exit.open && state.team_keys >= state.keys_needed)?,
            (Verb::Enter, Some(ThingState::HidingPlace(hiding))) => ok(hiding.occupant.is_none())?,
            (Verb::Search, Some(ThingState::HidingPlace(_))) => {}
            (Verb::Open | Verb::Close, Some(ThingState::Door(_))) => {}
            _ => return Err(FailReason::Refused),
        }
        let here = self.body.place;
        // A key that was dropped elsewhere is picked up where it lies, not at its original access point.
        let entry = if verb == Verb::Take && place != thing.place { place } else { thing.entry };
        let near =
            |there: Vec3| flat_distance(here, there) <= self.reach && (here.y - there.y).abs() <= MAX_HEIGHT_DIFFERENCE;
        if near(place) || near(entry) { Ok(()) } else { Err(FailReason::OutOfReach) }
    }

    /// One tick of work.
    fn work(
        &mut self,
        verb: Verb,
        request: UseRequest,
        serial: u32,
        thing: &LevelThing,
        things: &mut Things,
        state: &mut MatchState,
        pending_hits: &mut PendingHits,
        emitter: &mut EventEmitter,
    ) -> Status {
        let dt = emitter.clock.dt();
        let seconds = emitter.rules.0.use_seconds;
        let fresh = UseProgress {
            thing: thing.id,
            verb: request.verb,
            serial,
            seconds: 0.0,
            since_noise: seconds.noise_interval,
        };
        let mut task = self.hands.task.filter(|task| task.serial == serial).unwrap_or(fresh);
        task.seconds += dt;
        task.since_noise += dt;
        let loud = task.since_noise >= seconds.noise_interval;
        if loud {
            task.since_noise = 0.0;
        }
        self.hands.task = Some(task);
        if verb == Verb::Unlock {
            return self.unlock(thing, loud, seconds.unlock, things, state, emitter);
        }
        let needed = verb.seconds(&seconds);
        if task.seconds + 1e-4 < needed {
            return Status::Running((task.seconds / needed).clamp(0.0, 1.0));
        }
        self.complete(verb, thing, things, state, pending_hits, emitter);
        Status::Done
    }

    /// The work of all agents at one exit adds up and is never lost.
    fn unlock(
        &self,
        thing: &LevelThing,
        loud: bool,
        needed: f32,
        things: &mut Things,
        state: &mut MatchState,
        emitter: &mut EventEmitter,
    ) -> Status {
        let Some(ThingState::Exit(exit)) = things.state_mut(thing.id) else {
            return Status::Failed(FailReason::Gone);
        };
        exit.work += emitter.clock.dt();
        exit.progress = if needed > 0.0 { (exit.work / needed).min(1.0) } else { 1.0 };
        let (progress, thirds) = (exit.progress, (exit.progress * 3.0 + 1e-4) as u8);
        let another = thirds > exit.thirds;
        exit.thirds = exit.thirds.max(thirds);
        exit.open = progress >= 1.0;
        if loud {
            let kind = emitter.names.unlocking;
            emitter.make_noise(kind, thing.entry, Some(self.agent));
        }
        if another {
            emitter.log(Event::ExitProgress { exit: thing.id, thirds });
        }
        if progress < 1.0 {
            return Status::Running(progress);
        }
        state.exit_open = true;
        if let Some(door) = thing.door {
            things.open.set(door, true);
        }
        emitter.log(Event::ExitOpened { exit: thing.id });
        Status::Done
    }

    fn complete(
        &mut self,
        verb: Verb,
        thing: &LevelThing,
        things: &mut Things,
        state: &mut MatchState,
        pending_hits: &mut PendingHits,
        emitter: &mut EventEmitter,
    ) {
        let (agent, here) = (self.agent, self.body.place);
        match (verb, things.state_mut(thing.id)) {
            (Verb::Take, Some(ThingState::Key(at))) => {
                *at = KeyLocation::Carried(agent);
                self.hands.carried.push(thing.id);
                state.team_keys = state.team_keys.saturating_add(1);
                emitter.log(Event::KeyTaken { by: agent, key: thing.id });
                let kind = emitter.names.pickup;
                emitter.make_noise(kind, here, Some(agent));
            }
            (Verb::Enter, Some(ThingState::HidingPlace(hiding))) => {
                hiding.occupant = Some(agent);
                self.hidden.0 = Some(thing.id);
                *self.body = Body::at(thing.place, thing.heading);
                emitter.log(Event::Hid { agent, place: thing.id, inside: true });
                let kind = emitter.names.hiding;
                emitter.make_noise(kind, thing.entry, Some(agent));
            }
            (Verb::Leave, Some(ThingState::HidingPlace(hiding))) => {
                hiding.occupant = None;
                self.hidden.0 = None;
                *self.body = Body::at(thing.entry, thing.heading);
                emitter.log(Event::Hid { agent, place: thing.id, inside: false });
                let kind = emitter.names.hiding;
                emitter.make_noise(kind, thing.entry, Some(agent));
            }
            (Verb::Search, Some(ThingState::HidingPlace(hiding))) => {
                // An agent that is found in a hiding place is caught, however many wounds it has.
                if let Some(found) = hiding.occupant {
                    pending_hits.0.push(Hit { agent: found, by: agent, means: AttackKind::Melee, outright: true });
                }
                let kind = emitter.names.searching;
                emitter.make_noise(kind, thing.entry, Some(agent));
            }
            (Verb::Open, Some(ThingState::Door(door))) if !door.opening => {
                door.opening = true;
                door.idle = 0.0;
                door.by = Some(agent);
            }
            (Verb::Close, Some(ThingState::Door(door))) if door.opening => {
                door.opening = false;
                door.by = Some(agent);
            }
            _ => {}
        }
    }
}
