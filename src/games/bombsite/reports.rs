//! What soldiers learn of a fight without seeing it: shots that pass close by, and what the radio says of the fallen and of the bomb.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{
    AgentId, Event, EventLog, Host, LogEntry, Percept, PerceptSource, Percepts, Roster, Side, SignOrigin,
    SimulationClock, Subject, ThingId, label,
};

use super::{events::BombEvent, judge::guess_of_origin, schema::rules_of, state::Bombsite};
use crate::world::{Body, InPlay, MatchRules, SiteService, Things};

/// Shots are heard to pass at this height above the feet, in metres.
const EARS: f32 = 1.2;
/// A soldier feels at most one near miss in this time, in seconds.
const NEAR_MISS_EVERY: f32 = 0.5;

/// What the log says of this tick.
fn of_tick<'l>(log: &'l EventLog, clock: &SimulationClock) -> impl Iterator<Item = &'l LogEntry> {
    let tick = clock.tick;
    let first = log.entries().iter().rposition(|entry| entry.tick < tick).map_or(0, |before| before + 1);
    log.entries()[first..].iter()
}

/// The shortest distance of a point from a line between two points, in metres.
fn distance_from_line(point: Vec3, from: Vec3, to: Vec3) -> f32 {
    let (along, offset) = (to - from, point - from);
    let share = (offset.dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

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
    for entry in of_tick(&log, &clock) {
        let Event::Shot { by, from, to, hit } = &entry.event else { continue };
        let Some(shooter) = roster.entity(*by).and_then(|entity| soldiers.get(entity).ok()).map(|it| it.1.0) else {
            continue;
        };
        let (from, to) = (Vec3::from(*from), Vec3::from(*to));
        for entity in &roster.agents {
            let Ok((agent, side, body, mut percepts)) = soldiers.get_mut(*entity) else { continue };
            if *hit == Some(*agent) || !rules.0.attacks(shooter, side.0) {
                continue;
            }
            let near = distance_from_line(body.place + Vec3::Y * EARS, from, to) <= of_game.near_miss;
            let felt = state.near_misses.get(agent).copied();
            let wait = clock.ticks(NEAR_MISS_EVERY);
            if !near || felt.is_some_and(|tick| clock.tick < tick + wait) {
                continue;
            }
            state.near_misses.insert(*agent, clock.tick);
            state.hits_felt = state.hits_felt.wrapping_add(1);
            let subject = Subject::sign(SignOrigin::Game, state.hits_felt);
            let guess = guess_of_origin(body.place, from, state.hits_felt, of_game.hit_error);
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
    for entry in of_tick(&log, &clock) {
        let (by, subject, what, at) = match &entry.event {
            Event::Dropped { by, item, at } if is_bomb(*item) => (*by, Subject::Thing(*item), label("lying"), *at),
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
            // The radio of a mate goes silent; of an enemy it is only announced that it is gone.
            let teller = Some(by).filter(|_| side.0 == of.0);
            percepts.0.push(Percept { state: what, source: PerceptSource::Told, teller, ..felt });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_from_a_line_ends_with_the_line() {
        let (from, to) = (Vec3::ZERO, Vec3::X * 10.0);
        assert_eq!(distance_from_line(Vec3::new(4.0, 0.0, 1.0), from, to), 1.0);
        assert_eq!(distance_from_line(Vec3::new(13.0, 0.0, 0.0), from, to), 3.0);
        assert_eq!(distance_from_line(Vec3::new(-2.0, 0.0, 0.0), from, from), 2.0);
    }
}
