//! What dazzles: who looks into a device at the moment at which it goes into such a state sees nothing for a while.

use bevy::math::Vec3;
use quarry_minds::protocol::{AgentId, SimulationClock};

use super::{Body, Site, Things, level::LevelThing, veils::veiled_at};
use crate::data::{body::BodySpec, thing::ThingDazzle};

/// Eyes that look this far past it are spared: the cosine of 80 degrees.
const IN_FRONT: f32 = 0.174;
/// The height of the light above the ground, in metres.
const HEIGHT: f32 = 0.4;

/// An agent that sees nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dazzled {
    /// The agent.
    pub agent: AgentId,
    /// The tick until when.
    pub until: u32,
}

impl Things {
    /// For how many seconds an agent sees nothing yet.
    pub fn dazzled_for(&self, agent: AgentId, clock: &SimulationClock) -> f32 {
        let left = |found: &Dazzled| clock.seconds_at(found.until.saturating_sub(clock.tick));
        self.dazzled.iter().find(|found| found.agent == agent && found.until > clock.tick).map_or(0.0, left)
    }

    /// Dazzles an agent if it sees the light of a device.
    pub(super) fn dazzle(
        &mut self,
        (agent, body, kind): (AgentId, &Body, &BodySpec),
        (thing, dazzle): (&LevelThing, &ThingDazzle),
        site: &Site,
        clock: &SimulationClock,
    ) {
        let (eyes, light) = (body.eye_position(kind), thing.place + Vec3::Y * HEIGHT);
        let (apart, towards) = (eyes.distance(light), (light - eyes).normalize_or_zero());
        if apart >= dazzle.within || towards.dot(body.gaze_direction()) < IN_FRONT {
            return;
        }
        if !site.sight.is_clear(eyes, light, self.open) || veiled_at(&self.veils, eyes, light).is_some() {
            return;
        }
        let until = clock.tick + clock.ticks(dazzle.seconds * (1.0 - apart / dazzle.within));
        match self.dazzled.iter_mut().find(|found| found.agent == agent) {
            Some(found) => found.until = found.until.max(until),
            None => self.dazzled.push(Dazzled { agent, until }),
        }
    }
}
