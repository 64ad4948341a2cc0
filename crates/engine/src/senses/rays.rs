//! Sight rays: against the level with its open doors, ignoring the hiding places involved.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::AgentId;

use crate::world::{level::DoorSet, sight::SightWorld};

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

    /// Where the line between two points is blocked, in metres from the first; `None` exactly if [`Self::is_clear`] holds.
    pub fn blocked_at(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> Option<f32> {
        if self.is_clear(from, to, covers) {
            return None;
        }
        // A ray that only grazes an obstacle may hit nothing here.
        let contact = self.sight.cast_ignoring(from, to, self.open, covers);
        Some(contact.map_or_else(|| from.distance(to), |contact| contact.distance))
    }
}

/// The sight rays of a tick, and where the round of tests of agents continues.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayBudget {
    /// The rays cast in this tick: at agents, at things and for touch, including those of tests that were dropped.
    pub rays_cast: u32,
    /// Those of them at agents, for sight: the ones that `rays_per_tick` limits.
    pub at_agents: u32,
    /// The pair (observer, target) at which the budget ran out. The next tick continues there.
    pub waiting: Option<(AgentId, AgentId)>,
}
