//! The screens of a watched match.

use bevy::prelude::*;

#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// A level is being built.
    #[default]
    Loading,
    Match,
    /// A match is over: its story.
    Result,
}
