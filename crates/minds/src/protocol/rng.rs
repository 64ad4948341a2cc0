//! Seeded randomness: a ChaCha stream for each agent and subsystem, all derived from the match seed.

use bevy_ecs::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::AgentId;

/// The user of a random stream. Streams are independent, so one agent's draws never shift another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RngStream {
    /// Where items lie at the start of a match.
    Setup,
    /// Where agents start.
    Starts,
    /// Where the items of the level lie, those of the game apart.
    Items,
    /// The rules and projectiles.
    World,
    /// Wind and weather.
    Weather,
    /// One agent's senses and mind.
    Agent(AgentId),
}

/// The random generator of one agent.
#[derive(Component, Clone, Debug)]
pub struct AgentRng(pub ChaCha8Rng);

impl AgentRng {
    /// Whether something happens that happens this often, 0 to 1.
    pub fn chance(&mut self, odds: f32) -> bool {
        self.0.gen_range(0.0..1.0) < odds
    }
}

/// The generator of one stream of the match with this seed.
pub fn rng_for(seed: u64, stream: RngStream) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(match stream {
        RngStream::Setup => 1,
        RngStream::World => 2,
        RngStream::Starts => 3,
        RngStream::Items => 4,
        RngStream::Weather => 5,
        RngStream::Agent(agent) => 0x1_0000 + u64::from(agent.0),
    });
    generator
}
