//! Breeding: mating, gestation, birth; and what an animal is given when it enters.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, AgentRng, Label, Roster, Side};
use rand::Rng;

use super::{
    events::WildEvent,
    kin, life,
    schema::{Species, StartRules, rules_of},
    state::{Animal, Birth, Expecting, Mating, Wild},
};
use crate::{
    senses::{Acquaintances, Attention},
    simulation::{Arrival, Arrivals, KindName, log_event},
    world::{Body, BodyKind, EventEmitter, Gauges, Hidden, InPlay, MatchRules, SiteService, Things},
};

/// Lets the females that court call for a mate, in turns.
pub(super) fn call_for_mates(
    roster: Res<Roster>,
    wild: Res<Wild>,
    mut emitter: EventEmitter,
    animals: Query<(&AgentId, &Side, &Body, &Hidden), With<InPlay>>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let (tick, every) = (emitter.clock.tick, emitter.clock.ticks(rules.call_interval).max(1));
    let has_turn = |agent: &AgentId| (tick + u32::from(agent.0) * 7).is_multiple_of(every);
    for (agent, _) in wild.courting.iter().filter(|(agent, female)| **female && has_turn(agent)) {
        let Some(Ok((_, side, body, hidden))) = roster.entity(*agent).map(|entity| animals.get(entity)) else {
            continue;
        };
        let call = rules.species.get(&side.0).and_then(|species| species.mating_call);
        if let Some(call) = call.filter(|_| hidden.0.is_none()) {
            emitter.make_noise(call, body.place, Some(*agent));
        }
    }
}

/// Begins the gestation of those that have mated, and lets the young of those whose time has come enter.
pub(super) fn breed(
    roster: Res<Roster>,
    site: Res<SiteService>,
    things: Res<Things>,
    mut arrivals: ResMut<Arrivals>,
    mut wild: ResMut<Wild>,
    mut emitter: EventEmitter,
    mut animals: Query<(&AgentId, &Side, &KindName, &Body, &BodyKind, &Gauges, &Hidden, &mut Animal), With<InPlay>>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let wild = &mut *wild;
    wild.births.clear();
    for Mating { mother, father } in wild.matings.drain(..) {
        let Some(Ok((_, side, _, body, .., mut animal))) = roster.entity(mother).map(|entity| animals.get_mut(entity))
        else {
            continue;
        };
        let Some(species) = rules.species.get(&side.0).filter(|_| animal.expecting.is_none()) else { continue };
        animal.mating_rest = species.rest_of(true);
        animal.expecting = Some(Expecting { father, seconds: species.gestation });
        emitter.log(WildEvent::Mated { mother, father, at: body.place.into() }.into());
        if let Some(Ok((.., mut animal))) = roster.entity(father).map(|entity| animals.get_mut(entity)) {
            animal.mating_rest = species.rest_of(false);
        }
    }
    let dt = emitter.clock.dt();
    let Some(chance) = &mut wild.chance else { return };
    for entity in &roster.agents {
        let Ok((mother, side, kind, body, of_body, gauges, hidden, mut animal)) = animals.get_mut(*entity) else {
            continue;
        };
        let Some(expecting) = &mut animal.expecting else { continue };
        expecting.seconds -= dt;
        if expecting.seconds > 0.0 {
            continue;
        }
        let father = expecting.father;
        animal.expecting = None;
        let Some(species) = rules.species.get(&side.0) else { continue };
        let inside = hidden.0.and_then(|place| things.thing(&site.0.built, place));
        let here = inside.map_or(body.place, |place| place.entry);
        let most = species.largest_litter(condition(species, gauges, of_body));
        for _ in 0..chance.gen_range(species.litter.0..=most) {
            let parent = Some(*mother);
            arrivals.0.push(Arrival {
                side: side.0,
                kind: kind.0,
                place: here,
                heading: body.heading,
                parent,
                ..Arrival::default()
            });
            wild.births.push(Birth { mother: *mother, father });
        }
    }
}

/// How well the needs of a mother are met, from 0 (it would not mate) to 1 (all are full): the one that is met worst.
fn condition(species: &Species, gauges: &Gauges, kind: &BodyKind) -> f32 {
    let share = |(gauge, least): (&Label, &f32)| {
        let most = kind.0.gauges.get(gauge)?.max;
        Some((gauges.get(*gauge)? - least) / (most - least).max(1.0))
    };
    species.mating_needs.iter().filter_map(share).fold(1.0, f32::min).clamp(0.0, 1.0)
}

/// Gives an animal that enters what the wild adds to its body. One of the start is grown, and has part of its life behind it.
pub(super) fn equip(world: &mut World, entity: Entity, arrival: &Arrival) {
    let Some(all) = world.get_resource::<MatchRules>().map(|rules| rules.0.clone()) else { return };
    let Some(rules) = rules_of(&all) else { return };
    let (grown_at, spread) =
        rules.species.get(&arrival.side).map_or((0.0, 0.0), |species| (species.grown_at, species.age_spread));
    let agent = world.get::<AgentId>(entity).copied().unwrap_or(AgentId(0));
    let mut animal = Animal::default();
    if let Some(mut chance) = world.get_mut::<AgentRng>(entity) {
        animal.ages_faster = spread * chance.0.gen_range(-1.0..=1.0);
    }
    let Some(mut wild) = world.get_resource_mut::<Wild>() else { return };
    let names = wild.names;
    let scents = wild.species.get(&arrival.side).map(|species| life::scents_of(species, &names)).unwrap_or_default();
    wild.count_alive(arrival.side, 1.0);
    let born = arrival.parent.and_then(|mother| {
        let index = wild.births.iter().position(|birth| birth.mother == mother)?;
        wild.count_birth(arrival.side);
        Some(wild.births.remove(index))
    });
    animal.female = wild.is_last_female(arrival.side);
    let mut known = Acquaintances::default();
    match born {
        Some(Birth { mother, father }) => {
            animal.parents = Some((mother, father));
            known = kin::introduce(world, mother, agent, &names);
            log_event(world, WildEvent::Born { agent, mother, father, at: arrival.place.into() }.into());
        }
        None => {
            start_grown(world, entity, grown_at, names.age, &rules.start);
            // Not all mate in the first minute: each has a part of its rest before it.
            let rest = rules.species.get(&arrival.side).map_or(0.0, |species| species.rest_of(animal.female));
            if let Some(mut chance) = world.get_mut::<AgentRng>(entity) {
                animal.mating_rest = rest * chance.0.gen_range(0.0..1.0);
            }
        }
    }
    world.entity_mut(entity).insert((animal, known, scents, Attention { sight: 1.0, hearing: 1.0 }));
}

/// Gives an animal of the start an age and needs of its own.
fn start_grown(world: &mut World, entity: Entity, grown_at: f32, age: Label, start: &StartRules) {
    let Some(kind) = world.get::<BodyKind>(entity).map(|kind| kind.0.clone()) else { return };
    let Some(mut chance) = world.get::<AgentRng>(entity).map(|chance| chance.0.clone()) else { return };
    if let Some(mut gauges) = world.get_mut::<Gauges>(entity) {
        for (name, value) in &mut gauges.0 {
            let Some(spec) = kind.gauges.get(name) else { continue };
            if *name == age {
                let oldest = (spec.max * start.oldest).max(grown_at);
                *value = grown_at + (oldest - grown_at) * chance.gen_range(0.0..1.0);
            } else if spec.per_second < 0.0 {
                *value = spec.start * chance.gen_range(start.least_need.clamp(0.0, 1.0)..=1.0);
            }
        }
    }
    if let Some(mut own) = world.get_mut::<AgentRng>(entity) {
        own.0 = chance;
    }
}
