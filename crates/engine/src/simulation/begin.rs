//! Begins and ends a match.

use std::{collections::BTreeMap, sync::Arc};

use bevy::ecs::prelude::*;
use quarry_minds::{
    PlayerControlled,
    protocol::{AgentId, EventLog, Label, MatchEvent, RngStream, Roster, SimulationClock, rng_for},
    schema::brain::BrainChoice,
};
use serde::{Deserialize, Serialize};

use super::{
    archetype::Archetypes,
    arrivals::{Arrival, Arrivals, MatchKinds, place_to_enter, spawn},
    game::{GameService, MatchStart},
    switched_off::{SwitchedOff, check_switched_off},
};
use crate::{
    data::rules::Rules,
    motion::{LevelTerrainService, navigation::BakedLevel},
    senses,
    world::{self, MatchState, StandingRoom, Things, draw_start_points},
};

/// The parameters of a match. Together with program and data they determine it completely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSetup {
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of agents per side, where it differs from the rules.
    pub counts: BTreeMap<Label, u16>,
    /// The agents that players control: their minds do not decide, and requests come from outside.
    pub people: Vec<AgentId>,
    /// What chooses the actions of agents, by side or kind of agent, where it differs from the rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub brains: BTreeMap<Label, BrainChoice>,
    /// What the minds and planners of a side do without.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub switched_off: SwitchedOff,
}

/// Why a match cannot begin.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("the world has no game: add `simulation::plugin` for one")]
    NoGame,
    #[error("too many agents: a match can have 65,536")]
    TooManyAgents,
    #[error("unknown agent `{agent}` for the side `{side}`: there is no file {agent}.ron among the agents of the game")]
    NoSuchAgent { side: Label, agent: Label },
    #[error("agents of the kind `{kind}` have no brain `{choice}`")]
    NoSuchBrain { kind: Label, choice: Label },
    #[error("nothing of the side `{side}` is called `{name}`: {help}")]
    NoSuchSwitch { side: Label, name: Label, help: String },
    #[error("the level `{level}` has no spawn(\"{side}\"), so no agent of that side can start")]
    NoSpawn { level: Label, side: Label },
}

/// Marks the entities that are removed with the match.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct MatchEntity;

/// The archetype of an agent: the name of its file.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindName(pub Label);

/// The number of agents of each side in the match.
#[derive(Resource, Clone, Debug, Default)]
pub struct TeamCounts(pub BTreeMap<Label, u16>);

/// The number of agents of a side: as the setup says, or else the level, or else the rules.
pub fn count_of(side: Label, rules: &Rules, of_level: &BTreeMap<Label, u16>, of_setup: &BTreeMap<Label, u16>) -> u16 {
    let chosen = of_setup.get(&side).or_else(|| of_level.get(&side)).copied();
    chosen.or_else(|| rules.sides.get(&side).map(|side| side.count)).unwrap_or(0)
}

/// Begins a match in a world with [`super::install_game`], after removing the previous one.
///
/// # Errors
/// If the rules or the level are incomplete. The world is then without a match.
pub fn begin(
    world: &mut World,
    kinds: &Archetypes,
    rules: &Arc<Rules>,
    level: &BakedLevel,
    setup: &MatchSetup,
) -> Result<(), SetupError> {
    end(world);
    let game = world.get_resource::<GameService>().cloned().ok_or(SetupError::NoGame)?;
    let mut cast = Vec::new();
    let mut counts = BTreeMap::new();
    let mut chance = rng_for(setup.seed, RngStream::Starts);
    for (side, of_side) in &rules.sides {
        let Some(kind) = kinds.of(*side, of_side.agent) else {
            return Err(SetupError::NoSuchAgent { side: *side, agent: of_side.agent });
        };
        let count = count_of(*side, rules, &level.site.built.counts, &setup.counts);
        counts.insert(*side, count);
        let own = level.site.built.spawns_of(*side).next().is_some();
        let starts = of_side.starts_like.filter(|_| !own).unwrap_or(*side);
        let drawn = draw_start_points(&level.site, starts, count, &mut chance);
        if drawn.len() < usize::from(count) {
            return Err(SetupError::NoSpawn { level: level.site.built.name, side: *side });
        }
        cast.extend(drawn.into_iter().map(|start| (*side, of_side.agent, kind, start)));
    }
    if cast.len() > usize::from(u16::MAX) + 1 {
        return Err(SetupError::TooManyAgents);
    }

    let rules = &game.0.rules_for(rules, &counts);
    let mut brains = rules.brains.clone();
    brains.extend(setup.brains.clone());
    for (side, kind_name, kind, _) in &cast {
        let chosen = brains.get(kind_name).or_else(|| brains.get(side));
        let unknown = chosen.and_then(|chosen| chosen.0.iter().find(|choice| kind.brain_for(**choice).is_none()));
        if let Some(choice) = unknown {
            return Err(SetupError::NoSuchBrain { kind: *kind_name, choice: *choice });
        }
    }

    check_switched_off(&setup.switched_off, kinds, &*game.0, rules)?;

    world::install(world, &level.site, rules);
    world.insert_resource(LevelTerrainService(level.ground.clone()));
    world.insert_resource(level.terrain_service());
    senses::install(world, &rules.perception);
    world.insert_resource(SimulationClock::new(rules.tick_rate));
    let mut log = EventLog::default();
    log.push(0, MatchEvent::MatchStarted { level: level.site.built.name, seed: setup.seed });
    world.insert_resource(log);
    world.insert_resource(Roster::default());
    world.insert_resource(Arrivals::default());
    world.insert_resource(MatchKinds::new(kinds.clone(), setup.seed, brains, setup.switched_off.clone()));
    world.insert_resource(TeamCounts(counts.clone()));
    if let Some(mut things) = world.get_resource_mut::<Things>() {
        let mut chance = rng_for(setup.seed, RngStream::Items);
        for (kind, count) in &level.site.built.items {
            things.place_items(&level.site.built, *kind, *count, &mut chance);
        }
    }
    game.0.begin(world, &MatchStart { site: &level.site, rules, setup, counts });

    let mut room = StandingRoom::default();
    for (side, kind_name, kind, start) in cast {
        let mut place = start.place;
        if !kind.bodiless {
            place = place_to_enter(&room, &*level.ground, place, kind.body.radius);
            room.take(place, kind.body.radius);
        }
        let arrival = Arrival { side, kind: kind_name, place, heading: start.heading, ..Arrival::default() };
        let Some(id) = spawn(world, kind, arrival, setup.seed) else { return Err(SetupError::TooManyAgents) };
        let entity = world.get_resource::<Roster>().and_then(|roster| roster.entity(id));
        if let Some(entity) = entity.filter(|_| setup.people.contains(&id)) {
            world.entity_mut(entity).insert(PlayerControlled);
        }
    }
    Ok(())
}

/// Removes the match, if there is one.
pub fn end(world: &mut World) {
    world.remove_resource::<MatchState>();
    let left: Vec<Entity> = world.query_filtered::<Entity, With<MatchEntity>>().iter(world).collect();
    for entity in left {
        world.despawn(entity);
    }
    world.insert_resource(Roster::default());
    world.insert_resource(EventLog::default());
}
