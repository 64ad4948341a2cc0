//! Changing a match while it runs: other data, switches, memories and plans made by hand. Every change is a [`RetuneCommand`], applied
//! between two ticks; with its commands and the ticks they were applied after, a match can be played again.
//!
//! Memories survive, plans survive where they still hold, and what cannot change in the middle of a match is named and holds
//! from the next one on. Knows no files on the disk and no window.

mod apply;
mod command;
mod data;
mod parts;
mod tunables;

use std::sync::Arc;

use bevy::ecs::prelude::*;

pub use apply::{Change, RetuneError, RetuneReport, apply};
pub use command::{Edit, RetuneCommand, SwitchScope, SwitchTarget};
pub use data::brain_with;
pub use tunables::{Tunable, TunableGroup, tunables};

use super::Archetypes;
use crate::{
    data::{Finding, Library, difficulty::Difficulty},
    protocol::Label,
};

/// The data that a running match goes by. Without it a match takes no commands that change data.
#[derive(Resource, Clone)]
pub struct MatchData {
    /// All data, as changed so far.
    pub library: Arc<Library>,
    /// Which rules are played by: a file of `assets/rules`.
    pub rules: Label,
    /// By how much those who play against a person are harder or easier than their files say.
    pub difficulty_modifiers: Option<DifficultyModifiers>,
}

/// What a difficulty does to all sides but one.
#[derive(Clone, Debug, PartialEq)]
pub struct DifficultyModifiers {
    /// The side it leaves as it is.
    pub exempt_side: Label,
    /// The difficulty.
    pub difficulty: Difficulty,
}

impl MatchData {
    /// The kinds of agents by a library, as this match has them.
    ///
    /// # Errors
    /// What is wrong with their minds, each with its place in the file.
    pub fn kinds(&self, library: &Library) -> Result<Archetypes, Vec<Finding>> {
        let mut kinds = Archetypes::load(library)?;
        if let Some(difficulty_modifiers) = &self.difficulty_modifiers {
            kinds.apply(&difficulty_modifiers.difficulty, difficulty_modifiers.exempt_side);
        }
        Ok(kinds)
    }
}
