//! `quarry faults`: plays matches without a window and looks for moments that a watcher would not believe.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::games::game_of;
use super::matches::MatchArgs;
use super::output::{check_writable, check_writable_folder, write};
use super::results::plain_table;
use super::runner::MatchRunner;
use super::{CliError, CommandOutcome, CommandResult, CommonOptions, load_library, print, print_json};
use quarry_minds::protocol::Label;
#[cfg(feature = "client")]
use quarry_ron::input::{DATA_FILE, read_text};

use crate::data::FileKind;
use crate::lab::faults::{FaultRate, FaultSummary, ListedFault, detectors_of, faults_html};
use crate::lab::recording::Recording;
use crate::lab::{FinishedMatch, MatchSpec, RunProgress};
use crate::simulation::faults::Detector;

/// Find moments that a watcher would not believe: dithering, walks to what is not there, orders that come to nothing, ...
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    matches: MatchArgs,
    /// Write the list of the worst faults and the recordings of their matches into this folder, for "quarry watch --fault K"
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    worst: PathBuf,
    /// Write a page with the rates and the worst faults
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// The folder of the worst faults unless another one is asked for.
pub(super) const FOLDER: &str = "faults";

/// A fault in the list of the worst, with the recording of its match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WorstFault {
    /// The file name of the recording, in the folder of the list.
    pub recording: String,
    #[serde(flatten)]
    pub listed: ListedFault,
}

/// The list of the worst faults, the gravest first.
#[cfg(feature = "client")]
pub(super) fn read_list(folder: &Path) -> Result<Vec<WorstFault>, CliError> {
    let path = folder.join(LIST);
    let hint = format!("cannot read {}: \"quarry faults\" writes it, or name its folder with --faults", path.display());
    let text = read_text(&path, DATA_FILE).map_err(|error| CliError::from(error).context(hint.clone()))?;
    serde_json::from_str(&text).map_err(|error| CliError::from(error).context(hint))
}

const LIST: &str = "worst.json";

/// What `--json` prints.
#[derive(Serialize)]
struct FaultReport<'a> {
    game: &'static str,
    matches: usize,
    agent_hours: f64,
    #[serde(flatten)]
    progress: RunProgress,
    all: Option<FaultRate>,
    kinds: BTreeMap<Label, FaultRate>,
    worst: &'a [WorstFault],
}

/// Plays the matches and prints the faults.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let library = load_library(common)?;
    let game = game_of(&library)?;
    let levels = options.matches.levels(&library)?;
    let mut arena = options.matches.arena(&library)?;
    arena.watches = detectors_of(&*game, &library).map_err(|finding| CliError::from_findings(vec![finding]))?;
    arena.measured = false;
    if arena.watches.is_empty() {
        let file = library.game.path(FileKind::Faults, "");
        return Err(CliError::new(format!(
            "no detector watches this game: write some into {file}; see docs/faults.md"
        )));
    }
    if let Some(path) = &options.html {
        check_writable("--html", path)?;
    }
    check_writable_folder("--worst", &options.worst)?;
    arena.manifests = options.matches.data_manifests(&library, &levels);
    let plan = options.matches.plan(&levels, (1, 1));
    let specs = plan.specs();
    let data = options.matches.data_digest(format_args!("{:016x} faults", library.digest), &arena);
    let mut runner = MatchRunner::new(&options.matches, plan, &[data])?;
    let (mut summary, mut kept) = (FaultSummary::default(), BTreeMap::new());
    runner.play_each(0, &arena, &specs, |played| {
        summary.add(&played.record, &played.faults);
        keep(&mut kept, &summary, played);
        Ok(())
    })?;
    let progress = runner.finish();
    let worst = write_worst(&options.worst, &summary, &kept)?;
    let detectors: Vec<Detector> = arena.watches.iter().map(|(detector, _)| *detector).collect();
    if let Some(path) = &options.html {
        write(path, &faults_html(game.schema().name, &summary, &detectors))?;
    }
    if options.json {
        print_json(&FaultReport {
            game: game.schema().name,
            matches: summary.matches(),
            agent_hours: summary.agent_hours(),
            progress,
            all: summary.total(),
            kinds: summary.rates().into_iter().collect(),
            worst: &worst,
        })?;
    } else {
        let notice = progress.heading();
        print(format!("{notice}{}", render(&summary, &detectors, &worst, &options.worst)))?;
    }
    Ok(if progress.interrupted { CommandOutcome::Negative } else { CommandOutcome::Success })
}

/// Keeps the recordings of the matches with the worst faults, and drops those that are no longer among them.
fn keep(kept: &mut BTreeMap<MatchSpec, Recording>, summary: &FaultSummary, played: FinishedMatch) {
    let wanted: Vec<MatchSpec> = summary.worst().iter().map(ListedFault::spec).collect();
    if let Some(recording) = played.recording.filter(|_| wanted.contains(&played.record.spec())) {
        kept.insert(played.record.spec(), recording);
    }
    kept.retain(|spec, _| wanted.contains(spec));
}

fn write_worst(
    folder: &Path,
    summary: &FaultSummary,
    kept: &BTreeMap<MatchSpec, Recording>,
) -> Result<Vec<WorstFault>, CliError> {
    for recording in kept.values() {
        recording.save(&folder.join(recording.file_name()))?;
    }
    let of = |listed: &ListedFault| {
        let recording = kept.get(&listed.spec())?.file_name();
        Some(WorstFault { recording, listed: listed.clone() })
    };
    let worst: Vec<WorstFault> = summary.worst().iter().filter_map(of).collect();
    write(&folder.join(LIST), &serde_json::to_string_pretty(&worst)?)?;
    Ok(worst)
}

fn render(summary: &FaultSummary, detectors: &[Detector], worst: &[WorstFault], folder: &Path) -> String {
    let mut rates = plain_table(["fault", "count", "per agent-hour", "95 % CI", "an agent ..."]);
    rates.add_rows(summary.rows(detectors));
    let mut listed = plain_table(["", "gravity", "level", "seed", "time", "who", "fault", "what"]);
    for (number, one) in (1..).zip(worst) {
        listed.add_row([format!("{number}")].into_iter().chain(one.listed.cells()));
    }
    let (matches, hours) = (summary.matches(), summary.agent_hours());
    let see = match worst {
        [] => "No faults.".to_owned(),
        _ => format!("To see one of these: quarry watch --fault 1 --faults {}", folder.display()),
    };
    format!(
        "{matches} matches, {hours:.1} agent-hours.\n{rates}\n\nThe worst, at most three of a kind:\n{listed}\n\n{see}"
    )
}
