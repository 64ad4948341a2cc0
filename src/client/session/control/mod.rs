//! The link between a player and the agent they control: intents in, knowledge out.
//!
//! Independent of: devices, rendering, menus.

mod at_hand;
mod intent;
mod knowledge;
mod stats;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;

pub use intent::{IntentPoster, PlayerIntent, PressCounts};
pub use knowledge::{
    DetectionCue, GunKnowledge, InteractionPrompt, KnownPlace, PlayerKnowledge, RECENT_SECONDS, RecentPercept,
    ThrowState,
};
pub use stats::PlayerStats;

use quarry_minds::protocol::{AgentId, Label, Roster, Side};
use quarry_minds::with_defaults;

use crate::world::{Body, InPlay};

with_defaults! {
/// What passes between a player and the controlled agent.
#[derive(Debug)]
pub struct ControlState {
    /// The controlled agent.
    pub agent: AgentId = AgentId(0),
    /// The number of matches begun. When it changes, the camera starts again in the direction the agent looks.
    pub match_number: u32,
    /// What the player asks for.
    pub intent: PlayerIntent,
    /// What the player may know.
    pub knowledge: PlayerKnowledge,
    /// Statistics of the match for the result page.
    pub stats: PlayerStats,
}
}

/// The other agents in play: each with its side and its body.
fn others(world: &World, me: AgentId) -> impl Iterator<Item = (EntityRef<'_>, AgentId, Label, &Body)> {
    let agents = world.get_resource::<Roster>().into_iter().flat_map(|roster| &roster.agents);
    agents.filter_map(move |entity| {
        let other = world.entity(*entity);
        let (id, side, body) = (other.get::<AgentId>()?, other.get::<Side>()?, other.get::<Body>()?);
        (*id != me && other.contains::<InPlay>()).then_some((other, *id, side.0, body))
    })
}

/// The player controls an agent of the match on screen. As a resource it is missing while the player spectates.
#[derive(Resource, Clone, Debug, Default)]
pub struct PlayerControl(Arc<Mutex<ControlState>>);

impl PlayerControl {
    /// Locks the shared state. Keep the guard for a moment only: the simulation waits for it.
    pub fn state(&self) -> MutexGuard<'_, ControlState> {
        // A poisoned lock holds plain values that are still usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
