//! Sight rays: against the level with its open doors, ignoring the hiding places involved.

use bevy::{ecs::prelude::*, math::Vec3};

use crate::{
    protocol::AgentId,
    world::{
        level::DoorSet,
        sight::{RayHit, SightWorld},
    },
};

/// The obstacles of this tick.
#[derive(Clone, Copy)]
pub struct SightRays<'a> {
    /// The colliders of the level.
    pub sight: &'a SightWorld,
    /// The open doors.
    pub open: DoorSet,
}

impl SightRays<'_> {
    /// Whether nothing but the props in `covers` stands between two points.
    pub fn is_clear(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> bool {
        self.sight.is_clear_ignoring(from, to, self.open, covers)
    }

    /// The first obstacle on the line between two points, ignoring the props in `covers`.
    pub fn cast(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> Option<RayHit> {
        self.sight.cast_ignoring(from, to, self.open, covers)
    }
}

/// The ray budget of a tick, and where the round of tests continues.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayBudget {
    /// The rays left in this tick.
    pub rays_left: u32,
    /// The rays cast in this tick.
    pub rays_cast: u32,
    /// The pair (observer, target) at which the budget ran out. The next tick continues there.
    pub waiting: Option<(AgentId, AgentId)>,
}
