//! What a Bevy game needs every day.

pub use crate::{
    MindComponents, WorkingMemory,
    behaviours::Progress,
    cone::VisionCone,
    names::NameKind,
    plugin::*,
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, FailReason, Label, MatchEvent, Percept, Percepts, Roster,
        SimulationClock, SimulationSystems, Subject, TerrainService, label,
    },
};
