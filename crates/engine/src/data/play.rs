//! Cameras and timings of a match that is played: `assets/shared/play.ron`.

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

/// The path of the file.
pub const PLAY_CONFIG: &str = "assets/shared/play.ron";

/// The contents of the file.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayConfig {
    /// The third-person camera.
    pub third_person: ThirdPersonCamera,
    /// The rate at which the third-person camera returns to its distance, per second. Higher is faster.
    pub return_rate: f32,
    /// The pitch limits of the first-person camera.
    pub first_person: PitchLimits,
    /// The maximum game time that one frame plays, in seconds. At a lower frame rate the match runs slower than real time, so that
    /// it can still be controlled.
    pub max_frame_seconds: f32,
    /// How long an announcement stays on the screen, in seconds.
    pub announcement_seconds: f32,
    /// How long a player that was killed looks at its killer, in seconds.
    pub death_seconds: f32,
}

/// The third-person camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThirdPersonCamera {
    /// The distance behind the character, in metres.
    pub distance: f32,
    /// The offset to the character's right, in metres.
    pub shoulder_offset: f32,
    /// The height as a share of the character's.
    pub height: f32,
    /// The distance kept from walls, in metres.
    pub radius: f32,
    /// How far it can look down, in degrees.
    pub max_pitch_down: f32,
    /// How far it can look up, in degrees.
    pub max_pitch_up: f32,
}

/// The pitch limits of a camera, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PitchLimits {
    /// How far it can look down.
    pub max_pitch_down: f32,
    /// How far it can look up.
    pub max_pitch_up: f32,
}

impl Default for PlayConfig {
    fn default() -> Self {
        Self {
            third_person: ThirdPersonCamera {
                distance: 2.9,
                shoulder_offset: 0.55,
                height: 0.9,
                radius: 0.2,
                max_pitch_down: 62.0,
                max_pitch_up: 58.0,
            },
            return_rate: 5.0,
            first_person: PitchLimits { max_pitch_down: 75.0, max_pitch_up: 75.0 },
            max_frame_seconds: 0.2,
            announcement_seconds: 4.5,
            death_seconds: 3.0,
        }
    }
}
