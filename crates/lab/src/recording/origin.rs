//! What a match is a function of: program, level, rules, data, seed and players.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;

use quarry_minds::protocol::{Digest, Label, label};
use quarry_ron::Finding;
use serde::{Deserialize, Serialize};

use quarry_engine::data::difficulty::Difficulty;
use quarry_engine::data::rules::Rules;
use quarry_engine::data::{FileKind, Library};
use quarry_engine::motion::navigation::BakedLevel;
use quarry_engine::simulation::retune::MatchData;
use quarry_engine::simulation::{Archetypes, Game, MatchSetup, bake_level, retune};

/// The program that simulated a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramVersion {
    /// The version of the package.
    pub version: String,
    /// The hash of the simulation's source and of the versions of its libraries, as sixteen hexadecimal digits; the same in
    /// every build of the same source.
    pub source: String,
}

impl ProgramVersion {
    /// The running program.
    pub fn current() -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), source: env!("QUARRY_SOURCE_SUM").to_owned() }
    }
}

impl fmt::Display for ProgramVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.version, self.source)
    }
}

/// The difficulty of the agents that play against a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifficultyChoice {
    /// A name in `assets/GAME/difficulty.ron`.
    pub difficulty: Label,
    /// The side of the person, to which it does not apply.
    pub exempt_side: Label,
}

/// The data files that a match depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataManifest {
    /// The name of the game.
    pub game: Label,
    /// The name of a file in `assets/GAME/rules`.
    pub rules: Label,
    /// The difficulty; `None` if no person plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty_modifiers: Option<DifficultyChoice>,
    /// The mods that are laid over the data folder, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mods: Vec<String>,
    /// The hash of every file, by its path.
    pub files: BTreeMap<String, String>,
}

/// What a match is a function of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOrigin {
    /// The program.
    pub program: ProgramVersion,
    /// The level.
    pub level: Label,
    /// The seed, the players, and what differs from the rules.
    #[serde(flatten)]
    pub setup: MatchSetup,
    /// The data.
    #[serde(flatten)]
    pub data: DataManifest,
}

/// The maximum number of agents on one side of a match.
pub const MAX_AGENTS_PER_SIDE: u16 = 5000;

/// A difference between the recorded origin and the program and data here.
#[allow(missing_docs, reason = "the message of each difference says what it is about")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginMismatch {
    #[error("it was recorded by another program: {0}; this is {here}", here = ProgramVersion::current())]
    ProgramVersion(ProgramVersion),
    #[error("{0} has changed since")]
    Changed(String),
    #[error("{0} is missing")]
    Missing(String),
    #[error("it was recorded with {}, and the data here have {}", named(recorded), named(here))]
    Mods { recorded: Vec<String>, here: Vec<String> },
    #[error("side \"{0}\" has more than {MAX_AGENTS_PER_SIDE} agents")]
    TooManyAgents(Label),
}

/// Everything a match is set up from.
#[derive(Clone)]
pub struct MatchAssets {
    /// The game.
    pub game: Arc<dyn Game>,
    /// The data.
    pub tuning: MatchData,
    /// The kinds of agents.
    pub kinds: Archetypes,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The level.
    pub level: Arc<BakedLevel>,
}

impl DataManifest {
    /// The files that a match on this level with these rules depends on.
    pub fn for_match(
        library: &Library,
        level: Label,
        rules: Label,
        difficulty_modifiers: Option<DifficultyChoice>,
    ) -> Self {
        let path = |kind: FileKind, name: Label| library.game.path(kind, name.as_str());
        let nameless = Label::default();
        let mut paths = vec![
            path(FileKind::Props, nameless),
            path(FileKind::Level, level),
            path(FileKind::Rules, rules),
            path(FileKind::Catalogue, nameless),
        ];
        paths.extend(difficulty_modifiers.map(|_| path(FileKind::Difficulty, nameless)));
        // The navigation mesh is baked for the largest of all agents, and any of them may enter during the match.
        paths.extend(library.agents.keys().map(|agent| path(FileKind::Agent, *agent)));
        paths.extend(library.senses.keys().map(|senses| path(FileKind::Senses, *senses)));
        paths.extend(library.things.keys().map(|thing| path(FileKind::Thing, *thing)));
        let minds: BTreeSet<Label> = library.agents.values().filter_map(|agent| agent.mind).collect();
        paths.extend(minds.into_iter().map(|mind| path(FileKind::Mind, mind)));
        let bases: Vec<String> = paths.iter().flat_map(|path| library.bases_of(path)).collect();
        paths.extend(bases);
        let brains = library.brains.keys();
        paths.extend(brains.map(|brain| path(FileKind::Brain, *brain)));
        let hash = |path: String| library.documents.get(&path).map(|document| (path, hash_of(document.text())));
        Self {
            game: label(library.game.name),
            rules,
            difficulty_modifiers,
            mods: library.mods.clone(),
            files: paths.into_iter().filter_map(hash).collect(),
        }
    }

    /// The files of a running match.
    pub fn from_tuning(tuning: &MatchData, level: Label) -> Self {
        let difficulty_modifiers = tuning.difficulty_modifiers.as_ref();
        let difficulty_modifiers = difficulty_modifiers
            .map(|one| DifficultyChoice { difficulty: one.difficulty.name, exempt_side: one.exempt_side });
        Self::for_match(&tuning.library, level, tuning.rules, difficulty_modifiers)
    }
}

impl MatchOrigin {
    /// The origin of a match in the running program.
    pub fn new(level: Label, setup: &MatchSetup, data: DataManifest) -> Self {
        Self { program: ProgramVersion::current(), level, setup: setup.clone(), data }
    }

    /// All differences from the running program and this data; empty if the same match can be simulated.
    pub fn mismatches(&self, library: &Library) -> Vec<OriginMismatch> {
        let mut found = Vec::new();
        if self.program != ProgramVersion::current() {
            found.push(OriginMismatch::ProgramVersion(self.program.clone()));
        }
        let crowds = self.setup.counts.iter().filter(|(_, count)| **count > MAX_AGENTS_PER_SIDE);
        found.extend(crowds.map(|(side, _)| OriginMismatch::TooManyAgents(*side)));
        let here = DataManifest::for_match(library, self.level, self.data.rules, self.data.difficulty_modifiers).files;
        for (path, hash) in &self.data.files {
            match here.get(path) {
                None => found.push(OriginMismatch::Missing(path.clone())),
                Some(own) if own != hash => found.push(OriginMismatch::Changed(path.clone())),
                Some(_) => {}
            }
        }
        // Files that the match would read here and did not read then.
        let more = here.into_keys().filter(|path| !self.data.files.contains_key(path));
        found.extend(more.map(OriginMismatch::Changed));
        // Mods without a file that the match reads make no difference.
        let file = |one: &OriginMismatch| matches!(one, OriginMismatch::Changed(_) | OriginMismatch::Missing(_));
        if self.data.mods != library.mods && found.iter().any(file) {
            found.insert(0, OriginMismatch::Mods { recorded: self.data.mods.clone(), here: library.mods.clone() });
        }
        found
    }

    /// Loads the rules, minds and level of the match.
    ///
    /// # Errors
    /// What is wrong with the data, or missing.
    pub fn prepare(&self, game: &Arc<dyn Game>, library: &Arc<Library>) -> Result<MatchAssets, Vec<Finding>> {
        let file = library.game.path(FileKind::Rules, self.data.rules.as_str());
        let rules = library.rules.get(&self.data.rules).cloned();
        let rules = rules.ok_or_else(|| vec![Finding::for_file(file, "the file does not exist")])?;
        let difficulty_modifiers = match self.data.difficulty_modifiers {
            Some(one) => Some(retune::DifficultyModifiers {
                exempt_side: one.exempt_side,
                difficulty: difficulty(library, one.difficulty)?,
            }),
            None => None,
        };
        let tuning = MatchData { library: library.clone(), rules: self.data.rules, difficulty_modifiers };
        let kinds = tuning.kinds(library)?;
        Ok(MatchAssets {
            game: game.clone(),
            tuning,
            kinds,
            rules: Arc::new(rules),
            level: bake_level(library, self.level)?,
        })
    }
}

fn difficulty(library: &Library, name: Label) -> Result<Difficulty, Vec<Finding>> {
    let file = library.game.path(FileKind::Difficulty, "");
    let document = library.documents.get(&file);
    let document = document.ok_or_else(|| vec![Finding::for_file(file.as_str(), "the file does not exist")])?;
    let all: Vec<Difficulty> = document.read().map_err(|finding| vec![finding])?;
    let found = all.into_iter().find(|one| one.name == name);
    found.ok_or_else(|| vec![Finding::for_file(file.as_str(), format!("unknown difficulty \"{name}\""))])
}

/// Mods in words.
fn named(mods: &[String]) -> String {
    match mods {
        [] => "no mods".to_owned(),
        [only] => format!("the mod {only}"),
        all => format!("the mods {}", all.join(", ")),
    }
}

/// The hash of a text, independent of its line endings, as sixteen hexadecimal digits.
fn hash_of(text: &str) -> String {
    let mut sum = Digest::default();
    text.split('\r').for_each(|part| sum.write(part.as_bytes()));
    format!("{:016x}", sum.finish())
}
