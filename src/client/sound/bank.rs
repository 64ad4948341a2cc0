//! The sound files, read into memory at the start; they are small.

use std::{collections::BTreeMap, fs, path::Path};

use bevy::{audio::AudioSource, prelude::*};
use quarry_ron::{input, load_ron};

use crate::client::DataRoot;
use crate::client::session::GameViewService;
use crate::data::FileKind;
use crate::data::sound::{AUDIO, SoundConfig};

/// The configuration of a game, and the sounds.
#[derive(Resource)]
pub(super) struct SoundBank {
    game: &'static str,
    /// `None` if the game has no usable sound file.
    config: Option<SoundConfig>,
    sounds: BTreeMap<String, Handle<AudioSource>>,
}

impl SoundBank {
    /// The configuration; `None` if the game has no usable one, and is silent.
    pub(super) fn config(&self) -> Option<&SoundConfig> {
        self.config.as_ref()
    }

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
    let mut sounds = BTreeMap::new();
    for folder in root.0.layers().map(|layer| layer.join(AUDIO)) {
        match read_all(&folder, &mut sources) {
            Ok(read) => sounds.extend(read),
            // Few mods have sounds.
            Err(error) if folder.is_dir() || sounds.is_empty() => warn!("no sound: {}: {error}", folder.display()),
            Err(_) => {}
        }
    }
    let config = read_config(&root, &view, &sounds);
    commands.insert_resource(SoundBank { game: view.name(), config, sounds });
}

/// Reads the configuration of another game that is on screen now.
pub(super) fn follow_game(root: Res<DataRoot>, view: Res<GameViewService>, mut bank: ResMut<SoundBank>) {
    if bank.game != view.name() {
        bank.game = view.name();
        bank.config = read_config(&root, &view, &bank.sounds);
    }
}

fn read_config(
    root: &DataRoot,
    view: &GameViewService,
    sounds: &BTreeMap<String, Handle<AudioSource>>,
) -> Option<SoundConfig> {
    match load_ron::<SoundConfig>(&root.0.file(view.0.schema.path(FileKind::Sound, ""))) {
        Ok((config, document)) => {
            // Without any sounds, that has been said already.
            let known = |name: &str| sounds.is_empty() || sounds.contains_key(name);
            config.problems(&document.cursor(), known).iter().for_each(|problem| warn!("{problem}"));
            Some(config)
        }
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn every_game_has_the_cues_that_all_share() {
        for view in crate::games::views() {
            let path = view.schema.path(FileKind::Sound, "");
            let (config, _) = load_ron::<SoundConfig>(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).unwrap();
            for wanted in ["door_open", "step_stone_firm", "ui_click"] {
                assert!(config.cues.contains_key(&wanted.into()), "{path}: {wanted}");
            }
        }
    }

    #[test]
    fn a_game_without_a_sound_file_does_not_keep_the_sounds_of_another() {
        let mut world = World::new();
        world.init_resource::<Assets<AudioSource>>();
        world.insert_resource(DataRoot(env!("CARGO_MANIFEST_DIR").into()));
        world.insert_resource(GameViewService(crate::games::views().remove(0)));
        world.run_system_once(load).unwrap();
        world.flush();
        assert!(world.resource::<SoundBank>().config().is_some() && !world.resource::<SoundBank>().sounds.is_empty());
        world.resource_mut::<SoundBank>().game = "another";
        world.resource_mut::<DataRoot>().0 = "nowhere".into();
        world.run_system_once(follow_game).unwrap();
        assert!(world.resource::<SoundBank>().config().is_none());
        world.run_system_once(load).unwrap();
        world.flush();
        assert!(world.resource::<SoundBank>().sounds.is_empty(), "without files the game is silent");
    }
}
