//! The formats in which the results of many matches are written.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::CliError;
use super::output::{print, print_json, write};
use crate::lab::RunProgress;

/// The results of a run as JSON: whether it was played to its end, and what came of it.
#[derive(Serialize)]
pub(super) struct RunDocument<'a, R> {
    complete: bool,
    #[serde(flatten)]
    progress: RunProgress,
    #[serde(flatten)]
    results: &'a R,
}

impl<'a, R> RunDocument<'a, R> {
    pub(super) fn new(progress: RunProgress, results: &'a R) -> Self {
        Self { complete: !progress.interrupted, progress, results }
    }
}

/// The formats that were asked for.
#[derive(Args, Debug)]
pub(super) struct ResultOutput {
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Also write the results as CSV
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Also write the results as a page with charts
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

impl ResultOutput {
    /// Whether JSON was asked for.
    pub(super) fn wants_json(&self) -> bool {
        self.json
    }

    /// Writes the files that were asked for, then prints the document or the table.
    pub(super) fn give(
        &self,
        rows: impl FnOnce() -> String,
        page: impl FnOnce() -> String,
        document: &impl Serialize,
        table: impl FnOnce() -> String,
    ) -> Result<(), CliError> {
        if let Some(path) = &self.csv {
            write(path, &rows())?;
        }
        if let Some(path) = &self.html {
            write(path, &page())?;
        }
        if self.json { print_json(document) } else { print(table()) }
    }
}
