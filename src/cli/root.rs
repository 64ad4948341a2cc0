//! Where the data is: the folder with `assets/` and `levels/`; and loading it.

use std::path::{Path, PathBuf};

use super::{CliError, CommonOptions};
use crate::data::Library;

/// The folder named with `--data`, or else the first of these that holds `assets/` and `levels/`: the program's own
/// folder, the current folder, the package's folder (under `cargo run`), and the folders above the program's.
pub fn data_root(common: &CommonOptions) -> Result<PathBuf, CliError> {
    if let Some(folder) = &common.data {
        return match lacking(folder) {
            None => Ok(folder.clone()),
            Some(part) => Err(CliError::new(format!("--data {}: there is no folder {part}/ in it", folder.display()))),
        };
    }
    let beside = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    let above = beside.iter().flat_map(|folder| folder.ancestors().skip(1)).map(Path::to_path_buf);
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let tried = beside.iter().cloned().chain(std::env::current_dir().ok()).chain(package).chain(above);
    tried.into_iter().find(|folder| lacking(folder).is_none()).ok_or_else(|| {
        CliError::new("found no folder with assets/ and levels/ beside the program or here; name it with --data DIR")
    })
}

/// Loads and checks all data of the program.
///
/// # Errors
/// Where any of it is wrong, with the place of each error.
pub fn load_library(common: &CommonOptions) -> Result<Library, CliError> {
    let library = Library::load(&data_root(common)?).map_err(CliError::from_findings)?;
    for warning in &library.warnings {
        tracing::warn!("{warning}");
    }
    Ok(library)
}

/// The part of a data folder that this folder lacks.
fn lacking(folder: &Path) -> Option<&'static str> {
    ["assets", "levels"].into_iter().find(|part| !folder.join(part).is_dir())
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
