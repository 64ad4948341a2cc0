//! The stage of remembering: percepts become facts, what is old fades.

use bevy::ecs::prelude::*;

use super::{decide::Dormant, memory::WorkingMemory};
use crate::protocol::{AgentId, Percepts, Roster, SelfSense, SimulationClock, TerrainService, UpdateSlices};

type Remembering = (&'static AgentId, &'static mut WorkingMemory, &'static mut Percepts, &'static SelfSense);

/// Brings every agent's memory up to this tick: what was perceived at once, what time does to it in the agent's turn.
pub(super) fn remember(
    clock: Res<SimulationClock>,
    terrain: Res<TerrainService>,
    slices: Res<UpdateSlices>,
    roster: Res<Roster>,
    mut agents: Query<Remembering, Without<Dormant>>,
) {
    for entity in &roster.agents {
        let Ok((agent, mut memory, mut percepts, sense)) = agents.get_mut(*entity) else { continue };
        memory.absorb(clock.tick, &mut percepts.0);
        if !slices.thinks_now(clock.tick, *agent) {
            continue;
        }
        memory.tread(&*terrain.0, sense.place);
        memory.pass_time(&*terrain.0);
        memory.feel(sense);
    }
}
