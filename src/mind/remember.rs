//! The stage of remembering: percepts become facts, what is old fades.

use bevy::ecs::prelude::*;

use super::{decide::Dormant, memory::WorkingMemory};
use crate::protocol::{Percepts, Roster, SelfSense, SimulationClock, TerrainService};

type Remembering = (&'static mut WorkingMemory, &'static mut Percepts, &'static SelfSense);

/// Brings every agent's memory up to this tick.
pub(super) fn remember(
    clock: Res<SimulationClock>,
    terrain: Res<TerrainService>,
    roster: Res<Roster>,
    mut agents: Query<Remembering, Without<Dormant>>,
) {
    for entity in &roster.agents {
        let Ok((mut memory, mut percepts, sense)) = agents.get_mut(*entity) else { continue };
        memory.absorb(clock.tick, &mut percepts.0);
        memory.tread(&*terrain.0, sense.place);
        memory.pass_time(&*terrain.0);
        memory.feel(sense);
    }
}
