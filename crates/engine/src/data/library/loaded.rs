//! The parsed files of a game, before they are checked against each other.

use std::collections::BTreeMap;

use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::domain;
use quarry_minds::schema::mind::ActionSetFile;
use quarry_ron::Document;
use quarry_ron::finding::{Diagnostics, Finding};

use super::{DataFiles, FileKind, Library, checks};
use crate::data::compose::{NotFound, compose};
use crate::data::difficulty::Difficulty;
use crate::data::game::{GameSchema, GameSection};
use crate::data::level::Level;
use crate::data::play::PlayConfig;
use crate::data::rules::Rules;
use crate::data::thing::{ThingSpec, ThingSpecs};

/// The parsed files, before they are checked against each other.
pub(super) struct LoadedFiles {
    /// The values of the files. It is complete once no file is unread and none has an error.
    pub library: Library,
    pub action_sets: BTreeMap<Label, ActionSetFile>,
    /// The catalogue of the game.
    catalogue: Option<GameSection>,
    /// The kinds with a file that is missing or could not be parsed: names that refer to them cannot be checked.
    pub unread: Vec<FileKind>,
}

impl LoadedFiles {
    pub(super) fn all(files: &DataFiles, game: &'static GameSchema, out: &mut Diagnostics) -> Self {
        let library = Library::empty(game, files);
        let mut read = Self { library, action_sets: BTreeMap::new(), catalogue: None, unread: Vec::new() };
        for (path, kind, bytes) in files.iter() {
            let shown = files.display_path(path);
            match out.ok(Document::decode(&shown, bytes.to_vec())) {
                Some(document) => drop(read.library.documents.insert(path.to_owned(), document)),
                None => read.unread.push(kind),
            }
        }
        let documents = std::mem::take(&mut read.library.documents);
        let has = |kind: FileKind| documents.contains_key(&game.path(kind, ""));
        read.take_things(&documents, out);
        let find = |kind: FileKind, name: &str| {
            let path = game.path(kind, name);
            match documents.get(&path) {
                Some(document) => Ok(document.clone()),
                None if files.get(&path).is_some() => Err(NotFound::Unread(path)),
                None => Err(NotFound::Missing(path)),
            }
        };
        for (path, document) in &documents {
            let kind = FileKind::from_path(path);
            if *path != game.path(kind, stem(path)) {
                let place = game.path(FileKind::from_document(document).unwrap_or(kind), stem(path));
                out.push(document.cursor().error(format!("nothing reads this file: move it to {place}")).warning());
                continue;
            }
            if kind == FileKind::Thing {
                continue;
            }
            let done = match compose(kind, document, &find) {
                Ok(Some(whole)) => {
                    let done = read.take(path, kind, &whole, out);
                    read.library.composed.insert(path.clone(), whole);
                    done
                }
                Ok(None) => read.take(path, kind, document, out),
                Err(finding) => {
                    out.push(finding);
                    None
                }
            };
            if done.is_none() {
                read.unread.push(kind);
            }
        }
        for rules in read.library.rules.values_mut() {
            rules.catalogue.clone_from(&read.catalogue);
            rules.things = read.library.things.clone();
        }
        let Library { rules, agents, minds, levels, .. } = &read.library;
        let required = [
            (FileKind::Palette, has(FileKind::Palette)),
            (FileKind::Props, has(FileKind::Props)),
            (FileKind::Rules, !rules.is_empty()),
            (FileKind::Agent, !agents.is_empty()),
            (FileKind::Mind, !minds.is_empty()),
            (FileKind::Level, !levels.is_empty()),
        ];
        for (kind, there) in required {
            if !there && !read.unread.contains(&kind) {
                out.push(Finding::for_file(files.display_path(&game.path(kind, "*")), "there is no such file"));
                read.unread.push(kind);
            }
        }
        read.library.documents = documents;
        read
    }

    /// Reads the kinds of things.
    fn take_things(&mut self, documents: &BTreeMap<String, Document>, out: &mut Diagnostics) {
        let mut specs = BTreeMap::new();
        for (path, document) in documents.iter().filter(|(path, _)| FileKind::from_path(path) == FileKind::Thing) {
            match out.ok(document.read::<ThingSpec>()) {
                Some(spec) => drop(specs.insert(label(stem(path)), spec)),
                None => self.unread.push(FileKind::Thing),
            }
        }
        self.library.things = ThingSpecs::new(specs);
    }

    /// Reads the value of a document; `None` if it does not fit its schema.
    fn take(&mut self, path: &str, kind: FileKind, document: &Document, out: &mut Diagnostics) -> Option<()> {
        let name = label(stem(path));
        let library = &mut self.library;
        let game = library.game;
        match kind {
            FileKind::Agent => drop(library.agents.insert(name, out.ok(document.read())?)),
            FileKind::Rules => {
                let mut rules: Rules = out.ok(document.read())?;
                rules.game = out.ok((game.rules)(document))?;
                library.rules.insert(name, rules);
            }
            FileKind::Level => {
                let mut level: Level = out.ok(document.read())?;
                level.game = out.ok((game.level)(document))?;
                library.levels.insert(name, level);
            }
            FileKind::Graphics => library.graphics = Some(out.ok(document.read())?),
            FileKind::Faults => library.faults = Some(out.ok(document.read())?),
            FileKind::Speech => library.speech = Some(out.ok(document.read())?),
            FileKind::Palette => library.palette = out.ok(document.read())?,
            FileKind::Props => library.props = out.ok(document.read())?,
            FileKind::PlanningProblem => {
                // No other file refers to a planning problem, so it is checked and dropped. Its warnings are left to `quarry plan`.
                if let Err(findings) = domain::standalone::read(document.file(), document.text()) {
                    out.findings.extend(findings);
                }
            }
            FileKind::Difficulty => {
                let all: Vec<Difficulty> = out.ok(document.read())?;
                checks::check_difficulties(&all, &document.cursor(), out);
            }
            FileKind::ActionSet => drop(self.action_sets.insert(name, out.ok(document.read())?)),
            FileKind::Mind => drop(library.minds.insert(name, out.ok(document.read())?)),
            FileKind::Brain => drop(library.brains.insert(name, out.ok(document.read())?)),
            FileKind::Senses => drop(library.senses.insert(name, out.ok(document.read())?)),
            FileKind::Catalogue => self.catalogue = Some(catalogue_of(game, document, out)?),
            FileKind::Sound => library.sound = Some(out.ok(document.read())?),
            FileKind::Play => drop(out.ok(document.read::<PlayConfig>())),
            FileKind::Thing | FileKind::Other => {}
        }
        Some(())
    }

    /// The values of a kind of file, each with its document.
    pub(super) fn of<'r, T>(
        &'r self,
        kind: FileKind,
        named: &'r BTreeMap<Label, T>,
    ) -> impl Iterator<Item = (Label, &'r T, &'r Document)> {
        let whole = move |name: Label| self.library.whole(&self.library.game.path(kind, name.as_str()));
        named.iter().filter_map(move |(name, value)| Some((*name, value, whole(*name)?)))
    }

    /// The value of the only file of a kind, with its document.
    pub(super) fn one<'r, T>(&'r self, kind: FileKind, value: Option<&'r T>) -> Option<(&'r T, &'r Document)> {
        let document = self.library.documents.get(&self.library.game.path(kind, ""));
        value.zip(document)
    }
}

/// The catalogue of the game; `None`, with findings, if the game has none or it does not fit.
fn catalogue_of(game: &GameSchema, document: &Document, out: &mut Diagnostics) -> Option<GameSection> {
    let Some(read) = game.catalogue else {
        let message = format!("the game `{}` has no catalogue", game.name);
        out.push(document.cursor().error(message).help("remove the file"));
        return None;
    };
    read(document).map_err(|findings| out.findings.extend(findings)).ok()
}

/// The name of a file without folder and extension.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".ron").unwrap_or(file)
}
