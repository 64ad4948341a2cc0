//! `quarry report FILE...`: results of one or many runs put together, as a table, JSON, CSV or a page.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use serde::Serialize;

use super::{Answer, Common, Verdict, data_root, output::write, print, print_json, results};
use crate::{
    data::Library,
    lab::{MatchRecord, MeasuresSummary, Summary, html, merge, to_csv},
    protocol::Label,
};

/// Put the results of one or many runs together
#[derive(Args, Debug)]
pub struct Options {
    /// Files that `simulate --out` wrote, by the same program from the same data
    #[arg(value_name = "FILE.jsonl", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Write a row a match into this file
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Write a page with plots and maps into this file
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document<'a> {
    matches: &'a [MatchRecord],
    summary: Summary,
    /// What was measured on each level.
    levels: BTreeMap<Label, MeasuresSummary>,
}

/// Runs it.
///
/// # Errors
/// Where results cannot be read, do not belong together, or cannot be written.
pub fn run(options: Options, common: &Common) -> Answer {
    let records = merge(&options.files)?;
    if let Some(path) = &options.csv {
        write(path, &to_csv(&records))?;
    }
    if let Some(path) = &options.html {
        // The levels are only for drawing: results are worth a page without them too.
        let levels = match data_root(common).map(|root| Library::load(&root)) {
            Ok(Ok(library)) => library.levels,
            _ => BTreeMap::new(),
        };
        write(path, &html(&records, &levels))?;
    }
    let totals = results::Totals::of(&records);
    if options.json {
        print_json(&Document { summary: totals.summary(), levels: totals.levels(), matches: &records })?;
    } else {
        print(results::render(&records, &totals))?;
    }
    totals.complain();
    Ok(Verdict::Yes)
}
