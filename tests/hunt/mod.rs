//! The shipped game and its data, as tests use them.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use quarry::{
    data::{DataFiles, Library, level::Level, rules::Rules},
    games::hunt::{Hunt, HuntRules},
    simulation::Game,
};
use quarry_minds::protocol::{Label, label};
use quarry_ron::Document;

pub use quarry::games::hunt::SCHEMA;

/// The hunt.
pub fn game() -> Arc<dyn Game> {
    Arc::new(Hunt)
}

/// The root of the shipped data.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The shipped files.
pub fn files() -> DataFiles {
    DataFiles::read(root(), SCHEMA.name).unwrap_or_else(|findings| panic!("{findings:?}"))
}

/// The shipped data.
pub fn library() -> Library {
    Library::load(root(), &SCHEMA).unwrap_or_else(|findings| panic!("{findings:?}"))
}

/// The shipped rules.
pub fn rules() -> Rules {
    let document = Document::parse("standard.ron", include_str!("../../assets/hunt/rules/standard.ron"));
    let document = document.unwrap_or_else(|finding| panic!("{finding}"));
    let mut rules: Rules = document.read().unwrap_or_else(|finding| panic!("{finding}"));
    rules.game = (SCHEMA.rules)(&document).unwrap_or_else(|finding| panic!("{finding}"));
    rules
}

/// The hunt's own part of some rules.
pub fn own(rules: &Rules) -> HuntRules {
    rules.game.get::<HuntRules>().expect("rules of the hunt").clone()
}

/// A level of the hunt.
pub fn level(text: &str) -> Level {
    let document = Document::parse("level.ron", text).unwrap_or_else(|finding| panic!("{finding}"));
    let mut level: Level = document.read().unwrap_or_else(|finding| panic!("{finding}"));
    level.game = (SCHEMA.level)(&document).unwrap_or_else(|finding| panic!("{finding}"));
    level
}

/// The sizes of the teams.
pub fn counts(hunters: u16, hunted: u16) -> BTreeMap<Label, u16> {
    BTreeMap::from([(label("hunter"), hunters), (label("hunted"), hunted)])
}
