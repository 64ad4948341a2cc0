//! The mind, tried with hand-made percepts.

mod behaviours;
mod decisions;
mod memory;
mod shipped;
pub mod stage;
