//! The sound configuration of a game, `assets/GAME/sound.ron`: the files, volume and range of each cue.

use std::collections::BTreeMap;

use quarry_minds::protocol::Label;
use quarry_ron::{Cursor, finding::Finding};
use serde::{Deserialize, Serialize};

use super::look::Pattern;

/// The folder of the sounds, below the data folder.
pub const AUDIO: &str = "assets/shared/audio";

/// The cues that the window plays in every game.
pub const CUES: [&str; 19] = [
    "door_close",
    "door_open",
    "heart_close",
    "heart_far",
    "heart_near",
    "hide_in",
    "hide_out",
    "hit",
    "match_end",
    "match_start",
    "step_grass_firm",
    "step_grass_soft",
    "step_stone_firm",
    "step_stone_soft",
    "step_wood_firm",
    "step_wood_soft",
    "ui_back",
    "ui_click",
    "ui_move",
];

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundConfig {
    /// The one-shot sounds, by name.
    pub cues: BTreeMap<Label, SoundCue>,
    /// The footsteps on each floor pattern; patterns that are not listed sound like stone.
    pub floors: BTreeMap<Pattern, FloorSound>,
    /// The volume factor of a sound behind a wall or a closed door, 0 to 1.
    pub occluded_gain: f32,
    /// The heartbeat and the layers of sound when danger is near; none if it is missing.
    #[serde(default)]
    pub tension: Option<TensionConfig>,
    /// The volume of the background.
    pub ambience: AmbienceConfig,
}

/// A one-shot sound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundCue {
    /// Files of `assets/shared/audio`, without ".wav". One is picked at random each time.
    pub files: Vec<String>,
    /// The mixer bus.
    pub bus: MixerBus,
    /// The volume at its place, 0 to 2.
    pub gain: f32,
    /// The distance at which it becomes inaudible, in metres; 0 for the same volume everywhere.
    pub max_distance: f32,
    /// The random change of pitch to each side, as a share; 0 to 0.5.
    pub pitch_variation: f32,
    /// Its subtitle; none if it is missing.
    #[serde(default)]
    pub subtitle: Option<String>,
}

/// The mixer buses, each with a volume of its own in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MixerBus {
    /// Doors, keys, hits, footsteps.
    Effects,
    /// Heartbeat, danger, chase.
    Tension,
    /// Wind, crickets, the creaking house.
    Ambience,
    /// Menus.
    Interface,
}

/// The sound of footsteps on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloorSound {
    /// Boards.
    Wood,
    /// Flagstones, tiles.
    Stone,
    /// Grass, earth, straw.
    Grass,
}

/// What an agent hears of danger nearby.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TensionConfig {
    /// The distance from which danger is heard, in metres; 1 to 100.
    pub radius: f32,
    /// Heartbeats per minute at the edge of the radius, and at the danger.
    pub heart_rate: (f32, f32),
    /// The distance at which the second layer fades in, in metres.
    pub near: f32,
    /// The distance at which the third layer fades in, in metres.
    pub close: f32,
    /// The volume of the layers, 0 to 1.
    pub drone_gain: f32,
    /// The volume of the chase music, 0 to 1.
    pub chase_gain: f32,
}

/// The volumes of the background, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbienceConfig {
    /// Wind and crickets.
    pub night: f32,
    /// The creaking of a house.
    pub indoors: f32,
}

impl SoundConfig {
    /// The errors that parsing does not find: numbers out of range, files that are not among `known`.
    pub fn problems(&self, at: &Cursor<'_>, known: impl Fn(&str) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for (name, cue) in &self.cues {
            let at = at.field("cues").entry(name.as_str());
            for (index, sound) in cue.files.iter().enumerate().filter(|(_, sound)| !known(sound)) {
                let message = format!("there is no file {AUDIO}/{sound}.wav");
                found.push(at.field("files").index(index).error(message));
            }
            let sane = (0.0..=2.0).contains(&cue.gain)
                && cue.max_distance >= 0.0
                && (0.0..=0.5).contains(&cue.pitch_variation);
            if cue.files.is_empty() || !sane {
                let message =
                    "a cue needs files, a gain of 0 to 2, a max_distance of at least 0, a pitch_variation of 0 to 0.5";
                found.push(at.error(message));
            }
        }
        let wrong = |tension: TensionConfig| {
            !(0.0 < tension.close && tension.close < tension.near && tension.near < tension.radius)
        };
        if self.tension.is_some_and(wrong) {
            found.push(at.field("tension").error("expected 0 < close < near < radius"));
        }
        found
    }
}
