//! Writing a changed data file back to the disk: whole or not at all, and only over the version one has seen.
//!
//! Knows nothing of what is in the file.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    process,
};

use super::input;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteBackError {
    /// Somebody else changed it since it was read.
    #[error("{file} has been changed on the disk meanwhile: look at it, and decide anew")]
    ChangedOnDisk {
        /// The file.
        file: String,
    },
    /// It may not be written.
    #[error("{file} may not be written: it is read-only")]
    ReadOnly {
        /// The file.
        file: String,
    },
    /// The system did not let it be read or written.
    #[error("{file} could not be written: {source}")]
    Failed {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
}

/// Writes `new` over the file at `path` below `root`, where its text is `seen` still. It is written beside it and then put in its
/// place, so that nobody ever reads half of it.
///
/// # Errors
/// Where the file is no longer as it was seen, or cannot be written; it is then as it was.
pub fn write_back(root: &Path, path: &str, seen: &str, new: &str) -> Result<(), WriteBackError> {
    let target = root.join(path);
    let failed = |source| WriteBackError::Failed { file: path.to_owned(), source };
    let now = input::read(&target, input::DATA_FILE).map_err(failed)?;
    if now != seen.as_bytes() {
        return Err(WriteBackError::ChangedOnDisk { file: path.to_owned() });
    }
    let permissions = fs::metadata(&target).map_err(failed)?.permissions();
    if permissions.readonly() {
        return Err(WriteBackError::ReadOnly { file: path.to_owned() });
    }
    let beside = beside(&target);
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        file.write_all(new.as_bytes())?;
        file.sync_all()?;
        fs::set_permissions(&beside, permissions)?;
        fs::rename(&beside, &target)
    })();
    written.map_err(|source| {
        // What is left of the attempt is of no use; that it may not go away either changes nothing.
        let _ = fs::remove_file(&beside);
        failed(source)
    })
}

/// A name beside the file that no reader of data takes for one.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    target.with_file_name(format!(".{name}.{}.new", process::id()))
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn a_file_is_written_over_what_was_seen_and_over_nothing_else() {
        let root = env::temp_dir().join(format!("quarry-write-back-{}", process::id()));
        fs::create_dir_all(&root).unwrap();
        let file = root.join("a.ron");
        fs::write(&file, "(a: 1)").unwrap();
        write_back(&root, "a.ron", "(a: 1)", "(a: 2)").unwrap();
        assert_eq!(input::read_text(&file, input::DATA_FILE).unwrap(), "(a: 2)");
        let refused = write_back(&root, "a.ron", "(a: 1)", "(a: 3)").unwrap_err();
        assert!(matches!(refused, WriteBackError::ChangedOnDisk { .. }), "{refused}");
        assert_eq!(input::read_text(&file, input::DATA_FILE).unwrap(), "(a: 2)");
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        let refused = write_back(&root, "a.ron", "(a: 2)", "(a: 3)").unwrap_err();
        assert!(matches!(refused, WriteBackError::ReadOnly { .. }), "{refused}");
        assert!(matches!(write_back(&root, "b.ron", "", ""), Err(WriteBackError::Failed { .. })));
        assert_eq!(fs::read_dir(&root).unwrap().count(), 1, "nothing is left beside it");
        fs::remove_dir_all(root).unwrap();
    }
}
