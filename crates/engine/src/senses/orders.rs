//! Orders: an agent's order reaches a team-mate within earshot, and what becomes of it comes back to the giver.
//!
//! An order contains only what its giver believes. The giver learns what became of it only while both are within earshot.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{
    AgentId, Blackboard, EventLog, FailReason, GivenOrder, HeldOrder, Host, Label, MatchEvent, OrderRequest,
    OrderStatus, Orders, Percept, PerceptSource, Percepts, Roster, SelfSense, Side, SimulationClock, Subject, label,
};

use super::{
    acoustics::SoundParams, agent_snapshot::AgentSnapshots, hearing::is_within_earshot, setup::AgentSenses,
    things::static_percept,
};
use crate::{data::senses::Senses, world::InPlay};

/// An order that is given again with a place within this distance is the same order, in metres.
const SAME_PLACE: f32 = 1.0;

/// The number of the last order of the match.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderCounter(pub u32);

/// Whether an order has been given in this match.
pub(super) fn orders_were_given(counter: Res<OrderCounter>) -> bool {
    counter.0 > 0
}

/// The states of facts about orders: of the one held, and of one that no longer stands.
pub(super) struct OrderStates {
    held: Label,
    withdrawn: Label,
}

impl Default for OrderStates {
    fn default() -> Self {
        let [held, withdrawn] = ORDER_STATES.map(label);
        Self { held, withdrawn }
    }
}

/// All of them.
pub(super) const ORDER_STATES: [&str; 2] = ["held", "withdrawn"];

/// Which agent hears which other. An agent without a body hears and speaks where its host is.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Earshot<'w, 's> {
    sound: SoundParams<'w>,
    snapshots: Res<'w, AgentSnapshots>,
    roster: Res<'w, Roster>,
    hosts: Query<'w, 's, &'static Host>,
    sides: Query<'w, 's, &'static Side>,
    voices: Query<'w, 's, &'static AgentSenses, With<InPlay>>,
}

impl Earshot<'_, '_> {
    /// The agent whose mouth and ears an agent uses: its host, or itself.
    fn body_of(&self, agent: AgentId) -> Option<AgentId> {
        let host = self.roster.entity(agent).and_then(|agent| self.hosts.get(agent).ok());
        host.map_or(Some(agent), |host| host.0)
    }

    /// The senses with whose voice an agent speaks; `None` if it has no voice now.
    fn voice_of(&self, agent: AgentId) -> Option<&Senses> {
        let body = self.body_of(agent).and_then(|body| self.roster.entity(body))?;
        self.voices.get(body).ok().map(|senses| &*senses.0)
    }

    /// Whether a speaker reaches a hearer. Agents on different sides do not listen to each other.
    fn check(&self, speaker: AgentId, hearer: AgentId) -> Result<(), FailReason> {
        let side = |agent| self.roster.entity(agent).and_then(|agent| self.sides.get(agent).ok());
        if side(speaker) != side(hearer) {
            return Err(FailReason::Refused);
        }
        let range = self.voice_of(speaker).ok_or(FailReason::Refused)?.voice.range;
        let ears = self.voice_of(hearer).ok_or(FailReason::Gone)?;
        let snapshot = |agent| self.body_of(agent).and_then(|body| self.snapshots.get(body));
        let (Some(speaker), Some(hearer)) = (snapshot(speaker), snapshot(hearer)) else {
            return Err(FailReason::Gone);
        };
        let near = range > 0.0 && speaker.place.distance_squared(hearer.place) <= range * range;
        let heard = near && is_within_earshot(&self.sound, speaker, hearer, range, &ears.hearing);
        if heard { Ok(()) } else { Err(FailReason::OutOfReach) }
    }
}

type OrderQuery =
    (&'static AgentId, &'static mut Blackboard, &'static mut Orders, &'static mut Percepts, &'static SelfSense);

/// Lets agents say their orders, and hands over those that have been said.
pub(super) fn deliver_orders(
    clock: Res<SimulationClock>,
    roster: Res<Roster>,
    earshot: Earshot,
    states: Local<OrderStates>,
    mut counter: ResMut<OrderCounter>,
    mut log: ResMut<EventLog>,
    mut agents: Query<OrderQuery, With<InPlay>>,
) {
    let nothing_yet = counter.0 == 0;
    if nothing_yet && agents.iter().all(|(_, board, ..)| board.order.request().is_none()) {
        return;
    }
    for entity in &roster.agents {
        let Ok((_, board, orders, ..)) = agents.get(*entity) else { continue };
        if board.order.request().is_none() && orders.given.is_empty() {
            continue;
        }
        let mut delivery = Delivery {
            tick: clock.tick,
            roster: &roster,
            earshot: &earshot,
            states: &states,
            log: &mut log,
            agents: &mut agents,
        };
        delivery.drop_unsaid(*entity);
        delivery.begin(*entity, &mut counter);
        delivery.hand_over(*entity, &clock);
    }
}

/// The delivery of orders in one tick.
struct Delivery<'a, 'e, 'f, 'w, 's> {
    tick: u32,
    roster: &'a Roster,
    earshot: &'a Earshot<'e, 'f>,
    states: &'a OrderStates,
    log: &'a mut EventLog,
    agents: &'a mut Query<'w, 's, OrderQuery, With<InPlay>>,
}

impl Delivery<'_, '_, '_, '_, '_> {
    /// An order that was replaced or withdrawn before it had been said remains unsaid.
    fn drop_unsaid(&mut self, giver: Entity) {
        let Ok((_, board, mut orders, mut percepts, sense)) = self.agents.get_mut(giver) else { return };
        let serial = board.order.serial();
        for given in &mut orders.given {
            if given.status == OrderStatus::Spoken && given.serial != serial {
                given.status = OrderStatus::Failed(FailReason::Superseded);
                percepts.0.push(giver_percept(given, None, sense));
            }
        }
    }

    /// Begins to say the order that the giver has just posted.
    fn begin(&mut self, giver: Entity, counter: &mut OrderCounter) {
        let Ok((id, board, orders, ..)) = self.agents.get(giver) else { return };
        let serial = board.order.serial();
        let Some(request) = board.order.active().copied() else { return };
        if orders.given.iter().any(|given| given.serial == serial) {
            return;
        }
        let receiver = self.roster.entity(request.to).and_then(|receiver| self.agents.get(receiver).ok());
        let checked = match receiver {
            None => Err(FailReason::Gone),
            Some((other, ..)) if other == id => Err(FailReason::Refused),
            Some(_) => self.earshot.check(*id, request.to),
        };
        let status = checked.map_or_else(OrderStatus::Failed, |()| OrderStatus::Spoken);
        let Ok((_, mut board, mut orders, mut percepts, sense)) = self.agents.get_mut(giver) else { return };
        let repeated = orders.given_to(request.to).filter(|known| is_same(known, &request)).map(|known| known.number);
        let number = repeated.unwrap_or_else(|| {
            counter.0 = counter.0.wrapping_add(1);
            counter.0
        });
        let order = GivenOrder { number, serial, request, tick: self.tick, status };
        board.order.report(status.of_request());
        // What became of one that has ended is remembered.
        let replaced = |earlier: &GivenOrder| earlier.number != number && !earlier.status.is_over();
        if let Some(earlier) = orders.note_given(order).filter(replaced) {
            let gone = giver_percept(&earlier, None, sense);
            percepts.0.push(Percept { state: self.states.withdrawn, ..gone });
        }
        percepts.0.push(giver_percept(&order, None, sense));
    }

    /// Hands over the order that the giver has finished saying.
    fn hand_over(&mut self, giver: Entity, clock: &SimulationClock) {
        let Ok((id, board, orders, ..)) = self.agents.get(giver) else { return };
        let (by, serial) = (*id, board.order.serial());
        let voice = self.earshot.voice_of(by).map(|senses| senses.voice).unwrap_or_default();
        let delay = clock.ticks(voice.delay);
        let said = |given: &&GivenOrder| {
            given.serial == serial && given.status == OrderStatus::Spoken && self.tick >= given.tick + delay
        };
        let Some(order) = orders.given.iter().find(said).copied() else { return };
        let status = match self.earshot.check(by, order.request.to) {
            Err(reason) => OrderStatus::Failed(reason),
            Ok(()) => self.receive(by, &order, voice.confidence_factor),
        };
        let heard = !matches!(status, OrderStatus::Failed(_));
        self.tell_giver(by, &order, status, heard.then_some(order.request.to));
    }

    /// Lets the receiver hear an order. Returns what becomes of it.
    fn receive(&mut self, by: AgentId, order: &GivenOrder, certainty: f32) -> OrderStatus {
        let request = order.request;
        let receiver = self.roster.entity(request.to).and_then(|receiver| self.agents.get_mut(receiver).ok());
        let Some((_, _, mut orders, mut percepts, sense)) = receiver else {
            return OrderStatus::Failed(FailReason::Gone);
        };
        let earlier = orders.held.filter(HeldOrder::stands);
        let again = earlier.filter(|held| held.number == order.number);
        let replaced = earlier.filter(|held| held.number != order.number);
        if let Some(replaced) = replaced {
            percepts.0.push(Percept {
                state: self.states.withdrawn,
                ..told_percept(&replaced.request, replaced.subject(), replaced.by, sense)
            });
        }
        let status = if request.amount > 0.0 {
            let (tick, status) = again.map_or((self.tick, OrderStatus::Heard), |held| (held.tick, held.status));
            orders.held = Some(HeldOrder { number: order.number, by, request, tick, status, answered: status });
            if request.place.is_some() {
                let percept = told_percept(&request, order.subject(), by, sense);
                percepts.0.push(Percept { state: self.states.held, confidence: certainty, ..percept });
            }
            status
        } else {
            orders.held = None;
            OrderStatus::Done
        };
        if again.is_none() {
            self.log.push(self.tick, MatchEvent::Ordered { by, to: request.to, what: request.what });
        }
        if let Some(replaced) = replaced.filter(|replaced| replaced.by != by) {
            self.tell_replaced(request.to, &replaced);
        }
        status
    }

    /// Lets the giver of an order that was replaced by another agent's order know, if it is within earshot.
    fn tell_replaced(&mut self, receiver: AgentId, replaced: &HeldOrder) {
        let heard = self.earshot.check(receiver, replaced.by).is_ok();
        let giver = self.roster.entity(replaced.by).filter(|_| heard).and_then(|giver| self.agents.get(giver).ok());
        let given = giver.and_then(|(_, _, orders, ..)| orders.given_to(receiver).copied());
        if let Some(given) = given.filter(|given| given.number == replaced.number) {
            let status = OrderStatus::Failed(FailReason::Superseded);
            self.tell_giver(replaced.by, &given, status, Some(receiver));
        }
    }

    /// Notes what became of an order where its giver sees it: among its orders, on its blackboard and in its percepts.
    fn tell_giver(&mut self, giver: AgentId, order: &GivenOrder, status: OrderStatus, teller: Option<AgentId>) {
        let entity = self.roster.entity(giver).and_then(|giver| self.agents.get_mut(giver).ok());
        if let Some((_, mut board, mut orders, mut percepts, sense)) = entity {
            note_status(order, status, teller, (&mut board, &mut orders, &mut percepts, sense));
        }
    }
}

/// The components of a giver that its orders are noted in.
type GiverParts<'a> = (&'a mut Blackboard, &'a mut Orders, &'a mut Percepts, &'a SelfSense);

fn note_status(
    order: &GivenOrder,
    status: OrderStatus,
    teller: Option<AgentId>,
    (board, orders, percepts, sense): GiverParts,
) {
    let known = orders.given.iter_mut().find(|given| given.request.to == order.request.to);
    let Some(known) = known.filter(|known| known.number == order.number) else { return };
    known.status = status;
    if board.order.serial() == known.serial {
        board.order.report(status.of_request());
    }
    percepts.0.push(giver_percept(known, teller, sense));
}

/// Whether a request repeats an order that may still stand.
fn is_same(known: &GivenOrder, request: &OrderRequest) -> bool {
    let stands = matches!(known.status, OrderStatus::Heard | OrderStatus::Pursued);
    let near = match (known.request.place, request.place) {
        (Some(known), Some(place)) => known.distance_squared(place) <= SAME_PLACE * SAME_PLACE,
        (None, None) => true,
        _ => false,
    };
    stands && near && known.request.what == request.what && known.request.amount == request.amount
}

/// What a giver learns of its own order. Without a place of its own an order is where the giver is.
fn giver_percept(order: &GivenOrder, teller: Option<AgentId>, sense: &SelfSense) -> Percept {
    let OrderRequest { what, amount, place, .. } = order.request;
    let source = if teller.is_some() { PerceptSource::Told } else { PerceptSource::Done };
    let state = label(order.status.word());
    let place = place.unwrap_or(sense.place);
    Percept { teller, ..static_percept(what, order.subject(), state, amount, place, source) }
}

/// What a receiver hears of an order.
fn told_percept(request: &OrderRequest, subject: Subject, by: AgentId, sense: &SelfSense) -> Percept {
    let place = request.place.unwrap_or(sense.place);
    let percept = static_percept(request.what, subject, Label::default(), request.amount, place, PerceptSource::Told);
    Percept { teller: Some(by), ..percept }
}

/// Lets the givers within earshot know what their orders have come to.
pub(super) fn answer_orders(
    clock: Res<SimulationClock>,
    roster: Res<Roster>,
    earshot: Earshot,
    mut log: ResMut<EventLog>,
    mut agents: Query<OrderQuery, With<InPlay>>,
) {
    for entity in &roster.agents {
        let Ok((id, _, orders, ..)) = agents.get(*entity) else { continue };
        let Some(held) = orders.held.filter(|held| held.status != held.answered) else { continue };
        let to = *id;
        if earshot.check(to, held.by).is_err() {
            continue;
        }
        let giver = roster.entity(held.by).and_then(|giver| agents.get_mut(giver).ok());
        let Some((_, mut board, mut given, mut percepts, sense)) = giver else { continue };
        if let Some(order) = given.given_to(to).copied().filter(|order| order.number == held.number) {
            note_status(&order, held.status, Some(to), (&mut board, &mut given, &mut percepts, sense));
            let what = held.request.what;
            log.push(clock.tick, MatchEvent::Answered { by: to, to: held.by, what, status: held.status });
        }
        if let Ok((_, _, mut orders, ..)) = agents.get_mut(*entity)
            && let Some(held) = &mut orders.held
        {
            held.answered = held.status;
        }
    }
}

/// Lets each agent sense the order that it holds, as a reading with the name of the order.
pub(super) fn sense_orders(mut agents: Query<(&mut Orders, &mut SelfSense), With<InPlay>>) {
    for (mut orders, mut own) in &mut agents {
        let held = orders.held.filter(HeldOrder::stands);
        let reading = held.map(|held| held.request.what);
        if orders.reading != reading
            && let Some(gone) = std::mem::replace(&mut orders.reading, reading)
        {
            own.readings.retain(|(name, _)| *name != gone);
        }
        if let Some(held) = held {
            own.set(held.request.what, held.request.amount);
        }
    }
}
