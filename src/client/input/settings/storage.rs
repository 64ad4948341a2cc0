//! Reading and writing `settings.ron`.
//!
//! A file that cannot be parsed is renamed to `settings.ron.broken`, so that nothing the player wrote is overwritten.

use std::path::{Path, PathBuf};
use std::{fs, io};

use bevy::prelude::Resource;
use quarry_ron::{input, read_ron};
use ron::ser::PrettyConfig;

use super::Settings;

/// The folder of `settings.ron`; `None` if the system names none. Insert it before the plugin to use another folder.
#[derive(Resource, Clone, Debug)]
pub struct SettingsFolder(pub Option<PathBuf>);

const FILE: &str = "settings.ron";

/// Reads the settings in a folder, and reports their faults. A missing file gives the defaults without a report.
pub fn load(folder: &Path) -> (Settings, Option<String>) {
    let path = folder.join(FILE);
    let text = match input::read_text(&path, input::SETTINGS_FILE) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Settings::default(), None),
        Err(error) => return set_aside(&path, &error.to_string()),
    };
    match read_ron::<Settings>(&path.display().to_string(), &text) {
        Ok((mut settings, _)) => {
            let changed = settings.clamp_to_ranges();
            settings.bindings.complete();
            let report = (!changed.is_empty())
                .then(|| format!("{}: values out of range were clamped: {}", path.display(), changed.join(", ")));
            (settings, report)
        }
        Err(finding) => set_aside(&path, &finding.to_string()),
    }
}

/// Reads the settings in a folder without a report and without renaming a broken file.
pub fn peek(folder: &Path) -> Settings {
    let read = input::read_text(&folder.join(FILE), input::SETTINGS_FILE)
        .ok()
        .and_then(|text| read_ron::<Settings>(FILE, &text).ok());
    let mut settings = read.map(|(settings, _)| settings).unwrap_or_default();
    settings.clamp_to_ranges();
    settings
}

/// Renames a broken file; returns the defaults and the report.
fn set_aside(path: &Path, why: &str) -> (Settings, Option<String>) {
    let aside = path.with_extension("ron.broken");
    let report = match fs::rename(path, &aside) {
        Ok(()) => format!("{why}\nThe broken file was renamed to {}. Defaults are used.", aside.display()),
        Err(error) => format!("{why}\nDefaults are used. The broken file could not be renamed: {error}"),
    };
    (Settings::default(), Some(report))
}

/// Writes the settings into a folder, creating it if it is missing. The file is replaced in one step: a reader never sees half.
pub fn save(settings: &Settings, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let text = ron::ser::to_string_pretty(settings, PrettyConfig::default()).map_err(io::Error::other)?;
    let beside = folder.join(format!("{FILE}.new"));
    fs::write(&beside, text + "\n")?;
    fs::rename(&beside, folder.join(FILE))
}

#[cfg(test)]
mod tests {
    use std::env;

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
        settings.audio.tension = 0.25;
        settings.accessibility.subtitles = true;
        settings.graphics.size = Some((800, 600));
        save(&settings, &folder).unwrap();
        let (read, report) = load(&folder);
        assert_eq!(report, None);
        assert_eq!(read, settings);
        fs::remove_dir_all(folder).ok();
    }

    #[test]
    fn a_missing_file_gives_defaults_without_a_report() {
        let folder = folder("none");
        assert_eq!(load(&folder), (Settings::default(), None));
        fs::remove_dir_all(folder).ok();
    }

    #[test]
    fn a_broken_file_is_reported_and_renamed() {
        let folder = folder("broken");
        for text in ["(audio: (master: 0.5", "(aduio: (master: 0.5))", "(audio: (master: \"loud\"))", "\0\0\0"] {
            fs::write(folder.join(FILE), text).unwrap();
            let (read, report) = load(&folder);
            assert_eq!(read, Settings::default());
            assert!(report.unwrap().contains("settings.ron"));
            assert_eq!(input::read_text(&folder.join("settings.ron.broken"), input::SETTINGS_FILE).unwrap(), text);
            assert!(!folder.join(FILE).exists());
        }
        fs::remove_dir_all(folder).ok();
    }

    #[test]
    fn missing_fields_have_defaults_and_numbers_are_clamped() {
        let folder = folder("part");
        fs::write(folder.join(FILE), "(audio: (master: 7.0), graphics: (field_of_view: 75.0, size: (9000, 100)))")
            .unwrap();
        let (read, report) = load(&folder);
        assert_eq!((read.audio.master, read.graphics.field_of_view), (1.0, 75.0));
        assert_eq!(read.graphics.size, Some((7680, 200)));
        let report = report.unwrap();
        assert!(report.contains("audio.master") && report.contains("graphics.size"), "{report}");
        fs::remove_dir_all(folder).ok();
    }
}
