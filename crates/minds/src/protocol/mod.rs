//! Shared types of the simulation's modules: identities, clock, percepts, requests, events, the terrain trait.
//!
//! Plain data that passes *between* modules, so that senses need not know memory, minds need not know the world and
//! bodies need not know goals. This module holds no behaviour of any of them and uses none of them.
//!
//! ```text
//! senses --Percepts, SelfSense--> mind --Blackboard--> motion, world --(the world)--> senses
//!                    every module --MatchEvent--> EventLog
//! ```

mod blackboard;
mod clock;
mod curve;
mod event;
mod identity;
mod label;
mod match_threads;
mod order;
mod percept;
mod request;
mod rng;
mod slot;
mod terrain;
mod update_slices;

pub use blackboard::{Blackboard, BodyRequest, RequestChanges};
pub use clock::{SimulationClock, SimulationSystems, Stopwatch};
pub use curve::evaluate_curve;
pub use event::{ActionOutcome, Digest, EventLog, GameEvent, LogEntry, MatchEvent, QuantisedPoint, RejectReason};
pub use identity::{AgentId, Host, Roster, Side, SignOrigin, Subject, ThingId};
pub use label::{Label, label};
pub use match_threads::{MatchThreads, in_roster_order};
pub use order::{GivenOrder, HeldOrder, OrderRequest, OrderStatus, Orders};
pub use percept::{AimSkill, Percept, PerceptSource, Percepts, SelfSense, Utterance};
pub use request::*;
pub use rng::{AgentRng, RngStream, rng_for};
pub use slot::{FailReason, Slot, SlotChange, Status};
pub use terrain::{BodyPosture, OwnTerrain, PlaceId, STANDING_EYES, Terrain, TerrainPlace, TerrainService};
pub use update_slices::UpdateSlices;
