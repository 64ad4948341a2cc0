//! How it is to lead a character, as data: `assets/play.ron`.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// The file.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayConfig {
    /// The camera behind the character.
    pub third_person: ThirdPersonCamera,
    /// How many times a second the camera halves its way back to its distance, about; 0.5 to 30.
    pub return_rate: f32,
    /// How far the eyes turn.
    pub first_person: PitchLimits,
    /// The most game time that one picture plays, in seconds: where pictures come slower than that, the match goes slower, so that
    /// one can still steer in it; 0.03 to 0.5.
    pub max_frame_seconds: f32,
    /// How long an announcement stays on the screen, in seconds; 1 to 20.
    pub announcement_seconds: f32,
}

/// The camera behind the character.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThirdPersonCamera {
    /// How far behind, in metres; 0.5 to 10.
    pub distance: f32,
    /// How far to the right of the character, in metres; -1 to 1.
    pub shoulder_offset: f32,
    /// How high, as a share of the character's height; 0.3 to 1.5.
    pub height: f32,
    /// How far it keeps from walls, in metres; 0.05 to 0.5.
    pub radius: f32,
    /// How far it looks down, in degrees.
    pub max_pitch_down: f32,
    /// How far it looks up, in degrees.
    pub max_pitch_up: f32,
}

/// How far a view tilts, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PitchLimits {
    /// Down.
    pub max_pitch_down: f32,
    /// Up.
    pub max_pitch_up: f32,
}

impl Default for PlayConfig {
    fn default() -> Self {
        Self {
            third_person: ThirdPersonCamera {
                distance: 2.9,
                shoulder_offset: 0.42,
                height: 0.9,
                radius: 0.2,
                max_pitch_down: 62.0,
                max_pitch_up: 58.0,
            },
            return_rate: 5.0,
            first_person: PitchLimits { max_pitch_down: 75.0, max_pitch_up: 75.0 },
            max_frame_seconds: 0.2,
            announcement_seconds: 4.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_can_be_read() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/play.ron");
        assert!(crate::data::load_ron::<PlayConfig>(&path).is_ok());
    }
}
