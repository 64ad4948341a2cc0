//! What soldiers learn of a fight without seeing it: shots that pass close by, and what the radio says of the fallen and of the bomb.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, EventLog, Host, MatchEvent, Percept, PerceptSource, Percepts, Roster, Side, SignOrigin, SimulationClock,
    Subject, ThingId, label,
};

use super::{events::BombEvent, judge::guess_of_origin, schema::rules_of, state::Bombsite};
use crate::world::{Body, InPlay, MatchRules, SiteService, Things, geometry::distance_from_segment};

/// Shots are heard to pass at this height above the feet, in metres.
const EARS: f32 = 1.2;

/// Lets soldiers feel shots of the enemy that pass within `near_miss` metres, as they feel hits: as a `danger` at a guessed place.
pub(super) fn feel_near_misses(
    roster: Res<Roster>,
    rules: Res<MatchRules>,
    clock: Res<SimulationClock>,
    log: Res<EventLog>,
    mut state: ResMut<Bombsite>,
    mut soldiers: Query<(&AgentId, &Side, &Body, &mut Percepts), With<InPlay>>,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let wait = clock.ticks(of_game.near_miss_interval);
    for entry in log.since(clock.tick) {
        let MatchEvent::Shot { by, from, to, hit } = &entry.event else { continue };
        let shooter = roster.entity(*by).and_then(|entity| soldiers.get(entity).ok());
        let Some((side_of_shooter, feet)) = shooter.map(|(_, side, body, _)| (side.0, body.place)) else { continue };
        let (from, to) = (Vec3::from(*from), Vec3::from(*to));
        for entity in &roster.agents {
            let Ok((agent, side, body, mut percepts)) = soldiers.get_mut(*entity) else { continue };
            if *hit == Some(*agent) || !rules.0.attacks(side_of_shooter, side.0) {
                continue;
            }
            let felt = state.near_misses.get(agent).copied();
            let is_felt_already = felt.is_some_and(|tick| clock.tick < tick + wait);
            if is_felt_already || distance_from_segment(body.place + Vec3::Y * EARS, from, to) > of_game.near_miss {
                continue;
            }
            state.near_misses.insert(*agent, clock.tick);
            state.hits_felt = state.hits_felt.wrapping_add(1);
            let subject = Subject::sign(SignOrigin::Game, state.hits_felt);
            let guess = guess_of_origin(body.place, feet, state.hits_felt, of_game.hit_error);
            percepts.0.push(Percept::felt(state.names.danger, subject, guess, of_game.hit_error));
        }
    }
}

/// Tells all soldiers of the dead of this tick, and the side that has lost the bomb where it lies.
pub(super) fn tell_of_losses(
    roster: Res<Roster>,
    rules: Res<MatchRules>,
    clock: Res<SimulationClock>,
    log: Res<EventLog>,
    site: Res<SiteService>,
    things: Res<Things>,
    state: Res<Bombsite>,
    sides: Query<&Side>,
    mut listeners: Query<(&AgentId, &Side, &mut Percepts), (With<InPlay>, Without<Host>)>,
) {
    let is_bomb = |item: ThingId| things.thing(&site.0.built, item).is_some_and(|thing| thing.name == state.names.bomb);
    for entry in log.since(clock.tick) {
        let (by, subject, what, at) = match &entry.event {
            MatchEvent::Dropped { by, item, at } if is_bomb(*item) => (*by, Subject::Thing(*item), label("lying"), *at),
            event => match BombEvent::read(event) {
                Some(BombEvent::Killed { agent, at, .. }) => (agent, Subject::Agent(agent), label("killed"), at),
                _ => continue,
            },
        };
        let Some(of) = roster.entity(by).and_then(|entity| sides.get(entity).ok()) else { continue };
        for entity in &roster.agents {
            let Ok((agent, side, mut percepts)) = listeners.get_mut(*entity) else { continue };
            let is_thing = matches!(subject, Subject::Thing(_));
            if *agent == by || (is_thing && side.0 != of.0) {
                continue;
            }
            let kind = if is_thing { state.names.bomb } else { rules.0.relation(side.0, of.0) };
            let felt = Percept::felt(kind, subject, Vec3::from(at), 0.0);
            // Mates learn of a death by radio, the enemy from an announcement.
            let teller = Some(by).filter(|_| side.0 == of.0);
            percepts.0.push(Percept { state: what, source: PerceptSource::Told, teller, ..felt });
        }
    }
}
