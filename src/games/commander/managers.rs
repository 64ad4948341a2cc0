//! The managers of a side: they give workers their jobs, and spend what the build order leaves (`spending.rs`).

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::SimulationClock;

use super::{
    catalogue::Catalogue,
    production::Works,
    schema::rules_of,
    script::script_of,
    spending::Spending,
    state::Commander,
    units::{CensusEntry, Job, Worker},
};
use crate::world::{BodyKind, Gauges, InPlay, MatchRules};

/// The most workers that repair one building.
const REPAIRERS: usize = 2;
/// Buildings with less than this share of their health are repaired.
const HURT: f32 = 0.7;

/// Assigns workers, and spends what is left.
pub(super) fn manage(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    mut state: ResMut<Commander>,
    mut works: Works,
    bodies: Query<(&Gauges, &BodyKind), With<InPlay>>,
) {
    let (Some(catalogue), Some(of_game)) = (state.catalogue.clone(), rules_of(&rules.0)) else { return };
    for side in 0..2 {
        let danger = &of_game.work_danger;
        let since = clock.tick.saturating_sub(clock.ticks(danger.seconds));
        let is_dangerous = |state: &Commander, place: Vec3| {
            state.soldiers_known_near(side, place, danger.radius, since) > danger.strength
        };
        works.send_builders(&mut state, side, &catalogue, &is_dangerous);
        assign_miners(&mut state, &mut works, side, &catalogue, &is_dangerous);
        share_gas(&state, &mut works, side, &catalogue);
        send_repairers(&state, &mut works, side, &catalogue, &bodies, &is_dangerous);
        let script = script_of(&state, of_game, side);
        let is_led = script.is_some() || state.sides[side].staff.strategist.is_some();
        let every = clock.ticks(of_game.spending.every_seconds).max(1);
        if is_led && clock.tick.is_multiple_of(every) {
            let spending = Spending::new(&mut state, &mut works, side, &catalogue, of_game, &clock);
            if let Some(mut spending) = spending {
                spending.spend();
            }
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

/// A field of minerals at a base, with the workers that mine it.
struct Mined {
    base: usize,
    field: usize,
    place: Vec3,
    workers: u16,
}

/// Sends idle workers to the field with the fewest workers, at a base with a command post; of equal ones the nearest. Workers leave a
/// field where enemies are, as long as another one is safe.
fn assign_miners(
    state: &mut Commander,
    works: &mut Works,
    side: usize,
    catalogue: &Catalogue,
    is_dangerous: &dyn Fn(&Commander, Vec3) -> bool,
) {
    let workers = workers_of(works, side, catalogue);
    let mut fields: Vec<Mined> = Vec::new();
    for base in (0..state.map.bases.len()).filter(|base| works.has_post(state, side, *base)) {
        let left = state.map.bases[base].fields.iter().enumerate();
        let left = left.filter(|(_, field)| !state.exhausted.contains(&field.thing));
        fields.extend(left.map(|(field, at)| Mined { base, field, place: at.place, workers: 0 }));
    }
    let (safe, rest): (Vec<Mined>, Vec<Mined>) =
        fields.into_iter().partition(|field| !is_dangerous(state, field.place));
    let mut fields = if safe.is_empty() { rest } else { safe };
    let at = |fields: &[Mined], job: Job| {
        fields.iter().position(|known| job == Job::Mine { base: known.base, field: known.field })
    };
    for (_, worker) in &workers {
        if let Some(index) = at(&fields, worker.job) {
            fields[index].workers += 1;
        }
    }
    for (entry, worker) in &workers {
        let mines = matches!(worker.job, Job::Mine { .. });
        if worker.job != Job::Idle && !(mines && at(&fields, worker.job).is_none()) {
            continue;
        }
        let distance = |field: &Mined| field.place.distance_squared(entry.place);
        let rank = |a: &&mut Mined, b: &&mut Mined| {
            a.workers.cmp(&b.workers).then_with(|| distance(a).total_cmp(&distance(b)))
        };
        if let Some(best) = fields.iter_mut().min_by(rank) {
            best.workers += 1;
            give(works, entry, Job::Mine { base: best.base, field: best.field });
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
    is_dangerous: &dyn Fn(&Commander, Vec3) -> bool,
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
        let danger = is_dangerous(state, building.place);
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
