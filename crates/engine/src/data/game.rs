//! What a game adds to the data files: a section of its own in the rules and in every level, with its ranges and checks.

use std::{any::Any, collections::BTreeSet, fmt::Debug, sync::Arc};

use quarry_minds::{Behaviours, protocol::Label};
use quarry_ron::Document;
use quarry_ron::finding::{Diagnostics, Finding};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use super::FileKind;
use super::level::Level;
use super::provided::{NamePlace, ProvidedNames};
use super::ranges::NumberRange;
use super::rules::Rules;

/// The name of the section in `assets/GAME/rules/*.ron` and `levels/GAME/*.ron`.
pub const SECTION: &str = "game";

/// What a game adds to the data. Its files lie in `assets/NAME/` and `levels/NAME/`, beside those in `assets/shared/`.
#[derive(Debug)]
pub struct GameSchema {
    /// The name of the game: that of its folders, and on the command line.
    pub name: &'static str,
    /// A sentence about the game.
    pub summary: &'static str,
    /// The verbs of the game, besides those that all games share.
    pub verbs: &'static [&'static str],
    /// Registers the behaviours of the game, besides those of all minds.
    pub add_behaviours: fn(&mut Behaviours),
    /// The character models that its view draws.
    pub models: &'static [&'static str],
    /// The level to show unless another one is asked for; empty for the first one.
    pub default_level: &'static str,
    /// Reads the section of a rules file.
    pub rules: fn(&Document) -> Result<GameSection, Finding>,
    /// Reads the section of a level file.
    pub level: fn(&Document) -> Result<GameSection, Finding>,
    /// Reads and checks its catalogue, `assets/NAME/catalogue.ron`; `None` if the game has none.
    pub catalogue: Option<fn(&Document) -> Result<GameSection, Vec<Finding>>>,
    /// The names of its detectors of faults, besides those that all games share.
    pub detectors: &'static [&'static str],
    /// The ranges of the numbers in its sections, by kind of file; paths begin with `game.`.
    pub ranges: &'static [(FileKind, &'static [NumberRange])],
    /// Where its sections have names that others provide, by kind of file; paths begin with `game.`.
    pub names: &'static [(FileKind, &'static [NamePlace])],
    /// Adds the readings, kinds, states, orders and noises that its own rules and systems provide, for one rules file.
    pub provides: fn(&Rules, &mut ProvidedNames),
    /// Checks the rules and levels for this game.
    pub check: fn(&GameFiles<'_>, &mut Diagnostics),
}

impl GameSchema {
    /// A game without verbs, models, sections, ranges, names and checks of its own.
    pub const fn plain(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            summary,
            verbs: &[],
            add_behaviours: |_| {},
            models: &[],
            default_level: "",
            rules: GameSection::read::<NoSection>,
            level: GameSection::read::<NoSection>,
            catalogue: None,
            detectors: &[],
            ranges: &[],
            names: &[],
            provides: |_, _| {},
            check: |_, _| {},
        }
    }

    /// The behaviours that its minds may use.
    pub fn behaviours(&self) -> Behaviours {
        let mut all = Behaviours::default();
        (self.add_behaviours)(&mut all);
        all
    }

    /// The path, below the data folder, where a file of this kind and name belongs.
    pub fn path(&self, kind: FileKind, name: &str) -> String {
        kind.path_for(self.name, name)
    }
}

/// The section of a game that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoSection {}

/// The files of a game, for its own checks.
pub struct GameFiles<'a> {
    /// The rules files.
    pub rules: Vec<(Label, &'a Rules, &'a Document)>,
    /// The level files.
    pub levels: Vec<(Label, &'a Level, &'a Document)>,
    /// The names of the agent files; `None` if some could not be read.
    pub agents: Option<&'a BTreeSet<Label>>,
    /// The names of the bodiless agents.
    pub bodiless: &'a BTreeSet<Label>,
    /// The props and devices that agents can hide in; `None` if the prop catalogue could not be read.
    pub hiding_props: Option<&'a BTreeSet<Label>>,
}

/// A value that a game's section can hold.
trait SectionValue: Any + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn SectionValue) -> bool;
}

impl<T: Any + Debug + PartialEq + Send + Sync> SectionValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn SectionValue) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }
}

/// The game's own section of a file: a value whose type only the game knows. Empty until the game has read it.
#[derive(Clone, Debug, Default)]
pub struct GameSection(Option<Arc<dyn SectionValue>>);

impl GameSection {
    /// A section with this value.
    pub fn new(value: impl Any + Debug + PartialEq + Send + Sync) -> Self {
        Self(Some(Arc::new(value)))
    }

    /// Reads the field [`SECTION`] of a document as a `T`; the default value if the field is absent.
    ///
    /// # Errors
    /// The section does not fit `T`. The finding points into the file.
    pub fn read<T: DeserializeOwned + Default + Debug + PartialEq + Send + Sync + 'static>(
        document: &Document,
    ) -> Result<Self, Finding> {
        Ok(Self::new(document.read_field::<T>(SECTION)?.unwrap_or_default()))
    }

    /// The value, if it is a `T`.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.0.as_deref().and_then(|value| value.as_any().downcast_ref())
    }
}

impl PartialEq for GameSection {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.equals(&**b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

/// Accepts any value: the game reads it from the text later.
impl<'de> Deserialize<'de> for GameSection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lamps {
        lit: u8,
    }

    #[test]
    fn a_section_is_read_from_its_place_in_the_file() {
        let document = Document::parse("a.ron", "(\n    title: \"x\",\n    game: (lit: 3),\n)").unwrap();
        assert_eq!(GameSection::read::<Lamps>(&document).unwrap().get::<Lamps>(), Some(&Lamps { lit: 3 }));
        let wrong = Document::parse("a.ron", "(\n    title: \"x\",\n    game: (lid: 3),\n)").unwrap();
        let finding = GameSection::read::<Lamps>(&wrong).unwrap_err();
        assert_eq!((finding.line, finding.column), (3, 12), "{finding}");
        assert!(finding.message.contains("lid"), "{finding}");
        let absent = Document::parse("a.ron", "(title: \"x\")").unwrap();
        assert_eq!(GameSection::read::<Lamps>(&absent).unwrap(), GameSection::new(Lamps::default()));
    }
}
