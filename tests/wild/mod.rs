//! The wild: each need, each kind of meeting, and each intervention, on small meadows with the shipped minds; and the shipped levels.

mod interventions;
mod kin;
mod levels;
mod meetings;
mod needs;
mod numbers;
mod shared_senses;
mod smell;
mod species;
pub mod stage;
