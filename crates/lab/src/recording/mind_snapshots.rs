//! Decides when a mind is snapshotted: at every decision, at every change of memory that can change a decision, and at least
//! once a second.

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{AgentId, Roster, SimulationClock};
use quarry_minds::{MindSnapshot, MindTrace, PlanExecuter, StructureSnapshot, WorkingMemory};

use super::history::MemorySize;
use quarry_engine::simulation::mind_snapshot;

/// The state of each mind at its last snapshot, and when that was.
#[derive(Clone, Debug, Default)]
pub struct MindSnapshotTracker {
    stamps: Vec<(Option<Stamp>, u32)>,
}

/// Two equal stamps mean that a mind has not changed in between.
type Stamp = (u32, u32, usize, Option<u32>, Option<u32>, Option<u32>);

impl MindSnapshotTracker {
    /// Snapshots of all minds that have changed since the last call.
    pub fn changed(&mut self, world: &World) -> Vec<(AgentId, MindSnapshot)> {
        let (Some(roster), Some(clock)) = (world.get_resource::<Roster>(), world.get_resource::<SimulationClock>())
        else {
            return Vec::new();
        };
        self.stamps.resize(roster.agents.len(), (None, 0));
        let mut changed = Vec::new();
        for ((row, entity), (stamp, kept)) in roster.agents.iter().enumerate().zip(&mut self.stamps) {
            let now = stamp_of(world, *entity);
            if now.is_none() || now == *stamp && clock.tick < kept.saturating_add(clock.rate) {
                continue;
            }
            (*stamp, *kept) = (now, clock.tick);
            let agent = AgentId(row as u16);
            changed.extend(mind_snapshot(world, agent).map(|snapshot| (agent, snapshot)));
        }
        changed
    }
}

fn stamp_of(world: &World, entity: Entity) -> Option<Stamp> {
    let (trace, memory) = (world.get::<MindTrace>(entity)?, world.get::<WorkingMemory>(entity)?);
    let executer = world.get::<PlanExecuter>(entity)?;
    let decided = trace.decisions.back().map(|decision| decision.tick);
    let compared = trace.positions.as_ref().map(|positions| positions.tick);
    Some((memory.revision(), trace.goals_planned, executer.at, executer.since(), decided, compared))
}

impl MemorySize for MindSnapshot {
    fn memory_size(&self) -> usize {
        let lists = size_of_val(self.facts.as_slice())
            + size_of_val(self.readings.as_slice())
            + size_of_val(self.hypotheses.as_slice())
            + size_of_val(self.reservations.as_slice())
            + size_of_val(self.planner_facts.as_slice())
            + size_of_val(self.goals.as_slice())
            + size_of_val(self.requests.as_slice())
            + size_of_val(self.given_orders.as_slice())
            + size_of_val(self.decisions.as_slice())
            + size_of_val(self.triggers.as_slice());
        let of_goals = self
            .goals
            .iter()
            .map(|goal| size_of_val(goal.considerations.as_slice()) + size_of_val(goal.conditions.as_slice()));
        // A planning snapshot is shared by many mind snapshots; counting it with each overestimates the memory.
        let asked =
            self.planning.as_ref().map_or(0, |asked| 8 * asked.candidates.len() * (asked.candidates.len() + 24));
        let structure = self.structure.as_ref().map_or(0, StructureSnapshot::parts) * 128;
        let compared = self.positions.as_ref().map_or(0, |known| size_of_val(known.candidates.as_slice()) + 256);
        size_of::<Self>() + lists + of_goals.sum::<usize>() + asked + structure + compared + 1024
    }
}
