//! Everything of one tick that the client draws, read from the world.

use std::sync::Arc;

use bevy::{ecs::prelude::*, math::Vec3};
use quarry_minds::protocol::{AgentId, Host, Label, Roster, SimulationClock, Subject, ThingId};

use super::gauges::GaugeTable;
use quarry_engine::data::gun::GunLook;
use quarry_engine::simulation::GameService;
use quarry_engine::world::{
    Body, BodyCondition, BodyKind, Departure, Gauges, Hands, Hidden, MatchState, OutOfPlay, Projectile, Projectiles,
    Things, Trace, Traces, WeaponPhase, WeaponState,
};

/// Everything of one tick that the client draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFrame {
    /// The tick.
    pub tick: u32,
    /// The agents, by number.
    pub agents: Vec<AgentFrame>,
    /// Their gauges.
    pub gauges: GaugeTable,
    /// The states of items, doors, gates and hiding places.
    pub things: Things,
    /// What is in flight.
    pub flights: Vec<Projectile>,
    /// The visible scratch marks.
    pub traces: Vec<Trace>,
    /// The time left, and the outcome.
    pub state: MatchState,
    /// The numbers of the game, by name.
    pub numbers: Arc<[(Label, f64)]>,
}

/// An agent in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentFrame {
    /// The pose of the body; that of its host for an agent without a body.
    pub body: Body,
    /// Whether it has no body of its own: it is not drawn.
    pub bodiless: bool,
    /// Whose body it has in place of one of its own.
    pub host: Option<AgentId>,
    /// Why it is no longer in play and since which tick; `None` while it is in play.
    pub gone: Option<(Departure, u32)>,
    /// The hiding place it is in.
    pub hidden: Option<ThingId>,
    /// The phase of a strike or throw.
    pub arms: WeaponPhase,
    /// What its hands are busy with.
    pub working: Option<Subject>,
    /// The gun that it carries.
    pub gun: Option<GunLook>,
    /// How many things it carries; at most 255.
    pub carried: u8,
    /// How badly hurt it looks, in the unit of the game.
    pub visible_harm: f32,
    /// What others see it doing, as the game names it; empty for what every body shows.
    pub state: Label,
}

impl AgentFrame {
    /// Whether it is in play and has a body of its own.
    pub fn stands(&self) -> bool {
        self.gone.is_none() && !self.bodiless
    }
}

impl MatchFrame {
    /// A number of the game; 0 if the game does not have it.
    pub fn number(&self, name: &str) -> f64 {
        self.numbers.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, value)| *value)
    }

    /// A gauge of the agent with this number; `None` if it has no such gauge.
    pub fn gauge(&self, agent: usize, name: &str) -> Option<f32> {
        self.gauges.get(agent, name)
    }

    /// Reads the current tick of a match.
    pub fn read(&mut self, world: &World) {
        self.tick = world.get_resource::<SimulationClock>().map_or(0, |clock| clock.tick);
        self.agents.clear();
        let mut gauges = Vec::new();
        let nowhere = Body::at(Vec3::ZERO, 0.0);
        let nobody = Roster::default();
        let roster = world.get_resource::<Roster>().unwrap_or(&nobody);
        for entity in &roster.agents {
            let host = world.get::<Host>(*entity);
            let host_body = || world.get::<Body>(roster.entity(host?.0?)?);
            let Some(body) = world.get::<Body>(*entity).or_else(host_body).or(host.map(|_| &nowhere)) else { continue };
            let hands = world.get::<Hands>(*entity);
            let condition = world.get::<BodyCondition>(*entity);
            gauges.push(world.get::<Gauges>(*entity));
            self.agents.push(AgentFrame {
                body: *body,
                bodiless: host.is_some(),
                host: host.and_then(|host| host.0),
                gone: world.get::<OutOfPlay>(*entity).map(|gone| (gone.departure, gone.tick)),
                hidden: world.get::<Hidden>(*entity).and_then(|hidden| hidden.0),
                arms: world.get::<WeaponState>(*entity).map(|arms| arms.phase).unwrap_or_default(),
                working: hands.and_then(|hands| Some(hands.task.as_ref()?.target)),
                gun: world.get::<BodyKind>(*entity).and_then(|kit| Some(kit.0.gun.as_ref()?.look)),
                carried: hands.map_or(0, |hands| hands.carried.len().min(255) as u8),
                visible_harm: condition.map_or(0.0, |condition| condition.visible_harm),
                state: condition.map(|condition| condition.state).unwrap_or_default(),
            });
        }
        self.gauges.read(&gauges);
        if let Some(things) = world.get_resource::<Things>() {
            self.things.clone_from(things);
        }
        self.flights.clear();
        self.flights.extend(world.get_resource::<Projectiles>().iter().flat_map(|flights| &flights.all));
        self.traces.clear();
        self.traces.extend(world.get_resource::<Traces>().iter().flat_map(|traces| &traces.all));
        self.state = world.get_resource::<MatchState>().copied().unwrap_or_default();
        let numbers = world.get_resource::<GameService>().map(|game| game.0.numbers(world)).unwrap_or_default();
        if !self.numbers.iter().copied().eq(numbers.iter().map(|(name, value)| (*name, *value))) {
            self.numbers = numbers.into_iter().collect();
        }
    }
}
