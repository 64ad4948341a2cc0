//! Recordings: the same match in another process, refused where the data differ, and safe to read whatever a file holds.

mod commands;
pub mod hostile;
mod people;
mod reach;
mod refused;
mod same;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::Arc,
};

use crate::hunt;
use quarry::{
    data::Library,
    lab::recording::{DataManifest, MatchAssets, MatchOrigin, Recorder, Recording},
    simulation::{MatchSetup, begin, headless_app, step},
};
use quarry_minds::protocol::label;

/// Runs `quarry` with these arguments on the shipped data.
fn quarry(arguments: &[&str]) -> Output {
    on_data(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

/// Runs `quarry` with these arguments on the data of a folder.
fn on_data(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quarry")).args(arguments).arg("--data").arg(root).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn library() -> Arc<Library> {
    Arc::new(hunt::library())
}

/// The origin of a match on a shipped level.
fn origin(library: &Library, level: &str, setup: &MatchSetup) -> MatchOrigin {
    let (level, rules) = (label(level), label("standard"));
    MatchOrigin::new(level, setup, DataManifest::for_match(library, level, rules, None))
}

/// Plays and records a match for at most `ticks` ticks. `before` is called before every tick.
fn recorded(
    origin: MatchOrigin,
    assets: &MatchAssets,
    ticks: u32,
    mut before: impl FnMut(u32, &mut bevy::prelude::World),
) -> Arc<Recording> {
    let mut app = headless_app(&hunt::game());
    let world = app.world_mut();
    begin(world, &assets.kinds, &assets.rules, &assets.level, &origin.setup).unwrap();
    let mut recorder = Recorder::new(origin, world);
    for tick in 0..ticks {
        before(tick, world);
        recorder.before(world);
        let goes_on = step(world);
        recorder.after(world);
        if !goes_on {
            break;
        }
    }
    Arc::new(recorder.recording(world, &[]))
}
