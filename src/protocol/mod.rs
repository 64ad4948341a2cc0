//! The words the rooms of the simulation share: identities, the clock, percepts, requests, events, the terrain service.
//!
//! Plain data that passes *between* rooms, so that senses need not know memory, minds need not know the world, and
//! bodies need not know goals. No room's behaviour lives here, and nothing here may use another room.
//!
//! ```text
//! senses --Percepts, SelfSense--> mind --Blackboard--> motion, world --(the world)--> senses
//!                    every room --Event--> EventLog
//! ```

mod blackboard;
mod clock;
mod event;
mod identity;
mod label;
mod percept;
mod rng;
mod stopwatch;
mod terrain;
mod update_slices;
mod utterance;

pub use blackboard::{
    Aim, Blackboard, FailReason, Gait, GoRequest, LookRequest, SayRequest, Slot, Status, StrikeRequest, ThrowRequest,
    UseRequest,
};
pub use clock::{SimulationClock, SimulationSystems};
pub use event::{
    ActionOutcome, AttackKind, Digest, Event, EventLog, LogEntry, MatchResult, QuantisedPoint, RejectReason,
};
pub use identity::{AgentId, Roster, Side, Subject, ThingId};
pub use label::{Label, label};
pub use percept::{Percept, PerceptSource, Percepts, SelfSense};
pub use rng::{AgentRng, RngStream, rng_for};
pub use stopwatch::Stopwatch;
pub use terrain::{PlaceId, Terrain, TerrainPlace, TerrainService};
pub use update_slices::UpdateSlices;
pub use utterance::Utterance;
