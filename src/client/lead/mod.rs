//! The lead a person has: what passes between them and the agent they lead.
//!
//! Must not know: devices, pictures, menus.

mod known;
mod record;
mod wishes;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;

pub use known::{Known, Noticing, Offer, Sound, ThrowState};
pub use record::Record;
pub use wishes::{Poster, Wishes};

use crate::protocol::AgentId;

/// What passes between a person and the agent they lead: wishes in, knowledge out.
#[derive(Debug)]
pub struct Link {
    /// The agent.
    pub agent: AgentId,
    /// How many matches have begun: a new one begins looking where its body looks.
    pub matches: u32,
    /// What is asked for.
    pub wishes: Wishes,
    /// What may be known.
    pub known: Known,
    /// What became of it so far, for the story at the end.
    pub record: Record,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            agent: AgentId(0),
            matches: 0,
            wishes: Wishes::default(),
            known: Known::default(),
            record: Record::default(),
        }
    }
}

/// A person leads an agent of the match on screen. Not there while they watch.
#[derive(Resource, Clone, Debug, Default)]
pub struct Lead(Arc<Mutex<Link>>);

impl Lead {
    /// The link, for a moment.
    pub fn link(&self) -> MutexGuard<'_, Link> {
        // A panic elsewhere cannot have left plain numbers half written in a way that matters here.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
