//! What a person sees, hears and presses. It reads the simulation and never writes it.
//!
//! ```text
//! Programme -> a match (its own world) -> Show: the pictures of the last two ticks, and the event log
//!                                          |-> scene, figures: what moves, drawn between the two ticks
//!                                          |-> hud: what minds are about, the news, the result
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "what is drawn or heard never flows back into a match, so it need not be the same on every machine"
)]
mod accounts;
mod app;
pub mod bindings;
mod budget;
mod camera;
mod figure;
mod focus;
mod hud;
pub mod input;
mod inspector;
mod keys;
pub mod lead;
mod live;
pub mod menu;
mod meter;
mod overlay;
pub mod pages;
mod paint;
mod panels;
pub mod play;
mod programme;
mod replayed;
pub mod retune;
pub mod role;
pub mod running;
mod scene;
mod screen;
pub mod settings;
mod shape;
mod show;
mod sightline;
pub mod sound;
mod stage;
mod statistics;
mod style;
mod timeline;
mod timings;
mod view;
mod words;

use bevy::prelude::*;

pub use app::{Opening, WindowError, open};
pub use live::LiveMatches;
pub use panels::open_panels;
pub use programme::{Matches, Programme};
pub use show::{Kept, LogView, Person, Picture, Replay, SPEEDS, Show, Source};
pub use stage::{Player, Stage};
pub use timeline::{RecordTo, open_timeline};

/// The folder that holds `assets/` and `levels/`.
#[derive(Resource, Clone, Debug)]
pub struct DataRoot(pub std::path::PathBuf);

/// The stages of a frame, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClientSystems {
    /// What a person pressed is taken in.
    Input,
    /// The match goes on.
    Play,
    /// The camera takes its place.
    Look,
    /// Figures and things take theirs.
    Draw,
    /// Words are written.
    Words,
}
