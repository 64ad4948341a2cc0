//! `quarry report FILE...`: merges the results of runs into a table, JSON, CSV or a page.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use quarry_minds::protocol::Label;
use serde::Serialize;

use super::{CommandOutcome, CommandResult, CommonOptions, data_folders, games, result_output::ResultOutput, results};
use crate::data::Library;
use crate::lab::{MeasuresSummary, MergedResults, Summary, matches_csv, matches_html, merge};

/// Merge the results of one or more runs into one report
#[derive(Args, Debug)]
pub struct Options {
    /// Files that `simulate --out` wrote, by the same program from the same data
    #[arg(value_name = "FILE.jsonl", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    results: ResultOutput,
}

#[derive(Serialize)]
struct MergedReport<'a> {
    /// Whether these are exactly the matches of whole runs.
    complete: bool,
    /// What is missing from the files, or appears in them twice.
    problems: &'a [String],
    matches: Vec<serde_json::Value>,
    summary: Summary,
    /// The behaviour measures of each level.
    levels: BTreeMap<Label, MeasuresSummary>,
}

/// Merges the results and prints them.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let MergedResults { records, problems } = merge(&options.files)?;
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let game = match records.first() {
        Some(record) => games::named(record.game.as_str())?,
        None => common.game()?,
    };
    let spec = game.results();
    let totals = results::Totals::of(spec, &records);
    // The levels are only for drawing: results are worth a page without them too.
    let levels = || match data_folders(common).map(|root| Library::load(&root, game.schema())) {
        Ok(Ok(library)) => library.levels,
        _ => BTreeMap::new(),
    };
    options.results.give(
        || matches_csv(&records),
        || matches_html(spec, &records, &levels(), &problems),
        &MergedReport {
            complete: problems.is_empty(),
            problems: &problems,
            summary: totals.summary(),
            levels: totals.levels(),
            matches: records.iter().map(|record| record.to_json(spec)).collect(),
        },
        || results::render(spec, &records, &totals, true),
    )?;
    totals.report_unsound();
    problems.iter().for_each(|problem| eprintln!("warning: {problem}"));
    Ok(if problems.is_empty() { CommandOutcome::Success } else { CommandOutcome::Negative })
}
