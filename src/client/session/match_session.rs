//! Where matches come from, and which one is on screen.
//!
//! Independent of: how a match is played or shown.

use std::sync::Arc;

use bevy::prelude::*;
use quarry_ron::Finding;

use super::{playback::TickSource, scene_setup::AgentInfo};
use crate::data::Library;
use crate::motion::navigation::BakedLevel;
use crate::simulation::SetupError;

/// Starts matches: live ones, played ones, or a recording.
pub trait MatchProvider: Send + Sync + 'static {
    /// Starts the match with this seed: its agents, and its source of ticks.
    fn begin(&self, seed: u64) -> Result<(Vec<AgentInfo>, Box<dyn TickSource>), SetupError>;
    /// Uses changed data in the matches that start from now on. Recordings ignore it.
    fn set_library(&mut self, _library: &Arc<Library>) -> Result<(), Vec<Finding>> {
        Ok(())
    }
    /// Uses a changed level in the matches that start from now on. Recordings ignore it.
    fn set_level(&mut self, _level: Arc<BakedLevel>) {}
    /// Whether another match can follow with the next seed.
    fn has_next(&self) -> bool {
        true
    }
}

/// The matches of this window.
#[derive(Resource)]
pub struct MatchSession {
    /// Starts them.
    pub provider: Box<dyn MatchProvider>,
    /// The seed of the match on screen.
    pub seed: u64,
}
