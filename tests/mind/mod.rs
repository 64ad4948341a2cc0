//! The mind, driven by hand-made percepts.

mod behaviours;
mod brains;
mod brains_random;
mod choice;
mod decisions;
mod memory;
mod queries;
mod reach;
mod restarts;
mod shipped;
mod speech;
pub mod stage;
mod things;
