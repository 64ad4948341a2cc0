//! Writing a changed data file to the disk: atomically, and only over the version that the change was made to.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    process,
};

use crate::input;

/// A file was not written.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Debug, thiserror::Error)]
pub enum WriteBackError {
    #[error("{file} has changed on the disk since it was read; look at it, then try again")]
    ChangedOnDisk { file: String },
    #[error("{file} is read-only")]
    ReadOnly { file: String },
    #[error("{file} could not be written: {source}")]
    Failed { file: String, source: io::Error },
}

/// Replaces the text of the file at `path` below `root` if it is still `seen`. The new text is written to a temporary file that
/// is then renamed, so that no reader sees half of it.
///
/// # Errors
/// The file has changed since, or cannot be written. It is then left as it was.
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
        // The temporary file is of no use; if it cannot be deleted either, the first error still matters more.
        let _ = fs::remove_file(&beside);
        failed(source)
    })
}

/// The temporary file: in the same folder, with a name that is not loaded as data.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    target.with_file_name(format!(".{name}.{}.new", process::id()))
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn only_the_version_that_was_seen_is_replaced() {
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
        assert_eq!(fs::read_dir(&root).unwrap().count(), 1, "no temporary file is left");
        fs::remove_dir_all(root).unwrap();
    }
}
