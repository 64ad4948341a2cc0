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
    // The camera counts from the corner of the window, also when a panel takes a part of it.
    camera.world_to_viewport(&GlobalTransform::from(*eye), point).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::camera::{CameraProjection, RenderTargetInfo, Viewport};

    #[test]
    fn what_the_camera_looks_at_is_in_the_middle_of_its_part_of_the_window() {
        let mut camera = Camera {
            viewport: Some(Viewport {
                physical_position: UVec2::new(300, 0),
                physical_size: UVec2::new(500, 400),
                ..Viewport::default()
            }),
            ..Camera::default()
        };
        let lens = PerspectiveProjection { aspect_ratio: 1.25, ..PerspectiveProjection::default() };
        camera.computed.clip_from_view = lens.get_clip_from_view();
        camera.computed.target_info = Some(RenderTargetInfo { physical_size: UVec2::new(800, 400), scale_factor: 1.0 });
        let eye = Transform::from_xyz(0.0, 5.0, 10.0).looking_at(Vec3::ZERO, Vec3::Y);
        let seen = world_to_screen(&camera, &eye, Vec3::ZERO).expect("before the camera");
        assert!(seen.distance(Vec2::new(550.0, 200.0)) < 0.5, "{seen}");
    }
}
