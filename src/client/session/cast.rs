//! The agents of a match as people know them: read from its world when it begins, and again when agents enter.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;
use quarry_minds::protocol::{Label, Roster, Side};

use super::scene_setup::AgentInfo;
use crate::data::look::Look;
use crate::simulation::{KindName, match_kinds};
use crate::world::MatchRules;

/// The agents of a match that `known` does not hold yet, in the order of their numbers. `known` are the first agents of the match.
/// Names and colours are given in the order of entering, so the result does not depend on how often this is asked.
pub fn newcomers(world: &World, known: &[AgentInfo]) -> Vec<AgentInfo> {
    let entered =
        world.get_resource::<Roster>().and_then(|roster| roster.agents.get(known.len()..)).unwrap_or_default();
    let Some(kinds) = match_kinds(world).filter(|_| !entered.is_empty()) else { return Vec::new() };
    let rules = world.get_resource::<MatchRules>();
    // The look of each kind, which its agents share, and their number so far.
    let mut looks: BTreeMap<Label, (Arc<Look>, usize)> = BTreeMap::new();
    for info in known {
        let (look, count) = looks.entry(info.kind).or_insert_with(|| (info.look.clone(), 0));
        if !Arc::ptr_eq(look, &info.look) {
            look.clone_from(&info.look);
        }
        *count += 1;
    }
    let mut newcomers = Vec::with_capacity(entered.len());
    for entity in entered {
        let (Some(KindName(name)), Some(Side(side))) = (world.get::<KindName>(*entity), world.get::<Side>(*entity))
        else {
            break;
        };
        let Some(kind) = kinds.of(*side, *name) else { break };
        let (look, order) = looks.entry(*name).or_insert_with(|| (Arc::new(kind.look.clone()), 0));
        if **look != kind.look {
            *look = Arc::new(kind.look.clone());
        }
        let attacks = rules.and_then(|rules| rules.0.sides.get(side)).is_some_and(|side| !side.attacks.is_empty());
        let info = AgentInfo::new(*name, look, &kind.body, *side, attacks, *order);
        newcomers.push(AgentInfo { thinks: kind.brain.is_some(), ..info });
        *order += 1;
    }
    newcomers
}
