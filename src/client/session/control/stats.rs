//! Statistics of the player's match, for the result page.
//!
//! The result page is shown after the end, so these may include what the player could not know: how close an opponent came.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Gait, Side, SimulationClock};

use super::{PlayerKnowledge, others};
use crate::world::{Body, InPlay, MatchRules, geometry::flat};

/// Distances and times of the controlled agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerStats {
    /// The distance walked, crouched or hurried, in metres.
    pub walked: f32,
    /// The distance run, in metres.
    pub ran: f32,
    /// The time in hiding places, in seconds.
    pub hidden: f32,
    /// The time being chased, in seconds.
    pub chased: f32,
    /// The smallest distance to an opponent, in metres; `None` if there was no opponent.
    pub nearest: Option<f32>,
    /// The agent's places about once a second, oldest first: tick and place in metres.
    pub trail: Vec<(u32, Vec3)>,
    last: Option<Vec3>,
}

/// A longer move within one tick is a teleport (such as out of a hiding place) and not walked, in metres.
const MAX_STEP: f32 = 1.0;

/// The interval of the trail, in seconds.
const TRAIL_SECONDS: f32 = 1.0;

impl PlayerStats {
    /// The agent's place in a tick: the nearest entry of the trail.
    pub fn place_at(&self, tick: u32) -> Option<Vec3> {
        let after = self.trail.partition_point(|(known, _)| *known < tick);
        let (before, after) = (after.checked_sub(1).and_then(|before| self.trail.get(before)), self.trail.get(after));
        match (before, after) {
            (Some(before), Some(after)) => {
                let nearer = if tick - before.0 <= after.0 - tick { before } else { after };
                Some(nearer.1)
            }
            (before, after) => before.or(after).map(|(_, place)| *place),
        }
    }

    /// Adds a tick of the agent with this entity.
    pub fn record(&mut self, world: &World, me: Entity, known: &PlayerKnowledge) {
        let agent = world.entity(me);
        let (Some(id), Some(side), Some(body)) = (agent.get::<AgentId>(), agent.get::<Side>(), agent.get::<Body>())
        else {
            return;
        };
        if agent.get::<InPlay>().is_none() {
            return;
        }
        let Some(clock) = world.get_resource::<SimulationClock>() else { return };
        let dt = clock.dt();
        if self.trail.last().is_none_or(|(tick, _)| clock.tick >= tick + clock.ticks(TRAIL_SECONDS)) {
            self.trail.push((clock.tick, body.place));
        }
        let moved = self.last.map_or(0.0, |last| flat(body.place - last).length());
        self.last = Some(body.place);
        if moved < MAX_STEP {
            if body.gait == Gait::Run { self.ran += moved } else { self.walked += moved }
        }
        if known.hidden.is_some() {
            self.hidden += dt;
        }
        if known.chased() {
            self.chased += dt;
        }
        let Some(rules) = world.get_resource::<MatchRules>() else { return };
        for (.., other_side, there) in others(world, *id) {
            if rules.0.attacks(other_side, side.0) || rules.0.attacks(side.0, other_side) {
                let distance = there.place.distance(body.place);
                self.nearest = Some(self.nearest.map_or(distance, |nearest| nearest.min(distance)));
            }
        }
    }
}
