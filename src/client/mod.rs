//! The window: what a player or a spectator sees, hears and presses. It reads the simulation and never writes to it.
//!
//! ```text
//! MatchSession -> a match (its own world) -> Playback: the pictures of the last two ticks, and the event log
//!                                          |-> scene, figures: what moves, drawn between the two ticks
//!                                          |-> hud: what minds are about, the news, the result
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "what is drawn or heard never flows back into a match, so it need not be the same on every machine"
)]
mod app;
mod awareness;
pub mod bindings;
mod budget;
mod camera;
mod character;
pub mod control;
mod display;
mod focus;
pub mod graphics;
mod hud;
pub mod input;
mod inspector;
mod line_of_sight;
mod live;
pub mod match_flow;
pub mod menu;
mod mesh;
mod mind_snapshots;
mod overlay;
pub mod pages;
mod panels;
pub mod play;
mod playback;
mod replayed;
pub mod retune;
pub mod role;
mod scene;
mod scene_setup;
mod screen;
mod session;
pub mod settings;
pub mod sound;
mod statistics;
mod style;
mod text;
mod texture;
mod timeline;
mod timings;
mod view;
mod watch_keys;

use bevy::prelude::*;

pub use app::{WindowSetup, open};
pub use display::WindowError;
pub use live::LiveMatches;
pub use panels::open_panels;
pub use playback::{AgentFrame, Instrumentation, LogView, MatchFrame, Playback, ReplaySource, SPEEDS, TickSource};
pub use scene_setup::{AgentInfo, SceneSetup};
pub use session::{MatchProvider, MatchSession};
pub use timeline::{RecordingTarget, open_timeline};

/// The folder that holds `assets/` and `levels/`.
#[derive(Resource, Clone, Debug)]
pub struct DataRoot(pub std::path::PathBuf);

/// The stages of a frame, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClientSystems {
    /// What a person pressed is taken in.
    Input,
    /// The match goes on.
    Simulate,
    /// The camera takes its place.
    Camera,
    /// Figures and things take theirs.
    Draw,
    /// Words are written.
    Ui,
}
