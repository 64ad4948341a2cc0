//! What a Bevy game needs every day. The log's [`Event`](crate::protocol::Event) is not among it, since Bevy has a trait of this name.

pub use crate::{
    MindComponents, WorkingMemory,
    behaviours::Progress,
    cone::VisionCone,
    plugin::*,
    protocol::{
        AgentId, AgentRng, Blackboard, EventLog, FailReason, Label, Percept, Percepts, Roster, SimulationClock,
        SimulationSystems, Subject, TerrainService, label,
    },
};
