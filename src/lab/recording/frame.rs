//! One tick of a match as far as it can be seen, read out of its world.

use bevy::ecs::prelude::*;

use crate::{
    protocol::{Roster, SimulationClock, ThingId},
    world::{
        AgentStatus, Body, Hands, Hidden, MatchState, OutOfPlay, Projectile, Projectiles, Things, Trace, Traces,
        WeaponPhase, WeaponState, Wounds,
    },
};

/// One tick, as far as it can be seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFrame {
    /// The tick.
    pub tick: u32,
    /// Everybody, by the number of the agent.
    pub agents: Vec<AgentFrame>,
    /// What has become of keys, doors, exits and hiding places.
    pub things: Things,
    /// What is in flight.
    pub flights: Vec<Projectile>,
    /// The marks on the ground.
    pub traces: Vec<Trace>,
    /// How the match stands.
    pub state: MatchState,
}

/// Somebody in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentFrame {
    /// Where and how the body is.
    pub body: Body,
    /// Why it is no longer in play, and since which tick; `None` while it is.
    pub gone: Option<(AgentStatus, u32)>,
    /// The hiding place it is in.
    pub hidden: Option<ThingId>,
    /// What its weapon arm does.
    pub arms: WeaponPhase,
    /// Whether it works at something with its hands.
    pub working: bool,
    /// How many things it carries.
    pub carried: u8,
    /// How many wounds it bears.
    pub wounds: u8,
}

impl MatchFrame {
    /// Draws up the picture of a match as it stands.
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
