//! Logs a hash over all bodies once per second, so that the digest diverges soon after the simulation does.

use std::hash::{Hash, Hasher};

use bevy::ecs::prelude::*;
use quarry_minds::protocol::{Digest, EventLog, MatchEvent, Roster, SimulationClock};

use crate::world::Body;

/// Logs the hash on the first tick of each second.
pub(super) fn log_checkpoint(
    clock: Res<SimulationClock>,
    roster: Res<Roster>,
    bodies: Query<&Body>,
    mut log: ResMut<EventLog>,
) {
    if clock.tick % clock.rate != 1 {
        return;
    }
    let mut sum = Digest::default();
    for body in roster.agents.iter().filter_map(|agent| bodies.get(*agent).ok()) {
        for number in body.place.to_array().into_iter().chain(body.velocity.to_array()).chain([body.heading, body.gaze])
        {
            number.to_bits().hash(&mut sum);
        }
    }
    log.push(clock.tick, MatchEvent::Checkpoint { sum: sum.finish() });
}
