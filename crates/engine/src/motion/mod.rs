//! Motion: navigation over the mesh, locomotion, avoidance and gaze. Fulfils requests; independent of goals.
//!
//! # Setting up a match
//! Bake the level ([`navigation::bake`]), insert its [`LevelTerrainService`], and give every body a [`PathFollower`].

mod avoidance;
mod gaze;
mod locomotion;
pub mod navigation;
mod own_ground;
mod passage;
mod path_follower;
mod push;

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*};

pub use own_ground::OwnGround;
pub use path_follower::PathFollower;

use quarry_minds::protocol::{MatchThreads, SimulationSystems};

/// What this module adds to each phase of a tick.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionSystems {
    /// In `Act`: movement requests become paths.
    Act,
    /// In `Move`: bodies follow their paths, turn and look.
    Move,
}

/// The terrain of the running match.
#[derive(Resource, Clone)]
pub struct LevelTerrainService(pub Arc<navigation::LevelTerrain>);

/// Adds motion to the simulation.
pub fn plugin(app: &mut App) {
    app.init_resource::<avoidance::Neighbours>()
        .init_resource::<MatchThreads>()
        .configure_sets(
            FixedUpdate,
            (MotionSystems::Act.in_set(SimulationSystems::Act), MotionSystems::Move.in_set(SimulationSystems::Move)),
        )
        .add_systems(FixedUpdate, path_follower::plan_paths.in_set(MotionSystems::Act))
        .add_systems(
            FixedUpdate,
            (avoidance::update_neighbours, locomotion::move_bodies, gaze::turn_eyes)
                .chain()
                .in_set(MotionSystems::Move),
        );
}

#[cfg(test)]
mod tests;
