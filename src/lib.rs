//! Quarry: hunters, the hunted, and minds you can read.
//!
//! The rooms of the house, and which may use which, are described in `docs/architecture.md`; a test holds them to it.

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
