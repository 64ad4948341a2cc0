//! Where settings are kept, and how they are read and written.
//!
//! A file that cannot be read as settings is set aside as `settings.ron.broken` and never overwritten silently.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use bevy::prelude::Resource;
use ron::ser::PrettyConfig;

use super::Settings;
use crate::data::read_ron;

/// The folder settings are kept in; `None` where there is none. Insert it before the plugin to keep them elsewhere.
#[derive(Resource, Clone, Debug)]
pub struct SettingsFolder(pub Option<PathBuf>);

/// The name of the file.
const FILE: &str = "settings.ron";

/// The person's configuration folder for this program, as their system has it.
pub fn default_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library").join("Application Support"))
    } else {
        // The XDG base directory specification: a relative path there is to be ignored.
        named("XDG_CONFIG_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| named("HOME").map(|home| home.join(".config")))
    };
    base.map(|base| base.join("quarry"))
}

/// Reads the settings of a folder; defaults where there are none, and where the file is broken a report of that.
pub fn load(folder: &Path) -> (Settings, Option<String>) {
    let path = folder.join(FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Settings::default(), None),
        Err(error) => return set_aside(&path, &error.to_string()),
    };
    match read_ron::<Settings>(&path.display().to_string(), &text) {
        Ok((mut settings, _)) => {
            let changed = settings.bring_into_range();
            settings.bindings.complete();
            let report = (!changed.is_empty())
                .then(|| format!("{}: brought into range: {}", path.display(), changed.join(", ")));
            (settings, report)
        }
        Err(finding) => set_aside(&path, &finding.to_string()),
    }
}

/// The settings of a folder as far as they can be read, without a word and without touching the file.
pub fn peek(folder: &Path) -> Settings {
    let read = fs::read_to_string(folder.join(FILE)).ok().and_then(|text| read_ron::<Settings>(FILE, &text).ok());
    let mut settings = read.map(|(settings, _)| settings).unwrap_or_default();
    settings.bring_into_range();
    settings
}

/// Renames a broken file and answers with defaults.
fn set_aside(path: &Path, why: &str) -> (Settings, Option<String>) {
    let aside = path.with_extension("ron.broken");
    let report = match fs::rename(path, &aside) {
        Ok(()) => format!("{why}\nThe broken settings are kept as {}; defaults are used.", aside.display()),
        Err(error) => format!("{why}\nDefaults are used; the broken file could not be set aside: {error}"),
    };
    (Settings::default(), Some(report))
}

/// Writes the settings into a folder, making it where it lacks. A reader sees the old file or the new one, never half.
///
/// # Errors
/// Where the folder or the file cannot be written.
pub fn save(settings: &Settings, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let text = ron::ser::to_string_pretty(settings, PrettyConfig::default()).map_err(io::Error::other)?;
    let beside = folder.join(format!("{FILE}.new"));
    fs::write(&beside, text + "\n")?;
    fs::rename(&beside, folder.join(FILE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("quarry-settings-{name}-{}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = folder("again");
        let mut settings = Settings::default();
        settings.volumes.tension = 0.25;
        settings.access.subtitles = true;
        settings.picture.size = (800, 600);
        save(&settings, &folder).unwrap();
        let (read, report) = load(&folder);
        assert_eq!(report, None);
        assert_eq!(read, settings);
        fs::remove_dir_all(folder).ok();
    }

    #[test]
    fn nothing_kept_means_defaults_without_a_word() {
        let folder = folder("none");
        assert_eq!(load(&folder), (Settings::default(), None));
        fs::remove_dir_all(folder).ok();
    }

    #[test]
    fn a_broken_file_is_reported_and_set_aside() {
        let folder = folder("broken");
        for text in ["(volumes: (all: 0.5", "(voulmes: (all: 0.5))", "(volumes: (all: \"loud\"))", "\0\0\0"] {
            fs::write(folder.join(FILE), text).unwrap();
            let (read, report) = load(&folder);
            assert_eq!(read, Settings::default());
            assert!(report.unwrap().contains("settings.ron"));
            assert_eq!(fs::read_to_string(folder.join("settings.ron.broken")).unwrap(), text);
            assert!(!folder.join(FILE).exists());
        }
        fs::remove_dir_all(folder).ok();
    }

    #[test]
    fn a_part_of_the_settings_is_enough_and_numbers_are_brought_into_range() {
        let folder = folder("part");
        fs::write(folder.join(FILE), "(volumes: (all: 7.0), picture: (field_of_view: 75.0))").unwrap();
        let (read, report) = load(&folder);
        assert_eq!((read.volumes.all, read.picture.field_of_view), (1.0, 75.0));
        assert!(report.unwrap().contains("volumes.all"));
        fs::remove_dir_all(folder).ok();
    }
}
