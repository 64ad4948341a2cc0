//! Stable numbers for agents and things, the same in every process. A Bevy `Entity` is not.

use bevy::{ecs::prelude::*, reflect::Reflect};
use serde::{Deserialize, Serialize};

use super::Label;

/// An agent of a match, numbered from 0 in the order of spawning.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct AgentId(pub u16);

/// A thing of the level that can be remembered or used (item, door, gate, hiding place, patrol point), numbered from 0
/// in the order of the level file.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct ThingId(pub u16);

/// The team an agent plays for, as named in the rules.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub Label);

/// An agent without a body of its own, and the agent whose body it uses: it perceives what its host perceives, is where its host is and
/// speaks with its host's voice. It cannot be seen, heard or hit. The game sets its host. Without one, or while its host is out of play,
/// it perceives nothing and cannot speak.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host(pub Option<AgentId>);

/// The subject of a percept or a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub enum Subject {
    /// Another agent, recognised.
    Agent(AgentId),
    /// A thing of the level.
    Thing(ThingId),
    /// Something unidentified: a noise, a movement at the edge of sight, a scratch mark. The senses assign the number.
    Unknown(u32),
    /// A place of the terrain (see [`super::Terrain::places`]): a hypothesis or an unexplored place.
    Place(u16),
    /// An order that the agent holds or has given, by its number in the match (see [`super::Orders`]).
    Order(u32),
}

/// The agents of the match by [`AgentId`]. Systems iterate in this order wherever order can matter.
///
/// Agents that have left play stay in the roster; [`crate::world::InPlay`] marks the others.
#[derive(Resource, Default, Debug, Clone)]
pub struct Roster {
    /// The entity of each agent, indexed by its number.
    pub agents: Vec<Entity>,
}

impl Roster {
    /// The entity of an agent; `None` if the match has no such agent.
    pub fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.agents.get(usize::from(agent.0)).copied()
    }
}
