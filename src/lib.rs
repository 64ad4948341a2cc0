//! Quarry: games in which goal-oriented action planning drives every character, and the engine under them.
//!
//! `docs/architecture.md` describes the modules and which may use which; a test enforces it.

pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod data;
pub mod games;
pub mod lab;
pub mod motion;
pub mod senses;
pub mod simulation;
pub mod world;
