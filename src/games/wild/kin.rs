//! Kin: which others an animal knows as its mother, its young, and its brothers and sisters. No animal
//! knows its father. Whether kin mate is for their minds to say.
//!
//! Two animals always know each other: the list of an animal names all that know it.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Roster};

use super::state::{Animal, Wild, WildNames};
use crate::senses::Acquaintances;

/// Makes a newborn animal known to its mother, its litter and her older young. Returns which others it knows.
pub(super) fn introduce(world: &mut World, mother: AgentId, young: AgentId, names: &WildNames) -> Acquaintances {
    let Some(roster) = world.get_resource::<Roster>().cloned() else { return Acquaintances::default() };
    let Some(parent) = roster.entity(mother) else { return Acquaintances::default() };
    let of_parent = world.get::<Acquaintances>(parent).map(|known| known.0.clone()).unwrap_or_default();
    let mut known = vec![(mother, names.parent)];
    for (sibling, _) in of_parent {
        let Some(entity) = roster.entity(sibling) else { continue };
        let is_hers = world.get::<Animal>(entity).is_some_and(|other| other.parents.is_some_and(|of| of.0 == mother));
        if let Some(mut theirs) = world.get_mut::<Acquaintances>(entity).filter(|_| is_hers) {
            theirs.0.push((young, names.kin));
            known.push((sibling, names.kin));
        }
    }
    if let Some(mut hers) = world.get_mut::<Acquaintances>(parent) {
        hers.0.push((young, names.young));
    }
    Acquaintances(known)
}

/// Makes those that have grown up in this tick and their mothers kin to each other, and lets all forget those that have died.
pub(super) fn update_kin(roster: Res<Roster>, wild: Res<Wild>, mut animals: Query<&mut Acquaintances>) {
    let names = &wild.names;
    let mut relate = |of: AgentId, change: &mut dyn FnMut(&mut Acquaintances)| {
        if let Some(Ok(mut known)) = roster.entity(of).map(|entity| animals.get_mut(entity)) {
            change(&mut known);
        }
    };
    for grown in &wild.grown_up {
        let mut mother = None;
        relate(*grown, &mut |known| {
            for (other, relation) in known.0.iter_mut().filter(|(_, relation)| *relation == names.parent) {
                (mother, *relation) = (Some(*other), names.kin);
            }
        });
        if let Some(mother) = mother {
            relate(mother, &mut |known| {
                known.0.iter_mut().filter(|(other, _)| other == grown).for_each(|(_, relation)| *relation = names.kin);
            });
        }
    }
    for dead in &wild.died {
        let mut family = Vec::new();
        relate(*dead, &mut |known| family = std::mem::take(&mut known.0));
        for (other, _) in family {
            relate(other, &mut |known| known.0.retain(|(other, _)| other != dead));
        }
    }
}
