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
mod chance;
mod clock;
mod event;
mod identity;
mod label;
mod percept;
mod stopwatch;
mod terrain;
mod turns;
mod utterance;

pub use blackboard::{
    Aim, Blackboard, FailReason, Gait, GoRequest, LookRequest, SayRequest, Slot, Status, StrikeRequest, ThrowRequest,
    UseRequest,
};
pub use chance::{Chance, Stream, stream_for};
pub use clock::{SimulationClock, SimulationSystems};
pub use event::{Digest, Event, EventLog, LogEntry, MatchResult, Means, Outcome, PassedOver, Spot};
pub use identity::{AgentId, Roster, Side, Subject, ThingId};
pub use label::{Label, label};
pub use percept::{Percept, Percepts, SelfSense, Source};
pub use stopwatch::Stopwatch;
pub use terrain::{Place, PlaceId, Terrain, TerrainService};
pub use turns::Turns;
pub use utterance::Utterance;
