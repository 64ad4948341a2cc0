//! The scripted commander: a list of steps, without a plan.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::SimulationClock;

use super::{
    army::{ArmyTask, Mission, set_out, sweep},
    production::Works,
    schema::{ScriptStep, rules_of},
    state::Commander,
};
use crate::world::MatchRules;

/// The gas workers of a scripted side that has refineries.
const GAS_WORKERS: u16 = 6;

/// A step that cannot start for so many seconds is left out.
const PATIENCE: f32 = 90.0;

/// Carries out the scripts of the sides that have no strategist.
pub(super) fn follow_scripts(
    clock: Res<SimulationClock>,
    rules: Res<MatchRules>,
    mut state: ResMut<Commander>,
    mut works: Works,
) {
    let Some(of_game) = rules_of(&rules.0) else { return };
    let Some(catalogue) = state.catalogue.clone() else { return };
    for side in 0..2 {
        if state.sides[side].staff.strategist.is_some() {
            continue;
        }
        let name = state.names.sides[side];
        let Some(script) = of_game.scripts.get(&name) else { continue };
        state.sides[side].gas_workers = GAS_WORKERS;
        lead(&mut state, &works, side, of_game, &clock);
        let (index, times) = state.sides[side].script;
        let Some(step) = script.get(index) else {
            let last = script.iter().rposition(|step| matches!(step, ScriptStep::Attack { .. }));
            let before = last.and_then(|last| {
                script.get(..last)?.iter().rposition(|step| matches!(step, ScriptStep::Attack { .. }))
            });
            state.sides[side].script = (before.map_or(0, |before| before + 1), 0);
            continue;
        };
        let done = match *step {
            ScriptStep::Build { action, count } => {
                let started =
                    catalogue.recipe_named(action).map(|recipe| works.start(&mut state, &catalogue, side, recipe));
                match started {
                    Some(Ok(())) => {
                        state.sides[side].script.1 = times + 1;
                        state.sides[side].script_since = clock.tick;
                        times + 1 >= count
                    }
                    // A step that names no recipe is left out.
                    None => true,
                    // What can never start must not hold up the rest.
                    Some(Err(_)) => clock.tick.saturating_sub(state.sides[side].script_since) > clock.ticks(PATIENCE),
                }
            }
            ScriptStep::Attack { count } => {
                let soldiers = works.census.soldiers(&state, side).count();
                let ready = soldiers >= usize::from(count);
                if ready {
                    let place = target(&state, side);
                    let mission = Mission { task: ArmyTask::Attack, place, since: clock.tick, ..Mission::default() };
                    state.sides[side].mission = mission;
                    state.sides[side].counts.count_order(super::army::ATTACK.into());
                }
                ready
            }
        };
        if done {
            state.sides[side].script = (index + 1, 0);
            state.sides[side].script_since = clock.tick;
        }
    }
}

/// Lets the army set out, and chooses the next target when the last one is taken.
fn lead(
    state: &mut Commander,
    works: &Works,
    side: usize,
    of_game: &super::schema::CommanderRules,
    clock: &SimulationClock,
) {
    let soldiers: Vec<Vec3> = works.census.soldiers(state, side).map(|entry| entry.place).collect();
    if state.sides[side].mission.task == ArmyTask::Rest {
        state.sides[side].mission.place = super::army::home(state, side);
        return;
    }
    set_out(state, side, &soldiers, of_game, clock);
    let mission = state.sides[side].mission;
    let there = soldiers.iter().any(|at| at.distance(mission.place) <= of_game.gather_radius);
    if let Some(enemy) = sweep(state, side, mission.place, &soldiers).filter(|_| mission.set_out) {
        state.sides[side].mission.place = enemy;
    } else if there {
        state.sides[side].mission.place = target(state, side);
    }
    if soldiers.is_empty() {
        state.sides[side].mission = Mission { place: super::army::home(state, side), ..Mission::default() };
    }
}

/// Where to attack: a known building of the enemy, the base where the enemy began, or a base that was not seen for the longest time.
fn target(state: &Commander, side: usize) -> Vec3 {
    let of_side = &state.sides[side];
    if let Some(known) = of_side.known.values().find(|known| state.is_building(known.product)) {
        return known.place;
    }
    let main = state.map.main_base(1 - side);
    let seen = |place: usize| of_side.seen.get(place).copied().flatten();
    let oldest = || (0..state.map.lookouts.len()).min_by_key(|place| seen(*place).unwrap_or(0));
    let next = main.filter(|main| seen(*main).is_none()).or_else(oldest);
    next.and_then(|place| state.map.lookouts.get(place)).copied().unwrap_or_default()
}
