//! The data files as bytes, and the kind of each by its path.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;
use std::{fs, path};

use quarry_minds::protocol::Digest;
use quarry_ron::finding::Finding;
use quarry_ron::map::{NodeKind, RonPath};
use quarry_ron::{Document, input};

use super::Library;
use crate::data::play::PLAY_CONFIG;
use crate::data::{DataFolders, ModFolder};

/// The kind of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A kind of agent.
    Agent,
    /// A mind.
    Mind,
    /// Actions that several minds can have.
    ActionSet,
    /// A brain, which chooses the actions of a mind.
    Brain,
    /// The rules of a match.
    Rules,
    /// A kind of thing.
    Thing,
    /// A level.
    Level,
    /// The prop catalogue.
    Props,
    /// The materials.
    Palette,
    /// The graphics settings.
    Graphics,
    /// The difficulties.
    Difficulty,
    /// Senses that several kinds of agents share.
    Senses,
    /// What can be had in a game that has such a list.
    Catalogue,
    /// What counts as a fault of a mind.
    Faults,
    /// What agents say.
    Speech,
    /// The sounds.
    Sound,
    /// Cameras and timings of a match that is played.
    Play,
    /// A planning problem.
    PlanningProblem,
    /// Any other file; the library does not read it.
    Other,
}

/// Where the files of each kind belong, for a game and a name.
const PLACES: [(FileKind, &str); 19] = [
    (FileKind::Agent, "assets/GAME/agents/NAME.ron"),
    (FileKind::Mind, "assets/GAME/minds/NAME.ron"),
    (FileKind::ActionSet, "assets/GAME/actions/NAME.ron"),
    (FileKind::Brain, "assets/GAME/brains/NAME.ron"),
    (FileKind::Senses, "assets/GAME/senses/NAME.ron"),
    (FileKind::Rules, "assets/GAME/rules/NAME.ron"),
    (FileKind::Thing, "assets/GAME/things/NAME.ron"),
    (FileKind::Level, "levels/GAME/NAME.ron"),
    (FileKind::PlanningProblem, "assets/planning/NAME.ron"),
    (FileKind::Difficulty, "assets/GAME/difficulty.ron"),
    (FileKind::Catalogue, "assets/GAME/catalogue.ron"),
    (FileKind::Faults, "assets/GAME/faults.ron"),
    (FileKind::Speech, "assets/GAME/speech.ron"),
    (FileKind::Sound, "assets/GAME/sound.ron"),
    (FileKind::Props, "assets/shared/props.ron"),
    (FileKind::Palette, "assets/shared/palette.ron"),
    (FileKind::Graphics, "assets/shared/graphics.ron"),
    (FileKind::Play, PLAY_CONFIG),
    (FileKind::Other, "assets/GAME/NAME.ron"),
];

impl FileKind {
    /// The kind by path. Only the last two folders and the file name count, so that files outside of the data folder have a kind too.
    pub fn from_path(path: &str) -> Self {
        let mut parts = path.rsplit(['/', '\\']);
        let (name, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if folder == "levels" || parts.next() == Some("levels") {
            return Self::Level;
        }
        let fits = |place: &str| match place.rsplit_once('/') {
            Some((folders, "NAME.ron")) => folders.rsplit('/').next() == Some(folder),
            Some((_, only)) => only == name,
            None => false,
        };
        PLACES.into_iter().find(|(_, place)| fits(place)).map_or(Self::Other, |(kind, _)| kind)
    }

    /// The kind by content, for a file in another place; `None` if it looks like none of them.
    pub fn from_document(document: &Document) -> Option<Self> {
        let text = document.text();
        let has = |path: &[&str]| {
            let path = path.iter().fold(RonPath::root(), |path, name| path.field(name));
            document.map().find(text, &path).is_some()
        };
        let root = document.map().nearest(text, &RonPath::root()).kind;
        let some_has = |name: &str| {
            document.map().nodes().iter().any(|node| node.kind == NodeKind::Struct && node.has_field(text, name))
        };
        let any = |names: &[&str]| names.iter().any(|name| has(&[name]));
        let found = [
            (has(&["cues"]), Self::Sound),
            (has(&["floors"]) || has(&["legend"]), Self::Level),
            (any(&["tick_rate", "sides", "time_limit", "perception"]) || has(&["like"]) && has(&["game"]), Self::Rules),
            (has(&["look"]) || has(&["senses"]) || has(&["body"]) || has(&["mind"]) && has(&["like"]), Self::Agent),
            (has(&["uses"]) || has(&["states"]) || has(&["seen_from"]), Self::Thing),
            (has(&["structure"]), Self::Brain),
            // A set may have queries for its actions.
            (has(&["queries"]) && has(&["actions"]) && !any(&["goals", "like"]), Self::ActionSet),
            (any(&MIND_FIELDS) || has(&["like"]) && any(&["actions", "goals", "facts"]), Self::Mind),
            (has(&["vision"]) || has(&["hearing"]) || has(&["notice_ranges"]), Self::Senses),
            (has(&["facts"]) && has(&["actions"]), Self::PlanningProblem),
            (root == NodeKind::Map && some_has("parts"), Self::Props),
            (has(&["actions"]), Self::ActionSet),
            (has(&["detectors"]), Self::Faults),
            (has(&["occasions"]), Self::Speech),
            (has(&["third_person"]), Self::Play),
            (has(&["economy"]) && has(&["products"]), Self::Catalogue),
            (has(&["qualities"]), Self::Graphics),
            (root == NodeKind::Map && some_has("pattern"), Self::Palette),
            (
                root == NodeKind::List && some_has("detection_time_factor") && some_has("reaction_time_factor"),
                Self::Difficulty,
            ),
        ];
        found.into_iter().find(|(is, _)| *is).map(|(_, kind)| kind)
    }

    /// The path below the root where the file of this kind and name, without extension, belongs in a game. Every other room gets
    /// its paths from here.
    pub fn path_for(self, game: &str, name: &str) -> String {
        let place = PLACES.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, place)| place);
        place.replace("GAME", game).replace("NAME", name)
    }
}

/// Fields that only minds have. A mind that builds on another may have none of them.
const MIND_FIELDS: [&str; 5] = ["queries", "thinking", "memory", "sharing", "action_sets"];

/// The folders that a data folder holds.
const DATA: [&str; 2] = ["assets", "levels"];
/// The folder of the files that all games share.
const SHARED: &str = "assets/shared";
/// The folder of the planning problems.
const PLANNING: &str = "assets/planning";

/// The bytes of the data files of one game, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataFiles {
    root: String,
    /// The names of the mods that are laid over the data folder, in order.
    pub(super) mods: Vec<String>,
    bytes: BTreeMap<String, Vec<u8>>,
    /// The paths of the files that are no data, such as sounds.
    others: BTreeSet<String>,
    /// The names of files for messages, by their path below the root.
    external: BTreeMap<String, String>,
}

impl DataFiles {
    /// Reads all `.ron` files of a game and those that games share: in `assets/shared`, `assets/planning` (if there is one),
    /// `assets/GAME` and `levels/GAME` below the data folder, at most three folders deep, and those of the mods laid over it.
    ///
    /// # Errors
    /// Every folder and file that cannot be read.
    pub fn read(folders: impl Into<DataFolders>, game: &str) -> Result<Self, Vec<Finding>> {
        let DataFolders { root, mods } = folders.into();
        let shown = root.display().to_string();
        let mut files = Self { root: if shown == "." { String::new() } else { shown }, ..Self::default() };
        let mut findings = Vec::new();
        let parts = [SHARED.to_owned(), PLANNING.to_owned(), format!("assets/{game}"), format!("levels/{game}")];
        for part in &parts {
            if part != PLANNING || root.join(part).is_dir() {
                files.folder(&root, part, 3, &mut findings);
            }
        }
        for ModFolder { name, path } in mods {
            if !DATA.iter().any(|part| path.join(part).is_dir()) {
                let finding =
                    Finding::for_file(path.display().to_string(), "there is neither assets/ nor levels/ in this mod");
                findings.push(
                    finding.help("put its files where they are in the data folder: assets/GAME/..., levels/GAME/..."),
                );
            }
            for part in parts.iter().filter(|part| path.join(part).is_dir()) {
                files.folder(&path, part, 3, &mut findings);
            }
            files.mods.push(name);
        }
        if findings.is_empty() { Ok(files) } else { Err(findings) }
    }

    /// The paths of all files of a mod, whichever game they belong to.
    pub fn paths_of(of_mod: &ModFolder) -> BTreeSet<String> {
        let mut files = Self::default();
        for part in DATA {
            files.folder(&of_mod.path, part, 4, &mut Vec::new());
        }
        files.bytes.into_keys().chain(files.others).collect()
    }

    /// Reads the folder `below` a data folder or the folder of a mod.
    fn folder(&mut self, base: &path::Path, below: &str, depth: usize, findings: &mut Vec<Finding>) {
        let shown = |path: &str| match base.display().to_string().trim_end_matches('/') {
            "." => path.to_owned(),
            base => format!("{base}/{path}"),
        };
        let entries = match fs::read_dir(base.join(below)) {
            Ok(entries) => entries,
            Err(error) => {
                let reason = match error.kind() {
                    std::io::ErrorKind::NotFound => "there is no such folder".to_owned(),
                    _ => format!("the folder cannot be read: {error}"),
                };
                findings.push(Finding::for_file(shown(below), reason));
                return;
            }
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let (path, inside) = (entry.path(), format!("{below}/{name}"));
            if path.is_dir() {
                if depth > 1 {
                    self.folder(base, &inside, depth - 1, findings);
                }
            } else if !name.ends_with(".ron") {
                self.others.insert(inside);
            } else if !name.starts_with('.') {
                // Unlike a file named on the command line this may not be a pipe: the folder is read more than once.
                let read = if entry.metadata().is_ok_and(|known| !known.is_file() && !known.is_symlink()) {
                    Err("this is not a regular file".to_owned())
                } else {
                    input::read(&path, input::DATA_FILE).map_err(|error| error.to_string())
                };
                match read {
                    Ok(bytes) => self.put_external(&inside, &shown(&inside), bytes),
                    Err(reason) => findings.push(Finding::for_file(shown(&inside), reason)),
                }
            }
        }
    }

    /// Adds a file, or replaces the one at this path.
    pub fn put(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.bytes.insert(path.to_owned(), bytes.into());
    }

    /// Adds or replaces a file that comes from outside of the root; messages name it `shown`.
    pub fn put_external(&mut self, path: &str, shown: &str, bytes: impl Into<Vec<u8>>) {
        self.external.insert(path.to_owned(), shown.to_owned());
        self.put(path, bytes);
    }

    /// The files of a library, with their names for messages.
    pub fn from_library(library: &Library) -> Self {
        let mut files = Self { mods: library.mods.clone(), ..Self::default() };
        for (path, document) in &library.documents {
            files.put_external(path, document.file(), document.text());
        }
        files
    }

    /// Removes a file.
    pub fn remove(&mut self, path: &str) {
        self.bytes.remove(path);
    }

    /// The bytes of a file.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.bytes.get(path).map(Vec::as_slice)
    }

    /// Whether there is a file that is no data, such as a sound. If none of its folder is known, any may be there.
    pub fn may_have(&self, folder: &str, name: &str) -> bool {
        let inside = format!("{folder}/");
        self.others.contains(&format!("{inside}{name}")) || !self.others.iter().any(|path| path.starts_with(&inside))
    }

    /// A digest of the paths and bytes of all files.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        for (path, bytes) in &self.bytes {
            // The lengths keep two different sets of files from giving the same bytes.
            digest.write(&(path.len() as u64).to_le_bytes());
            digest.write(path.as_bytes());
            digest.write(&(bytes.len() as u64).to_le_bytes());
            digest.write(bytes);
        }
        digest.finish()
    }

    /// Path below the root, kind and bytes of each file, in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, FileKind, &[u8])> {
        self.bytes.iter().map(|(path, bytes)| (path.as_str(), FileKind::from_path(path), bytes.as_slice()))
    }

    /// The paths of the files that differ, or are in only one of the two sets.
    pub fn changed_paths(&self, other: &Self) -> BTreeSet<String> {
        let not_in = |these: &Self, those: &Self| -> Vec<String> {
            these
                .bytes
                .iter()
                .filter(|(path, bytes)| those.bytes.get(*path) != Some(bytes))
                .map(|(path, _)| path.clone())
                .collect()
        };
        not_in(self, other).into_iter().chain(not_in(other, self)).collect()
    }

    /// A path below the root as messages write it.
    pub fn display_path(&self, path: &str) -> String {
        if let Some(shown) = self.external.get(path) {
            return shown.clone();
        }
        if self.root.is_empty() { path.to_owned() } else { format!("{}/{path}", self.root.trim_end_matches('/')) }
    }
}
