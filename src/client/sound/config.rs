//! The book of sounds, `assets/sound.ron`: which files a cue has, how loud it is, how far it carries.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    data::{Finding, look::Pattern},
    protocol::Label,
};

/// The file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundConfig {
    /// Everything that can be heard once, by name.
    pub cues: BTreeMap<Label, SoundCue>,
    /// Which steps a floor gives, by its pattern; stone where it is not named.
    pub floors: BTreeMap<Pattern, FloorSound>,
    /// How much of a sound is left behind a wall or a shut door, 0 to 1.
    pub occluded_gain: f32,
    /// What the nearness of a hunter sounds like.
    pub tension: TensionConfig,
    /// How loud the night is.
    pub ambience: AmbienceConfig,
}

/// A sound that is heard once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundCue {
    /// Files of `assets/audio`, without ".wav"; one is drawn each time.
    pub files: Vec<String>,
    /// The volume it belongs to.
    pub bus: MixerBus,
    /// How loud it is at its place, 0 to 2.
    pub gain: f32,
    /// How far it is heard, in metres; 0: everywhere alike.
    pub max_distance: f32,
    /// How much its pitch varies to each side, as a share; 0 to 0.5.
    pub pitch_variation: f32,
    /// What a subtitle calls it; without, it has none.
    #[serde(default)]
    pub subtitle: Option<String>,
}

/// The volumes a person sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MixerBus {
    /// What happens.
    Effects,
    /// Heartbeat, terror, chase.
    Tension,
    /// Wind, crickets, the house.
    Ambience,
    /// Menus.
    Interface,
}

/// What a floor sounds like.
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

/// What the nearness of a hunter sounds like to one who is hunted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TensionConfig {
    /// The terror radius in metres; 1 to 100.
    pub radius: f32,
    /// Heartbeats a minute at the edge of the radius and face to face.
    pub heart_rate: (f32, f32),
    /// Where the second layer comes in, in metres.
    pub near: f32,
    /// Where the third layer comes in, in metres.
    pub close: f32,
    /// How loud the drones are, 0 to 1.
    pub drone_gain: f32,
    /// How loud a chase is, 0 to 1.
    pub chase_gain: f32,
}

/// How loud the night is, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbienceConfig {
    /// Wind and crickets.
    pub night: f32,
    /// The creaking of a house.
    pub indoors: f32,
}

impl SoundConfig {
    /// What is wrong with the book beyond its form: numbers out of range, files that are not among `known`.
    pub fn problems(&self, file: &str, known: impl Fn(&str) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for (name, cue) in &self.cues {
            for sound in cue.files.iter().filter(|sound| !known(sound)) {
                found.push(Finding::for_file(file, format!("{name}: there is no assets/audio/{sound}.wav")));
            }
            let sane = (0.0..=2.0).contains(&cue.gain)
                && cue.max_distance >= 0.0
                && (0.0..=0.5).contains(&cue.pitch_variation);
            if cue.files.is_empty() || !sane {
                let message = format!("{name}: needs files, gain 0 to 2, reach from 0, spread 0 to 0.5");
                found.push(Finding::for_file(file, message));
            }
        }
        let tension = self.tension;
        if !(0.0 < tension.close && tension.close < tension.near && tension.near < tension.radius) {
            found.push(Finding::for_file(file, "tension: expected 0 < close < near < radius"));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_shipped_book_names_only_sounds_that_are_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let (config, _) = crate::data::load_ron::<SoundConfig>(&root.join("sound.ron")).unwrap();
        let known = |name: &str| root.join("audio").join(format!("{name}.wav")).is_file();
        assert_eq!(config.problems("sound.ron", known), Vec::new());
        for wanted in ["unlocking", "door_open", "caught", "step_stone_firm", "ui_click", "heart_far"] {
            assert!(config.cues.contains_key(&wanted.into()), "{wanted}");
        }
    }
}
