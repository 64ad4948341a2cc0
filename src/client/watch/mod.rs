//! Watching a match: the cameras, and the HUD of a spectator.

pub mod camera;
pub mod hud;
