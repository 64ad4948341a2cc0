//! A record of the latest sight tests of an agent, for the overlay. It holds the rays of tests that the agent took in.

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::{
    cone::EyePose,
    protocol::{AgentId, Label, ThingId},
};

use super::awareness::AwarenessMeter;

/// Whether sight tests are recorded. It has no effect on the simulation.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordLooks(pub bool);

/// A ray of a sight test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookRay {
    /// The part of the body it was aimed at; empty for a thing.
    pub part: Label,
    /// The position of the eyes, in metres.
    pub from: Vec3,
    /// The target, in metres.
    pub to: Vec3,
    /// The distance to the obstacle that blocked it, in metres; `None` if the target was visible.
    pub blocked: Option<f32>,
}

/// The latest sight test of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentLook {
    /// The tested agent.
    pub agent: AgentId,
    /// The tick of the test.
    pub tick: u32,
    /// The strength of the view cones towards it; 0 or more.
    pub strength: f32,
    /// The visible fraction of its body, from 0 to 1. The test stops as soon as its result is certain.
    pub visible_fraction: f32,
    /// Awareness after the test.
    pub meter: AwarenessMeter,
    /// The rays that were cast.
    pub rays: Vec<LookRay>,
}

/// The latest sight test of a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThingLook {
    /// The tested thing.
    pub thing: ThingId,
    /// The tick of the test.
    pub tick: u32,
    /// The ray that was cast.
    pub ray: LookRay,
}

/// The latest sight tests of an agent, empty unless [`RecordLooks`] is on. Bounded by the number of agents and things.
#[derive(Component, Clone, Debug, Default)]
pub struct LastLook {
    /// The pose of the eyes at the latest test.
    pub eyes: Option<EyePose>,
    /// The latest test of each agent with a ray, in the order of agents.
    pub agents: Vec<AgentLook>,
    /// The latest test of each thing with a ray, in the order of things.
    pub things: Vec<ThingLook>,
}

impl LastLook {
    /// The emptied record for a test of an agent.
    pub(super) fn at_agent(&mut self, agent: AgentId) -> Option<&mut AgentLook> {
        let place = match self.agents.binary_search_by_key(&agent, |look| look.agent) {
            Ok(place) => place,
            Err(place) => {
                let look = AgentLook {
                    agent,
                    tick: 0,
                    strength: 0.0,
                    visible_fraction: 0.0,
                    meter: AwarenessMeter::default(),
                    rays: Vec::new(),
                };
                self.agents.insert(place, look);
                place
            }
        };
        let look = self.agents.get_mut(place)?;
        look.rays.clear();
        Some(look)
    }

    /// Stores the test of a thing.
    pub(super) fn at_thing(&mut self, look: ThingLook) {
        match self.things.binary_search_by_key(&look.thing, |known| known.thing) {
            Ok(place) => {
                if let Some(known) = self.things.get_mut(place) {
                    *known = look;
                }
            }
            Err(place) => self.things.insert(place, look),
        }
    }
}

/// Clears the records when recording is switched off.
pub(super) fn clear_looks(record: Res<RecordLooks>, mut looks: Query<&mut LastLook>) {
    if record.is_changed() && !record.0 {
        for mut look in &mut looks {
            *look = LastLook::default();
        }
    }
}
