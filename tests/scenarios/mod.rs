//! Scenes on small levels, played by the shipped minds with real senses, bodies and navigation.

mod barring;
mod director;
mod eyes;
mod hunted;
mod hunting;
mod keys;
mod smoke;
pub mod stage;
mod stores;
mod team;
