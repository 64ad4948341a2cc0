//! `quarry simulate`: matches without a window, and what they showed.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{Answer, Common, Failure, Verdict, data_root, print, print_json, results};
use crate::{
    data::Library,
    lab::{self, Arena, Fixture, Job, MatchRecord, Sides, Store, StoreKey, Summary, program_digest, write_log},
    protocol::Label,
};

/// Play matches without a window and say what they showed
#[derive(Args, Debug)]
pub struct Options {
    /// A level to play on; may be repeated; "all" is all of them
    #[arg(long = "level", value_name = "NAME", default_value = "all")]
    levels: Vec<String>,
    /// How many matches to play on each level
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    matches: u64,
    /// The seed of the first match; the next one has the next number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many matches to play at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// How many hunters play [default: what the rules say]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=2000))]
    hunters: Option<u16>,
    /// How many hunted play [default: what the rules say]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=2000))]
    hunted: Option<u16>,
    /// The rules to play by: a file of assets/rules
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: String,
    /// Append each match to this file as it ends, and go on where an interrupted run left off
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Write the event log of each match into this folder
    #[arg(long, value_name = "DIR")]
    events: Option<PathBuf>,
    /// Exit with 1 where a match was not sound: somebody stuck, off the mesh, through a wall, or no end
    #[arg(long)]
    strict: bool,
    /// Play only the I-th of N equal parts of the run, to spread it over machines ("quarry report" puts them together)
    #[arg(long, value_name = "I/N", value_parser = part)]
    shard: Option<(usize, usize)>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reads "2/5": the second of five parts.
fn part(text: &str) -> Result<(usize, usize), String> {
    let read = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    read.filter(|(part, parts)| (1..=*parts).contains(part))
        .ok_or_else(|| "expected I/N, with I from 1 to N".to_owned())
}

/// What `--json` prints.
#[derive(Serialize)]
struct Document<'a> {
    matches: &'a [MatchRecord],
    times_real_time: f64,
    wall_seconds: f64,
    jobs: usize,
    complete: bool,
    data: String,
    summary: Summary,
}

/// A run and what it took.
struct Results {
    records: Vec<MatchRecord>,
    /// Game seconds played in this run, those of an earlier one not counted.
    played_seconds: f64,
    wall_seconds: f64,
    jobs: usize,
    complete: bool,
}

impl Results {
    fn times_real_time(&self) -> f64 {
        let times = self.played_seconds / self.wall_seconds.max(1e-9);
        (times * 10.0).round() / 10.0
    }
}

/// Runs it.
///
/// # Errors
/// Where the data cannot be used, or the results cannot be written.
pub fn run(options: Options, common: &Common) -> Answer {
    let root = data_root(common)?;
    let library = Library::load(&root).map_err(Failure::from_findings)?;
    let levels = wanted_levels(&library, &options.levels)?;
    let (_, rules) = library.rules(&options.rules).map_err(Failure::new)?;
    let sides = Sides { hunters: options.hunters, hunted: options.hunted };
    let arena = Arena::new(&library, &levels, rules, sides).map_err(Failure::from_findings)?;
    let data = format!("{:016x}", library.digest);

    let played = play_all(&options, &arena, &fixtures(&options, &levels), &data)?;
    if options.json {
        print_json(&Document {
            times_real_time: played.times_real_time(),
            wall_seconds: played.wall_seconds,
            jobs: played.jobs,
            complete: played.complete,
            data,
            summary: Summary::of(&played.records),
            matches: &played.records,
        })?;
    } else {
        let speed = format!(
            "{:.0} s of game in {:.1} s with {} at a time: {:.0} times real time.",
            played.played_seconds,
            played.wall_seconds,
            played.jobs,
            played.times_real_time()
        );
        print(format!("{}\n{speed}", results::render(&played.records)))?;
    }
    let sound = results::complain(&played.records);
    Ok(if played.complete && (sound || !options.strict) { Verdict::Yes } else { Verdict::No })
}

fn wanted_levels(library: &Library, names: &[String]) -> Result<Vec<Label>, Failure> {
    if names.iter().any(|name| name == "all") {
        return Ok(library.levels.keys().copied().collect());
    }
    let mut levels = Vec::new();
    for name in names {
        let (level, _) = library.level(name).map_err(Failure::new)?;
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    Ok(levels)
}

fn fixtures(options: &Options, levels: &[Label]) -> Vec<Fixture> {
    let seeds = || (0..options.matches).map(|number| options.seed.wrapping_add(number));
    let all = levels.iter().flat_map(|level| seeds().map(|seed| Fixture { level: *level, seed }));
    let (part, parts) = options.shard.unwrap_or((1, 1));
    all.skip(part - 1).step_by(parts).collect()
}

fn play_all(options: &Options, arena: &Arena, fixtures: &[Fixture], data: &str) -> Result<Results, Failure> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let (mut store, mut records) = match &options.out {
        Some(path) => {
            let (store, kept) = open_store(path, arena, data)?;
            let wanted: BTreeSet<Fixture> = fixtures.iter().copied().collect();
            (Some(store), kept.into_iter().filter(|record| wanted.contains(&record.fixture())).collect())
        }
        None => (None, Vec::new()),
    };
    if let Some(folder) = &options.events {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::from(error).while_doing(format!("cannot write to {}", folder.display())))?;
    }
    let done: BTreeSet<Fixture> = records.iter().map(MatchRecord::fixture).collect();
    let left: Vec<Fixture> = fixtures.iter().filter(|fixture| !done.contains(fixture)).copied().collect();
    if !done.is_empty() {
        tracing::info!("{} of {} matches were played before", done.len(), fixtures.len());
    }
    let jobs = options.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    // The second time it ends at once: the first one may have come while something hangs.
    let on_interrupt = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(on_interrupt)?;

    let progress = progress_bar(left.len());
    let started = Instant::now();
    let mut played_seconds = 0.0;
    let job = Job { arena, fixtures: &left, jobs, stop: &STOP };
    let complete = lab::run(&job, |played| {
        if let Some(store) = &mut store {
            store.append(&played.record)?;
        }
        if let Some(folder) = &options.events {
            write_log(folder, &played)
                .map_err(|error| Failure::from(error).while_doing(format!("cannot write to {}", folder.display())))?;
        }
        played_seconds += played.record.seconds;
        records.push(played.record);
        progress.inc(1);
        Ok::<_, Failure>(())
    })?;
    progress.finish_and_clear();
    let wall_seconds = started.elapsed().as_secs_f64();
    if !complete {
        eprintln!("stopped: {} of {} matches were played", records.len(), fixtures.len());
    }
    let order: std::collections::BTreeMap<Fixture, usize> =
        fixtures.iter().enumerate().map(|(index, fixture)| (*fixture, index)).collect();
    records.sort_by_key(|record| order.get(&record.fixture()).copied());
    Ok(Results { records, played_seconds, wall_seconds, jobs, complete })
}

fn open_store(path: &Path, arena: &Arena, data: &str) -> Result<(Store, Vec<MatchRecord>), Failure> {
    // How many play is no file, yet results with other numbers are results of something else.
    let counts: Vec<String> = arena.counts.iter().map(|(side, count)| format!("{side}={count}")).collect();
    let key = StoreKey { program: program_digest()?, data: format!("{data} {}", counts.join(" ")) };
    Ok(Store::open(path, key)?)
}

/// A bar on standard error; hidden where that is no terminal.
fn progress_bar(matches: usize) -> ProgressBar {
    let bar = ProgressBar::new(matches as u64);
    let template = "{bar:30} {pos}/{len} matches, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
