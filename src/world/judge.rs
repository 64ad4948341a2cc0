//! The rules: hits, escapes and the end of the match.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{
    AgentStatus, Body, Hands, Hidden, InPlay, KeyLocation, MatchState, OutOfPlay, SiteService, ThingState, Things,
    Wounds, noise::EventEmitter,
};
use crate::protocol::{AgentId, AttackKind, Blackboard, Event, MatchResult, Roster, Side, ThingId};

/// How far beyond the line of an exit an agent has escaped, in metres.
const EXIT_DEPTH: f32 = 0.15;
/// The distance between dropped keys, in metres.
const KEY_SPACING: f32 = 0.35;

/// An attack that hit an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The agent that was hit.
    pub agent: AgentId,
    /// The attacker.
    pub by: AgentId,
    /// The kind of attack.
    pub means: AttackKind,
    /// Whether the hit catches regardless of wounds: an agent found in a hiding place cannot flee.
    pub outright: bool,
}

/// The hits of this tick, resolved in the `Judge` phase.
#[derive(Resource, Clone, Debug, Default)]
pub struct PendingHits(pub Vec<Hit>);

/// Wounds or catches the agents that were hit. A caught agent leaves play and drops its keys.
pub(super) fn resolve_hits(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut pending_hits: ResMut<PendingHits>,
    mut things: ResMut<Things>,
    mut state: ResMut<MatchState>,
    mut emitter: EventEmitter,
    mut agents: Query<(&Side, &mut Body, &mut Hidden, &mut Hands, &mut Wounds, &mut Blackboard), With<InPlay>>,
) {
    let mut settled: Vec<AgentId> = Vec::new();
    for Hit { agent, by, means, outright } in pending_hits.0.drain(..) {
        let Some(entity) = roster.entity(agent).filter(|_| !settled.contains(&agent)) else { continue };
        let Ok((side, mut body, mut hidden, mut hands, mut wounds, mut board)) = agents.get_mut(entity) else {
            continue;
        };
        settled.push(agent);
        if !outright && wounds.taken.saturating_add(1) < emitter.rules.0.hits_to_catch(side.0) {
            wounds.add(&emitter.rules.0.wounds);
            hands.task = None;
            emitter.log(Event::Wounded { agent, by, means, wounds: wounds.taken, at: body.place.into() });
            continue;
        }
        if let Some(place) = hidden.0.take() {
            if let Some(ThingState::HidingPlace(hiding)) = things.state_mut(place) {
                hiding.occupant = None;
            }
            body.place = site.0.built.thing(place).map_or(body.place, |thing| thing.entry);
            emitter.log(Event::Hid { agent, place, inside: false });
        }
        body.velocity = Vec3::ZERO;
        board.clear();
        hands.task = None;
        for (index, key) in hands.carried.drain(..).enumerate() {
            let aside = Vec3::new((index as f32) * KEY_SPACING, 0.0, 0.0);
            let place =
                if site.0.built.ground_height(body.place + aside).is_some() { body.place + aside } else { body.place };
            if let Some(ThingState::Key(at)) = things.state_mut(key) {
                *at = KeyLocation::Lying(place);
            }
            state.team_keys = state.team_keys.saturating_sub(1);
            emitter.log(Event::KeyDropped { by: agent, key, at: place.into() });
        }
        state.caught += 1;
        commands
            .entity(entity)
            .remove::<InPlay>()
            .insert(OutOfPlay { status: AgentStatus::Caught(by), tick: emitter.clock.tick });
        emitter.log(Event::Caught { agent, by, means, at: body.place.into() });
    }
}

/// Takes agents out of play that have walked through an open exit.
pub(super) fn resolve_escapes(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut state: ResMut<MatchState>,
    mut emitter: EventEmitter,
    things: Res<Things>,
    mut agents: Query<(&AgentId, &Side, &mut Body, &Hidden, &mut Blackboard), With<InPlay>>,
) {
    if !state.exit_open {
        return;
    }
    for entity in &roster.agents {
        let Ok((agent, side, mut body, hidden, mut board)) = agents.get_mut(*entity) else { continue };
        let escapes = emitter.rules.0.sides.get(&side.0).is_some_and(|side| side.can_escape);
        if !escapes || hidden.0.is_some() {
            continue;
        }
        let Some(exit) = exit_at(&site, &things, body.place) else { continue };
        body.velocity = Vec3::ZERO;
        board.clear();
        state.escaped += 1;
        commands
            .entity(*entity)
            .remove::<InPlay>()
            .insert(OutOfPlay { status: AgentStatus::Escaped(exit), tick: emitter.clock.tick });
        emitter.log(Event::Escaped { agent: *agent, exit });
    }
}

/// The open exit that a point lies beyond, if any.
fn exit_at(site: &SiteService, things: &Things, place: Vec3) -> Option<ThingId> {
    site.0.built.doors.iter().enumerate().find_map(|(index, door)| {
        if !door.is_exit || !things.open.contains(index) {
            return None;
        }
        let off = place - door.middle;
        let (beyond, aside) = (off.dot(door.through), off.dot(door.along).abs());
        let inside = (EXIT_DEPTH..site.0.built.cell + 1.0).contains(&beyond)
            && aside <= door.width * 0.5 + EXIT_DEPTH
            && off.y.abs() < door.height;
        inside.then_some(door.thing)
    })
}

/// Ends the match when no agent that could escape is left in play, or when the time is up.
pub(super) fn check_match_end(
    roster: Res<Roster>,
    mut state: ResMut<MatchState>,
    mut emitter: EventEmitter,
    agents: Query<&Side, With<InPlay>>,
) {
    if state.result.is_some() {
        return;
    }
    let rules = emitter.rules.0.clone();
    let left = roster
        .agents
        .iter()
        .filter_map(|entity| agents.get(*entity).ok())
        .filter(|side| rules.sides.get(&side.0).is_some_and(|side| side.can_escape))
        .count();
    state.in_play = left as u16;
    state.time_left = (rules.time_limit - emitter.clock.seconds()).max(0.0);
    if left > 0 && state.time_left > 0.0 {
        return;
    }
    let result = match state.caught.cmp(&state.escaped) {
        std::cmp::Ordering::Greater => MatchResult::Hunters,
        std::cmp::Ordering::Less => MatchResult::Hunted,
        std::cmp::Ordering::Equal => MatchResult::Draw,
    };
    state.result = Some(result);
    let time_left = (state.time_left * 1000.0).round() as i32;
    emitter.log(Event::MatchEnded { result, caught: state.caught, escaped: state.escaped, time_left });
}
