//! `quarry simulate`: plays matches without a window and reports the results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use quarry_minds::protocol::Label;
use serde::Serialize;

use super::games::game_of;
use super::matches::MatchArgs;
use super::output::check_writable_folder;
use super::runner::MatchRunner;
use super::verify::{print_account, verify_all};
use super::{CliError, CommandOutcome, CommandResult, CommonOptions, load_library, print, print_json, results};
use crate::lab::{Arena, MatchRecord, MatchSpec, MeasuresSummary, RunPlan, RunProgress, Summary, write_log};

/// Play matches without a window and report the results
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    matches: MatchArgs,
    /// The number of threads for one match. More than one helps with crowds; results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write the event log of each match into this folder
    #[arg(long, value_name = "DIR")]
    events: Option<PathBuf>,
    /// Record each match into this folder, for "quarry replay"
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Exit with 1 if a match breaks an invariant: an agent gets stuck, leaves the navigation mesh or passes through a
    /// wall or another agent, or the match does not end
    #[arg(long)]
    strict: bool,
    /// Play only part I of N, to spread a run over several machines; "quarry report" merges the results
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Verify determinism: play each match twice in lockstep, in another process, and several in parallel; name the first tick and
    /// component that differ
    #[arg(long, conflicts_with_all = ["out", "events", "record", "strict"])]
    verify: bool,
    /// Print a hash of every component after every tick, for --verify
    #[arg(long, hide = true)]
    account: bool,
    /// Do not measure the minds: for timing the simulation alone
    #[arg(long)]
    no_measures: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Parses "2/5", the second of five parts.
fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let read = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    read.filter(|(part, parts)| (1..=*parts).contains(part))
        .ok_or_else(|| "expected I/N, with I from 1 to N".to_owned())
}

/// What `--json` prints.
#[derive(Serialize)]
struct SimulationReport {
    game: &'static str,
    matches: Vec<serde_json::Value>,
    times_real_time: f64,
    wall_seconds: f64,
    jobs: usize,
    complete: bool,
    #[serde(flatten)]
    progress: RunProgress,
    data: String,
    summary: Summary,
    /// The behaviour measures of each level.
    levels: BTreeMap<Label, MeasuresSummary>,
}

/// The results of a run.
struct FinishedRun {
    /// The matches to print; empty if there are too many for a table and `--json` was not given.
    records: Vec<MatchRecord>,
    totals: results::Totals,
    /// Seconds of game time in this run, without those of an earlier run.
    game_seconds: f64,
    wall_seconds: f64,
    progress: RunProgress,
}

impl FinishedRun {
    fn times_real_time(&self) -> f64 {
        (self.game_seconds / self.wall_seconds.max(1e-9) * 10.0).round() / 10.0
    }
}

/// Plays the matches and prints the results.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let library = load_library(common)?;
    let game = game_of(&library)?;
    let mut arena = options.matches.arena(&library)?;
    arena.threads = usize::from(options.threads);
    arena.measured = !options.no_measures;
    let levels = options.matches.levels(&library)?;
    if let Some(folder) = &options.record {
        check_writable_folder("--record", folder)?;
        arena.manifests = options.matches.data_manifests(&library, &levels);
    }
    let plan = options.matches.plan(&levels, options.shard.unwrap_or((1, 1)));
    let specs = plan.specs();
    if options.account {
        return print_account(&arena, &specs);
    }
    if options.verify {
        return verify_all(options.json, options.matches.jobs(), &arena, &specs);
    }
    let data = format!("{:016x}", library.digest);

    let played = play_all(&options, &arena, plan, &specs, &data)?;
    let jobs = options.matches.jobs();
    if options.json {
        print_json(&SimulationReport {
            game: game.schema().name,
            times_real_time: played.times_real_time(),
            wall_seconds: played.wall_seconds,
            jobs,
            complete: !played.progress.interrupted,
            progress: played.progress,
            data,
            summary: played.totals.summary(),
            levels: if arena.measured { played.totals.levels() } else { BTreeMap::new() },
            matches: played.records.iter().map(|record| record.to_json(game.results())).collect(),
        })?;
    } else {
        let speed = format!(
            "{:.0} s of game in {:.1} s with {jobs} at a time: {:.0} times real time.",
            played.game_seconds,
            played.wall_seconds,
            played.times_real_time()
        );
        let notice = played.progress.heading();
        print(format!(
            "{notice}{}\n{speed}",
            results::render(game.results(), &played.records, &played.totals, arena.measured)
        ))?;
    }
    let sound = played.totals.report_unsound();
    let complete = !played.progress.interrupted;
    Ok(if complete && (sound || !options.strict) { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn play_all(
    options: &Options,
    arena: &Arena,
    plan: RunPlan,
    specs: &[MatchSpec],
    data: &str,
) -> Result<FinishedRun, CliError> {
    if let Some(folder) = &options.events {
        fs::create_dir_all(folder).map_err(|error| cannot_write(error, folder))?;
    }
    let mut runner = MatchRunner::new(&options.matches, plan, &[options.matches.data_digest(data, arena)])?;
    let known: BTreeMap<MatchSpec, MatchRecord> =
        specs.iter().filter_map(|spec| Some((*spec, runner.take_known(0, *spec)?))).collect();
    let left: Vec<MatchSpec> = specs.iter().filter(|spec| !known.contains_key(spec)).copied().collect();
    if !known.is_empty() {
        tracing::info!("{} of {} matches were played before", known.len(), specs.len());
    }
    let mut totals = results::Totals::of(arena.game.results(), known.values());
    // More matches than a table lists are only added up, so that a run may have any length.
    let listed = options.json || specs.len() <= results::MOST_LISTED;
    let mut records: Vec<MatchRecord> = if listed { known.into_values().collect() } else { Vec::new() };

    let started = Instant::now();
    let mut game_seconds = 0.0;
    runner.play_each(0, arena, &left, |played| {
        if let Some(folder) = &options.events {
            write_log(folder, &played).map_err(|error| cannot_write(error, folder))?;
        }
        if let (Some(folder), Some(recording)) = (&options.record, &played.recording) {
            recording.save(&folder.join(recording.file_name()))?;
        }
        game_seconds += played.record.seconds;
        totals.add(&played.record);
        if listed {
            records.push(played.record);
        }
        Ok(())
    })?;
    let progress = runner.finish();
    let wall_seconds = started.elapsed().as_secs_f64();
    let order: BTreeMap<MatchSpec, usize> = specs.iter().enumerate().map(|(index, one)| (*one, index)).collect();
    records.sort_by_key(|record| order.get(&record.spec()).copied());
    Ok(FinishedRun { records, totals, game_seconds, wall_seconds, progress })
}

fn cannot_write(error: std::io::Error, folder: &Path) -> CliError {
    CliError::from(error).context(format!("cannot write to {}", folder.display()))
}
