//! Standard output: results and nothing else. A reader that has gone away is no reason to panic.

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
};

use serde::Serialize;

use super::Failure;

/// Writes one text to standard output, with a line feed at its end.
pub fn print(text: impl Display) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let text = text.to_string();
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON document to standard output.
pub fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(serde_json::to_string_pretty(document)?)
}

/// Whether a person reads standard output.
pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}
