//! The match that a person sets up in the menus or on the command line.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use quarry_minds::protocol::{Label, label};
use quarry_minds::schema::brain::BrainChoice;

use super::game_view::GameView;
use crate::data::Library;

#[derive(Resource, Clone, Debug, PartialEq)]
pub struct MatchSelection {
    pub game: Label,
    /// The player's side; `None` to watch.
    pub side: Option<Label>,
    pub level: Label,
    pub rules: Label,
    /// The number of agents of each side. Sides that are not listed have the number of the rules.
    pub counts: BTreeMap<Label, u16>,
    /// What chooses the actions of the agents of a side, where it differs from the rules.
    pub brains: BTreeMap<Label, BrainChoice>,
    /// The opponents' difficulty: a name in the game's file of difficulties.
    pub difficulty: Label,
    /// The seed; `None` for a new one each time.
    pub seed: Option<u64>,
}

impl MatchSelection {
    /// What the setup page of a game shows at first. Without data, the numbers of agents are those of the level and the rules.
    pub fn of(view: &GameView, library: Option<&Library>) -> Self {
        let spec = view.setup;
        Self {
            game: label(view.schema.name),
            side: spec.roles.first().map(|role| label(role.side)),
            level: label(spec.level),
            rules: spec.default_rules(),
            counts: library.map(|library| spec.default_counts(library, label(spec.level))).unwrap_or_default(),
            brains: BTreeMap::new(),
            difficulty: label(spec.difficulty),
            seed: None,
        }
    }
}
