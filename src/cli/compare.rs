//! `quarry compare A B`: plays the same matches with two sets of data and reports the differences.

use std::path::PathBuf;

use clap::Args;
use comfy_table::{Table, presets};
use serde::Serialize;

use super::{
    CliError, CommandOutcome, CommandResult, CommonOptions, data_set,
    matches::{MatchArgs, play, progress_bar},
    print, print_json,
};
use crate::lab::{Arena, MatchComparison, MatchRecord, MatchSpec, PairedDifference};

/// So many times the run looks whether the answer is clear.
const LOOKS: usize = 10;

/// Compare two sets of data on the same matches: what differs, by how much, and whether it is significant
#[derive(Args, Debug)]
pub struct Options {
    /// The first: a data folder, or a file that replaces the shipped one of the same kind and name
    first: PathBuf,
    /// The second: a folder or a file, too
    second: PathBuf,
    #[command(flatten)]
    matches: MatchArgs,
    /// Play all matches, even when the answer is clear before
    #[arg(long)]
    all: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ComparisonReport<'a> {
    first: String,
    second: String,
    stopped_early: bool,
    #[serde(flatten)]
    comparison: &'a MatchComparison,
}

/// Plays the matches and reports the differences.
///
/// # Errors
/// A set of data has errors.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let (first, second) =
        (data_set::load(&options.first, common)?.library, data_set::load(&options.second, common)?.library);
    let levels = options.matches.levels(&first)?;
    let arenas = [options.matches.arena(&first)?, options.matches.arena(&second)?];
    let mut specs = options.matches.specs(&levels);
    // Seed by seed, so that a run that ends early has played all levels alike.
    specs.sort_by_key(|spec| (spec.seed, spec.level));

    let bar = progress_bar(specs.len() * 2);
    let mut pairs = Vec::new();
    let (mut complete, mut stopped_early) = (true, false);
    for part in specs.chunks(specs.len().div_ceil(LOOKS).max(1)) {
        let mut halves = Vec::new();
        for arena in &arenas {
            let (records, whole) = play_part(arena, part, options.matches.jobs(), &bar)?;
            complete &= whole;
            halves.push(records);
        }
        if !complete {
            break;
        }
        if let (Some(second), Some(first)) = (halves.pop(), halves.pop()) {
            pairs.extend(first.into_iter().zip(second));
        }
        if !options.all && MatchComparison::from_pairs(&pairs).is_conclusive() && pairs.len() < specs.len() {
            stopped_early = true;
            break;
        }
    }
    bar.finish_and_clear();
    let comparison = MatchComparison::from_pairs(&pairs);
    if options.json {
        print_json(&ComparisonReport {
            first: options.first.display().to_string(),
            second: options.second.display().to_string(),
            stopped_early,
            comparison: &comparison,
        })?;
    } else {
        print(render(&comparison, stopped_early))?;
    }
    Ok(if complete { CommandOutcome::Success } else { CommandOutcome::Negative })
}

fn play_part(
    arena: &Arena,
    specs: &[MatchSpec],
    jobs: usize,
    bar: &indicatif::ProgressBar,
) -> Result<(Vec<MatchRecord>, bool), CliError> {
    let mut records = Vec::new();
    let complete = play(arena, specs, jobs, bar, |played| {
        records.push(played.record);
        Ok(())
    })?;
    Ok((records, complete))
}

fn render(comparison: &MatchComparison, stopped_early: bool) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(["", "first", "second", "change", "95 % interval", ""]);
    let mut row = |name: &str, difference: &PairedDifference, scale: f64, unit: &str| {
        let show = |number: f64| format!("{:.1}{unit}", number * scale);
        table.add_row([
            name.to_owned(),
            show(difference.first),
            show(difference.second),
            format!("{:+.1}{unit}", difference.change * scale),
            format!("{:+.1} to {:+.1}", difference.low * scale, difference.high * scale),
            if difference.is_significant() { "sure".to_owned() } else { "may be chance".to_owned() },
        ]);
    };
    row("hunters won", &comparison.hunters_won, 100.0, " %");
    row("hunted won", &comparison.hunted_won, 100.0, " %");
    row("caught", &comparison.caught, 100.0, " %");
    row("escaped", &comparison.escaped, 100.0, " %");
    row("length", &comparison.seconds, 1.0, " s");
    let ended = if stopped_early { "; the answer was clear before all were played" } else { "" };
    format!(
        "{table}\n\n{} pairs of matches on the same seeds, {} of them event for event the same{ended}.",
        comparison.pairs, comparison.identical
    )
}
