//! The sound files, read into memory at the start; they are small.

use std::{collections::BTreeMap, fs, path::Path};

use bevy::{audio::AudioSource, prelude::*};

use super::SoundConfig;
use crate::{
    client::DataRoot,
    data::{input, load_ron},
};

/// The configuration and the sounds.
#[derive(Resource)]
pub(super) struct SoundBank {
    pub(super) config: SoundConfig,
    sounds: BTreeMap<String, Handle<AudioSource>>,
}

impl SoundBank {
    /// A sound by its file name.
    pub(super) fn sound(&self, name: &str) -> Option<Handle<AudioSource>> {
        self.sounds.get(name).cloned()
    }
}

/// Reads the configuration and the sounds. On an error the game goes on without sound.
pub(super) fn load(mut commands: Commands, root: Res<DataRoot>, mut sources: ResMut<Assets<AudioSource>>) {
    let assets = root.0.join("assets");
    let config = match load_ron::<SoundConfig>(&assets.join("sound.ron")) {
        Ok((config, _)) => config,
        Err(finding) => {
            warn!("no sound: {finding}");
            return;
        }
    };
    let sounds = match read_all(&assets.join("audio"), &mut sources) {
        Ok(sounds) => sounds,
        Err(error) => {
            warn!("no sound: {}: {error}", assets.join("audio").display());
            return;
        }
    };
    for problem in config.problems("assets/sound.ron", |name| sounds.contains_key(name)) {
        warn!("{problem}");
    }
    commands.insert_resource(SoundBank { config, sounds });
}

fn read_all(
    folder: &Path,
    sources: &mut Assets<AudioSource>,
) -> std::io::Result<BTreeMap<String, Handle<AudioSource>>> {
    let mut sounds = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if let Some(name) = name.filter(|_| path.extension().is_some_and(|end| end == "wav")) {
            sounds.insert(name, sources.add(AudioSource { bytes: input::read(&path, input::SOUND_FILE)?.into() }));
        }
    }
    Ok(sounds)
}
