//! A sum over all bodies once a second, into the log: the digest then shows a difference soon after it arises.

use std::hash::{Hash, Hasher};

use bevy::ecs::prelude::*;

use crate::{
    protocol::{Digest, Event, EventLog, Roster, SimulationClock},
    world::Body,
};

/// Logs the sum at the first tick of each second.
pub(super) fn sum_up(
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
    log.push(clock.tick, Event::Checkpoint { sum: sum.finish() });
}
