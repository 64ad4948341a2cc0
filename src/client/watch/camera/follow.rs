//! The follow camera: behind an agent, over the shoulder; moves closer when a wall is in the way.

use bevy::prelude::*;
use quarry_minds::with_defaults;

use super::{CameraContext, clearance::clear_distance, ease, nearness};
use crate::world::geometry::wrap_angle;

/// If less than this distance is free behind the agent, in metres, the camera tries these steeper pitches, in radians.
const MIN_DISTANCE: f32 = 2.0;
const STEEP_PITCHES: [f32; 2] = [0.9, 1.3];

/// How far below a roof or ceiling the camera stays, in metres.
const ROOF_GAP: f32 = 0.3;

with_defaults! {
#[derive(Clone, Debug)]
pub(super) struct FollowCamera {
    /// The view heading in radians clockwise from north.
    turn: f32,
    /// The rotation added by the mouse, in radians.
    offset: f32,
    pitch: f32 = 0.42,
    distance: f32 = 5.2,
    focus: Option<Vec3>,
    free: f32 = 5.2,
    agent: Option<usize>,
}
}

impl FollowCamera {
    pub(super) fn reset(&mut self) {
        self.focus = None;
        self.agent = None;
    }

    pub(super) fn update(&mut self, agent: usize, context: &CameraContext) -> (Transform, Vec3) {
        let CameraContext { playback, setup, input, .. } = *context;
        let Some(body) = playback.body(agent) else { return (Transform::default(), Vec3::ZERO) };
        let height = setup.agents.get(agent).map_or(1.6, |player| body.height(&player.body));
        // Of an agent inside of a hiding place it looks at that from the front: behind the agent is a wall.
        let hidden = playback.now.agents.get(agent).and_then(|frame| setup.level.thing(frame.hidden?));
        let (ground, ahead) = match hidden {
            Some(thing) => {
                let inwards = thing.place - thing.entry;
                (thing.entry.lerp(thing.place, 0.5), inwards.x.atan2(-inwards.z))
            }
            None => (body.place, body.heading),
        };
        let wanted = ground + Vec3::Y * (height * 0.82);
        if self.agent != Some(agent) {
            *self =
                Self { turn: ahead, agent: Some(agent), distance: self.distance, pitch: self.pitch, ..Self::default() };
        }
        let focus = self.focus.map_or(wanted, |before| before.lerp(wanted, ease(9.0, input.seconds)));
        self.focus = Some(focus);
        let pace = if hidden.is_some() { 5.0 } else { 1.6 };
        self.turn += wrap_angle(ahead - self.turn) * ease(pace, input.seconds);
        self.offset = wrap_angle(self.offset + input.drag.x * 0.006);
        self.pitch = (self.pitch + input.drag.y * 0.005).clamp(-0.2, 1.35);
        self.distance = (self.distance * 0.88f32.powf(input.wheel)).clamp(1.6, 16.0);
        let near = nearness(setup, agent);
        let heading = -(self.turn + self.offset);
        // It stays below a roof or ceiling, which are no solids.
        let floor = setup.level.floors.iter().rev().find(|floor| floor.height <= ground.y + 0.4);
        let under = floor
            .filter(|floor| floor.roof.is_some() || floor.ceiling)
            .map(|floor| floor.height + setup.level.wall_height);
        let below_roof = |back: Vec3, free: f32| match under {
            Some(top) if back.y > 1e-3 => free.min(((top - ROOF_GAP - focus.y) / back.y).max(0.0)),
            _ => free,
        };
        let back_at = |pitch: f32| {
            let back = Quat::from_rotation_y(heading) * Vec3::new(0.0, pitch.sin(), pitch.cos());
            (
                back,
                below_roof(back, clear_distance(&setup.level, &playback.now.things, focus, back, self.distance * near)),
            )
        };
        // Without space behind the agent (in a hedge, in a chest) look from above.
        let steeper = STEEP_PITCHES.iter().map(|pitch| back_at(self.pitch.max(*pitch)));
        let (back, free) = steeper.fold(back_at(self.pitch), |best, other| {
            if best.1 < MIN_DISTANCE * near && other.1 > best.1 + 0.3 { other } else { best }
        });
        // Move in at once, out slowly.
        self.free = if free < self.free { free } else { self.free + (free - self.free) * ease(3.0, input.seconds) };
        let eye = focus + back * self.free.max(0.7 * near);
        (Transform::from_translation(eye).looking_at(focus + Vec3::Y * 0.1, Vec3::Y), focus)
    }
}
