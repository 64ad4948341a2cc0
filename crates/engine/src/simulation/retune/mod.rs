//! Live retuning: changing the data, switches, memories and plans of a running match. Each change is a
//! [`RetuneCommand`], applied between two ticks. A recording of the commands and their ticks replays the match
//! exactly.
//!
//! Memories survive a change, and plans survive if they are still valid. The report names the changes that take effect
//! only in the next match. This module knows neither the file system nor the window.

mod apply;
mod command;
mod data;
mod parts;
mod tunables;

use std::sync::Arc;

use bevy::ecs::prelude::*;

pub use apply::{DataChange, RetuneError, RetuneReport, apply};
pub use command::{Edit, Intervention, RetuneCommand, SwitchScope, SwitchTarget};
pub use data::brain_with;
pub use tunables::{Tunable, TunableGroup, tunables};

use quarry_minds::protocol::Label;
use quarry_ron::Finding;

use super::Archetypes;
use crate::data::{Library, difficulty::Difficulty};

/// The data of a running match. A match without it refuses commands that change data.
#[derive(Resource, Clone)]
pub struct MatchData {
    /// All data files, with the changes so far.
    pub library: Arc<Library>,
    /// The name of the rules in use, a file in `assets/GAME/rules`.
    pub rules: Label,
    /// The difficulty of the opponents of a player; `None` for the values of their files.
    pub difficulty_modifiers: Option<DifficultyModifiers>,
}

/// A difficulty, and the side that it spares.
#[derive(Clone, Debug, PartialEq)]
pub struct DifficultyModifiers {
    /// The side that keeps its values.
    pub exempt_side: Label,
    /// The difficulty of all other sides.
    pub difficulty: Difficulty,
}

impl MatchData {
    /// The archetypes of a library with the difficulty of this match.
    ///
    /// # Errors
    /// The errors in their minds, with the location in the file.
    pub fn kinds(&self, library: &Library) -> Result<Archetypes, Vec<Finding>> {
        let mut kinds = Archetypes::load(library)?;
        if let Some(difficulty_modifiers) = &self.difficulty_modifiers {
            kinds.apply(&difficulty_modifiers.difficulty, difficulty_modifiers.exempt_side);
        }
        Ok(kinds)
    }
}
