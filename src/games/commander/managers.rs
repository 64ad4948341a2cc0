//! The managers of a side: they give workers their jobs, and spend on workers, supply and further producers what the build order leaves.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::SimulationClock;

use super::{
    build_order::BuildCommand,
    catalogue::{Catalogue, ProductId, ProductKind, RecipeId},
    production::Works,
    state::Commander,
    units::{CensusEntry, Job, Worker},
};
use crate::world::{BodyKind, Gauges, InPlay};

/// Supply is made ahead when less than this is left, and two more for each building that makes units.
const SUPPLY_MARGIN: u16 = 4;
/// Workers wanted at each field of minerals.
const WORKERS_PER_FIELD: u16 = 2;
/// The most workers that repair one building.
const REPAIRERS: usize = 2;
/// Buildings with less than this share of their health are repaired.
const HURT: f32 = 0.7;
/// Nobody repairs while an enemy is known within this distance, in metres.
const DANGER: f32 = 14.0;

/// The commands of a build order that are due within these seconds have their minerals kept for them.
const SAVING_SECONDS: u64 = 8;
/// What the side has beyond that before it adds a producer.
const SPARE_FOR_PRODUCERS: u32 = 250;
/// What the side has beyond that before it trains soldiers that no order asks for.
const SPARE_FOR_SOLDIERS: u32 = 150;
/// At most one producer of each kind for so many workers.
const WORKERS_PER_PRODUCER: u16 = 3;

/// Assigns workers, and makes workers, supply and producers of what is left.
pub(super) fn manage(
    clock: Res<SimulationClock>,
    mut state: ResMut<Commander>,
    mut works: Works,
    bodies: Query<(&Gauges, &BodyKind), With<InPlay>>,
) {
    let Some(catalogue) = state.catalogue.clone() else { return };
    for side in 0..2 {
        works.send_builders(&mut state, side);
        assign_miners(&mut state, &mut works, side, &catalogue);
        share_gas(&state, &mut works, side, &catalogue);
        send_repairers(&state, &mut works, side, &catalogue, &bodies);
        let scripted = state.sides[side].staff.strategist.is_none();
        if !scripted {
            let saved = saved_for_build_order(&state, side, &catalogue, &clock);
            keep_up(&mut state, &mut works, side, &catalogue, saved);
            add_producer(&mut state, &mut works, side, &catalogue, saved);
            train_soldiers(&mut state, &mut works, side, &catalogue, saved);
        }
    }
}

/// The workers of a side, with what they do.
fn workers_of(works: &Works, side: usize, catalogue: &Catalogue) -> Vec<(CensusEntry, Worker)> {
    let entries = works.census.of_side(side).filter(|entry| entry.product == catalogue.numbers.worker);
    entries.filter_map(|entry| Some((*entry, *works.workers.get(entry.entity).ok()?))).collect()
}

fn give(works: &mut Works, entry: &CensusEntry, job: Job) {
    if let Ok(mut worker) = works.workers.get_mut(entry.entity) {
        (worker.job, worker.worked) = (job, 0.0);
    }
}

/// Sends idle workers to the field with the fewest workers, at a base with a command post; of equal ones the nearest.
fn assign_miners(state: &mut Commander, works: &mut Works, side: usize, catalogue: &Catalogue) {
    let workers = workers_of(works, side, catalogue);
    let mut busy: Vec<Vec<u16>> = state.map.bases.iter().map(|base| vec![0; base.fields.len()]).collect();
    for (_, worker) in &workers {
        if let Job::Mine { base, field } = worker.job
            && let Some(number) = busy.get_mut(base).and_then(|fields| fields.get_mut(field))
        {
            *number += 1;
        }
    }
    let posts: Vec<usize> = (0..state.map.bases.len()).filter(|base| works.has_post(state, side, *base)).collect();
    let exhausted = state.exhausted.clone();
    for (entry, worker) in &workers {
        let gone = matches!(worker.job, Job::Mine { base, .. } if !posts.contains(&base));
        if worker.job != Job::Idle && !gone {
            continue;
        }
        let mut best: Option<(u16, f32, usize, usize)> = None;
        for &base in &posts {
            for (field, at) in state.map.bases[base].fields.iter().enumerate() {
                if exhausted.contains(&at.thing) {
                    continue;
                }
                let rank = (busy[base][field], at.place.distance(entry.place));
                let better =
                    best.is_none_or(|(number, distance, ..)| rank.0 < number || rank.0 == number && rank.1 < distance);
                if better {
                    best = Some((rank.0, rank.1, base, field));
                }
            }
        }
        if let Some((.., base, field)) = best {
            busy[base][field] += 1;
            give(works, entry, Job::Mine { base, field });
        }
    }
}

/// Moves workers between minerals and gas, until as many gather gas as are wanted and have room.
fn share_gas(state: &Commander, works: &mut Works, side: usize, catalogue: &Catalogue) {
    let workers = workers_of(works, side, catalogue);
    let places = usize::from(catalogue.numbers.workers_per_refinery);
    let wanted = usize::from(state.sides[side].gas_workers);
    let refineries: Vec<CensusEntry> = works
        .census
        .of_side(side)
        .filter(|entry| !entry.unfinished && catalogue.get(entry.product).gives_gas)
        .copied()
        .collect();
    let mut total = workers.iter().filter(|(_, worker)| matches!(worker.job, Job::Gas { .. })).count();
    for refinery in refineries {
        let mut here = workers.iter().filter(|(_, worker)| worker.job == Job::Gas { refinery: refinery.agent }).count();
        while here < places && total < wanted {
            let free = |worker: &Worker| matches!((worker.job, worker.load), (Job::Mine { .. } | Job::Idle, None));
            let Some(entry) = works.nearest_worker(side, catalogue, refinery.place, free) else { return };
            give(works, &entry, Job::Gas { refinery: refinery.agent });
            (here, total) = (here + 1, total + 1);
        }
    }
    for (entry, worker) in workers.iter().filter(|(_, worker)| matches!(worker.job, Job::Gas { .. })).rev() {
        if total > wanted && worker.load.is_none() {
            give(works, entry, Job::Idle);
            total -= 1;
        }
    }
}

/// Sends workers to buildings that are badly damaged, unless enemies are near.
fn send_repairers(
    state: &Commander,
    works: &mut Works,
    side: usize,
    catalogue: &Catalogue,
    bodies: &Query<(&Gauges, &BodyKind), With<InPlay>>,
) {
    let health = state.names.health;
    let hurt: Vec<CensusEntry> = works
        .census
        .of_side(side)
        .filter(|entry| !entry.unfinished && works.buildings.contains(entry.entity))
        .filter(|entry| {
            let Ok((gauges, kind)) = bodies.get(entry.entity) else { return false };
            gauges.get(health).is_some_and(|left| left < kind.full(health) * HURT)
        })
        .copied()
        .collect();
    if hurt.is_empty() {
        return;
    }
    let workers = workers_of(works, side, catalogue);
    for building in hurt {
        let danger = state.sides[side].known.values().any(|known| known.place.distance(building.place) < DANGER);
        let job = Job::Repair { building: building.agent };
        let here = workers.iter().filter(|(_, worker)| worker.job == job).count();
        if danger || here >= REPAIRERS {
            continue;
        }
        let free = |worker: &Worker| matches!((worker.job, worker.load), (Job::Mine { .. }, None));
        if let Some(entry) = works.nearest_worker(side, catalogue, building.place, free) {
            give(works, &entry, job);
        }
    }
}

/// The minerals that the next commands of the build order will cost.
fn saved_for_build_order(state: &Commander, side: usize, catalogue: &Catalogue, clock: &SimulationClock) -> u32 {
    let Some(pursued) = &state.sides[side].builds.pursued else { return 0 };
    let Some(build_order) = &pursued.build_order else { return 0 };
    let soon = (u64::from(clock.tick) * 1000 / u64::from(clock.rate.max(1))) + SAVING_SECONDS * 1000;
    let next = build_order.schedule.commands.iter().skip(pursued.next);
    let due = next.take_while(|command| u64::from(command.starts) <= soon);
    let costs = due.map(|command| match command.command {
        BuildCommand::Start(recipe) => catalogue.recipe(recipe).minerals,
        BuildCommand::GasWorkers(_) => 0,
    });
    costs.sum()
}

/// Starts a recipe if that leaves the minerals that are saved.
fn start_of_rest(state: &mut Commander, works: &mut Works, side: usize, recipe: RecipeId, saved: u32) {
    let cost = state.catalogue.as_ref().map_or(0, |catalogue| catalogue.recipe(recipe).minerals);
    if state.sides[side].minerals >= saved + cost {
        let _later = works.start(state, side, recipe);
    }
}

/// Adds a building that makes the units of the build order, when all that stand are busy and minerals pile up; or else one that makes
/// soldiers without gas.
fn add_producer(state: &mut Commander, works: &mut Works, side: usize, catalogue: &Catalogue, saved: u32) {
    let workers = works.census.standing(side, catalogue.numbers.worker);
    let unfinished = works.census.of_side(side).filter(|entry| entry.unfinished).count();
    if unfinished + state.sides[side].ordered.len() > 1 {
        return;
    }
    let off = &state.sides[side].builds.switched_off;
    let ordered = state.sides[side].builds.pursued.iter().flat_map(|pursued| &pursued.goals);
    let ordered = ordered.flat_map(|goal| &goal.at_least).map(|(id, _)| *id).filter(|id| state.is_soldier(*id));
    let all = catalogue.product_ids().filter(|id| state.is_soldier(*id));
    let recipes = |id: ProductId| catalogue.get(id).recipes.iter().map(|recipe| catalogue.recipe(*recipe));
    let makers = ordered.flat_map(recipes).chain(all.flat_map(recipes).filter(|recipe| recipe.gas == 0));
    let wanted = makers.map(|recipe| recipe.producer).find_map(|producer| {
        let busy = |entity| works.buildings.get(entity).is_ok_and(|building| building.production.is_some());
        let mut standing = works.census.of_side(side).filter(|entry| entry.product == producer);
        let number = works.census.standing(side, producer);
        let short = number > 0
            && number < (workers / WORKERS_PER_PRODUCER).max(1)
            && standing.all(|entry| entry.unfinished || busy(entry.entity));
        let recipes = catalogue.get(producer).recipes.iter().copied();
        recipes.filter(|_| short).find(|recipe| {
            let recipe = catalogue.recipe(*recipe);
            recipe.makes == 1 && !off.contains(&recipe.action)
        })
    });
    if let Some(recipe) = wanted {
        start_of_rest(state, works, side, recipe, saved + SPARE_FOR_PRODUCERS);
    }
}

/// Keeps what makes soldiers busy: with the unit that is worth most of those that can be made now.
fn train_soldiers(state: &mut Commander, works: &mut Works, side: usize, catalogue: &Catalogue, saved: u32) {
    let off = &state.sides[side].builds.switched_off;
    let soldiers = catalogue.product_ids().filter(|id| state.is_soldier(*id));
    let mut recipes: Vec<RecipeId> = soldiers
        .flat_map(|id| catalogue.get(id).recipes.iter().copied())
        .filter(|recipe| !off.contains(&catalogue.recipe(*recipe).action))
        .collect();
    let worth = |recipe: &RecipeId| state.worth(catalogue.recipe(*recipe).product);
    recipes.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    for recipe in recipes {
        start_of_rest(state, works, side, recipe, saved + SPARE_FOR_SOLDIERS);
    }
}

/// Makes workers until the fields are full, and supply ahead of need, of the minerals beyond what is saved.
fn keep_up(state: &mut Commander, works: &mut Works, side: usize, catalogue: &Catalogue, saved: u32) {
    let off = state.sides[side].builds.switched_off.clone();
    let on = |id: &RecipeId| !off.contains(&catalogue.recipe(*id).action);
    let (used, given) = works.supply(side, catalogue);
    let coming: u16 = coming_supply(state, works, side, catalogue);
    let makers = works.census.of_side(side).filter(|entry| !entry.unfinished && makes_units(catalogue, entry.product));
    let margin = SUPPLY_MARGIN + 2 * makers.count() as u16;
    if given + coming < used + margin && given + coming < catalogue.numbers.supply_limit {
        let gives = |id: ProductId| catalogue.get(id).gives_supply > 0 && !catalogue.get(id).is_base;
        let recipe = catalogue.product_ids().filter(|id| gives(*id)).flat_map(|id| &catalogue.get(id).recipes);
        if let Some(recipe) = recipe.copied().find(on) {
            // What is needed for supply is not spent on workers.
            return start_of_rest(state, works, side, recipe, saved);
        }
    }
    let fields: u16 = (0..state.map.bases.len())
        .filter(|base| works.has_post(state, side, *base))
        .map(|base| state.map.bases[base].fields.len() as u16)
        .sum();
    let worker = catalogue.numbers.worker;
    let refineries =
        works.census.of_side(side).filter(|entry| !entry.unfinished && catalogue.get(entry.product).gives_gas);
    let places = refineries.count() as u16 * catalogue.numbers.workers_per_refinery;
    let wanted = fields * WORKERS_PER_FIELD + state.sides[side].gas_workers.min(places);
    let training = works.census.of_side(side).filter(|entry| {
        let production = works.buildings.get(entry.entity).ok().and_then(|building| building.production);
        production.is_some_and(|production| catalogue.recipe(production.recipe).product == worker)
    });
    let have = works.census.standing(side, worker) + training.count() as u16;
    let recipe = catalogue.get(worker).recipes.iter().copied().find(on);
    if let Some(recipe) = recipe.filter(|_| have < wanted) {
        start_of_rest(state, works, side, recipe, saved);
    }
}

fn makes_units(catalogue: &Catalogue, producer: ProductId) -> bool {
    let makes = |recipe: &RecipeId| catalogue.recipe(*recipe).producer == producer;
    let units = catalogue.products.iter().filter(|product| product.kind == ProductKind::Unit);
    units.flat_map(|unit| &unit.recipes).any(makes)
}

/// The supply that ordered buildings and constructions will give.
fn coming_supply(state: &Commander, works: &Works, side: usize, catalogue: &Catalogue) -> u16 {
    let ordered = state.sides[side].ordered.iter().map(|ordered| catalogue.recipe(ordered.recipe).product);
    let unfinished = works.census.of_side(side).filter(|entry| entry.unfinished).map(|entry| entry.product);
    ordered.chain(unfinished).map(|id| catalogue.get(id).gives_supply).sum()
}
