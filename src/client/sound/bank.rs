//! The sound files, read into memory at the start; they are small.

use std::{collections::BTreeMap, fs, path::Path};

use bevy::{audio::AudioSource, prelude::*};

use super::{SoundConfig, config::AUDIO};
use crate::{
    client::{DataRoot, session::game_view::GameViewService},
    data::{FileKind, input, load_ron},
};

/// The configuration of a game, and the sounds.
#[derive(Resource)]
pub(super) struct SoundBank {
    game: &'static str,
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
pub(super) fn load(
    mut commands: Commands,
    root: Res<DataRoot>,
    view: Res<GameViewService>,
    mut sources: ResMut<Assets<AudioSource>>,
) {
    let Some(config) = read_config(&root, &view) else { return };
    let folder = root.0.join(AUDIO);
    let sounds = match read_all(&folder, &mut sources) {
        Ok(sounds) => sounds,
        Err(error) => {
            warn!("no sound: {}: {error}", folder.display());
            return;
        }
    };
    for problem in config.problems(&config_path(&view), |name| sounds.contains_key(name)) {
        warn!("{problem}");
    }
    commands.insert_resource(SoundBank { game: view.name(), config, sounds });
}

/// Reads the configuration of another game that is on screen now.
pub(super) fn follow_game(root: Res<DataRoot>, view: Res<GameViewService>, mut bank: ResMut<SoundBank>) {
    if bank.game != view.name() {
        bank.game = view.name();
        if let Some(config) = read_config(&root, &view) {
            bank.config = config;
        }
    }
}

fn config_path(view: &GameViewService) -> String {
    view.0.game().schema().path(FileKind::Other, "sound")
}

fn read_config(root: &DataRoot, view: &GameViewService) -> Option<SoundConfig> {
    match load_ron::<SoundConfig>(&root.0.join(config_path(view))) {
        Ok((config, _)) => Some(config),
        Err(finding) => {
            warn!("no sound: {finding}");
            None
        }
    }
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
