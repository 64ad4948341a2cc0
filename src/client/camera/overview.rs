//! From above: frames everybody in play, until a person takes it over by dragging, the wheel or the keys.

use bevy::prelude::*;

use super::{CameraContext, CameraInput, eased};
use crate::client::{playback::Playback, scene_setup::SceneSetup};

/// How steeply it looks down, in radians.
const STEEP: f32 = 1.0;
/// The same straight down; a little short of it, where north is up still.
const STRAIGHT: f32 = 1.56;
/// How near and how far it may be, in metres.
const NEAR: f32 = 9.0;
/// Room left around those framed, in metres.
const MARGIN: f32 = 3.2;

#[derive(Clone, Debug)]
pub(super) struct OverviewCamera {
    centre: Vec3,
    distance: f32,
    turn: f32,
    steep: f32,
    settled: bool,
    taken_over: bool,
    plan: bool,
}

impl Default for OverviewCamera {
    fn default() -> Self {
        Self {
            centre: Vec3::ZERO,
            distance: 30.0,
            turn: 0.0,
            steep: STEEP,
            settled: false,
            taken_over: false,
            plan: false,
        }
    }
}

impl OverviewCamera {
    pub(super) fn forget(&mut self) {
        *self = Self { settled: false, ..Self::default() };
    }

    /// Whether it looks straight down.
    pub(super) fn is_plan(&self) -> bool {
        self.plan
    }

    /// Lets it look straight down, as on a plan, or aslant.
    pub(super) fn set_plan(&mut self, plan: bool) {
        self.plan = plan;
        self.steep = if plan { STRAIGHT } else { STEEP };
    }

    pub(super) fn look(&mut self, sight: &CameraContext) -> (Transform, Vec3) {
        let CameraContext { playback, setup, steering, field, aspect } = *sight;
        let bounds = setup.level.bounds;
        let size = bounds.max - bounds.min;
        let tangent = (field * 0.5).tan();
        let whole = fitting(size.x * 0.5, size.z * 0.5, tangent, aspect);
        if !self.taken_over {
            let (centre, distance) = framed(playback, setup, tangent, aspect, whole);
            let share = if self.settled { eased(1.1, steering.seconds) } else { 1.0 };
            self.centre = self.centre.lerp(centre, share);
            self.distance += (distance - self.distance) * share;
            self.settled = true;
        }
        self.steer(steering, whole);
        let turned = Quat::from_rotation_y(-self.turn);
        let back = turned * Vec3::new(0.0, self.steep.sin(), self.steep.cos());
        let eye = Transform::from_translation(self.centre + back * self.distance).looking_at(self.centre, Vec3::Y);
        (eye, self.centre)
    }

    fn steer(&mut self, steering: &CameraInput, whole: f32) {
        let slide = Vec3::new(-steering.slide.x, 0.0, -steering.slide.y) * (self.distance * 0.0016);
        let go = Vec3::new(steering.go.x, 0.0, steering.go.z) * (self.distance * 0.7 * steering.seconds);
        let moved = slide + go * if steering.fast { 2.5 } else { 1.0 };
        if moved != Vec3::ZERO || steering.wheel != 0.0 {
            self.taken_over = true;
        }
        self.centre += Quat::from_rotation_y(-self.turn) * moved;
        self.distance = (self.distance * 0.88f32.powf(steering.wheel)).clamp(NEAR * 0.6, whole * 1.6);
        self.turn += steering.drag.x * 0.005;
        self.steep = (self.steep + steering.drag.y * 0.004).clamp(0.35, STRAIGHT);
    }
}

/// How far away one must be for half a width and half a depth to fit.
fn fitting(half_width: f32, half_depth: f32, tangent: f32, aspect: f32) -> f32 {
    let across = half_width / (tangent * aspect);
    let along = half_depth * STEEP.sin() / tangent;
    // The nearer half of what is seen aslant is larger in the picture.
    across.max(along) + half_depth * STEEP.cos() * 0.6
}

/// Where to look and from how far, so that everybody in play is in the picture.
fn framed(playback: &Playback, setup: &SceneSetup, tangent: f32, aspect: f32, whole: f32) -> (Vec3, f32) {
    let mut low = Vec3::MAX;
    let mut high = Vec3::MIN;
    for (agent, person) in playback.now.agents.iter().enumerate() {
        if person.gone.is_none()
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
    let distance = fitting(half.x, half.z, tangent, aspect).clamp(NEAR, whole.max(NEAR));
    (centre, distance)
}

/// The floor where most of those in play are; the higher one where it is even.
pub(super) fn floor(playback: &Playback, setup: &SceneSetup) -> usize {
    let mut count = vec![0usize; setup.level.floors.len().max(1)];
    for person in playback.now.agents.iter().filter(|person| person.gone.is_none()) {
        let feet = person.body.place.y + 0.6;
        let floor = setup.level.floors.iter().rposition(|floor| floor.height <= feet).unwrap_or(0);
        if let Some(known) = count.get_mut(floor) {
            *known += 1;
        }
    }
    (0..count.len()).max_by_key(|floor| (count[*floor], *floor)).unwrap_or(0)
}
