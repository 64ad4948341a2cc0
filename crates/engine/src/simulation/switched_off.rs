//! Goals and actions that are switched off from the beginning of a match, by side.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::prelude::*;
use quarry_minds::{
    Mind,
    protocol::{AgentId, Label},
};
use quarry_ron::finding::suggestion;

use super::{
    archetype::Archetypes,
    begin::SetupError,
    game::{Game, GameService},
};
use crate::data::rules::Rules;

/// What is switched off for each side: goals and actions of its minds, and recipes of its planners.
pub type SwitchedOff = BTreeMap<Label, BTreeSet<Label>>;

/// Whether every name is one that an agent of its side has.
///
/// # Errors
/// [`SetupError::NoSuchSwitch`] for the first name of which that is not so.
pub fn check_switched_off(
    off: &SwitchedOff,
    kinds: &Archetypes,
    game: &dyn Game,
    rules: &Rules,
) -> Result<(), SetupError> {
    for (side, names) in off {
        let of_side = |kind: &&super::Archetype| kind.side == *side || kind.side == Label::default();
        let own = kinds.by_side.get(side).unwrap_or(&kinds.shared);
        let brains = own.values().filter(of_side).filter_map(|kind| kind.brain.as_ref());
        let named = brains.flat_map(|brain| {
            let actions = brain.actions.iter().map(|action| action.data.name);
            actions.chain(brain.goals.iter().map(|goal| goal.data.name))
        });
        let known: BTreeSet<Label> = named.chain(game.recipes(rules)).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(name)) {
            let help = suggestion(name.as_str(), known.iter().map(|known| known.as_str()));
            return Err(SetupError::NoSuchSwitch { side: *side, name: *name, help: help.unwrap_or_default() });
        }
    }
    Ok(())
}

/// Switches off for an agent that has just entered what is off for its side.
pub(super) fn switch_off(world: &mut World, agent: AgentId, entity: Entity, names: &BTreeSet<Label>) {
    let Some(mut mind) = world.get_mut::<Mind>(entity) else {
        let Some(game) = world.get_resource::<GameService>().cloned() else { return };
        for name in names {
            // Only a planner without a mind has recipes.
            let _goals_lost = game.0.switch(world, agent, *name, false);
        }
        return;
    };
    let brain = mind.brain.clone();
    for name in names {
        if brain.actions.iter().any(|action| action.data.name == *name) {
            mind.disabled.actions.insert(*name);
        }
        if brain.goals.iter().any(|goal| goal.data.name == *name) {
            mind.disabled.goals.insert(*name);
        }
    }
}
