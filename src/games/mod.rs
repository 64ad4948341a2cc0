//! The games. Each is a folder: its rules, its data schema, its events and numbers, and (with the feature `client`) its view.
//!
//! A game uses the engine's modules; none of them, nor `lab` and `client`, uses a game. `cli` hands a game of this list to them.

use std::sync::Arc;

use crate::simulation::Game;

pub mod hunt;

/// The game with this name.
pub fn named(name: &str) -> Option<Arc<dyn Game>> {
    all().into_iter().find(|game| game.schema().name == name)
}

/// All games, the default one first.
pub fn all() -> Vec<Arc<dyn Game>> {
    vec![Arc::new(hunt::Hunt)]
}
