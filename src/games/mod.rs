//! The games. Each is a folder: its rules, its data schema, its events and numbers, and (with the feature `client`) its view.
//!
//! A game uses the engine's modules; none of them, nor `lab` and `client`, uses a game. `cli` hands a game of this list to them.

use std::sync::Arc;

#[cfg(feature = "client")]
use crate::client::session::game_view::GameView;
use crate::simulation::Game;

pub mod bombsite;
pub mod commander;
pub mod hunt;
pub mod wild;

/// The game with this name.
pub fn named(name: &str) -> Option<Arc<dyn Game>> {
    all().into_iter().find(|game| game.schema().name == name)
}

/// All games, the default one first.
pub fn all() -> Vec<Arc<dyn Game>> {
    vec![
        Arc::new(hunt::Hunt),
        Arc::new(wild::WildGame),
        Arc::new(bombsite::BombsiteGame),
        Arc::new(commander::CommanderGame),
    ]
}

/// The views of all games, in the same order.
#[cfg(feature = "client")]
pub fn views() -> Vec<&'static GameView> {
    vec![&hunt::view::VIEW, &wild::view::VIEW, &bombsite::view::VIEW, &commander::view::VIEW]
}

/// The view of the game with this name.
#[cfg(feature = "client")]
pub fn view_of(name: &str) -> Option<&'static GameView> {
    views().into_iter().find(|view| view.schema.name == name)
}
