//! What is on: where matches come from, and which of them is on screen.
//!
//! Must not know: how a match is played, shown or changed for the next.

use std::sync::Arc;

use bevy::prelude::*;

use super::{playback::TickSource, scene_setup::AgentInfo};
use crate::{
    data::{Finding, Library},
    motion::navigation::BakedLevel,
    simulation::SetupError,
};

/// Where matches come from.
pub trait MatchProvider: Send + Sync + 'static {
    /// Begins the match with this seed: who plays, and the match at its start.
    ///
    /// # Errors
    /// Where rules and level do not fit.
    fn begin(&self, seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError>;
    /// Goes by other data in the matches that are yet to begin. Where they are recordings, nothing is to be done.
    ///
    /// # Errors
    /// What is wrong with the data; matches then go by what they went by before.
    fn set_library(&mut self, library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        let _ = library;
        Ok(())
    }
    /// Plays on another version of the level in the matches that are yet to begin.
    fn set_level(&mut self, level: Arc<BakedLevel>) {
        let _ = level;
    }
    /// Whether one match follows on another.
    fn has_next(&self) -> bool {
        true
    }
}

/// The matches that are watched.
#[derive(Resource)]
pub struct MatchSession {
    /// Where they come from.
    pub provider: Box<dyn MatchProvider>,
    /// The seed of the one on screen.
    pub seed: u64,
}
