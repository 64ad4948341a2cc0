//! `quarry check [PATH...]`: validates data files and reports errors with file, line and column.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use quarry_ron::{Diagnostics, Document, Finding, Severity, finding::plural, input};
use serde::Serialize;

use super::data_set::{data_folders, folders_if_any, with_mods};
use super::{CliError, CommandOutcome, CommandResult, CommonOptions, print, print_json};
use crate::data::{DataFiles, DataFolders, FileKind, GameSchema, Library};
use crate::games;
use crate::simulation::{bake_level, check_minds};

/// How deep a folder is searched for files.
const MAX_DEPTH: usize = 6;

/// Check data files: whether each can be read, whether all fit together, and whether minds mean what they say
#[derive(Args, Debug, Clone)]
pub struct Options {
    /// Files or folders [default: all data of the program]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CheckReport<'f> {
    files: usize,
    findings: &'f [Finding],
}

/// Checks the files and prints the findings.
pub fn run(options: Options, common: &CommonOptions) -> CommandResult {
    let (files, findings) = if options.paths.is_empty() {
        check_folder(&data_folders(common)?)?
    } else {
        check_paths(&options.paths, common)?
    };
    if options.json {
        print_json(&CheckReport { files, findings: &findings })?;
    } else {
        print(text(files, &findings))?;
    }
    let errors = findings.iter().any(|finding| finding.severity == Severity::Error);
    Ok(if errors { CommandOutcome::Negative } else { CommandOutcome::Success })
}

fn text(files: usize, findings: &[Finding]) -> String {
    let mut text: String = findings.iter().map(|finding| finding.snippet() + "\n\n").collect();
    let found = if findings.is_empty() { "no findings".to_owned() } else { plural(findings.len(), "finding") };
    text += &format!("{} checked: {found}", plural(files, "file"));
    text
}

/// Checks the data of all games that a folder holds, with the mods laid over it.
fn check_folder(folders: &DataFolders) -> Result<(usize, Vec<Finding>), CliError> {
    let (mut paths, mut findings) = (BTreeSet::new(), Vec::new());
    let all: Vec<&'static GameSchema> = games::all().iter().map(|game| game.schema()).collect();
    let held =
        |game: &&GameSchema| ["assets", "levels"].iter().any(|part| folders.root.join(part).join(game.name).is_dir());
    let some = all.iter().any(held);
    // A folder without any game lacks the files of the first one.
    for game in
        all.into_iter().enumerate().filter(|(index, game)| held(game) || !some && *index == 0).map(|(_, game)| game)
    {
        let files = read(folders, game)?;
        paths.extend(files.iter().map(|(path, ..)| path.to_owned()));
        for finding in check_all(&files, game, None) {
            // Games share files.
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
    }
    for one in &folders.mods {
        let ours = DataFiles::paths_of(one).into_iter().filter(|path| path.ends_with(".ron") && !paths.contains(path));
        findings.extend(ours.map(|path| {
            let finding = Finding::for_file(one.path.join(path).display().to_string(), "nothing reads this file");
            finding
                .help("the files of a game are in assets/GAME/ and levels/GAME/; `quarry games` lists the games")
                .warning()
        }));
    }
    Ok((paths.len(), Diagnostics { findings }.into_sorted()))
}

/// The game whose folder a path names, below `assets` or `levels`; otherwise the one of `--game`.
fn game_at(path: &Path, common: &CommonOptions) -> Result<&'static GameSchema, CliError> {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let parts: Vec<&OsStr> = whole.components().map(|part| part.as_os_str()).collect();
    let is_data = |part: &OsStr| part == "assets" || part == "levels";
    let folder = parts.iter().rposition(|part| is_data(part)).and_then(|index| parts.get(index + 1));
    let all: Vec<&'static GameSchema> = games::all().iter().map(|game| game.schema()).collect();
    match all.into_iter().find(|game| folder.is_some_and(|folder| *folder == game.name)) {
        Some(game) if common.game.is_none() => Ok(game),
        _ => Ok(common.game()?.schema()),
    }
}

fn read(folders: &DataFolders, game: &GameSchema) -> Result<DataFiles, CliError> {
    DataFiles::read(folders, game.name).map_err(|findings| {
        let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
        CliError::new(said.join("\n"))
    })
}

/// The findings of these files, or of the ones in `only` (paths below the root). Minds are compiled and levels built, because only
/// the navigation mesh shows what can be reached.
fn check_all(files: &DataFiles, game: &'static GameSchema, only: Option<&BTreeSet<String>>) -> Vec<Finding> {
    let wanted = |path: &str| only.is_none_or(|only| only.contains(path));
    let (library, mut findings) = Library::examine(files, game);
    if let Some(library) = &library {
        findings.extend(check_minds(library));
        for name in library.levels.keys().filter(|name| wanted(&game.path(FileKind::Level, name.as_str()))) {
            findings.extend(bake_level(library, *name).err().into_iter().flatten());
        }
    }
    let has_difficulties = files.iter().any(|(_, kind, _)| kind == FileKind::Difficulty);
    if only.is_none() && !has_difficulties {
        let path = files.display_path(&game.path(FileKind::Difficulty, ""));
        let finding = Finding::for_file(path, "there is no such file").help("the menus of the window need it");
        findings.push(finding.warning());
    }
    if let Some(only) = only {
        let shown: BTreeSet<String> = only.iter().map(|path| files.display_path(path)).collect();
        findings.retain(|finding| shown.contains(&finding.file));
    }
    Diagnostics { findings }.into_sorted()
}

fn check_paths(paths: &[PathBuf], common: &CommonOptions) -> Result<(usize, Vec<Finding>), CliError> {
    let folders = folders_if_any(common)?;
    let folders = folders.and_then(|found| Some(DataFolders { root: fs::canonicalize(&found.root).ok()?, ..found }));
    let mut shipped = ShippedFiles { folders, read: BTreeMap::new() };
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() && path.join("assets").is_dir() && path.join("levels").is_dir() {
            found.push(check_folder(&with_mods(path, common)?)?);
        } else if path.is_dir() {
            let mut inside = Vec::new();
            ron_files(path, MAX_DEPTH, &mut inside)
                .map_err(|error| CliError::new(format!("{}: {error}", path.display())))?;
            if inside.is_empty() {
                return Err(CliError::new(format!("{}: there is no .ron file in this folder", path.display())));
            }
            for file in inside {
                found.push((1, check_file(&file, &mut shipped, game_at(&file, common)?)?));
            }
        } else {
            found.push((1, check_file(path, &mut shipped, game_at(path, common)?)?));
        }
    }
    let files = found.iter().map(|(files, _)| files).sum();
    let findings = found.into_iter().flat_map(|(_, findings)| findings).collect();
    Ok((files, Diagnostics { findings }.into_sorted()))
}

fn ron_files(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if depth > 1 {
                ron_files(&path, depth - 1, found)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            found.push(path);
        }
    }
    Ok(())
}

/// The files of the program's data folder, read once for each game.
struct ShippedFiles {
    /// The folder with the mods laid over it, if there is one.
    folders: Option<DataFolders>,
    read: BTreeMap<&'static str, DataFiles>,
}

impl ShippedFiles {
    fn of(&mut self, game: &'static GameSchema) -> Result<DataFiles, CliError> {
        if let Some(known) = self.read.get(game.name) {
            return Ok(known.clone());
        }
        let files = self.folders.as_ref().map(|folders| read(folders, game)).transpose()?.unwrap_or_default();
        self.read.insert(game.name, files.clone());
        Ok(files)
    }
}

/// Checks one file: a shipped file in its place, any other as one more file of its kind.
fn check_file(path: &Path, known: &mut ShippedFiles, game: &'static GameSchema) -> Result<Vec<Finding>, CliError> {
    // A single file is checked together with the shipped ones, which define the names that it may use.
    let shipped = known.of(game)?;
    let root = known.folders.as_ref().map(|folders| folders.root.as_path());
    let shown = path.display().to_string();
    let bytes = input::read(path, input::DATA_FILE).map_err(|error| CliError::new(format!("{shown}: {error}")))?;
    let document = match Document::decode(&shown, bytes.clone()) {
        Ok(document) => document,
        Err(finding) => return Ok(vec![finding]),
    };
    let below = root.zip(fs::canonicalize(path).ok()).and_then(|(root, path)| {
        let below = path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
        shipped.get(&below).is_some().then_some(below)
    });
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let kind = match FileKind::from_path(&shown) {
        FileKind::Other if below.is_none() => FileKind::from_document(&document),
        kind => Some(kind),
    };
    let Some(place) = below.or_else(|| {
        kind.filter(|kind| *kind != FileKind::Other).map(|kind| game.path(kind, name.trim_end_matches(".ron")))
    }) else {
        let finding = document.cursor().error("this is not a data file of the program");
        return Ok(vec![
            finding.help("expected an agent, a mind, a brain, rules, a level, props, a palette, difficulties, graphics settings or a planning problem"),
        ]);
    };
    let mut files = shipped;
    files.put_external(&place, &shown, bytes);
    Ok(check_all(&files, game, Some(&BTreeSet::from([place]))))
}
