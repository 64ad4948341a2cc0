//! The rules: hits, escapes and the end of the match.

use std::cmp::Ordering;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, Label, Percept, Percepts, Roster, Side, Subject, Terrain, TerrainService, ThingId, label,
};

use super::{events::HuntEvent, schema::rules_of, state::HuntState, wounds::Wounds};
use crate::world::{
    BodyKind, Departure, EventEmitter, Harm, InPlay, Leaver, MatchRules, MatchState, PendingHarm, SiteService,
    StandingRoom, ThingState, Things, WeaponPhase, WeaponState,
};

/// The rings around the entry of a hiding place on which there is room for who is pulled out of it.
const RINGS: u16 = 6;
/// How far beyond the line of an exit an agent has escaped, in metres.
const EXIT_DEPTH: f32 = 0.15;

/// An agent that has been pulled out of a hiding place.
struct PulledOut {
    agent: AgentId,
    /// Who has pulled it out.
    by: AgentId,
}

/// Wounds or catches the agents that were hit. A caught agent leaves play and drops its keys.
pub(super) fn resolve_hits(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut harm: ResMut<PendingHarm>,
    mut things: ResMut<Things>,
    mut state: ResMut<HuntState>,
    mut emitter: EventEmitter,
    terrain: Res<TerrainService>,
    kinds: Query<&BodyKind>,
    mut weapons: Query<&mut WeaponState>,
    mut senses: Query<&mut Percepts>,
    mut agents: Query<(&Side, Leaver, &mut Wounds), With<InPlay>>,
) {
    if harm.0.is_empty() {
        return;
    }
    let all_rules = emitter.rules.0.clone();
    let rules = rules_of(&all_rules);
    let mut settled: Vec<AgentId> = Vec::new();
    let mut out: Vec<PulledOut> = Vec::new();
    let recovery = |by: Entity, means: Label| kinds.get(by).ok()?.0.strike(means).map(|(_, strike)| strike.recovery);
    for Harm { agent, by, means, .. } in harm.0.drain(..) {
        let Some(by) = by else { continue };
        let Some(entity) = roster.entity(agent).filter(|_| !settled.contains(&agent)) else { continue };
        let Ok((side, mut leaver, mut wounds)) = agents.get_mut(entity) else { continue };
        settled.push(agent);
        let side = rules.side(side.0);
        // Who is inside a hiding place can be hit only by being found.
        let found = leaver.hidden.0.is_some();
        let hits = if found { side.hits_when_found() } else { 1 };
        if wounds.taken.saturating_add(hits) < side.hits_to_catch {
            wounds.add(hits, &rules.wounds);
            leaver.hands.task = None;
            if found {
                leaver.come_out(&site, &mut things, &mut emitter);
                out.push(PulledOut { agent, by });
                // To pull out is as good as a blow, and the next one takes as long.
                if let Some(by) = roster.entity(by)
                    && let (Some(seconds), Ok(mut weapon)) = (recovery(by, means), weapons.get_mut(by))
                {
                    weapon.phase = WeaponPhase::Recovering(seconds);
                }
            }
            let (wounds, at) = (wounds.taken, leaver.body.place.into());
            emitter.log(HuntEvent::Wounded { agent, by, means, wounds, at }.into());
            continue;
        }
        leaver.come_out(&site, &mut things, &mut emitter);
        let dropped = leaver.drop_items(&site, &mut things, &mut emitter);
        let key = state.names.key;
        let is_key = |item: &&ThingId| things.thing(&site.0.built, **item).is_some_and(|thing| thing.name == key);
        state.count_keys(-(dropped.iter().filter(is_key).count() as i8));
        state.caught += 1;
        let at = leaver.body.place.into();
        let held = rules.captivity.filter(|rules| state.can_be_held(&wounds, &site.0.built, &things, rules));
        let how = if held.is_some() {
            wounds.held += 1;
            state.hold(agent, &leaver.body, &mut things, emitter.clock.tick);
            emitter.log(HuntEvent::Held { agent, by, means, at }.into());
            "held"
        } else {
            emitter.log(HuntEvent::Caught { agent, by, means, at }.into());
            "caught"
        };
        state.in_play = state.in_play.saturating_sub(1);
        let departure = Departure { how: label(how), by: Some(by), meant: false };
        leaver.leave(departure, &mut commands, &mut emitter);
    }
    for PulledOut { agent, by } in out {
        let Some(entity) = roster.entity(agent) else { continue };
        stand_aside(entity, &roster, &*terrain.0, &kinds, &mut agents);
        // Each has just had the other in its hands.
        for (who, other) in [(agent, by), (by, agent)] {
            let (Some(who), Some(felt)) = (roster.entity(who), roster.entity(other)) else { continue };
            if let (Ok(mut percepts), Ok((side, felt, _))) = (senses.get_mut(who), agents.get(felt)) {
                percepts.0.push(Percept::felt(side.0, Subject::Agent(other), felt.body.place, 0.0));
            }
        }
    }
}

/// Moves an agent that has been pulled out of a hiding place from the place of the one who has pulled it out.
fn stand_aside(
    entity: Entity,
    roster: &Roster,
    terrain: &dyn Terrain,
    kinds: &Query<&BodyKind>,
    agents: &mut Query<(&Side, Leaver, &mut Wounds), With<InPlay>>,
) {
    let radius = |entity: Entity| kinds.get(entity).map_or(0.0, |kind| kind.0.radius);
    let others = roster.agents.iter().filter(|other| **other != entity).filter_map(|other| {
        let (_, other, _) = agents.get(*other).ok()?;
        other.hidden.0.is_none().then_some((other.body.place, radius(other.entity)))
    });
    let room: StandingRoom = others.collect();
    if let Ok((_, mut leaver, _)) = agents.get_mut(entity) {
        let place = leaver.body.place;
        leaver.body.place = room.nearest(terrain, place, radius(entity), RINGS).unwrap_or(place);
    }
}

/// Takes agents out of play that have walked through an open exit.
pub(super) fn resolve_escapes(
    roster: Res<Roster>,
    site: Res<SiteService>,
    mut commands: Commands,
    mut state: ResMut<HuntState>,
    mut emitter: EventEmitter,
    things: Res<Things>,
    mut agents: Query<(&Side, Leaver), With<InPlay>>,
) {
    let leaving = std::mem::take(&mut state.leaving);
    if leaving.is_empty() && !things.states.iter().any(|thing| matches!(thing, ThingState::Gate(gate) if gate.open)) {
        return;
    }
    let all_rules = emitter.rules.0.clone();
    let rules = rules_of(&all_rules);
    for entity in &roster.agents {
        let Ok((side, mut leaver)) = agents.get_mut(*entity) else { continue };
        if !rules.side(side.0).can_escape || leaver.hidden.0.is_some() {
            continue;
        }
        let by_device = leaving.iter().find(|(agent, _)| agent == leaver.agent).map(|(_, device)| *device);
        let Some(exit) = by_device.or_else(|| exit_at(&site, &things, leaver.body.place)) else { continue };
        state.escaped += 1;
        emitter.log(HuntEvent::Escaped { agent: *leaver.agent, exit }.into());
        let departure = Departure { how: label("escaped"), by: None, meant: true };
        leaver.leave(departure, &mut commands, &mut emitter);
    }
}

/// The open exit that a point lies beyond, if any.
fn exit_at(site: &SiteService, things: &Things, place: Vec3) -> Option<ThingId> {
    site.0.built.doors.iter().enumerate().find_map(|(index, door)| {
        if !door.is_gate || !things.open.contains(index) {
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
    mut match_state: ResMut<MatchState>,
    mut state: ResMut<HuntState>,
    rules: Res<MatchRules>,
    agents: Query<&Side, With<InPlay>>,
) {
    if match_state.outcome.is_some() {
        return;
    }
    let rules = rules_of(&rules.0);
    let left = roster
        .agents
        .iter()
        .filter_map(|entity| agents.get(*entity).ok())
        .filter(|side| rules.side(side.0).can_escape)
        .count();
    state.in_play = left as u16;
    if left > 0 && match_state.time_left > 0.0 {
        return;
    }
    let outcome = label(match state.caught.cmp(&state.escaped) {
        Ordering::Greater => "hunters",
        Ordering::Less => "hunted",
        Ordering::Equal => "draw",
    });
    match_state.outcome = Some(outcome);
}
