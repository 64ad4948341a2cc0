//! `quarry replay`: shows a recording in the window, or verifies without a window that it gives the same match.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_folders, games::game_of, load_library, print,
    print_json,
};
use quarry_minds::protocol::Label;

#[cfg(feature = "client")]
use crate::client::tools::timeline::open_timeline;
use crate::data::Library;
use crate::lab::recording::{MatchAssets, Recording, RecordingHeader, rerun};

/// Show a recorded match, or verify that it replays identically
#[derive(Args, Debug)]
pub struct Options {
    /// The recording
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replay without a window; exit status 0 if the match is identical, else 1
    #[arg(long, visible_alias = "no-window")]
    verify: bool,
    /// Like --verify, and print JSON about the recording and the result
    #[arg(long)]
    json: bool,
    /// Replay even if the program or the data differ from those of the recording; the match may then differ
    #[arg(long)]
    anyway: bool,
    #[cfg(feature = "client")]
    #[command(flatten)]
    window: super::watch::WindowOptions,
}

/// What `--json` prints.
#[derive(Serialize)]
struct ReplayReport<'a> {
    level: Label,
    seed: u64,
    seconds: f64,
    ticks: u32,
    game: Label,
    outcome: Option<Label>,
    inputs: usize,
    bookmarks: usize,
    mismatches: Vec<String>,
    recorded: &'a str,
    replayed: &'a str,
    same: bool,
    /// The first second at whose end the matches differ.
    diverged_second: Option<u32>,
}

/// Shows or verifies the recording.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let opened = open(&options.file, options.anyway, common)?;
    if !options.verify && !options.json {
        #[cfg(feature = "client")]
        return show(&options.window, common, opened, open_timeline);
        #[cfg(not(feature = "client"))]
        tracing::info!("this program was built without a window: verifying the recording instead");
    }
    verify(&options, opened)
}

/// A recording with what it takes to play it again.
pub(super) struct OpenedRecording {
    pub recording: Arc<Recording>,
    /// The data, for the window.
    #[cfg_attr(not(feature = "client"), expect(dead_code, reason = "only a window shows it"))]
    pub library: Arc<Library>,
    pub assets: MatchAssets,
    /// How program and data differ from those of the recording.
    pub mismatches: Vec<String>,
}

/// Opens a recording.
pub(super) fn open(file: &Path, anyway: bool, common: &CommonOptions) -> Result<OpenedRecording, CliError> {
    let recording = Arc::new(Recording::load(file)?);
    // A recording names its game and its mods.
    let data = &recording.header.origin.data;
    let mut common = CommonOptions { game: Some(data.game.to_string()), ..common.clone() };
    let mut unknown_mod = None;
    if common.mods.is_empty() {
        match data_folders(&common)?.with_mods(&data.mods) {
            Ok(_) => common.mods.clone_from(&data.mods),
            Err(error) => unknown_mod = Some(error.to_string()),
        }
    }
    let library = Arc::new(load_library(&common)?);
    let mut mismatches: Vec<String> =
        recording.header.origin.mismatches(&library).iter().map(ToString::to_string).collect();
    // It is no obstacle if the match reads none of its files.
    mismatches.extend(unknown_mod.filter(|_| !mismatches.is_empty()));
    if !mismatches.is_empty() && !anyway {
        let all = mismatches.join("\n  ");
        return Err(CliError::new(format!(
            "{}: this recording cannot be replayed here:\n  {all}\n\
             use the program and the data of the recording, or --anyway to replay it regardless",
            file.display()
        )));
    }
    for difference in &mismatches {
        tracing::warn!("{difference}");
    }
    let assets = recording.header.origin.prepare(&game_of(&library)?, &library).map_err(CliError::from_findings)?;
    Ok(OpenedRecording { recording, library, assets, mismatches })
}

/// Shows a recording in the window; `configure` changes the app before it runs.
#[cfg(feature = "client")]
pub(super) fn show(
    window: &super::watch::WindowOptions,
    common: &CommonOptions,
    opened: OpenedRecording,
    configure: impl FnOnce(&mut bevy::app::App) + 'static,
) -> CommandResult {
    let (game, mods) = (Some(opened.library.game.name.to_owned()), opened.library.mods.clone());
    let common = &CommonOptions { game, mods, ..common.clone() };
    let (level, rules) = (opened.assets.level.clone(), opened.assets.rules.clone());
    let session = crate::client::session::match_session::MatchSession::replay(opened.recording, opened.assets);
    super::watch::open_window(session, (&level, &rules), window, &opened.library, common, configure, HEADLESS)
}

/// The hint if no window can be opened.
#[cfg(feature = "client")]
const HEADLESS: &str = "to verify a recording without a window: quarry replay FILE --verify";

fn verify(options: &Options, opened: OpenedRecording) -> CommandResult {
    let OpenedRecording { recording, assets, mismatches, .. } = opened;
    let report = rerun(&recording, &assets)?;
    let RecordingHeader { origin, rate, ticks, outcome, digest, bookmarks, .. } = &recording.header;
    let seconds = f64::from(*ticks) / f64::from(*rate);
    if options.json {
        print_json(&ReplayReport {
            level: origin.level,
            seed: origin.setup.seed,
            seconds,
            ticks: *ticks,
            game: origin.data.game,
            outcome: *outcome,
            inputs: recording.inputs.len(),
            bookmarks: bookmarks.len(),
            mismatches,
            recorded: digest,
            replayed: &report.digest,
            same: report.same,
            diverged_second: report.diverged_second,
        })?;
    } else {
        let what = format!("{} seed {}, {seconds:.1} s", origin.level, origin.setup.seed);
        print(match (report.same, report.diverged_second) {
            (true, _) => format!("{what}: identical, digest {digest}"),
            (false, Some(second)) => {
                format!(
                    "{what}: different, digest {} instead of {digest}; first difference in second {second}",
                    report.digest
                )
            }
            (false, None) => format!("{what}: different, digest {} instead of {digest}", report.digest),
        })?;
    }
    Ok(if report.same { CommandOutcome::Success } else { CommandOutcome::Negative })
}
