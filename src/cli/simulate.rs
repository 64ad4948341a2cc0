//! `quarry simulate`: plays matches without a window and reports the results.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, load_library,
    matches::{MatchArgs, play, progress_bar},
    output::check_writable_folder,
    print, print_json, results,
    verify::{print_account, verify_all},
};
use crate::{
    lab::{Arena, MatchRecord, MatchSpec, MeasuresSummary, Store, StoreKey, Summary, program_digest, write_log},
    protocol::Label,
};

/// Play matches without a window and report the results
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    matches: MatchArgs,
    /// Append each match to this file as it ends, and go on where an interrupted run left off
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Write the event log of each match into this folder
    #[arg(long, value_name = "DIR")]
    events: Option<PathBuf>,
    /// Record each match into this folder, for "quarry replay"
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Exit with 1 if a match breaks an invariant: an agent is stuck, off the mesh or through a wall, or the match does not end
    #[arg(long)]
    strict: bool,
    /// Play only part I of N, to spread a run over several machines; "quarry report" merges the results
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Verify determinism: play each match twice side by side, in another process, and several at a time; name the first tick and
    /// component that differ
    #[arg(long, conflicts_with_all = ["out", "events", "record", "strict"])]
    verify: bool,
    /// Print a hash of every component after every tick, for --verify
    #[arg(long, hide = true)]
    account: bool,
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
struct SimulationReport<'a> {
    matches: &'a [MatchRecord],
    times_real_time: f64,
    wall_seconds: f64,
    jobs: usize,
    complete: bool,
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
    complete: bool,
}

impl FinishedRun {
    fn times_real_time(&self) -> f64 {
        (self.game_seconds / self.wall_seconds.max(1e-9) * 10.0).round() / 10.0
    }
}

/// Plays the matches and prints the results.
///
/// # Errors
/// The data has errors, or a file cannot be written.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let library = load_library(common)?;
    let mut arena = options.matches.arena(&library)?;
    let levels = options.matches.levels(&library)?;
    if let Some(folder) = &options.record {
        check_writable_folder("--record", folder)?;
        arena.manifests = options.matches.data_manifests(&library, &levels);
    }
    let all = options.matches.specs(&levels);
    let (part, parts) = options.shard.unwrap_or((1, 1));
    let specs: Vec<MatchSpec> = all.into_iter().skip(part - 1).step_by(parts).collect();
    if options.account {
        return print_account(&arena, &specs);
    }
    if options.verify {
        return verify_all(options.json, options.matches.jobs(), &arena, &specs);
    }
    let data = format!("{:016x}", library.digest);

    let played = play_all(&options, &arena, &specs, &data)?;
    let jobs = options.matches.jobs();
    if options.json {
        print_json(&SimulationReport {
            times_real_time: played.times_real_time(),
            wall_seconds: played.wall_seconds,
            jobs,
            complete: played.complete,
            data,
            summary: played.totals.summary(),
            levels: played.totals.levels(),
            matches: &played.records,
        })?;
    } else {
        let speed = format!(
            "{:.0} s of game in {:.1} s with {jobs} at a time: {:.0} times real time.",
            played.game_seconds,
            played.wall_seconds,
            played.times_real_time()
        );
        print(format!("{}\n{speed}", results::render(&played.records, &played.totals)))?;
    }
    let sound = played.totals.report_unsound();
    Ok(if played.complete && (sound || !options.strict) { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn play_all(options: &Options, arena: &Arena, specs: &[MatchSpec], data: &str) -> Result<FinishedRun, CliError> {
    let (mut store, mut records): (_, Vec<MatchRecord>) = match &options.out {
        Some(path) => {
            let (store, kept) = open_store(path, arena, data)?;
            let wanted: BTreeSet<MatchSpec> = specs.iter().copied().collect();
            (Some(store), kept.into_iter().filter(|record| wanted.contains(&record.spec())).collect())
        }
        None => (None, Vec::new()),
    };
    if let Some(folder) = &options.events {
        fs::create_dir_all(folder).map_err(|error| cannot_write(error, folder))?;
    }
    let mut totals = results::Totals::of(&records);
    let done: BTreeSet<MatchSpec> = records.iter().map(MatchRecord::spec).collect();
    let left: Vec<MatchSpec> = specs.iter().filter(|spec| !done.contains(spec)).copied().collect();
    if !done.is_empty() {
        tracing::info!("{} of {} matches were played before", done.len(), specs.len());
    }

    let bar = progress_bar(left.len());
    let started = Instant::now();
    let (mut game_seconds, mut played_now) = (0.0, 0);
    // Of more matches than a table lists only the sums are kept: a run may be as long as it likes.
    let listed = options.json || specs.len() <= results::MOST_LISTED;
    if !listed {
        records = Vec::new();
    }
    let complete = play(arena, &left, options.matches.jobs(), &bar, |played| {
        if let Some(store) = &mut store {
            store.append(&played.record)?;
        }
        if let Some(folder) = &options.events {
            write_log(folder, &played).map_err(|error| cannot_write(error, folder))?;
        }
        if let (Some(folder), Some(recording)) = (&options.record, &played.recording) {
            recording.save(&folder.join(recording.file_name()))?;
        }
        game_seconds += played.record.seconds;
        totals.add(&played.record);
        played_now += 1;
        if listed {
            records.push(played.record);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let wall_seconds = started.elapsed().as_secs_f64();
    if !complete {
        eprintln!("stopped: {} of {} matches were played", done.len() + played_now, specs.len());
    }
    let order: BTreeMap<MatchSpec, usize> = specs.iter().enumerate().map(|(index, one)| (*one, index)).collect();
    records.sort_by_key(|record| order.get(&record.spec()).copied());
    Ok(FinishedRun { records, totals, game_seconds, wall_seconds, complete })
}

fn cannot_write(error: std::io::Error, folder: &Path) -> CliError {
    CliError::from(error).context(format!("cannot write to {}", folder.display()))
}

fn open_store(path: &Path, arena: &Arena, data: &str) -> Result<(Store, Vec<MatchRecord>), CliError> {
    // How many play is no file, yet results with other numbers are results of something else.
    let counts: Vec<String> = arena.counts.iter().map(|(side, count)| format!("{side}={count}")).collect();
    let key = StoreKey { program: program_digest()?, data: format!("{data} {}", counts.join(" ")) };
    Ok(Store::open(path, key)?)
}
