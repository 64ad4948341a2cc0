//! How much an agent notices: an agent asleep sees nothing, and hears and smells little.

use bevy::ecs::prelude::*;

/// Factors on the senses of an agent. The game gives it to agents whose attention changes; without it both factors are 1.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    /// The factor on the strength of its eyes. At 0 they are closed: it sees neither agents nor things nor empty places.
    pub sight: f32,
    /// The factor on the acuity of its ears, on the distance at which it hears team-mates speak, and on the ranges of its nose. At 0 it
    /// neither hears nor smells.
    pub hearing: f32,
}

impl Default for Attention {
    fn default() -> Self {
        Self { sight: 1.0, hearing: 1.0 }
    }
}

impl Attention {
    /// Whether its eyes see anything.
    pub(super) fn sees(&self) -> bool {
        self.sight > 0.0
    }
}
