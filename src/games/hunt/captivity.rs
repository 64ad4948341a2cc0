//! Captivity: prey that a hunter strikes down it can carry to a cell and lock up, if the rules say so. Mates open cells.
//!
//! A held agent is out of play. In its place an item lies where it fell: hunters take that, carry it, and use it up at a cell, as the files of
//! these things in `assets/hunt/things` say. Here the held body follows its item, and returns to play when its cell is opened, or when it
//! gets up by itself.

use bevy::ecs::prelude::*;
use quarry_minds::Dormant;
use quarry_minds::protocol::{AgentId, MatchEvent, Roster, Side, SimulationClock, TerrainService, ThingId};

use super::{
    events::HuntEvent,
    schema::{CaptivityRules, rules_of},
    state::HuntState,
    wounds::Wounds,
};
use crate::{
    simulation::KindName,
    world::{
        Body, BodyKind, EventEmitter, Hidden, InPlay, ItemLocation, MatchRules, OutOfPlay, SiteService, StandingRoom,
        ThingState, Things,
        level::{BuiltLevel, LevelThing},
    },
};

/// The item that stands for a held agent, the device that it is locked up in, and the state of that device with a captive inside.
pub(super) const CAPTIVE: &str = "captive";
pub(super) const CELL: &str = "cell";
pub(super) const LOCKED: &str = "locked";

/// The rings around a cell on which there is room for who comes out of it.
const RINGS: u16 = 6;

/// An agent that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Captive {
    agent: AgentId,
    /// The item that stands for it until it is in a cell.
    item: ThingId,
    /// Its cell.
    cell: Option<ThingId>,
    /// The tick in which it was struck down, or last carried.
    lying_since: u32,
}

impl HuntState {
    /// Whether an agent that is caught now is held rather than out for good: by the rules, while a mate is left in play to free it, and a
    /// cell to lock it up in.
    pub(super) fn can_be_held(
        &self,
        wounds: &Wounds,
        level: &BuiltLevel,
        things: &Things,
        rules: &CaptivityRules,
    ) -> bool {
        let free = cells(level).filter(|cell| !is_locked(things, cell.id)).count();
        let waiting = self.captives.iter().filter(|captive| captive.cell.is_none()).count();
        wounds.held < rules.times && self.in_play > 1 && free > waiting
    }

    /// Lays an agent down that has been caught and is held.
    pub(super) fn hold(&mut self, agent: AgentId, body: &Body, things: &mut Things, tick: u32) {
        if let Some(item) = things.appear_item(CAPTIVE.into(), body.place) {
            self.captives.push(Captive { agent, item, cell: None, lying_since: tick });
        }
    }
}

fn cells(level: &BuiltLevel) -> impl Iterator<Item = &LevelThing> {
    level.things.iter().filter(|thing| thing.name == CELL)
}

fn is_locked(things: &Things, cell: ThingId) -> bool {
    things.device(cell).is_some_and(|device| device.state == LOCKED)
}

/// A held agent that is free from this tick on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Release {
    captive: Captive,
    /// The agent that has opened its cell, unless it gets up by itself.
    by: Option<AgentId>,
}

/// Moves held bodies with what holds them, and finds those that are free.
pub(super) fn keep_captives(
    roster: Res<Roster>,
    site: Res<SiteService>,
    things: Res<Things>,
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    mut state: ResMut<HuntState>,
    mut bodies: Query<&mut Body>,
) {
    let Some(rules) = rules_of(&rules.0).captivity.filter(|_| !state.captives.is_empty()) else { return };
    let mut taken: Vec<ThingId> = state.captives.iter().filter_map(|other| other.cell).collect();
    let HuntState { captives, released, .. } = &mut *state;
    captives.retain_mut(|captive| {
        let Some(entity) = roster.entity(captive.agent) else { return false };
        let here = bodies.get(entity).map(|body| body.place).unwrap_or_default();
        let mut free = None;
        let place = match (captive.cell, things.item(captive.item)) {
            (Some(cell), _) => {
                let opened = things.device(cell).filter(|device| device.state != LOCKED);
                free = opened.map(|device| device.by);
                here
            }
            (None, Some(ItemLocation::Lying(place))) => {
                let lay = clock.tick.saturating_sub(captive.lying_since);
                free = (rules.wakes_after > 0.0 && lay >= clock.ticks(rules.wakes_after)).then_some(None);
                place
            }
            (None, Some(ItemLocation::Carried(by))) => {
                captive.lying_since = clock.tick;
                let carrier = roster.entity(by).and_then(|carrier| bodies.get(carrier).ok());
                carrier.map_or(here, |body| body.place)
            }
            // It has just been used up at a cell.
            (None, _) => {
                let apart = |cell: &&LevelThing| (cell.entry.distance_squared(here) * 1e3) as u32;
                let locked = cells(&site.0.built).filter(|cell| is_locked(&things, cell.id));
                let cell = locked.filter(|cell| !taken.contains(&cell.id)).min_by_key(apart);
                captive.cell = cell.map(|cell| cell.id);
                taken.extend(captive.cell);
                cell.map_or(here, |cell| cell.place)
            }
        };
        if let Ok(mut body) = bodies.get_mut(entity) {
            body.place = place;
        }
        released.extend(free.map(|by| Release { captive: *captive, by }));
        free.is_none()
    });
}

/// Lets those return to play that are free.
pub(super) fn release_captives(
    roster: Res<Roster>,
    site: Res<SiteService>,
    terrain: Res<TerrainService>,
    mut commands: Commands,
    mut things: ResMut<Things>,
    mut state: ResMut<HuntState>,
    mut emitter: EventEmitter,
    mut agents: Query<(&mut Body, &BodyKind, &Hidden, Has<InPlay>)>,
    mut held: Query<(&Side, Option<&KindName>, &mut Wounds), With<OutOfPlay>>,
) {
    for Release { captive: Captive { agent, item, cell, .. }, by } in std::mem::take(&mut state.released) {
        let Some(entity) = roster.entity(agent) else { continue };
        let others = agents.iter().filter(|(_, _, hidden, in_play)| *in_play && hidden.0.is_none());
        let room: StandingRoom = others.map(|(body, kind, ..)| (body.place, kind.0.radius)).collect();
        let (Ok((mut body, kind, ..)), Ok((side, archetype, mut wounds))) =
            (agents.get_mut(entity), held.get_mut(entity))
        else {
            continue;
        };
        let door = cell.and_then(|cell| things.thing(&site.0.built, cell)).map_or(body.place, |cell| cell.entry);
        *body = Body::at(room.nearest(&*terrain.0, door, kind.0.radius, RINGS).unwrap_or(door), body.heading);
        wounds.taken = rules_of(&emitter.rules.0).captivity.map_or(0, |rules| rules.wounds);
        if let Some(item) = things.state_mut(item).filter(|_| cell.is_none()) {
            *item = ThingState::Item(ItemLocation::Nowhere);
        }
        state.caught = state.caught.saturating_sub(1);
        let (at, kind) = (body.place.into(), archetype.map_or(side.0, |kind| kind.0));
        emitter.log(HuntEvent::Freed { agent, by, at }.into());
        emitter.log(MatchEvent::Entered { agent, side: side.0, kind, at });
        commands.entity(entity).remove::<(OutOfPlay, Dormant)>().insert(InPlay);
    }
}
