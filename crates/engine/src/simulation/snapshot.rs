//! Reads mind snapshots out of a match.

use bevy::ecs::prelude::*;
use quarry_minds::{
    MindComponents, MindSnapshot,
    protocol::{AgentId, Roster, TerrainService},
};

/// Passes the parts of an agent's mind to `read`; `None` if there is no such agent or it has no mind.
pub fn with_mind<T>(world: &World, agent: AgentId, read: impl FnOnce(&MindComponents) -> T) -> Option<T> {
    let entity = world.get_resource::<Roster>()?.entity(agent)?;
    let terrain = world.get_resource::<TerrainService>()?;
    let parts = MindComponents::from_entity(world.get_entity(entity).ok()?, &*terrain.0)?;
    Some(read(&parts))
}

/// The snapshot of an agent's mind in this tick; `None` if there is no such agent or it has no mind.
pub fn mind_snapshot(world: &World, agent: AgentId) -> Option<MindSnapshot> {
    with_mind(world, agent, |parts| parts.snapshot())
}
