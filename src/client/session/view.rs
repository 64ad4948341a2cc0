//! The camera mode, the agent and floor it shows, and the projection of world points into the window.
//!
//! Independent of: how cameras move.

use bevy::prelude::*;

/// Marks the camera that draws the match.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct MainCamera;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// From above, without ceilings and upper walls.
    #[default]
    Overview,
    /// Behind an agent.
    Follow,
    /// Flown by the user.
    Free,
    /// From an agent's eyes.
    Eyes,
    /// Chosen by the program, near the action.
    Director,
}

impl CameraMode {
    /// Whether the mode shows one selected agent.
    pub fn follows_agent(self) -> bool {
        matches!(self, CameraMode::Follow | CameraMode::Eyes)
    }
}

#[derive(Resource, Clone, Debug, Default)]
pub struct CameraView {
    pub mode: CameraMode,
    /// The index of the agent that [`CameraMode::Follow`] and [`CameraMode::Eyes`] show.
    pub followed: usize,
    /// Whether ceilings, upper walls and the floors above are hidden.
    pub cutaway: bool,
    /// The highest floor shown while `cutaway` is on.
    pub floor: usize,
    /// The lowest floor whose upper walls and ceilings are hidden while `cutaway` is on; at most `floor`.
    pub cut_from: usize,
    /// Whether the tactical view is on: an overview straight from above, with overlays of all agents.
    pub tactical: bool,
    /// The point the camera looks at, in metres.
    pub focus: Vec3,
}

impl CameraView {
    /// Whether a floor is shown: a cutaway view hides the floors above the current one.
    pub fn shows_floor(&self, floor: usize) -> bool {
        !self.cutaway || floor <= self.floor
    }
}

/// The window position of a world point, in logical pixels; `None` behind the camera. `eye` is the camera's own transform: its
/// [`GlobalTransform`] is that of the frame before.
pub fn world_to_screen(camera: &Camera, eye: &Transform, point: Vec3) -> Option<Vec2> {
    let corner = camera.logical_viewport_rect().map_or(Vec2::ZERO, |rect| rect.min);
    camera.world_to_viewport(&GlobalTransform::from(*eye), point).ok().map(|at| at + corner)
}
