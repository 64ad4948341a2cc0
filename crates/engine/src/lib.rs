//! The engine under Quarry's games: data, the world and its things, bodies that walk, senses, and the tick that joins them with minds.
//!
//! ```text
//! data -> world -> motion, senses -> simulation
//! ```
//!
//! Each module may use those to its left; a test holds them to it. The engine knows no game: a game gives [`simulation::install_game`]
//! its rules and its [`data::GameSchema`].

pub mod data;
pub mod motion;
pub mod senses;
pub mod simulation;
pub mod world;
