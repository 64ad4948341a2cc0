//! Stable numbers for agents and things, the same in every process. A Bevy `Entity` is not.

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
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
    /// Something unidentified: a noise, a movement at the edge of sight, a scratch mark. [`Subject::sign`] makes the number.
    Unknown(u32),
    /// A place of the terrain (see [`super::Terrain::places`]): a hypothesis or an unexplored place.
    Place(u16),
    /// An order that the agent holds or has given, by its number in the match (see [`super::Orders`]).
    Order(u32),
}

/// What numbers a sign: an unknown subject. Each origin has a range of its own, so that a sign is never taken for one of another origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignOrigin {
    /// Hearing: a noise.
    Noise,
    /// Sight: a scratch mark.
    Trace,
    /// Sight: a movement that is not recognised.
    Movement,
    /// The rules of the game.
    Game,
    /// The nose: what smells.
    Smell,
}

impl Subject {
    /// How many numbers each origin has for its signs.
    pub const SIGN_NUMBERS: u32 = 1 << 29;

    /// A sign; of larger numbers only the remainder by [`Self::SIGN_NUMBERS`] counts.
    #[inline]
    pub fn sign(origin: SignOrigin, number: u32) -> Self {
        Self::Unknown((origin as u32) << Self::SIGN_NUMBERS.trailing_zeros() | number & (Self::SIGN_NUMBERS - 1))
    }
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
    #[inline]
    pub fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.agents.get(usize::from(agent.0)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_different_origins_are_never_the_same_subject() {
        use SignOrigin::{Game, Movement, Noise, Smell, Trace};
        let origins = [Noise, Trace, Movement, Game, Smell];
        for (index, one) in origins.into_iter().enumerate() {
            for other in &origins[index + 1..] {
                for number in [0, 1, 0x1000_0000, 0x2000_0001, Subject::SIGN_NUMBERS - 1, u32::MAX] {
                    assert_ne!(Subject::sign(one, number), Subject::sign(*other, number), "{one:?} {other:?} {number}");
                }
            }
        }
        assert_eq!(Subject::sign(Noise, 7), Subject::Unknown(7));
    }
}
