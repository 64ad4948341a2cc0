//! The window: graphics, sound, input, menus and panels. It reads the simulation and writes nothing but requests and commands.
//!
//! ```text
//! MatchSession -> a match (its own world) -> Playback: the frames of the last two ticks, and the event log
//!                                            |-> scene, characters: moving parts, interpolated between the two ticks
//!                                            |-> hud: goals of agents, event feed, result
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "graphics and sound never affect a match, so they need not be bit-identical on every machine"
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
mod replay_source;
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
pub use playback::{AgentFrame, Instrumentation, LogView, MatchFrame, Playback, SPEEDS, TickSource};
pub use scene_setup::{AgentInfo, SceneSetup};
pub use session::{MatchProvider, MatchSession};
pub use timeline::{RecordingTarget, open_timeline};

/// The folder that holds `assets/` and `levels/`.
#[derive(Resource, Clone, Debug)]
pub struct DataRoot(pub std::path::PathBuf);

/// The stages of a frame, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClientSystems {
    /// Reads the input devices.
    Input,
    /// Advances the match.
    Simulate,
    /// Places the camera.
    Camera,
    /// Places characters and objects.
    Draw,
    /// Draws text, panels and menus.
    Ui,
}
