//! The parsed files of a game, before they are checked against each other.

use std::{collections::BTreeMap, hash::Hasher};

use quarry_minds::protocol::{Digest, Label, label};
use quarry_minds::schema::brain::BrainFile;
use quarry_minds::schema::domain;
use quarry_minds::schema::mind::{ActionSetFile, MindFile};
use quarry_minds::schema::speech::SpeechFile;
use quarry_ron::finding::{Diagnostics, Finding};
use quarry_ron::{Document, decode_utf8};

use super::{DataFiles, FileKind, Library, checks};
use crate::data::agent::AgentKind;
use crate::data::compose::{NotFound, compose};
use crate::data::difficulty::Difficulty;
use crate::data::faults::FaultsFile;
use crate::data::game::{GameSchema, GameSection};
use crate::data::graphics::GraphicsFile;
use crate::data::level::Level;
use crate::data::look::Palette;
use crate::data::play::PlayConfig;
use crate::data::prop::PropCatalogue;
use crate::data::rules::Rules;
use crate::data::senses::SensesFile;
use crate::data::sound::SoundConfig;

/// Values by name, each with the path of its file.
pub(super) type ByName<T> = BTreeMap<Label, (T, String)>;

/// The parsed files, before they are checked against each other.
#[derive(Default)]
pub(super) struct LoadedFiles {
    pub documents: BTreeMap<String, Document>,
    pub composed: BTreeMap<String, Document>,
    pub agents: ByName<AgentKind>,
    pub action_sets: ByName<ActionSetFile>,
    pub minds: ByName<MindFile>,
    pub brains: ByName<BrainFile>,
    pub senses: ByName<SensesFile>,
    pub rules: ByName<Rules>,
    pub levels: ByName<Level>,
    pub palette: Option<(Palette, String)>,
    pub graphics: Option<(GraphicsFile, String)>,
    pub faults: Option<(FaultsFile, String)>,
    pub speech: Option<(SpeechFile, String)>,
    pub sound: Option<(SoundConfig, String)>,
    pub props: Option<(PropCatalogue, String)>,
    /// The catalogue of the game.
    pub catalogue: Option<GameSection>,
    /// The kinds with a file that could not be parsed: names that refer to them cannot be checked.
    pub unread: Vec<FileKind>,
}

impl LoadedFiles {
    pub(super) fn all(files: &DataFiles, game: &GameSchema, out: &mut Diagnostics) -> Self {
        let mut read = Self::default();
        for (path, kind, bytes) in files.iter() {
            let shown = files.display_path(path);
            let text = out.ok(decode_utf8(&shown, bytes.to_vec()));
            match text.and_then(|text| out.ok(Document::parse(&shown, &text))) {
                Some(document) => drop(read.documents.insert(path.to_owned(), document)),
                None => read.unread.push(kind),
            }
        }
        let documents = std::mem::take(&mut read.documents);
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
            let done = match compose(kind, document, &find) {
                Ok(Some(whole)) => {
                    let done = read.take(path, kind, game, &whole, out);
                    read.composed.insert(path.clone(), whole);
                    done
                }
                Ok(None) => read.take(path, kind, game, document, out),
                Err(finding) => {
                    out.push(finding);
                    None
                }
            };
            if done.is_none() {
                read.unread.push(kind);
            }
        }
        read.documents = documents;
        for (rules, _) in read.rules.values_mut() {
            rules.catalogue.clone_from(&read.catalogue);
        }
        for (kind, there) in [
            (FileKind::Palette, read.palette.is_some()),
            (FileKind::Props, read.props.is_some()),
            (FileKind::Rules, !read.rules.is_empty()),
            (FileKind::Agent, !read.agents.is_empty()),
            (FileKind::Mind, !read.minds.is_empty()),
            (FileKind::Level, !read.levels.is_empty()),
        ] {
            if !there && !read.unread.contains(&kind) {
                out.push(Finding::for_file(files.display_path(&game.path(kind, "*")), "there is no such file"));
                read.unread.push(kind);
            }
        }
        read
    }

    /// Reads the value of a document; `None` if it does not fit its schema.
    fn take(
        &mut self,
        path: &str,
        kind: FileKind,
        game: &GameSchema,
        document: &Document,
        out: &mut Diagnostics,
    ) -> Option<()> {
        let name = label(stem(path));
        let path = path.to_owned();
        match kind {
            FileKind::Agent => self.agents.insert(name, (out.ok(document.read())?, path)).map(drop),
            FileKind::Rules => {
                let mut rules: Rules = out.ok(document.read())?;
                rules.game = out.ok((game.rules)(document))?;
                self.rules.insert(name, (rules, path)).map(drop)
            }
            FileKind::Level => {
                let mut level: Level = out.ok(document.read())?;
                level.game = out.ok((game.level)(document))?;
                self.levels.insert(name, (level, path)).map(drop)
            }
            FileKind::Graphics => self.graphics.replace((out.ok(document.read())?, path)).map(drop),
            FileKind::Faults => self.faults.replace((out.ok(document.read())?, path)).map(drop),
            FileKind::Speech => self.speech.replace((out.ok(document.read())?, path)).map(drop),
            FileKind::Palette => self.palette.replace((out.ok(document.read())?, path)).map(drop),
            FileKind::Props => self.props.replace((out.ok(document.read())?, path)).map(drop),
            FileKind::PlanningProblem => {
                // No other file refers to a planning problem, so it is checked and dropped. Its warnings are left to `quarry plan`.
                if let Err(findings) = domain::standalone::read(document.file(), document.text()) {
                    out.findings.extend(findings);
                }
                None
            }
            FileKind::Difficulty => {
                let all: Vec<Difficulty> = out.ok(document.read())?;
                checks::check_difficulties(&all, &document.cursor(), out);
                None
            }
            FileKind::ActionSet => self.action_sets.insert(name, (out.ok(document.read())?, path)).map(drop),
            FileKind::Mind => self.minds.insert(name, (out.ok(document.read())?, path)).map(drop),
            FileKind::Brain => self.brains.insert(name, (out.ok(document.read())?, path)).map(drop),
            FileKind::Senses => self.senses.insert(name, (out.ok(document.read())?, path)).map(drop),
            FileKind::Catalogue => self.catalogue.replace(catalogue_of(game, document, out)?).map(drop),
            FileKind::Sound => self.sound.replace((out.ok(document.read())?, path)).map(drop),
            FileKind::Play => out.ok(document.read::<PlayConfig>()).map(drop),
            FileKind::Other => None,
        };
        Some(())
    }

    pub(super) fn of<'r, T>(&'r self, named: &'r ByName<T>) -> impl Iterator<Item = (Label, &'r T, &'r Document)> {
        named.iter().filter_map(|(name, (value, path))| Some((*name, value, self.whole(path)?)))
    }

    /// A document with everything that it builds on.
    pub(super) fn whole(&self, path: &str) -> Option<&Document> {
        self.composed.get(path).or_else(|| self.documents.get(path))
    }

    pub(super) fn one<'r, T>(&'r self, single: &'r Option<(T, String)>) -> Option<(&'r T, &'r Document)> {
        single.as_ref().and_then(|(value, path)| Some((value, self.documents.get(path)?)))
    }

    pub(super) fn into_library(
        self,
        files: &DataFiles,
        game: &'static GameSchema,
        warnings: Vec<Finding>,
    ) -> Option<Library> {
        Some(Library {
            game,
            agents: without_paths(self.agents),
            minds: without_paths(self.minds),
            brains: without_paths(self.brains),
            senses: without_paths(self.senses),
            rules: without_paths(self.rules),
            levels: without_paths(self.levels),
            props: self.props?.0,
            palette: self.palette?.0,
            graphics: self.graphics.map(|(graphics, _)| graphics),
            faults: self.faults.map(|(faults, _)| faults),
            speech: self.speech.map(|(speech, _)| speech),
            sound: self.sound.map(|(sound, _)| sound),
            documents: self.documents,
            composed: self.composed,
            warnings,
            digest: digest(files),
        })
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

fn without_paths<T>(named: ByName<T>) -> BTreeMap<Label, T> {
    named.into_iter().map(|(name, (value, _))| (name, value)).collect()
}

/// The name of a file without folder and extension.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".ron").unwrap_or(file)
}

fn digest(files: &DataFiles) -> u64 {
    let mut digest = Digest::default();
    for (path, _, bytes) in files.iter() {
        // The lengths keep two different sets of files from giving the same bytes.
        digest.write(&(path.len() as u64).to_le_bytes());
        digest.write(path.as_bytes());
        digest.write(&(bytes.len() as u64).to_le_bytes());
        digest.write(bytes);
    }
    digest.finish()
}
