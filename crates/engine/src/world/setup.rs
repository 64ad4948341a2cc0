//! Setting up a match: its resources and the start points of agents.

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*};
use quarry_minds::protocol::{Label, SimulationClock, SimulationSystems};
use rand::{Rng, RngCore};

use super::{
    Announcements, Body, MatchState, Noises, PendingHarm, Projectiles, Things, Traces, Wind, devices, doors, gauges,
    guns,
    level::{BuiltLevel, SpawnPoint},
    light::{Daylight, LightMap},
    noise, projectiles, shelter,
    sight::SightWorld,
    steps, stocks, weapons,
};
use crate::data::rules::Rules;

/// A built level with its sight and light. Immutable, and shared by all matches on the level.
pub struct Site {
    /// The level.
    pub built: BuiltLevel,
    /// What blocks sight, sound and projectiles.
    pub sight: SightWorld,
    /// The brightness at every point.
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
    /// In `Act`: old noises and leftover harm are cleared, things and agents are used, attacks carried out.
    Act,
    /// In `Move`, after bodies: doors swing, projectiles fly, footsteps sound, scratch marks appear and expire.
    Move,
    /// In `Judge`: the game settles harm and departures, and ends the match.
    Judge,
}

/// Things and agents are used, in `WorldSystems::Act`. A game adds its system with [`super::add_uses`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UseSystems;

/// Inserts the resources of a match, before the game inserts its own.
pub fn install(world: &mut World, site: &Arc<Site>, rules: &Arc<Rules>) {
    world.insert_resource(Things::started(&site.built, &rules.things));
    world.insert_resource(SiteService(site.clone()));
    world.insert_resource(MatchRules(rules.clone()));
    world.insert_resource(Noises::default());
    world.insert_resource(PendingHarm::default());
    world.insert_resource(Projectiles::default());
    world.insert_resource(Traces::default());
    world.insert_resource(Announcements::default());
    world.insert_resource(Daylight::default());
    world.insert_resource(Wind::default());
    world.insert_resource(MatchState { time_left: rules.time_limit, outcome: None });
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

/// Updates the time left.
fn count_down(clock: Res<SimulationClock>, rules: Res<MatchRules>, mut state: ResMut<MatchState>) {
    state.time_left = (rules.0.time_limit - clock.seconds()).max(0.0);
}

/// Adds the systems of the world.
pub fn plugin(app: &mut App) {
    app.register_type::<Body>()
        .configure_sets(
            FixedUpdate,
            (
                WorldSystems::Act.in_set(SimulationSystems::Act),
                WorldSystems::Move.in_set(SimulationSystems::Move),
                WorldSystems::Judge.in_set(SimulationSystems::Judge),
            ),
        )
        .configure_sets(FixedUpdate, UseSystems.in_set(WorldSystems::Act))
        .add_systems(
            FixedUpdate,
            (
                noise::clear_last_tick.in_set(WorldSystems::Act).before(UseSystems),
                (weapons::fight, guns::use_guns.run_if(guns::anyone_has_a_gun))
                    .chain()
                    .in_set(WorldSystems::Act)
                    .after(UseSystems),
                (
                    devices::run_devices,
                    shelter::turn_out,
                    doors::swing_doors,
                    projectiles::move_projectiles,
                    steps::make_footsteps,
                    gauges::change_gauges,
                    stocks::regrow,
                    count_down,
                )
                    .chain()
                    .in_set(WorldSystems::Move),
            ),
        );
}
