//! The lead a person has: what passes between them and the agent they lead.
//!
//! Must not know: devices, pictures, menus.

mod intent;
mod knowledge;
mod stats;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;

pub use intent::{IntentPoster, PlayerIntent};
pub use knowledge::{DetectionCue, HeardSound, InteractionPrompt, PlayerKnowledge, ThrowState};
pub use stats::PlayerStats;

use crate::protocol::AgentId;

/// What passes between a person and the agent they lead: wishes in, knowledge out.
#[derive(Debug)]
pub struct ControlState {
    /// The agent.
    pub agent: AgentId,
    /// How many matches have begun: a new one begins looking where its body looks.
    pub match_number: u32,
    /// What is asked for.
    pub intent: PlayerIntent,
    /// What may be known.
    pub knowledge: PlayerKnowledge,
    /// What became of it so far, for the story at the end.
    pub stats: PlayerStats,
}

impl Default for ControlState {
    fn default() -> Self {
        Self {
            agent: AgentId(0),
            match_number: 0,
            intent: PlayerIntent::default(),
            knowledge: PlayerKnowledge::default(),
            stats: PlayerStats::default(),
        }
    }
}

/// A person leads an agent of the match on screen. Not there while they watch.
#[derive(Resource, Clone, Debug, Default)]
pub struct PlayerControl(Arc<Mutex<ControlState>>);

impl PlayerControl {
    /// The link, for a moment.
    pub fn state(&self) -> MutexGuard<'_, ControlState> {
        // A panic elsewhere cannot have left plain numbers half written in a way that matters here.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
