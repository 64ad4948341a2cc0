//! Quarry: games in which goal-oriented action planning drives every character, their client, and the command line.
//!
//! The engine and the lab are packages of their own, here under the names of their modules. `docs/architecture.md` describes all
//! modules and which may use which.

pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod games;

pub use quarry_engine::{data, motion, senses, simulation, world};
pub use quarry_lab as lab;
