//! Recipes switched on and off during a match, and the goals that are lost with them.

use std::{collections::BTreeSet, sync::Arc};

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Label, SimulationClock};

use super::{
    state::Commander,
    stock::take_stock,
    trial::{LostGoal, lost_goals},
    units::{Building, Census},
};

/// Switches a recipe of a build-order planner. Returns a sentence for each goal that is lost by it; `None` if the agent is no build-order
/// planner, or has no such recipe.
pub(super) fn switch(world: &mut World, agent: AgentId, recipe: Label, on: bool) -> Option<Vec<String>> {
    let state = world.get_resource::<Commander>()?;
    let side = state.sides.iter().position(|side| side.staff.build_planner == Some(agent))?;
    state.catalogue.as_ref()?.recipe_named(recipe)?;
    let before: BTreeSet<String> = lost_now(world, side).into_iter().map(|lost| lost.goal).collect();
    let mut state = world.get_resource_mut::<Commander>()?;
    let builds = &mut state.sides[side].builds;
    let changed = if on { builds.switched_off.remove(&recipe) } else { builds.switched_off.insert(recipe) };
    if changed {
        builds.plan_again();
    }
    let lost = lost_now(world, side).into_iter().filter(|lost| !before.contains(&lost.goal));
    Some(lost.map(|lost| lost.to_string()).collect())
}

/// The goals that no plan reaches from what a side has now, with the recipes that are on.
pub fn lost_now(world: &World, side: usize) -> Vec<LostGoal> {
    let (Some(state), Some(census), Some(clock)) =
        (world.get_resource::<Commander>(), world.get_resource::<Census>(), world.get_resource::<SimulationClock>())
    else {
        return Vec::new();
    };
    let Some(catalogue) = state.catalogue.as_ref().map(Arc::clone) else { return Vec::new() };
    let building = |entity| world.get::<Building>(entity).copied();
    let economy = take_stock(state, census, &building, &catalogue, side, (clock.tick, clock.rate));
    lost_goals(&economy, state.faction(side), &state.enabled(&catalogue, side))
}
