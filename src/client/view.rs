//! What is looked at, through which camera, and where in the window that is.
//!
//! Must not know: how cameras move.

use bevy::prelude::*;

/// The camera that draws the match.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct MainCamera;

/// Which camera looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// From above; ceilings and the upper parts of walls are taken away.
    #[default]
    Overview,
    /// Behind somebody.
    Follow,
    /// Wherever a person flies it.
    Free,
    /// Through somebody's eyes.
    Eyes,
    /// Wherever something happens.
    Director,
}

impl CameraMode {
    /// Whether it looks at one agent that a person has chosen.
    pub fn follows_agent(self) -> bool {
        matches!(self, CameraMode::Follow | CameraMode::Eyes)
    }
}

/// What is looked at, and how.
#[derive(Resource, Clone, Debug, Default)]
pub struct CameraView {
    /// Which camera looks.
    pub mode: CameraMode,
    /// The number of the agent chosen.
    pub followed: usize,
    /// Whether what hides the action is taken away.
    pub cutaway: bool,
    /// The floor looked at from above.
    pub floor: usize,
    /// The point looked at.
    pub focus: Vec3,
}

/// Where a point of the world is in the window, in points; `None` behind the camera.
pub fn world_to_screen(camera: &Camera, eye: &GlobalTransform, point: Vec3) -> Option<Vec2> {
    let corner = camera.logical_viewport_rect().map_or(Vec2::ZERO, |rect| rect.min);
    camera.world_to_viewport(eye, point).ok().map(|at| at + corner)
}
