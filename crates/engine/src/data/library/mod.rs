//! All data files, loaded and checked against each other.
//!
//! [`Library::load`] returns either all data or all errors in it.

mod attainable;
mod brains;
mod checks;
mod files;
mod grid;
mod levels;
mod loaded;
mod names;
mod things;

use std::collections::BTreeMap;

pub use files::{DataFiles, FileKind};
use loaded::LoadedFiles;
use names::NameIndex;
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::{BrainFile, GOAP, brain_file_of};
use quarry_minds::schema::mind::MindFile;
use quarry_minds::schema::speech::SpeechFile;
use quarry_ron::Document;
use quarry_ron::finding::{Diagnostics, Finding, suggestion};
use quarry_ron::map::RonPath;

use super::agent::AgentKind;
use super::faults::FaultsFile;
use super::folders::DataFolders;
use super::game::{GameFiles, GameSchema};
use super::graphics::GraphicsFile;
use super::level::Level;
use super::look::Palette;
use super::prop::PropCatalogue;
use super::ranges;
use super::rules::Rules;
use super::shared_senses::SharedSenses;
use super::sound::{AUDIO, SoundConfig};
use super::thing::ThingSpecs;

/// All data of a game, checked. Share it in an `Arc`.
#[derive(Clone, Debug)]
pub struct Library {
    /// The game.
    pub game: &'static GameSchema,
    /// The kinds of agents, by the name of their file, with everything that they build on.
    pub agents: BTreeMap<Label, AgentKind>,
    /// The minds, by the name of their file, with everything that they build on.
    pub minds: BTreeMap<Label, MindFile>,
    /// The brains that choose the actions of minds without a planner, by the name of their file.
    pub brains: BTreeMap<Label, BrainFile>,
    /// The senses that kinds of agents share, by the name of their file.
    pub senses: SharedSenses,
    /// The rules of matches, by the name of their file.
    pub rules: BTreeMap<Label, Rules>,
    /// The levels, by the name of their file.
    pub levels: BTreeMap<Label, Level>,
    /// The kinds of things, by the name of their file.
    pub things: ThingSpecs,
    /// The prop catalogue.
    pub props: PropCatalogue,
    /// The materials.
    pub palette: Palette,
    /// What counts as a fault of a mind, if the file exists.
    pub faults: Option<FaultsFile>,
    /// The graphics settings, if the file exists.
    pub graphics: Option<GraphicsFile>,
    /// What agents say, if the file exists.
    pub speech: Option<SpeechFile>,
    /// The sounds, if the file exists.
    pub sound: Option<SoundConfig>,
    /// The files, by their path below the root, with `/` between folders.
    pub documents: BTreeMap<String, Document>,
    /// The files that build on others, with what they build on.
    composed: BTreeMap<String, Document>,
    /// Warnings.
    pub warnings: Vec<Finding>,
    /// The names of the mods that are laid over the data folder, in order.
    pub mods: Vec<String>,
    /// A digest of the paths and bytes of all files.
    pub digest: u64,
}

impl Library {
    /// Loads the data of a game from the folder that holds `assets/` and `levels/`, with the mods laid over it.
    ///
    /// # Errors
    /// All errors in the data, by file, line and column.
    pub fn load(folders: impl Into<DataFolders>, game: &'static GameSchema) -> Result<Self, Vec<Finding>> {
        DataFiles::read(folders, game.name).and_then(|files| Self::from_files(&files, game))
    }

    /// Loads files that are in memory.
    ///
    /// # Errors
    /// All errors in the data, by file, line and column.
    pub fn from_files(files: &DataFiles, game: &'static GameSchema) -> Result<Self, Vec<Finding>> {
        let (library, findings) = Self::examine(files, game);
        library.ok_or(findings)
    }

    /// Loads the files and returns all findings, warnings included; no library if there are errors.
    pub fn examine(files: &DataFiles, game: &'static GameSchema) -> (Option<Self>, Vec<Finding>) {
        let mut out = Diagnostics::default();
        let read = LoadedFiles::all(files, game, &mut out);
        let names = NameIndex::new(&read, game);
        let data = &read.library;
        for (_, agent, document) in read.of(FileKind::Agent, &data.agents) {
            checks::check_agent(agent, &data.senses, &document.cursor(), &names, &mut out);
        }
        for (_, senses, document) in read.of(FileKind::Senses, &data.senses) {
            checks::check_shared_senses(senses, &document.cursor(), &names, &mut out);
        }
        for (_, set, document) in read.of(FileKind::ActionSet, &read.action_sets) {
            checks::check_verbs(&set.actions, &document.cursor(), &names, &mut out);
        }
        for (_, mind, document) in read.of(FileKind::Mind, &data.minds) {
            checks::check_mind(mind, &document.cursor(), &names, &mut out);
        }
        for (name, brain, document) in read.of(FileKind::Brain, &data.brains) {
            brains::check_brain(name, brain, &document.cursor(), &names, &mut out);
        }
        for (_, rules, document) in read.of(FileKind::Rules, &data.rules) {
            brains::check_choices(rules, &read, &document.cursor(), &mut out);
            checks::check_rules(rules, &document.cursor(), &names, &mut out);
        }
        if let Some((graphics, document)) = read.one(FileKind::Graphics, data.graphics.as_ref()) {
            checks::check_graphics(graphics, &document.cursor(), &mut out);
        }
        if let Some((faults, document)) = read.one(FileKind::Faults, data.faults.as_ref()) {
            checks::check_faults(faults, game, &document.cursor(), &mut out);
        }
        if let Some((speech, document)) = read.one(FileKind::Speech, data.speech.as_ref()) {
            checks::check_speech(speech, &read, &document.cursor(), &names, &mut out);
        }
        if let Some((sound, document)) = read.one(FileKind::Sound, data.sound.as_ref()) {
            let known = |name: &str| files.may_have(AUDIO, &format!("{name}.wav"));
            out.findings.extend(sound.problems(&document.cursor(), known));
        }
        if let Some((props, document)) = read.one(FileKind::Props, Some(&data.props)) {
            checks::check_props(props, &document.cursor(), &names, &mut out);
        }
        for (_, spec, document) in read.of(FileKind::Thing, &data.things) {
            things::check(spec, &data.props, &document.cursor(), &names, &mut out);
        }
        for (_, level, document) in read.of(FileKind::Level, &data.levels) {
            levels::check(level, &document.cursor(), &names, &mut out);
            things::check_level(level, &data.things, &data.props, &document.cursor(), &mut out);
        }
        for (path, document) in &data.documents {
            ranges::check(FileKind::from_path(path), game, document, &mut out);
        }
        let own = GameFiles {
            rules: read.of(FileKind::Rules, &data.rules).collect(),
            levels: read.of(FileKind::Level, &data.levels).collect(),
            agents: names.agents.as_ref(),
            bodiless: &names.bodiless,
            hiding_props: names.props.as_ref().map(|_| &names.hiding),
        };
        (game.check)(&own, &mut out);
        let broken = out.has_errors();
        let findings = out.into_sorted();
        let library = (!broken).then(|| Self { warnings: findings.clone(), ..read.library });
        (library, findings)
    }

    /// The data of a game before any file is read.
    fn empty(game: &'static GameSchema, files: &DataFiles) -> Self {
        Self {
            game,
            agents: BTreeMap::new(),
            minds: BTreeMap::new(),
            brains: BTreeMap::new(),
            senses: BTreeMap::new(),
            rules: BTreeMap::new(),
            levels: BTreeMap::new(),
            things: ThingSpecs::default(),
            props: PropCatalogue::default(),
            palette: Palette::default(),
            faults: None,
            graphics: None,
            speech: None,
            sound: None,
            documents: BTreeMap::new(),
            composed: BTreeMap::new(),
            warnings: Vec::new(),
            mods: files.mods.clone(),
            digest: files.digest(),
        }
    }

    /// The paths of the files that make an agent kind: its own, those of its mind and its brains, those of the senses that it shares,
    /// and all that these build on.
    pub fn files_of_kind(&self, kind: Label) -> Vec<String> {
        let mut paths = vec![self.game.path(FileKind::Agent, kind.as_str())];
        if let Some(agent) = self.agents.get(&kind) {
            paths.extend(agent.mind.map(|mind| self.game.path(FileKind::Mind, mind.as_str())));
            let brains = self.brains.iter().filter(|(_, brain)| agent.mind == Some(brain.mind));
            paths.extend(brains.map(|(name, _)| self.game.path(FileKind::Brain, name.as_str())));
            paths.extend(agent.senses.shared.iter().map(|name| self.game.path(FileKind::Senses, name.as_str())));
        }
        let bases: Vec<String> = paths.iter().flat_map(|path| self.bases_of(path)).collect();
        paths.extend(bases);
        paths
    }

    /// A file with everything that it builds on: what its value is read from, and where findings about it point.
    pub fn whole(&self, path: &str) -> Option<&Document> {
        self.composed.get(path).or_else(|| self.documents.get(path))
    }

    /// The path of the file in which a value is written, and its path there: not the file itself if that builds on others.
    pub fn written_at(&self, path: &str, value: &RonPath) -> Option<(String, RonPath)> {
        let (file, at) = self.whole(path)?.written_at(value)?;
        let (path, _) = self.documents.iter().find(|(_, document)| document.file() == file)?;
        Some((path.clone(), at))
    }

    /// The files that a file builds on, directly or not.
    pub fn bases_of(&self, path: &str) -> Vec<String> {
        let files = self.composed.get(path).map(Document::built_on).unwrap_or_default();
        let found = self.documents.iter().filter(|(_, document)| files.contains(document.file()));
        found.map(|(path, _)| path.clone()).collect()
    }

    /// The brain file that a choice means for a kind of agent; `None` for the planner.
    ///
    /// # Errors
    /// The kind is unknown or has no mind, or its mind has no such brain.
    pub fn brain_of_kind(&self, kind: Label, choice: Label) -> Result<Option<Label>, String> {
        let agent = self.agents.get(&kind).ok_or_else(|| format!("there is no kind of agent `{kind}`"))?;
        let mind = agent.mind.ok_or_else(|| format!("agents of the kind `{kind}` have no mind"))?;
        brain_file_of(self.brains.iter().map(|(name, brain)| (*name, brain)), mind, choice)
    }

    /// What agents of a kind can think by: `goap`, and the kinds of their brain files of which there is one.
    pub fn brain_kinds(&self, kind: Label) -> Vec<Label> {
        let kinds = [GOAP, "state_machine", "behaviour_tree", "utility"].map(label);
        kinds.into_iter().filter(|choice| self.brain_of_kind(kind, *choice).is_ok()).collect()
    }

    /// A level by name.
    ///
    /// # Errors
    /// A message with a similar name or the known ones.
    pub fn level(&self, name: &str) -> Result<(Label, &Level), String> {
        known("level", name, &self.levels)
    }

    /// The level to show unless another one is asked for.
    pub fn default_level(&self) -> Label {
        let wanted = label(self.game.default_level);
        let first = self.levels.keys().next().copied();
        first.filter(|_| !self.levels.contains_key(&wanted)).unwrap_or(wanted)
    }

    /// A rules file by name.
    ///
    /// # Errors
    /// A message with a similar name or the known ones.
    pub fn rules(&self, name: &str) -> Result<(Label, &Rules), String> {
        known("rules file", name, &self.rules)
    }
}

fn known<'l, T>(what: &str, name: &str, from: &'l BTreeMap<Label, T>) -> Result<(Label, &'l T), String> {
    let wanted = label(name);
    from.get(&wanted).map(|found| (wanted, found)).ok_or_else(|| {
        let help = suggestion(name, from.keys().map(|name| name.as_str()));
        format!("unknown {what} `{name}`: {}", help.unwrap_or_else(|| "there are none".into()))
    })
}
