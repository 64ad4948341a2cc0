//! Other bodies, senses and rules in the middle of a match: what can change does, what cannot is kept and said.
//!
//! Must not know: files.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::{
    data::{body::BodySpec, rules::Rules, senses::Senses},
    senses::{AgentSenses, PerceptionSettings},
    world::{BodyKind, MatchRules, MatchState, WeaponState},
};

/// Gives an agent another body; whether it is another.
pub(super) fn take_body(world: &mut World, agent: Entity, new: &Arc<BodySpec>, later: &mut dyn FnMut(String)) -> bool {
    let Some(old) = world.get::<BodyKind>(agent).map(|kind| kind.0.clone()) else { return false };
    let mut body = (**new).clone();
    // Ways through the level were found for bodies as they were at the start.
    if (body.radius, body.height) != (old.radius, old.height) {
        (body.radius, body.height) = (old.radius, old.height);
        later("the size of bodies is taken up by the next match".to_owned());
    }
    if body == *old {
        return false;
    }
    if let Some(mut arms) = world.get_mut::<WeaponState>(agent) {
        arms.adapt(&old, &body);
    }
    world.entity_mut(agent).insert(BodyKind(Arc::new(body)));
    true
}

/// Gives an agent other senses; whether they are others.
pub(super) fn take_senses(world: &mut World, agent: Entity, new: &Arc<Senses>, later: &mut dyn FnMut(String)) -> bool {
    let Some(mut kit) = world.get_mut::<AgentSenses>(agent) else { return false };
    if *kit.0 == **new {
        return false;
    }
    if kit.0.knows != new.knows {
        later("what agents know from the start is taken up by the next match".to_owned());
    }
    kit.0 = new.clone();
    true
}

/// Plays on by other rules.
pub(super) fn take_rules(world: &mut World, new: &Rules, later: &mut dyn FnMut(String)) {
    let Some(old) = world.get_resource::<MatchRules>().map(|rules| rules.0.clone()) else { return };
    let mut rules = new.clone();
    if rules.tick_rate != old.tick_rate {
        rules.tick_rate = old.tick_rate;
        later("the tick rate is taken up by the next match".to_owned());
    }
    for (name, before) in &old.sides {
        let after = rules.sides.entry(*name).or_insert_with(|| before.clone());
        let gone = !new.sides.contains_key(name);
        if gone || (after.agent, after.count) != (before.agent, before.count) {
            (after.agent, after.count) = (before.agent, before.count);
            later("who plays for which side is taken up by the next match".to_owned());
        }
    }
    if rules == *old {
        return;
    }
    if let Some(mut state) = world.get_resource_mut::<MatchState>() {
        state.time_left = (state.time_left + rules.time_limit - old.time_limit).max(0.0);
    }
    if rules.perception != old.perception {
        world.insert_resource(PerceptionSettings(Arc::new(rules.perception.clone())));
    }
    world.insert_resource(MatchRules(Arc::new(rules)));
}
