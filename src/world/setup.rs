//! Setting up a match: its resources, and where everybody starts.

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*};
use rand::{Rng, RngCore};

use super::{
    MatchState, Noises, PendingHits, Projectiles, Site, SiteService, Things, Traces, doors, interact, judge,
    level::SpawnPoint, noise, projectiles, steps, weapons, wounds,
};
use crate::{
    data::rules::Rules,
    protocol::{Label, RngStream, SimulationSystems, rng_for},
};

/// The rules of the running match.
#[derive(Resource, Clone)]
pub struct MatchRules(pub Arc<Rules>);

/// What this room adds to each stage of a tick.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorldSystems {
    /// In `Act`: the noises of the last tick are forgotten, things are used, blows struck, missiles thrown.
    Act,
    /// In `Move`, after bodies have moved: doors swing, missiles fly, steps are heard, marks are left and fade.
    Move,
    /// In `Judge`: who has escaped, and whether the match is over.
    Judge,
}

/// Puts the resources of a match into a world, with as many keys as a few need.
pub fn install(world: &mut World, site: &Arc<Site>, rules: &Arc<Rules>, seed: u64) {
    install_for(world, site, rules, seed, 0);
}

/// The same for a match with so many of those who can escape.
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

/// Draws where `count` agents of a side start: no two in one place while places last. Fewer where the level has none.
pub fn starts(site: &Site, side: Label, count: u16, chance: &mut impl RngCore) -> Vec<SpawnPoint> {
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

/// Adds the systems of this room.
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
            (noise::forget_noises, interact::use_things, weapons::fight).chain().in_set(WorldSystems::Act),
            (doors::swing_doors, projectiles::move_projectiles, steps::leave_steps).chain().in_set(WorldSystems::Move),
            (wounds::heal, judge::resolve_hits, judge::resolve_escapes, judge::check_match_end)
                .chain()
                .in_set(WorldSystems::Judge),
        ),
    );
}
