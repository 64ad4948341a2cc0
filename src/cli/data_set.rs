//! Sets of data: the program's own folder with `assets/` and `levels/`, or what an argument names in its place, each with the mods of `--mod`.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use quarry_ron::{Document, finding::suggestion, input};

use super::{CliError, CommonOptions};
use crate::data::{DataFiles, DataFolders, FileKind, Library};

/// The program's data, with the mods that `--mod` names.
pub fn data_folders(common: &CommonOptions) -> Result<DataFolders, CliError> {
    with_mods(&data_root(common)?, common)
}

/// The same; `None` if there is no data folder and no mod is named.
pub(super) fn folders_if_any(common: &CommonOptions) -> Result<Option<DataFolders>, CliError> {
    match data_folders(common) {
        Err(failure) if !common.mods.is_empty() => Err(failure),
        found => Ok(found.ok()),
    }
}

/// A data folder, with the mods that `--mod` names.
pub(super) fn with_mods(root: &Path, common: &CommonOptions) -> Result<DataFolders, CliError> {
    Ok(DataFolders::from(root).with_mods(&common.mods)?)
}

/// The folder named with `--data`, or else the first of [`usual_folders`] that holds `assets/` and `levels/`.
fn data_root(common: &CommonOptions) -> Result<PathBuf, CliError> {
    if let Some(folder) = &common.data {
        return match missing_part(folder) {
            None => Ok(folder.clone()),
            Some(part) => Err(CliError::new(format!(
                "--data {}: there is no folder {part}/ in it; name the folder that holds assets/ and levels/",
                folder.display()
            ))),
        };
    }
    first_with_data(usual_folders())
}

/// Where data is looked for, in this order: the program's own folder, the current folder, the package's folder (under `cargo run`), the
/// folders above the program's, and the data folders of the system, in which packages put what they install.
fn usual_folders() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    let above = program.iter().flat_map(|folder| folder.ancestors().skip(1)).map(Path::to_path_buf);
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = program.iter().cloned().chain(std::env::current_dir().ok()).chain(package);
    let named = std::env::var_os("XDG_DATA_DIRS");
    here.chain(above).chain(system_folders(program.as_deref(), named.as_deref())).collect()
}

/// The data folders of the system: beside the `bin` or `games` that the program is in, and in `XDG_DATA_DIRS` (`named`), or else
/// `/usr/local/share` and `/usr/share`, as the XDG base directory specification has it.
fn system_folders(program: Option<&Path>, named: Option<&OsStr>) -> Vec<PathBuf> {
    if !cfg!(unix) {
        return Vec::new();
    }
    let named = named.filter(|named| !named.is_empty()).unwrap_or(OsStr::new("/usr/local/share:/usr/share"));
    let beside = program.and_then(Path::parent).map(|prefix| prefix.join("share"));
    let bases = beside.into_iter().chain(std::env::split_paths(named).filter(|base| base.is_absolute()));
    bases.flat_map(|base| ["games/quarry", "quarry"].map(|folder| base.join(folder))).collect()
}

/// The first of these folders that holds `assets/` and `levels/`.
fn first_with_data(folders: Vec<PathBuf>) -> Result<PathBuf, CliError> {
    if let Some(found) = folders.iter().find(|folder| missing_part(folder).is_none()) {
        return Ok(found.clone());
    }
    let mut tried: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let mut seen = BTreeSet::new();
    tried.retain(|folder| seen.insert(folder.clone()));
    Err(CliError::new(format!(
        "no folder with assets/ and levels/ was found; name it with --data DIR, or put both beside the program. Tried: {}",
        tried.join(", ")
    )))
}

/// Loads and checks all data of the game that `--game` names.
pub fn load_library(common: &CommonOptions) -> Result<Library, CliError> {
    let library = Library::load(&data_folders(common)?, common.game()?.schema()).map_err(CliError::from_findings)?;
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
        let library = Library::load(&with_mods(path, common)?, game).map_err(CliError::from_findings)?;
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
    let mut files = DataFiles::read(&data_folders(common)?, game.name).map_err(CliError::from_findings)?;
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

    #[test]
    fn an_error_names_every_folder_that_was_tried_once_and_the_remedy() {
        let Err(error) = first_with_data(["/nowhere", "/nobody", "/nowhere"].map(PathBuf::from).to_vec()) else {
            panic!("there is no data");
        };
        let said = format!("{error:?}");
        assert!(said.contains("--data DIR") && said.contains("Tried: /nowhere, /nobody"), "{said}");
        assert_eq!(said.matches("/nowhere").count(), 1, "{said}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_a_package_has_installed_finds_its_data() {
        let shown = |program: &str, named: &str| -> Vec<String> {
            let folders = system_folders(Some(Path::new(program)), Some(OsStr::new(named)));
            folders.iter().map(|folder| folder.display().to_string()).collect()
        };
        assert_eq!(shown("/usr/games", "")[0], "/usr/share/games/quarry");
        assert_eq!(shown("/opt/bin", "/data:relative")[2..], ["/data/games/quarry", "/data/quarry"]);
    }
}
