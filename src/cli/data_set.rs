//! Sets of data: the program's own folder with `assets/` and `levels/`, or what an argument names in its place.

use std::path::{Path, PathBuf};

use quarry_ron::{Document, finding::suggestion, input};

use super::{CliError, CommonOptions};
use crate::data::{DataFiles, FileKind, Library};

/// The folder named with `--data`, or else the first of these that holds `assets/` and `levels/`: the program's own
/// folder, the current folder, the package's folder (under `cargo run`), and the folders above the program's.
pub fn data_root(common: &CommonOptions) -> Result<PathBuf, CliError> {
    if let Some(folder) = &common.data {
        return match missing_part(folder) {
            None => Ok(folder.clone()),
            Some(part) => Err(CliError::new(format!("--data {}: there is no folder {part}/ in it", folder.display()))),
        };
    }
    let program = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    let above = program.iter().flat_map(|folder| folder.ancestors().skip(1)).map(Path::to_path_buf);
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let mut tried = program.iter().cloned().chain(std::env::current_dir().ok()).chain(package).chain(above);
    tried.find(|folder| missing_part(folder).is_none()).ok_or_else(|| {
        CliError::new(
            "no folder with assets/ and levels/ was found beside the program or here; name it with --data DIR",
        )
    })
}

/// Loads and checks all data of the game that `--game` names.
pub fn load_library(common: &CommonOptions) -> Result<Library, CliError> {
    let library = Library::load(&data_root(common)?, common.game()?.schema()).map_err(CliError::from_findings)?;
    for warning in &library.warnings {
        tracing::warn!("{warning}");
    }
    Ok(library)
}

/// The first of the two folders that a data folder lacks.
fn missing_part(folder: &Path) -> Option<&'static str> {
    ["assets", "levels"].into_iter().find(|part| !folder.join(part).is_dir())
}

/// A set of data that an argument names.
pub(super) struct DataSet {
    pub library: Library,
    /// The path below the data folder of the file that the argument replaces; `None` if the argument is a data folder.
    pub replaced: Option<String>,
}

/// Loads a data folder, or the program's data with one file replaced.
pub(super) fn load(path: &Path, common: &CommonOptions) -> Result<DataSet, CliError> {
    let game = common.game()?.schema();
    let shown = path.display();
    if path.is_dir() {
        if let Some(part) = missing_part(path) {
            return Err(CliError::new(format!(
                "{shown}: expected a data folder, but there is no folder {part}/ in it"
            )));
        }
        let library = Library::load(path, game).map_err(CliError::from_findings)?;
        return Ok(DataSet { library, replaced: None });
    }
    let bytes = input::read(path, input::DATA_FILE).map_err(|error| {
        CliError::new(format!("{shown}: {error}; expected a data folder, or a file to use in place of a shipped one"))
    })?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let shown = shown.to_string();
    let document = Document::decode(&shown, bytes.clone()).map_err(|finding| CliError::from_findings([finding]))?;
    let stem = name.trim_end_matches(".ron");
    let place = FileKind::from_document(&document).map(|kind| game.path(kind, stem)).ok_or_else(|| {
        CliError::new(format!("{shown}: the file is no agent, mind, brain, rules, level, prop catalogue or palette"))
    })?;
    let mut files = DataFiles::read(&data_root(common)?, game.name).map_err(CliError::from_findings)?;
    if files.get(&place).is_none() {
        let help = suggestion(&place, files.iter().map(|(path, ..)| path)).unwrap_or_default();
        return Err(CliError::new(format!("{shown}: it would replace {place}, which does not exist: {help}")));
    }
    files.put_external(&place, &shown, bytes);
    let library = Library::from_files(&files, game).map_err(CliError::from_findings)?;
    Ok(DataSet { library, replaced: Some(place) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_data_is_refused_by_name() {
        let common = CommonOptions { data: Some(PathBuf::from("/nowhere/at/all")), ..CommonOptions::default() };
        assert!(data_root(&common).is_err());
    }
}
