//! The overview camera: frames all agents in play until the player moves it with mouse or keys.

use bevy::prelude::*;
use quarry_minds::with_defaults;

use super::{CameraContext, CameraInput, ease};
use crate::client::session::{Playback, SceneSetup};

/// The default downward pitch in radians.
const PITCH: f32 = 1.0;
/// The pitch straight down, slightly less than 90° so that north stays up.
const TOP_DOWN_PITCH: f32 = 1.56;
/// The shortest automatic distance in metres.
const MIN_DISTANCE: f32 = 9.0;
/// The margin around the framed agents in metres.
const MARGIN: f32 = 3.2;

with_defaults! {
#[derive(Clone, Debug)]
pub(super) struct OverviewCamera {
    centre: Vec3,
    distance: f32 = 30.0,
    turn: f32,
    pitch: f32 = PITCH,
    initialised: bool,
    manual: bool,
    pub(super) top_down: bool,
}
}

impl OverviewCamera {
    pub(super) fn reset(&mut self) {
        *self = Self { initialised: false, ..Self::default() };
    }

    /// Selects the top-down or the tilted view.
    pub(super) fn set_top_down(&mut self, top_down: bool) {
        self.top_down = top_down;
        self.pitch = if top_down { TOP_DOWN_PITCH } else { PITCH };
    }

    pub(super) fn update(&mut self, context: &CameraContext) -> (Transform, Vec3) {
        let CameraContext { playback, setup, input, field_of_view, aspect, .. } = *context;
        let bounds = setup.level.bounds;
        let size = bounds.max - bounds.min;
        let tangent = (field_of_view * 0.5).tan();
        let whole = fitting_distance(size.x * 0.5, size.z * 0.5, tangent, aspect);
        if !self.manual {
            let (centre, distance) = frame_agents(playback, setup, tangent, aspect, whole);
            let share = if self.initialised { ease(1.1, input.seconds) } else { 1.0 };
            self.centre = self.centre.lerp(centre, share);
            self.distance += (distance - self.distance) * share;
            self.initialised = true;
        }
        self.apply_input(input, whole);
        let turned = Quat::from_rotation_y(-self.turn);
        let back = turned * Vec3::new(0.0, self.pitch.sin(), self.pitch.cos());
        let eye = Transform::from_translation(self.centre + back * self.distance).looking_at(self.centre, Vec3::Y);
        (eye, self.centre)
    }

    fn apply_input(&mut self, input: &CameraInput, whole: f32) {
        let slide = Vec3::new(-input.slide.x, 0.0, -input.slide.y) * (self.distance * 0.0016);
        let go = Vec3::new(input.go.x, 0.0, input.go.z) * (self.distance * 0.7 * input.seconds);
        let moved = slide + go * if input.fast { 2.5 } else { 1.0 };
        if moved != Vec3::ZERO || input.wheel != 0.0 {
            self.manual = true;
        }
        self.centre += Quat::from_rotation_y(-self.turn) * moved;
        self.distance = (self.distance * 0.88f32.powf(input.wheel)).clamp(MIN_DISTANCE * 0.6, whole * 1.6);
        self.turn += input.drag.x * 0.005;
        self.pitch = (self.pitch + input.drag.y * 0.004).clamp(0.35, TOP_DOWN_PITCH);
    }
}

/// The distance at which an area of this half width and half depth fits into the frame.
fn fitting_distance(half_width: f32, half_depth: f32, tangent: f32, aspect: f32) -> f32 {
    let across = half_width / (tangent * aspect);
    let along = half_depth * PITCH.sin() / tangent;
    // Perspective enlarges the nearer half of the area.
    across.max(along) + half_depth * PITCH.cos() * 0.6
}

/// The centre and distance that frame all agents in play.
fn frame_agents(playback: &Playback, setup: &SceneSetup, tangent: f32, aspect: f32, whole: f32) -> (Vec3, f32) {
    let mut low = Vec3::MAX;
    let mut high = Vec3::MIN;
    for (agent, frame) in playback.now.agents.iter().enumerate() {
        if frame.stands()
            && let Some(body) = playback.body(agent)
        {
            low = low.min(body.place);
            high = high.max(body.place);
        }
    }
    if low.x > high.x {
        let bounds = setup.level.bounds;
        return ((bounds.min + bounds.max) * 0.5, whole);
    }
    let (centre, half) = ((low + high) * 0.5, (high - low) * 0.5 + MARGIN);
    let distance = fitting_distance(half.x, half.z, tangent, aspect).clamp(MIN_DISTANCE, whole.max(MIN_DISTANCE));
    (centre, distance)
}

/// The floor with most agents in play; the higher one in a tie.
pub(super) fn busiest_floor(playback: &Playback, setup: &SceneSetup) -> usize {
    let mut count = vec![0usize; setup.level.floors.len().max(1)];
    for frame in playback.now.agents.iter().filter(|frame| frame.stands()) {
        let feet = frame.body.place.y + 0.6;
        let floor = setup.floor_at(feet);
        if let Some(known) = count.get_mut(floor) {
            *known += 1;
        }
    }
    (0..count.len()).max_by_key(|floor| (count[*floor], *floor)).unwrap_or(0)
}
