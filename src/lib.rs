//! Quarry: a stealth game whose agents plan with GOAP, and the tools to watch, measure and tune them.
//!
//! `docs/architecture.md` describes the modules and their dependencies; `tests/architecture` enforces them.

pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod data;
pub mod goap;
pub mod lab;
pub mod mind;
pub mod motion;
pub mod protocol;
pub mod senses;
pub mod simulation;
pub mod world;
