//! Breeding: mating, gestation, birth; and what an animal is given when it enters.

use bevy::{ecs::prelude::*, math::Vec3};
use rand::Rng;

use super::{
    events::WildEvent,
    schema::rules_of,
    state::{Animal, Expecting, Wild},
};
use crate::{
    protocol::{AgentId, AgentRng, EventLog, Roster, Side, SimulationClock},
    senses::{Acquaintances, Attention},
    simulation::{Arrival, Arrivals, KindName},
    world::{Body, BodyKind, EventEmitter, Gauges, Hidden, InPlay, MatchRules, SiteService, Things},
};

/// How far from its mother a young animal enters, in metres.
const BESIDE: f32 = 0.5;
/// The time between two calls of an animal that courts, in seconds.
const CALL_SECONDS: f32 = 5.0;
/// The share of its span of life that an animal of the start may have behind it.
const OLDEST_AT_START: f32 = 0.6;
/// The least share of each need that an animal of the start has.
const LEAST_AT_START: f32 = 0.6;

/// Lets those that court call for a mate, in turns.
pub(super) fn call_for_mates(
    roster: Res<Roster>,
    wild: Res<Wild>,
    mut emitter: EventEmitter,
    animals: Query<(&AgentId, &Side, &Body, &Hidden), With<InPlay>>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let (tick, every) = (emitter.clock.tick, emitter.clock.ticks(CALL_SECONDS).max(1));
    for agent in wild.courting.iter().filter(|agent| (tick + u32::from(agent.0) * 7).is_multiple_of(every)) {
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
    mut animals: Query<(&AgentId, &Side, &KindName, &Body, &Hidden, &mut Animal), With<InPlay>>,
) {
    let all = emitter.rules.0.clone();
    let Some(rules) = rules_of(&all) else { return };
    let tick = emitter.clock.tick;
    let wild = &mut *wild;
    for mating in wild.matings.iter().filter(|mating| mating.tick == tick) {
        for (parent, bears) in [(mating.mother, true), (mating.father, false)] {
            let Some(Ok((_, side, _, body, _, mut animal))) =
                roster.entity(parent).map(|entity| animals.get_mut(entity))
            else {
                continue;
            };
            let Some(species) = rules.species.get(&side.0) else { continue };
            animal.mating_rest = species.mating_rest;
            if bears {
                animal.expecting = Some(Expecting { father: mating.father, seconds: species.gestation });
                let (mother, father, at) = (mating.mother, mating.father, body.place.into());
                emitter.log(WildEvent::Mated { mother, father, at }.into());
            }
        }
    }
    let kept = emitter.clock.ticks(1.0);
    wild.matings.retain(|mating| tick - mating.tick < kept);
    let dt = emitter.clock.dt();
    let Some(chance) = &mut wild.chance else { return };
    for entity in &roster.agents {
        let Ok((mother, side, kind, body, hidden, mut animal)) = animals.get_mut(*entity) else { continue };
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
        for _ in 0..chance.gen_range(species.litter.0..=species.litter.1.max(species.litter.0)) {
            let aside = here + Vec3::new(chance.gen_range(-BESIDE..BESIDE), 0.0, chance.gen_range(-BESIDE..BESIDE));
            let place = if site.0.built.ground_height(aside).is_some() { aside } else { here };
            let parent = Some(*mother);
            arrivals.0.push(Arrival { side: side.0, kind: kind.0, place, heading: body.heading, parent });
            wild.births.push((*mother, father));
        }
    }
}

/// Gives an animal that enters what the wild adds to its body. One of the start is grown, and has part of its life behind it.
pub(super) fn equip(world: &mut World, entity: Entity, arrival: &Arrival) {
    let Some(rules) = world.get_resource::<MatchRules>().map(|rules| rules.0.clone()) else { return };
    let grown_at =
        rules_of(&rules).and_then(|wild| wild.species.get(&arrival.side)).map_or(0.0, |species| species.grown_at);
    let agent = world.get::<AgentId>(entity).copied().unwrap_or(AgentId(0));
    let mut animal = Animal::default();
    let mut known = Acquaintances::default();
    let born = arrival.parent.and_then(|mother| {
        let mut wild = world.get_resource_mut::<Wild>()?;
        let index = wild.births.iter().position(|(of, _)| *of == mother)?;
        let (mother, father) = wild.births.remove(index);
        wild.count_birth(arrival.side);
        Some((mother, father))
    });
    if let Some(mut wild) = world.get_resource_mut::<Wild>() {
        wild.count_alive(arrival.side, 1.0);
    }
    let Some(names) = world.get_resource::<Wild>().map(|wild| wild.names) else { return };
    match born {
        Some((mother, father)) => {
            animal.parents = Some((mother, father));
            known.0.push((mother, names.parent));
            let parent = world.get_resource::<Roster>().and_then(|roster| roster.entity(mother));
            if let Some(mut of_parent) = parent.and_then(|parent| world.get_mut::<Acquaintances>(parent)) {
                of_parent.0.push((agent, names.young));
            }
            let tick = world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick);
            if let Some(mut log) = world.get_resource_mut::<EventLog>() {
                let at = arrival.place.into();
                log.push(tick, WildEvent::Born { agent, mother, father, at }.into());
            }
        }
        None => start_grown(world, entity, grown_at, names.age),
    }
    world.entity_mut(entity).insert((animal, known, Attention { sight: 1.0, hearing: 1.0 }));
}

/// Gives an animal of the start an age and needs of its own, so that not all are born, hungry and tired at once.
fn start_grown(world: &mut World, entity: Entity, grown_at: f32, age: crate::protocol::Label) {
    let Some(kind) = world.get::<BodyKind>(entity).map(|kind| kind.0.clone()) else { return };
    let Some(mut chance) = world.get::<AgentRng>(entity).map(|chance| chance.0.clone()) else { return };
    if let Some(mut gauges) = world.get_mut::<Gauges>(entity) {
        for (name, value) in &mut gauges.0 {
            let Some(spec) = kind.gauges.get(name) else { continue };
            if *name == age {
                let oldest = (spec.max * OLDEST_AT_START).max(grown_at);
                *value = grown_at + (oldest - grown_at) * chance.gen_range(0.0..1.0);
            } else if spec.per_second < 0.0 {
                *value = spec.start * chance.gen_range(LEAST_AT_START..=1.0);
            }
        }
    }
    if let Some(mut own) = world.get_mut::<AgentRng>(entity) {
        own.0 = chance;
    }
}
