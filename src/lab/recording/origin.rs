//! What a match is a function of, as a recording tells it: program, level, rules, data, seed, and who plays.

use std::{collections::BTreeMap, fmt, hash::Hasher, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    data::{Finding, Library, difficulty::Difficulty, rules::Rules},
    motion::navigation::BakedLevel,
    protocol::{AgentId, Digest, Label},
    simulation::{
        Archetypes, MatchSetup, bake_level,
        retune::{self, MatchData},
    },
};

/// The program a match was played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramVersion {
    /// Its version.
    pub version: String,
    /// A sum over the source of all that matches are made of, and of the libraries it is built with: sixteen hexadecimal
    /// digits. The same in every build of the same source.
    pub source: String,
}

impl ProgramVersion {
    /// The program that runs.
    pub fn current() -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), source: env!("QUARRY_SOURCE_SUM").to_owned() }
    }
}

impl fmt::Display for ProgramVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.version, self.source)
    }
}

/// How hard those are who play against a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifficultyChoice {
    /// The difficulty: a name of `assets/difficulty.ron`.
    pub difficulty: Label,
    /// The side it does not apply to: the person's own.
    pub exempt_side: Label,
}

/// Which data a match is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataManifest {
    /// The rules: a file of `assets/rules`.
    pub rules: Label,
    /// The difficulty, where a person plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty_modifiers: Option<DifficultyChoice>,
    /// The sum of every file the match depends on, by its path.
    pub files: BTreeMap<String, String>,
}

/// What a match is a function of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOrigin {
    /// The program.
    pub program: ProgramVersion,
    /// The level.
    pub level: Label,
    /// The seed.
    pub seed: u64,
    /// How many play for each side, where it is not what the rules say.
    pub counts: BTreeMap<Label, u16>,
    /// Agents that people play.
    pub people: Vec<AgentId>,
    /// The data.
    #[serde(flatten)]
    pub data: DataManifest,
}

/// The most who play for a side.
const MAX_AGENTS_PER_SIDE: u16 = 2000;

/// Something that is not as it was when a match was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginMismatch {
    /// The program.
    ProgramVersion(ProgramVersion),
    /// A file that has been changed since.
    Changed(String),
    /// A file that is not there.
    Missing(String),
    /// The recording names more agents than a match may have.
    TooManyAgents(Label),
}

impl fmt::Display for OriginMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OriginMismatch::ProgramVersion(program) => {
                write!(f, "it was recorded by another program: {program}, and this is {}", ProgramVersion::current())
            }
            OriginMismatch::Changed(file) => write!(f, "{file} is not as it was"),
            OriginMismatch::Missing(file) => write!(f, "there is no {file} here"),
            OriginMismatch::TooManyAgents(side) => write!(f, "more than {MAX_AGENTS_PER_SIDE} play for \"{side}\""),
        }
    }
}

/// What a match is played on and with.
pub struct MatchAssets {
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
    /// The data of a library that a match on this level by these rules depends on.
    pub fn for_match(
        library: &Library,
        level: Label,
        rules: Label,
        difficulty_modifiers: Option<DifficultyChoice>,
    ) -> Self {
        let mut paths = vec!["assets/props.ron".to_owned(), format!("levels/{level}.ron")];
        paths.push(format!("assets/rules/{rules}.ron"));
        paths.extend(difficulty_modifiers.map(|_| "assets/difficulty.ron".to_owned()));
        // The ground is made for the largest of all bodies, so every agent counts; of the minds, those that play.
        paths.extend(library.agents.keys().map(|agent| format!("assets/agents/{agent}.ron")));
        let sides = library.rules.get(&rules).into_iter().flat_map(|rules| rules.sides.values());
        let minds = sides.filter_map(|side| library.agents.get(&side.agent)).map(|agent| agent.mind);
        paths.extend(minds.map(|mind| format!("assets/minds/{mind}.ron")));
        let sum = |path: String| library.documents.get(&path).map(|document| (path, sum_of(document.text())));
        Self { rules, difficulty_modifiers, files: paths.into_iter().filter_map(sum).collect() }
    }

    /// The data that a match on this level goes by.
    pub fn from_tuning(tuning: &MatchData, level: Label) -> Self {
        let difficulty_modifiers = tuning.difficulty_modifiers.as_ref();
        let difficulty_modifiers = difficulty_modifiers
            .map(|one| DifficultyChoice { difficulty: one.difficulty.name, exempt_side: one.exempt_side });
        Self::for_match(&tuning.library, level, tuning.rules, difficulty_modifiers)
    }
}

impl MatchOrigin {
    /// What a match is a function of, by the program that runs.
    pub fn new(level: Label, setup: &MatchSetup, data: DataManifest) -> Self {
        let MatchSetup { seed, counts, people } = setup.clone();
        Self { program: ProgramVersion::current(), level, seed, counts, people, data }
    }

    /// All that is not here as it was there; empty where the same match can be played.
    pub fn mismatches(&self, library: &Library) -> Vec<OriginMismatch> {
        let mut found = Vec::new();
        if self.program != ProgramVersion::current() {
            found.push(OriginMismatch::ProgramVersion(self.program.clone()));
        }
        let crowds = self.counts.iter().filter(|(_, count)| **count > MAX_AGENTS_PER_SIDE);
        found.extend(crowds.map(|(side, _)| OriginMismatch::TooManyAgents(*side)));
        let here = DataManifest::for_match(library, self.level, self.data.rules, self.data.difficulty_modifiers).files;
        for (path, sum) in &self.data.files {
            match here.get(path) {
                None => found.push(OriginMismatch::Missing(path.clone())),
                Some(own) if own != sum => found.push(OriginMismatch::Changed(path.clone())),
                Some(_) => {}
            }
        }
        // What the match would read here and did not then.
        let more = here.into_keys().filter(|path| !self.data.files.contains_key(path));
        found.extend(more.map(OriginMismatch::Changed));
        found
    }

    /// Makes ready what the match is played on and with.
    ///
    /// # Errors
    /// What is wrong with the data, or wanting.
    pub fn prepare(&self, library: &Arc<Library>) -> Result<MatchAssets, Vec<Finding>> {
        let file = format!("assets/rules/{}.ron", self.data.rules);
        let rules = library.rules.get(&self.data.rules).cloned();
        let rules = rules.ok_or_else(|| vec![Finding::for_file(file, "there is no such file")])?;
        let difficulty_modifiers = match self.data.difficulty_modifiers {
            Some(one) => Some(retune::DifficultyModifiers {
                exempt_side: one.exempt_side,
                difficulty: difficulty(library, one.difficulty)?,
            }),
            None => None,
        };
        let tuning = MatchData { library: library.clone(), rules: self.data.rules, difficulty_modifiers };
        let kinds = tuning.kinds(library)?;
        Ok(MatchAssets { tuning, kinds, rules: Arc::new(rules), level: bake_level(library, self.level)? })
    }

    /// The setup of the match.
    pub fn setup(&self) -> MatchSetup {
        MatchSetup { seed: self.seed, counts: self.counts.clone(), people: self.people.clone() }
    }
}

fn difficulty(library: &Library, name: Label) -> Result<Difficulty, Vec<Finding>> {
    const FILE: &str = "assets/difficulty.ron";
    let document = library.documents.get(FILE);
    let document = document.ok_or_else(|| vec![Finding::for_file(FILE, "there is no such file")])?;
    let all: Vec<Difficulty> = document.read().map_err(|finding| vec![finding])?;
    let found = all.into_iter().find(|one| one.name == name);
    found.ok_or_else(|| vec![Finding::for_file(FILE, format!("there is no difficulty \"{name}\""))])
}

/// A sum over a text, however its lines end: sixteen hexadecimal digits.
fn sum_of(text: &str) -> String {
    let mut sum = Digest::default();
    text.split('\r').for_each(|part| sum.write(part.as_bytes()));
    format!("{:016x}", sum.finish())
}
