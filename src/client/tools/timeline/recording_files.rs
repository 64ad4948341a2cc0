//! Saves recordings: into the recordings folder by button, and into the file of `--record` automatically.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use quarry_ron::input;

use crate::client::session::Playback;
use crate::data::user_folder;
use crate::lab::recording::{Bookmark, FILE_EXTENSION, MAX_FILE_BYTES, Recording};

/// The target of `--record`: the first match goes into this file, each further match into one beside it.
#[derive(Resource, Clone, Debug)]
pub struct RecordingTarget {
    /// The file of the first match.
    pub path: PathBuf,
    /// The seeds of the recorded matches, in order.
    seeds: Vec<u64>,
}

impl RecordingTarget {
    pub fn new(path: PathBuf) -> Self {
        Self { path, seeds: Vec::new() }
    }

    fn file(&mut self, seed: u64) -> PathBuf {
        if !self.seeds.contains(&seed) {
            self.seeds.push(seed);
        }
        if self.seeds.first() == Some(&seed) {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().map_or(FILE_EXTENSION.into(), |ending| ending.to_string_lossy());
        self.path.with_file_name(format!("{stem}-{seed}.{ending}"))
    }
}

/// The folder for saved recordings.
pub fn folder() -> PathBuf {
    user_folder().unwrap_or_else(std::env::temp_dir).join("recordings")
}

/// Saves a recording in a folder under an unused name; returns the file.
pub fn save(recording: &Recording, folder: &Path) -> Result<PathBuf, String> {
    let name = recording.file_name();
    let stem = name.strip_suffix(&format!(".{FILE_EXTENSION}")).unwrap_or(&name);
    let mut path = folder.join(&name);
    let bytes = recording.write();
    for number in 2.. {
        match input::read(&path, MAX_FILE_BYTES) {
            // This recording has been saved before.
            Ok(there) if there == bytes => return Ok(path),
            Ok(_) => path = folder.join(format!("{stem}-{number}.{FILE_EXTENSION}")),
            Err(_) => break,
        }
    }
    recording.save(&path).map_err(|error| error.to_string())?;
    Ok(path)
}

pub(super) fn record(to: &mut RecordingTarget, playback: &Playback, bookmarks: &[Bookmark]) {
    let Some(recording) = playback.recording(bookmarks).filter(|_| playback.recorded().is_none()) else { return };
    let path = to.file(recording.header.origin.setup.seed);
    match recording.save(&path) {
        Ok(()) => info!("recorded into {}", path.display()),
        Err(error) => error!("the match was not recorded: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_further_match_has_a_file_beside_the_first() {
        let mut to = RecordingTarget::new("out/first.quarry".into());
        assert_eq!(to.file(7), PathBuf::from("out/first.quarry"));
        assert_eq!(to.file(8), PathBuf::from("out/first-8.quarry"));
        assert_eq!(to.file(7), PathBuf::from("out/first.quarry"));
    }
}
