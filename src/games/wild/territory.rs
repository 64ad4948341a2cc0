//! Territories: an animal with too many of its kind around it does not mate.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Label, Roster, Side, SimulationClock};

use super::{
    schema::{Territory, rules_of},
    state::{Animal, Wild},
};
use crate::world::{Body, Gauges, InPlay, MatchRules};

/// How often each animal looks how many of its kind live around it, in seconds.
const INTERVAL: f32 = 2.0;

/// Notes which animals are crowded, in turns.
pub(super) fn mark_crowded(
    roster: Res<Roster>,
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    wild: Res<Wild>,
    mut animals: Query<(&AgentId, &Side, &Body, &Gauges, &mut Animal), With<InPlay>>,
) {
    let Some(rules) = rules_of(&rules.0) else { return };
    let territory_of = |side: &Side| rules.species.get(&side.0).and_then(|species| species.territory);
    let has_turn = |agent: AgentId| clock.is_turn_of(agent, clock.ticks(INTERVAL));
    if !animals.iter().any(|(agent, ..)| has_turn(*agent)) {
        return;
    }
    let claims = |side: &Side, gauges: &Gauges| {
        let age = gauges.get(wild.names.age).unwrap_or(0.0);
        territory_of(side).is_some_and(|territory| age <= territory.claimed_until)
    };
    let claimants: Vec<(AgentId, Label, Vec3)> = animals
        .iter()
        .filter(|(_, side, _, gauges, _)| claims(side, gauges))
        .map(|(agent, side, body, ..)| (*agent, side.0, body.place))
        .collect();
    for entity in &roster.agents {
        let Ok((agent, side, body, _, mut animal)) = animals.get_mut(*entity) else { continue };
        if !has_turn(*agent) {
            continue;
        }
        animal.crowded = false;
        let Some(Territory { radius, most, .. }) = territory_of(side) else { continue };
        let lives_here = |(other, kind, at): &&(AgentId, Label, Vec3)| {
            other != agent && *kind == side.0 && at.distance_squared(body.place) <= radius * radius
        };
        animal.crowded = claimants.iter().filter(lives_here).count() > usize::from(most);
    }
}
