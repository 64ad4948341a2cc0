//! Sets of data as people name them on the command line: a folder, or one file in place of its like in the program's data.

use std::path::Path;

use super::{Common, Failure, data_root};
use crate::data::{Document, FileKind, Files, Library};

/// A set of data, and which file of the program's data it changes where it is one file.
pub(super) struct Entry {
    /// All of it.
    pub library: Library,
    /// The path below the data folder of the one file that differs.
    pub replaced: Option<String>,
}

/// Loads a data folder, or the program's data with one file replaced.
///
/// # Errors
/// Where it cannot be read or used, or the file is like none that could be replaced.
pub(super) fn load(path: &Path, common: &Common) -> Result<Entry, Failure> {
    if path.is_dir() {
        let library = Library::load(path).map_err(Failure::from_findings)?;
        return Ok(Entry { library, replaced: None });
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let shown = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|error| Failure::from(error).while_doing(format!("cannot read {shown}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let document = Document::parse(&shown, &text).map_err(|finding| Failure::from_findings([finding]))?;
    let place = FileKind::of_text(&document).and_then(|kind| kind.place_of(&name)).ok_or_else(|| {
        Failure::new(format!("{shown}: this is like none of the data files, so there is none that it could replace"))
    })?;
    let mut files = Files::read(&data_root(common)?).map_err(Failure::from_findings)?;
    if files.get(&place).is_none() {
        return Err(Failure::new(format!("{shown}: there is no {place} that it could replace")));
    }
    files.put_as(&place, &shown, bytes);
    let library = Library::from_files(&files).map_err(Failure::from_findings)?;
    Ok(Entry { library, replaced: Some(place) })
}
