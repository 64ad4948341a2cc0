//! The scripted commander: a list of steps, without a plan. Its managers spend what the steps leave, as those of a strategist do.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::SimulationClock;

use super::{
    army::{ArmyTask, Mission, are_gathered, main_square, set_out, sweep},
    beliefs::{balance, odds},
    catalogue::Catalogue,
    groups::{begin_mission, main_group, odds_of_main},
    production::Works,
    schema::{CommanderRules, Script, ScriptStep, rules_of},
    sensors::is_turn,
    state::Commander,
};
use crate::world::MatchRules;

/// A step that cannot start for so many seconds is left out.
const PATIENCE: f32 = 90.0;

/// The script that a side without a strategist follows, if the rules have one for it.
pub(super) fn script_of<'a>(state: &Commander, of_game: &'a CommanderRules, side: usize) -> Option<&'a Script> {
    if state.sides[side].staff.strategist.is_some() {
        return None;
    }
    let scripts = of_game.scripts.get(&state.names.sides[side])?;
    // Rules that are taken over in the middle of a match may have fewer.
    scripts.get(state.sides[side].style % scripts.len().max(1))
}

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
        let Some(script) = script_of(&state, of_game, side) else { continue };
        lead(&mut state, &works, side, of_game, &clock);
        let (index, _) = state.sides[side].script;
        let Some(step) = script.steps.get(index) else {
            state.sides[side].script = (repeats_from(&script.steps), 0);
            continue;
        };
        let done = match *step {
            ScriptStep::Build { .. } => build(&mut state, &mut works, &catalogue, side, step, &clock),
            ScriptStep::Attack { count } => attack(&mut state, &works, side, count, of_game, &clock),
        };
        if done {
            state.sides[side].script = (index + 1, 0);
            state.sides[side].script_since = clock.tick;
        }
    }
}

/// The step after the last attack but one.
fn repeats_from(steps: &[ScriptStep]) -> usize {
    let mut attacks = (0..steps.len()).rev().filter(|step| matches!(steps[*step], ScriptStep::Attack { .. }));
    attacks.nth(1).map_or(0, |before| before + 1)
}

/// Starts what a step demands. Returns whether the step is done.
fn build(
    state: &mut Commander,
    works: &mut Works,
    catalogue: &Catalogue,
    side: usize,
    step: &ScriptStep,
    clock: &SimulationClock,
) -> bool {
    let ScriptStep::Build { action, count } = *step else { return true };
    // A step that names no recipe is left out.
    let Some(recipe) = catalogue.recipe_named(action) else { return true };
    if works.start(state, catalogue, side, recipe).is_ok() {
        state.sides[side].script.1 += 1;
        state.sides[side].script_since = clock.tick;
        return state.sides[side].script.1 >= count;
    }
    // What can never start must not hold up the rest.
    clock.tick.saturating_sub(state.sides[side].script_since) > clock.ticks(PATIENCE)
}

/// Sends all soldiers, once there are enough of them for the odds. Returns whether they are on their way.
fn attack(
    state: &mut Commander,
    works: &Works,
    side: usize,
    count: u16,
    of_game: &CommanderRules,
    clock: &SimulationClock,
) -> bool {
    if works.census.soldiers(state, side).count() < usize::from(count) || !is_turn(clock, side) {
        return false;
    }
    let (own, enemy) = balance(state, &works.census, side, of_game);
    if odds(own, enemy) < of_game.script_attacks_at {
        return false;
    }
    let place = target(state, side);
    begin_mission(state, &works.census, side, Mission::new(ArmyTask::Attack, place, clock.tick));
    state.sides[side].counts.count_order(super::army::ATTACK.into());
    true
}

/// Lets the army set out, chooses the next target when the last one is taken, and calls an army that would lose back.
fn lead(state: &mut Commander, works: &Works, side: usize, of_game: &CommanderRules, clock: &SimulationClock) {
    let home = main_square(state, side);
    let rests = Mission::rest(home);
    let soldiers = main_group(state, &works.census, side);
    let mission = state.sides[side].mission;
    let there = || soldiers.iter().any(|at| at.distance(mission.place) <= of_game.gather_radius);
    match mission.task {
        ArmyTask::Attack if soldiers.is_empty() => state.sides[side].mission = rests,
        ArmyTask::Attack => {
            set_out(state, side, &soldiers, of_game, clock);
            let odds = || odds_of_main(state, &works.census, side, clock);
            if is_turn(clock, side) && odds() < of_game.script_withdraws_at {
                begin_mission(state, &works.census, side, Mission::new(ArmyTask::Go, home, clock.tick));
            } else if mission.set_out
                && let Some(enemy) = sweep(state, side, mission.place, &soldiers)
            {
                state.sides[side].mission.place = enemy;
            } else if there() {
                state.sides[side].mission.place = target(state, side);
            }
        }
        // All belong to it now, also those that were at home.
        ArmyTask::Go if !soldiers.is_empty() && !are_gathered(&soldiers, home, of_game) => {}
        _ => state.sides[side].mission = rests,
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
