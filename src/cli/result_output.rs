//! Where the results of many matches go: a table on the terminal, one JSON document, a file of rows, a page.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{
    CliError,
    output::{print, print_json, write},
};

/// What results are wanted as.
#[derive(Args, Debug)]
pub(super) struct ResultOutput {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Write the results as rows into this file
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Write a page with plots into this file
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

impl ResultOutput {
    /// Writes the files that are wanted, then prints the document or the table.
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
