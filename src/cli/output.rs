//! Output: results on standard output, and files.
//!
//! Standard output belongs to results; the log and the progress bar go to standard error.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Serialize;

use super::CliError;

/// Prints a text, with one line break at its end.
pub fn print(text: impl Display) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let text = text.to_string();
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    out.flush()?;
    Ok(())
}

/// Prints a JSON document.
pub fn print_json(document: &impl Serialize) -> Result<(), CliError> {
    print(serde_json::to_string_pretty(document)?)
}

/// Writes a file atomically, so that a full disk does not destroy an older version. A pipe or a device is written directly.
pub fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |error: io::Error| CliError::from(error).context(format!("cannot write {}", path.display()));
    if !path.metadata().map_or(true, |known| known.is_file()) {
        return fs::write(path, text).map_err(failed);
    }
    let part = part_of(path);
    fs::write(&part, text).and_then(|()| fs::rename(&part, path)).map_err(|error| {
        let _ = fs::remove_file(&part);
        failed(error)
    })
}

/// Checks that a file can be written where `flag` says, before hours of matches are played for it. Missing folders are created.
pub fn check_writable(flag: &str, path: &Path) -> Result<(), CliError> {
    let failed =
        |error: io::Error| CliError::from(error).context(format!("{flag} {}: this cannot be written", path.display()));
    match path.metadata() {
        Ok(known) if known.is_dir() => return Err(failed(io::Error::other("it is a folder; name a file in it"))),
        // A pipe or a device is opened when there is something to write.
        Ok(known) if !known.is_file() => return Ok(()),
        _ => {}
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let part = part_of(path);
    fs::write(&part, "").and_then(|()| fs::remove_file(&part)).map_err(failed)
}

/// Checks that files can be written into a folder, as [`check_writable`] does for a file.
pub fn check_writable_folder(flag: &str, folder: &Path) -> Result<(), CliError> {
    check_writable(flag, &folder.join(".quarry"))
}

/// The temporary file beside a file that is being written.
fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn a_place_that_cannot_be_written_is_found_beforehand() {
        let folder = env::temp_dir().join(format!("quarry-output-{}", process::id()));
        check_writable("--record", &folder.join("new/match.quarry")).unwrap();
        assert_eq!(fs::read_dir(folder.join("new")).unwrap().count(), 0, "nothing is left behind");
        fs::write(folder.join("file"), "").unwrap();
        for impossible in [folder.join("file/match.quarry"), folder.join("new")] {
            let error = check_writable("--record", &impossible).unwrap_err();
            assert!(format!("{error:?}").contains(&format!("--record {}", impossible.display())), "{error:?}");
        }
        assert!(check_writable_folder("--record", &folder.join("file")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
