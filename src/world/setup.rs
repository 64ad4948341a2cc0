//! Setting up a match: its resources and the start points of agents.

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*};
use rand::{Rng, RngCore};

use super::{
    MatchState, Noises, PendingHits, Projectiles, Things, Traces, doors, interact, judge,
    level::{BuiltLevel, SpawnPoint},
    light::LightMap,
    noise, projectiles,
    sight::SightWorld,
    steps, weapons, wounds,
};
use crate::{
    data::rules::Rules,
    protocol::{Label, RngStream, SimulationSystems, rng_for},
};

/// A built level with its sight and light. Immutable, and shared by all matches on the level.
pub struct Site {
    /// The level.
    pub built: BuiltLevel,
    /// What blocks sight, sound and projectiles.
    pub sight: SightWorld,
    /// The light level at every point.
    pub light: LightMap,
}

impl Site {
    /// Computes the sight and light of a built level.
    pub fn new(built: BuiltLevel) -> Self {
        let sight = SightWorld::new(&built);
        let light = LightMap::new(&built, &sight);
        Self { built, sight, light }
    }
}

/// The level of the running match.
#[derive(Resource, Clone)]
pub struct SiteService(pub Arc<Site>);

/// The rules of the running match.
#[derive(Resource, Clone)]
pub struct MatchRules(pub Arc<Rules>);

/// What this module adds to each phase of a tick.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorldSystems {
    /// In `Act`: old noises are cleared, things are used, attacks carried out.
    Act,
    /// In `Move`, after bodies: doors swing, projectiles fly, footsteps sound, scratch marks appear and expire.
    Move,
    /// In `Judge`: wounds heal, hits and escapes are resolved, and the match ends.
    Judge,
}

/// Inserts the resources of a match with the smallest number of keys.
pub fn install(world: &mut World, site: &Arc<Site>, rules: &Arc<Rules>, seed: u64) {
    install_for(world, site, rules, seed, 0);
}

/// The same for a match with this many agents that can escape.
pub fn install_for(world: &mut World, site: &Arc<Site>, rules: &Arc<Rules>, seed: u64, escaping: u16) {
    let mut chance = rng_for(seed, RngStream::Setup);
    let (keys_needed, keys) = site.built.keys_for(escaping);
    world.insert_resource(Things::new(&site.built, keys, &mut chance));
    world.insert_resource(SiteService(site.clone()));
    world.insert_resource(MatchRules(rules.clone()));
    world.insert_resource(Noises::default());
    world.insert_resource(PendingHits::default());
    world.insert_resource(Projectiles::default());
    world.insert_resource(Traces::default());
    world.insert_resource(MatchState { keys_needed, time_left: rules.time_limit, ..MatchState::default() });
}

/// Draws start points for `count` agents of a side. None is used twice while others are free. Empty if the level has
/// none.
pub fn draw_start_points(site: &Site, side: Label, count: u16, chance: &mut impl RngCore) -> Vec<SpawnPoint> {
    let all: Vec<SpawnPoint> = site.built.spawns_of(side).copied().collect();
    let mut left = Vec::new();
    let mut drawn = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        if left.is_empty() {
            left.clone_from(&all);
        }
        if left.is_empty() {
            break;
        }
        drawn.push(left.remove(chance.gen_range(0..left.len())));
    }
    drawn
}

/// Adds the systems of the world.
pub fn plugin(app: &mut App) {
    app.configure_sets(
        FixedUpdate,
        (
            WorldSystems::Act.in_set(SimulationSystems::Act),
            WorldSystems::Move.in_set(SimulationSystems::Move),
            WorldSystems::Judge.in_set(SimulationSystems::Judge),
        ),
    )
    .add_systems(
        FixedUpdate,
        (
            (noise::clear_noises, interact::use_things, weapons::fight).chain().in_set(WorldSystems::Act),
            (doors::swing_doors, projectiles::move_projectiles, steps::make_footsteps)
                .chain()
                .in_set(WorldSystems::Move),
            (wounds::heal, judge::resolve_hits, judge::resolve_escapes, judge::check_match_end)
                .chain()
                .in_set(WorldSystems::Judge),
        ),
    );
}
