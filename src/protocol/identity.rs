//! Who and what is meant: stable numbers for agents and things, the same in every process.
//!
//! `Entity` is no identity across runs; these are.

use bevy::ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::Label;

/// An agent of a match, numbered in the order of spawning, from 0.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AgentId(pub u16);

/// A thing of the level that can be remembered or used (a key, a door, a hiding place, an exit, a patrol point ...),
/// numbered in the order of the level's own description, from 0. What is thrown in a match is numbered after them.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ThingId(pub u16);

/// The team an agent plays for, as named in data (for the shipped game `"hunter"` and `"hunted"`).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub Label);

/// What a percept or a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// Another agent, recognised.
    Agent(AgentId),
    /// A thing of the level.
    Thing(ThingId),
    /// Something unidentified: a noise, a movement at the edge of sight, a trace. Numbered by its maker.
    Unknown(u32),
    /// A place of the terrain (see [`super::Terrain::places`]): a hypothesis, an unexplored spot.
    Place(u16),
}

/// The agents of the match by [`AgentId`]: *the* order of iteration wherever order can matter.
///
/// Agents stay in it after they have left play; whether they are in play is a component of the world.
#[derive(Resource, Default, Debug, Clone)]
pub struct Roster {
    /// The entity of each agent; the index is the agent's number.
    pub agents: Vec<Entity>,
}

impl Roster {
    /// The entity of an agent, if there is such an agent.
    pub fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.agents.get(usize::from(agent.0)).copied()
    }
}
