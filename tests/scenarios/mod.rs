//! Scenes on small levels, played by the shipped minds with real senses, bodies and navigation: what a watcher must see happen.

mod eyes;
mod hunted;
mod hunting;
mod stage;
mod team;
