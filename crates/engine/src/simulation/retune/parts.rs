//! Changes bodies, senses and rules during a match. Properties that cannot change are kept and noted.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use quarry_minds::protocol::SelfSense;

use super::RetuneReport;
use crate::{
    data::{body::BodySpec, rules::Rules, senses::Senses},
    senses::{AgentSenses, PerceptionSettings},
    simulation::{GameService, TeamCounts},
    world::{BodyKind, Gauges, Gun, MatchRules, MatchState, WeaponState},
};

/// Gives an agent a new body. Returns whether it differs.
pub(super) fn replace_body(world: &mut World, agent: Entity, new: &Arc<BodySpec>, report: &mut RetuneReport) -> bool {
    let Some(old) = world.get::<BodyKind>(agent).map(|kind| kind.0.clone()) else { return false };
    let mut body = (**new).clone();
    // The navigation mesh was built for the original size.
    if (body.radius, body.height) != (old.radius, old.height) {
        (body.radius, body.height) = (old.radius, old.height);
        report.defer("body sizes change in the next match");
    }
    if body == *old {
        return false;
    }
    if let Some(mut arms) = world.get_mut::<WeaponState>(agent) {
        arms.adapt_to(&old, &body);
    }
    if let Some(mut own) = world.get_mut::<SelfSense>(agent) {
        // What the body no longer has is no longer sensed.
        own.readings.retain(|(name, _)| !old.gauges.contains_key(name) || body.gauges.contains_key(name));
    }
    if let Some(mut gauges) = world.get_mut::<Gauges>(agent) {
        gauges.adapt_to(&body);
    } else if !body.gauges.is_empty() {
        world.entity_mut(agent).insert(Gauges::new(&body));
    }
    match (&old.gun, &body.gun) {
        (None, Some(gun)) => drop(world.entity_mut(agent).insert(Gun::new(gun))),
        (Some(_), None) => drop(world.entity_mut(agent).remove::<Gun>()),
        _ => {}
    }
    world.entity_mut(agent).insert(BodyKind(Arc::new(body)));
    true
}

/// Gives an agent new senses. Returns whether they differ.
pub(super) fn replace_senses(world: &mut World, agent: Entity, new: &Arc<Senses>, report: &mut RetuneReport) -> bool {
    let Some(mut kit) = world.get_mut::<AgentSenses>(agent) else { return false };
    if *kit.0 == **new {
        return false;
    }
    if kit.0.known_from_start != new.known_from_start {
        report.defer("what agents know from the start changes in the next match");
    }
    kit.0 = new.clone();
    true
}

/// Replaces the rules of the match.
pub(super) fn replace_rules(world: &mut World, new: &Rules, report: &mut RetuneReport) {
    let Some(old) = world.get_resource::<MatchRules>().map(|rules| rules.0.clone()) else { return };
    let mut rules = new.clone();
    if rules.tick_rate != old.tick_rate {
        rules.tick_rate = old.tick_rate;
        report.defer("the tick rate changes in the next match");
    }
    for (name, before) in &old.sides {
        let after = rules.sides.entry(*name).or_insert_with(|| before.clone());
        let gone = !new.sides.contains_key(name);
        if gone || (after.agent, after.count) != (before.agent, before.count) {
            (after.agent, after.count) = (before.agent, before.count);
            report.defer("the agents of each side change in the next match");
        }
    }
    if rules.brains != old.brains {
        rules.brains.clone_from(&old.brains);
        report.defer("the brains of agents change in the next match");
    }
    let game = world.get_resource::<GameService>().cloned();
    let counts = world.get_resource::<TeamCounts>().map(|counts| counts.0.clone()).unwrap_or_default();
    let rules = Arc::new(rules);
    let rules = game.as_ref().map_or_else(|| rules.clone(), |game| game.0.rules_for(&rules, &counts));
    if rules == old {
        return;
    }
    if let Some(mut state) = world.get_resource_mut::<MatchState>() {
        state.time_left = (state.time_left + rules.time_limit - old.time_limit).max(0.0);
    }
    if rules.perception != old.perception {
        world.insert_resource(PerceptionSettings(Arc::new(rules.perception.clone())));
    }
    if let Some(game) = game
        && let Some(note) = game.0.take_over_rules(world, &rules)
    {
        report.defer(note);
    }
    world.insert_resource(MatchRules(rules));
}
