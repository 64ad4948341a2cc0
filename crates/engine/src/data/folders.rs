//! Where data files lie: the data folder, and the mods that are laid over it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use quarry_ron::finding::suggestion;

use super::DataFiles;

/// The folder of mods, in the user's folder and in the data folder.
const MODS: &str = "mods";

/// The data folder and the mods that are laid over it. A file of a mod replaces the one with the same path below the data folder, or is added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataFolders {
    /// The folder that holds `assets/` and `levels/`.
    pub root: PathBuf,
    /// The mods. If several have a file, the last of them counts.
    pub mods: Vec<ModFolder>,
}

/// A mod: a folder with some files of a data folder, in the same places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModFolder {
    /// The name of the folder.
    pub name: String,
    /// The folder.
    pub path: PathBuf,
}

/// No mod has this name.
#[derive(Debug, thiserror::Error)]
#[error("there is no mod called `{name}` in {places}: {help}")]
pub struct UnknownMod {
    name: String,
    help: String,
    places: String,
}

impl<P: AsRef<Path> + ?Sized> From<&P> for DataFolders {
    fn from(root: &P) -> Self {
        Self { root: root.as_ref().to_owned(), mods: Vec::new() }
    }
}

impl From<&Self> for DataFolders {
    fn from(folders: &Self) -> Self {
        folders.clone()
    }
}

impl DataFolders {
    /// The same data folder with these mods and no others, in this order.
    ///
    /// # Errors
    /// The first name that no mod has.
    pub fn with_mods(&self, names: &[String]) -> Result<Self, UnknownMod> {
        let known = self.found_mods();
        let find = |name: &String| {
            known.iter().find(|found| found.name == *name).cloned().ok_or_else(|| {
                let help = suggestion(name, known.iter().map(|found| found.name.as_str()));
                let places: Vec<String> = self.mod_places().map(|place| place.display().to_string()).collect();
                UnknownMod {
                    name: name.clone(),
                    help: help.unwrap_or_else(|| "a mod is a folder in one of these places".to_owned()),
                    places: places.join(" or "),
                }
            })
        };
        Ok(Self { root: self.root.clone(), mods: names.iter().map(find).collect::<Result<_, _>>()? })
    }

    /// The mods that can be laid over this data folder, by name. Of two with the same name, the one in the user's folder counts.
    pub fn found_mods(&self) -> Vec<ModFolder> {
        let mut found = BTreeMap::new();
        for entry in self.mod_places().filter_map(|place| fs::read_dir(place).ok()).flatten().flatten() {
            let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'));
            if let Some(name) = name.filter(|_| entry.path().is_dir()) {
                found.entry(name).or_insert_with(|| entry.path());
            }
        }
        found.into_iter().map(|(name, path)| ModFolder { name, path }).collect()
    }

    /// The paths of the files of a mod: first those that replace a file of the data folder, then those that it adds.
    pub fn contents_of(&self, of_mod: &ModFolder) -> (Vec<String>, Vec<String>) {
        DataFiles::paths_of(of_mod).into_iter().partition(|path| self.root.join(path).is_file())
    }

    /// Where mods are looked for.
    pub fn mod_places(&self) -> impl Iterator<Item = PathBuf> {
        user_folder().into_iter().chain([self.root.clone()]).map(|folder| folder.join(MODS))
    }

    /// The data folder and the folders of the mods, in the order in which they are laid over each other.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = &Path> {
        std::iter::once(self.root.as_path()).chain(self.mods.iter().map(|one| one.path.as_path()))
    }

    /// The folder whose file counts for a path below the data folder: that of a mod if one has it, otherwise the data folder.
    pub fn folder_of(&self, path: impl AsRef<Path>) -> &Path {
        self.layers().rev().find(|layer| layer.join(path.as_ref()).is_file()).unwrap_or(&self.root)
    }

    /// The file that counts for a path below the data folder.
    pub fn file(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder_of(path.as_ref()).join(path)
    }
}

/// The program's folder among what the user has configured: settings, recordings, mods. `None` if the environment names none.
pub fn user_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library").join("Application Support"))
    } else {
        // The XDG base directory specification says to ignore a relative path here.
        named("XDG_CONFIG_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| named("HOME").map(|home| home.join(".config")))
    };
    base.map(|base| base.join("quarry"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mod_is_found_by_the_name_of_its_folder_and_by_no_path() {
        let root = env::temp_dir().join(format!("quarry-folders-{}", std::process::id()));
        for folder in ["mods/folders_a/levels", "mods/folders_b", "mods/.folders_c", "elsewhere"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for file in ["mods/folders_a/levels/one.ron", "mods/folders_file"] {
            fs::write(root.join(file), "()").unwrap();
        }
        let data = DataFolders::from(&root);
        let both = data.with_mods(&["folders_b", "folders_a"].map(str::to_owned)).unwrap();
        assert_eq!(both.mods.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["folders_b", "folders_a"]);
        assert_eq!(both.folder_of("levels/one.ron"), root.join("mods/folders_a"));
        assert_eq!(both.file("levels/two.ron"), root.join("levels/two.ron"));
        let refused = data.with_mods(&["folders_aa".to_owned()]).unwrap_err().to_string();
        assert!(refused.contains("did you mean `folders_a`?"), "{refused}");
        assert!(refused.contains(&root.join("mods").display().to_string()), "{refused}");
        for name in ["", ".", "..", "../elsewhere", "folders_a/levels", ".folders_c", "folders_file", "/tmp"] {
            assert!(data.with_mods(&[name.to_owned()]).is_err(), "{name}");
        }
        fs::remove_dir_all(root).unwrap();
    }
}
