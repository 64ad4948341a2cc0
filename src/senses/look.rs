//! A record of the last looks of an agent, for pictures: what was really tested, never a second computation.

use bevy::{ecs::prelude::*, math::Vec3};

use super::{awareness::AwarenessMeter, cone::EyePose};
use crate::protocol::{AgentId, Label, ThingId};

/// Whether looks are recorded. A watcher switches it on; the simulation runs the same either way.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordLooks(pub bool);

/// One ray of a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookRay {
    /// Which part of the body it was aimed at; empty for a thing.
    pub part: Label,
    /// From the eyes, in metres.
    pub from: Vec3,
    /// At what, in metres.
    pub to: Vec3,
    /// How far it came, in metres; `None` where nothing was in the way.
    pub blocked: Option<f32>,
}

/// The last look at somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentLook {
    /// At whom.
    pub agent: AgentId,
    /// The tick of the test.
    pub tick: u32,
    /// How strongly the cones covered him, 0 and more.
    pub strength: f32,
    /// The visible share of his body, 0 to 1; the looking ends when the outcome is certain.
    pub share: f32,
    /// Awareness after the test.
    pub meter: AwarenessMeter,
    /// The rays cast; points that were not needed have none.
    pub rays: Vec<LookRay>,
}

/// The last look at a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThingLook {
    /// At which.
    pub thing: ThingId,
    /// The tick of the test.
    pub tick: u32,
    /// Its ray.
    pub ray: LookRay,
}

/// What an agent looked at last: empty unless [`RecordLooks`] asks for it. Bounded by the agents and things of the match.
#[derive(Component, Clone, Debug, Default)]
pub struct LastLook {
    /// The eyes at the last look.
    pub eyes: Option<EyePose>,
    /// The last look at each agent that a ray was cast at, in the order of agents.
    pub agents: Vec<AgentLook>,
    /// The last look at each thing that a ray was cast at, in the order of things.
    pub things: Vec<ThingLook>,
}

impl LastLook {
    /// The record of a look at an agent, emptied, to fill.
    pub(super) fn at_agent(&mut self, agent: AgentId) -> Option<&mut AgentLook> {
        let place = match self.agents.binary_search_by_key(&agent, |look| look.agent) {
            Ok(place) => place,
            Err(place) => {
                let look = AgentLook {
                    agent,
                    tick: 0,
                    strength: 0.0,
                    share: 0.0,
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

    /// The record of the look at an agent as it is.
    pub(super) fn of_agent(&mut self, agent: AgentId) -> Option<&mut AgentLook> {
        let place = self.agents.binary_search_by_key(&agent, |look| look.agent).ok()?;
        self.agents.get_mut(place)
    }

    /// Records a look at a thing.
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

/// Empties the records when nobody asks for them any more.
pub(super) fn forget_looks(record: Res<RecordLooks>, mut looks: Query<&mut LastLook>) {
    if record.is_changed() && !record.0 {
        for mut look in &mut looks {
            *look = LastLook::default();
        }
    }
}
