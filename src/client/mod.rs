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
pub(crate) mod app;
pub(crate) mod input;
pub(crate) mod menu;
pub(crate) mod play;
pub(crate) mod render;
pub mod session;
pub(crate) mod sound;
pub(crate) mod speech;
pub(crate) mod tools;
pub(crate) mod ui;
pub(crate) mod watch;

use bevy::prelude::*;

/// The folder that holds `assets/` and `levels/`, and the mods that are switched on.
#[derive(Resource, Clone, Debug)]
pub struct DataRoot(pub crate::data::DataFolders);

/// Run condition: mods have been switched on or off.
pub fn mods_switched(root: Option<Res<DataRoot>>) -> bool {
    root.is_some_and(|root| root.is_changed() && !root.is_added())
}

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
