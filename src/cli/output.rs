//! Standard output: results and nothing else. A reader that has gone away is no reason to panic.

use std::{
    fmt::Display,
    fs,
    io::{self, IsTerminal, Write},
    path::Path,
};

use serde::Serialize;

use super::CliError;

/// Writes one text to standard output, with a line feed at its end.
pub fn print(text: impl Display) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let text = text.to_string();
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON document to standard output.
pub fn print_json(document: &impl Serialize) -> Result<(), CliError> {
    print(serde_json::to_string_pretty(document)?)
}

/// Writes a text into a file: whole or not at all, so that what was there before is not lost to a full disk.
pub fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |error: io::Error| CliError::from(error).context(format!("cannot write {}", path.display()));
    if !path.metadata().map_or(true, |known| known.is_file()) {
        // A pipe or a device takes what it is given.
        return fs::write(path, text).map_err(failed);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = Path::new(&beside);
    fs::write(beside, text).and_then(|()| fs::rename(beside, path)).map_err(|error| {
        let _ = fs::remove_file(beside);
        failed(error)
    })
}

/// Whether a person reads standard output.
pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}
