//! How it is to lead a character, as data: `assets/play.ron`.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// The file.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayConfig {
    /// The camera behind the character.
    pub over_shoulder: OverShoulder,
    /// How many times a second the camera halves its way back to its distance, about; 0.5 to 30.
    pub ease: f32,
    /// How far the eyes turn.
    pub eyes: Tilt,
    /// The most game time that one picture plays, in seconds: where pictures come slower than that, the match goes slower, so that
    /// one can still steer in it; 0.03 to 0.5.
    pub longest_frame: f32,
    /// How long an announcement stays on the screen, in seconds; 1 to 20.
    pub news_seconds: f32,
}

/// The camera behind the character.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverShoulder {
    /// How far behind, in metres; 0.5 to 10.
    pub distance: f32,
    /// How far to the right of the character, in metres; -1 to 1.
    pub aside: f32,
    /// How high, as a share of the character's height; 0.3 to 1.5.
    pub height: f32,
    /// How far it keeps from walls, in metres; 0.05 to 0.5.
    pub radius: f32,
    /// How far it looks down, in degrees.
    pub down: f32,
    /// How far it looks up, in degrees.
    pub up: f32,
}

/// How far a view tilts, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tilt {
    /// Down.
    pub down: f32,
    /// Up.
    pub up: f32,
}

impl Default for PlayConfig {
    fn default() -> Self {
        Self {
            over_shoulder: OverShoulder { distance: 2.9, aside: 0.42, height: 0.9, radius: 0.2, down: 62.0, up: 58.0 },
            ease: 5.0,
            eyes: Tilt { down: 75.0, up: 75.0 },
            longest_frame: 0.2,
            news_seconds: 4.5,
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
