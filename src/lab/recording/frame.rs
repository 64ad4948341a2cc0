//! Everything of one tick that the client draws, read from the world.

use bevy::ecs::prelude::*;

use crate::{
    protocol::{Roster, SimulationClock, ThingId},
    world::{
        AgentStatus, Body, Hands, Hidden, MatchState, OutOfPlay, Projectile, Projectiles, Things, Trace, Traces,
        WeaponPhase, WeaponState, Wounds,
    },
};

/// Everything of one tick that the client draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFrame {
    /// The tick.
    pub tick: u32,
    /// The agents, by number.
    pub agents: Vec<AgentFrame>,
    /// The states of keys, doors, exits and hiding places.
    pub things: Things,
    /// What is in flight.
    pub flights: Vec<Projectile>,
    /// The visible scratch marks.
    pub traces: Vec<Trace>,
    /// The score and the time left.
    pub state: MatchState,
}

/// An agent in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentFrame {
    /// The pose of the body.
    pub body: Body,
    /// Why it is no longer in play and since which tick; `None` while it is in play.
    pub gone: Option<(AgentStatus, u32)>,
    /// The hiding place it is in.
    pub hidden: Option<ThingId>,
    /// The phase of a strike or throw.
    pub arms: WeaponPhase,
    /// Whether its hands are busy with a thing.
    pub working: bool,
    /// How many things it carries; at most 255.
    pub carried: u8,
    /// How many wounds it has.
    pub wounds: u8,
}

impl MatchFrame {
    /// Reads the current tick of a match.
    pub fn read(&mut self, world: &World) {
        self.tick = world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick);
        self.agents.clear();
        for entity in world.get_resource::<Roster>().iter().flat_map(|roster| &roster.agents) {
            let Some(body) = world.get::<Body>(*entity) else { continue };
            let hands = world.get::<Hands>(*entity);
            self.agents.push(AgentFrame {
                body: *body,
                gone: world.get::<OutOfPlay>(*entity).map(|gone| (gone.status, gone.tick)),
                hidden: world.get::<Hidden>(*entity).and_then(|hidden| hidden.0),
                arms: world.get::<WeaponState>(*entity).map(|arms| arms.phase).unwrap_or_default(),
                working: hands.is_some_and(|hands| hands.task.is_some()),
                carried: hands.map_or(0, |hands| hands.carried.len().min(255) as u8),
                wounds: world.get::<Wounds>(*entity).map_or(0, |wounds| wounds.taken),
            });
        }
        if let Some(things) = world.get_resource::<Things>() {
            self.things.clone_from(things);
        }
        self.flights.clear();
        self.flights.extend(world.get_resource::<Projectiles>().iter().flat_map(|flights| &flights.all));
        self.traces.clear();
        self.traces.extend(world.get_resource::<Traces>().iter().flat_map(|traces| &traces.all));
        self.state = world.get_resource::<MatchState>().copied().unwrap_or_default();
    }
}
