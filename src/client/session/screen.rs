//! The screens of a watched match.

use bevy::prelude::*;

/// What the window shows.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// A level is being built.
    #[default]
    Loading,
    /// A match is on.
    Match,
    /// A match is over: its story.
    Result,
}
