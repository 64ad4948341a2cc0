//! Wounds: who was hit without being caught gets away at a burst, and heals where he is hidden for long enough.

use bevy::ecs::prelude::*;

use super::{Hidden, InPlay, noise::EventEmitter};
use crate::{
    data::rules::WoundRules,
    protocol::{AgentId, Event, Roster},
};

/// How often an agent was hit, and what that does to it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Wounds {
    /// Hits taken and not healed.
    pub taken: u8,
    /// Seconds left of the burst of speed after the last hit.
    pub burst: f32,
    /// Seconds in hiding since the last hit, or since the last wound healed.
    pub healing: f32,
}

impl Wounds {
    /// Takes a hit.
    pub(super) fn suffer(&mut self, rules: &WoundRules) {
        *self = Self { taken: self.taken.saturating_add(1), burst: rules.seconds, healing: 0.0 };
    }

    /// How many times as fast as else the body moves.
    pub fn haste(&self, rules: &WoundRules) -> f32 {
        if self.burst > 0.0 { rules.burst } else { 1.0 }
    }
}

/// Lets bursts run out and wounds heal.
pub(super) fn heal(
    roster: Res<Roster>,
    mut emitter: EventEmitter,
    mut agents: Query<(&AgentId, &Hidden, &mut Wounds), With<InPlay>>,
) {
    let (dt, rules) = (emitter.clock.dt(), emitter.rules.0.wounds);
    for entity in &roster.agents {
        let Ok((agent, hidden, mut wounds)) = agents.get_mut(*entity) else { continue };
        if wounds.taken == 0 {
            continue;
        }
        wounds.burst = (wounds.burst - dt).max(0.0);
        if hidden.0.is_none() || rules.heal_seconds <= 0.0 {
            wounds.healing = 0.0;
            continue;
        }
        wounds.healing += dt;
        if wounds.healing >= rules.heal_seconds {
            wounds.taken -= 1;
            wounds.healing = 0.0;
            emitter.log(Event::Healed { agent: *agent, wounds: wounds.taken });
        }
    }
}
