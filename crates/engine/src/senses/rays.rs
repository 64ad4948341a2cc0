//! Sight rays: against the level with its open doors and its smoke, ignoring the hiding places involved.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::AgentId;

use crate::world::{
    Things,
    level::DoorSet,
    sight::SightWorld,
    veils::{Veil, veiled_at},
};

/// The obstacles of this tick.
#[derive(Clone, Copy)]
pub struct SightRays<'a> {
    /// The colliders of the level.
    pub sight: &'a SightWorld,
    /// The open doors.
    pub open: DoorSet,
    /// The smoke.
    pub veils: &'a [Veil],
}

impl<'a> SightRays<'a> {
    /// The obstacles of a level with its things as they are.
    pub fn new(sight: &'a SightWorld, things: &'a Things) -> Self {
        Self { sight, open: things.open, veils: &things.veils }
    }

    /// Whether nothing but the props in `covers` stands between two points.
    pub fn is_clear(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> bool {
        veiled_at(self.veils, from, to).is_none() && self.sight.is_clear_ignoring(from, to, self.open, covers)
    }

    /// Where the line between two points is blocked, in metres from the first; `None` exactly if [`Self::is_clear`] holds.
    pub fn blocked_at(&self, from: Vec3, to: Vec3, covers: [Option<usize>; 2]) -> Option<f32> {
        if self.is_clear(from, to, covers) {
            return None;
        }
        // A ray that only grazes an obstacle may hit nothing here.
        let contact = self.sight.cast_ignoring(from, to, self.open, covers);
        let blocked = contact.map_or_else(|| from.distance(to), |contact| contact.distance);
        Some(veiled_at(self.veils, from, to).map_or(blocked, |veiled| blocked.min(veiled)))
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
