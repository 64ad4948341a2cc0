//! Seeded randomness: one ChaCha stream an agent and one a subsystem, all derived from the seed of the match.

use bevy::ecs::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::AgentId;

/// Who draws from a stream. Streams never share numbers, so that one agent's draws do not shift another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RngStream {
    /// Setting up the match: which places get keys.
    Setup,
    /// Setting up the match: who starts where.
    Starts,
    /// The rules and things in flight.
    World,
    /// One agent's senses and mind.
    Agent(AgentId),
}

/// An agent's own stream of random numbers.
#[derive(Component, Clone, Debug)]
pub struct AgentRng(pub ChaCha8Rng);

/// The generator of one stream of the match with this seed.
pub fn rng_for(seed: u64, stream: RngStream) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(match stream {
        RngStream::Setup => 1,
        RngStream::World => 2,
        RngStream::Starts => 3,
        RngStream::Agent(agent) => 0x1_0000 + u64::from(agent.0),
    });
    generator
}
