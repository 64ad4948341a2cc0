//! Sets of data as people name them on the command line: a folder, or one file in place of its like in the program's data.

use std::path::Path;

use super::{CliError, CommonOptions, data_root};
use crate::data::{DataFiles, Document, FileKind, Library};

/// A set of data, and which file of the program's data it changes where it is one file.
pub(super) struct DataSet {
    /// All of it.
    pub library: Library,
    /// The path below the data folder of the one file that differs.
    pub replaced: Option<String>,
}

/// Loads a data folder, or the program's data with one file replaced.
///
/// # Errors
/// Where it cannot be read or used, or the file is like none that could be replaced.
pub(super) fn load(path: &Path, common: &CommonOptions) -> Result<DataSet, CliError> {
    if path.is_dir() {
        let library = Library::load(path).map_err(CliError::from_findings)?;
        return Ok(DataSet { library, replaced: None });
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let shown = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| CliError::from(error).context(format!("cannot read {shown}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let document = Document::parse(&shown, &text).map_err(|finding| CliError::from_findings([finding]))?;
    let place = FileKind::from_document(&document).and_then(|kind| kind.path_for(&name)).ok_or_else(|| {
        CliError::new(format!("{shown}: this is like none of the data files, so there is none that it could replace"))
    })?;
    let mut files = DataFiles::read(&data_root(common)?).map_err(CliError::from_findings)?;
    if files.get(&place).is_none() {
        return Err(CliError::new(format!("{shown}: there is no {place} that it could replace")));
    }
    files.put_external(&place, &shown, bytes);
    let library = Library::from_files(&files).map_err(CliError::from_findings)?;
    Ok(DataSet { library, replaced: Some(place) })
}
