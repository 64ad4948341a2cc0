//! A level with agents at chosen positions, and senses that run tick by tick.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::{ecs::schedule::SingleThreadedExecutor, math::Vec3, prelude::*};
use quarry::{
    data::{
        body::BodySpec,
        level::Level,
        perception::Perception,
        prop::PropCatalogue,
        senses::{Senses, SensesFile},
        shared_senses::SharedSenses,
    },
    games::hunt::Hunt,
    motion::navigation::{BakedLevel, NavAgent, bake},
    senses::{self, Awareness, PerceptionSettings, sense_bundle},
    simulation::{Game as _, MatchSetup, MatchStart},
    world::{self, Body, Hidden, Noise, Noises, Things, body_bundle, geometry::heading_of, level::ThingKind},
};
use quarry_minds::protocol::{
    AgentId, AgentRng, Blackboard, EventLog, Gait, Label, MatchEvent, Percept, Percepts, RngStream, Roster, Side,
    SimulationClock, Subject, label, rng_for,
};
use serde::de::DeserializeOwned;

use crate::hunt;

pub const HOUSE: &str = include_str!("house.ron");
pub const HALL: &str = include_str!("hall.ron");
const PROPS: &str = include_str!("props.ron");
const SENSES: &str = include_str!("senses.ron");

pub fn read<T: DeserializeOwned>(text: &str) -> T {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).expect("test data")
}

pub fn senses() -> Senses {
    read::<SensesFile>(SENSES).complete(&SharedSenses::new())
}

/// Each level is baked once for all tests.
fn baked(text: &str) -> Arc<BakedLevel> {
    static BAKED: Mutex<Vec<(String, Arc<BakedLevel>)>> = Mutex::new(Vec::new());
    let mut known = BAKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, level)) = known.iter().find(|(name, _)| name == text) {
        return level.clone();
    }
    let (level, props): (Level, PropCatalogue) = (hunt::level(text), read(PROPS));
    let level = bake(label("test"), &level, &props, NavAgent::default()).expect("a playable level");
    known.push((text.to_owned(), level.clone()));
    level
}

/// A simulation with nothing but senses.
pub struct Stage {
    pub app: App,
    pub level: Arc<BakedLevel>,
}

impl Stage {
    pub fn new(level: &str) -> Self {
        let level = baked(level);
        let rules = Arc::new(hunt::rules());
        let mut app = App::new();
        app.add_plugins(senses::plugin);
        // As in a match: with so few agents threads only cost time.
        app.edit_schedule(FixedUpdate, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
        app.init_resource::<Roster>().init_resource::<EventLog>().insert_resource(SimulationClock::new(30));
        world::install(app.world_mut(), &level.site, &rules);
        let (setup, counts) = (MatchSetup { seed: 1, ..MatchSetup::default() }, hunt::counts(1, 1));
        Hunt.begin(app.world_mut(), &MatchStart { site: &level.site, rules: &rules, setup: &setup, counts });
        app.insert_resource(level.terrain_service());
        Self { app, level }
    }

    pub fn with_settings(self, settings: Perception) -> Self {
        let mut stage = self;
        stage.app.insert_resource(PerceptionSettings(Arc::new(settings)));
        stage
    }

    /// Adds an agent that looks from one point towards another, both in metres east and south.
    pub fn add(&mut self, side: &str, at: (f32, f32), towards: (f32, f32)) -> AgentId {
        self.add_with(side, at, towards, &Arc::new(senses()))
    }

    pub fn add_with(&mut self, side: &str, at: (f32, f32), towards: (f32, f32), kit: &Arc<Senses>) -> AgentId {
        let (place, goal) = (ground(at), ground(towards));
        let world = self.app.world_mut();
        let agent = AgentId(world.resource::<Roster>().agents.len() as u16);
        let body = body_bundle(&Arc::new(BodySpec::default()), place, heading_of(goal - place));
        let chance = AgentRng(rng_for(1, RngStream::Agent(agent)));
        let own = (agent, Side(label(side)), Blackboard::default(), chance);
        let entity = world.spawn((own, body, sense_bundle(kit))).id();
        world.resource_mut::<Roster>().agents.push(entity);
        agent
    }

    pub fn entity(&self, agent: AgentId) -> Entity {
        self.app.world().resource::<Roster>().entity(agent).expect("an agent")
    }

    pub fn body(&mut self, agent: AgentId) -> Mut<'_, Body> {
        let entity = self.entity(agent);
        self.app.world_mut().get_mut::<Body>(entity).expect("a body")
    }

    /// Makes an agent look as if it moved with a gait, without moving it.
    pub fn moving(&mut self, agent: AgentId, gait: Gait) {
        let mut body = self.body(agent);
        body.gait = gait;
        body.crouch = if gait == Gait::Crouch { 1.0 } else { 0.0 };
        body.velocity = Vec3::Z;
    }

    pub fn put(&mut self, agent: AgentId, at: (f32, f32)) {
        self.body(agent).place = ground(at);
    }

    pub fn open_doors(&mut self, open: bool) {
        let doors: Vec<usize> = self.level.site.built.things_of(ThingKind::Door).filter_map(|door| door.door).collect();
        let mut things = self.app.world_mut().resource_mut::<Things>();
        for door in doors {
            things.open.set(door, open);
        }
    }

    pub fn hide(&mut self, agent: AgentId, inside: bool) {
        let place = self.level.site.built.things_of(ThingKind::HidingPlace).next().expect("a hiding place");
        let (thing, at) = (place.id, if inside { place.place } else { place.entry });
        let entity = self.entity(agent);
        self.app.world_mut().entity_mut(entity).insert(Hidden(inside.then_some(thing)));
        self.body(agent).place = at;
        if let Some(world::ThingState::HidingPlace(state)) =
            self.app.world_mut().resource_mut::<Things>().state_mut(thing)
        {
            if inside { state.enter(agent) } else { state.leave(agent) }
        }
    }

    /// Runs one tick after these noises, and returns the percepts of every agent.
    pub fn tick_with(&mut self, noises: &[Noise]) -> Vec<Vec<Percept>> {
        let world = self.app.world_mut();
        world.resource_mut::<SimulationClock>().tick += 1;
        world.resource_mut::<Noises>().0 = noises.to_vec();
        world.run_schedule(FixedUpdate);
        let agents = world.resource::<Roster>().agents.clone();
        let take = |entity: &Entity| world.get_mut::<Percepts>(*entity).map(|mut all| std::mem::take(&mut all.0));
        agents.iter().filter_map(take).collect()
    }

    pub fn tick(&mut self) -> Vec<Vec<Percept>> {
        self.tick_with(&[])
    }

    /// The percepts of one agent over some seconds.
    pub fn percepts(&mut self, agent: AgentId, seconds: f32) -> Vec<Percept> {
        let ticks = (seconds * 30.0).ceil() as u32;
        (0..ticks).flat_map(|_| self.tick().swap_remove(usize::from(agent.0))).collect()
    }

    /// The seconds until an agent has a matching percept, up to a limit.
    pub fn seconds_until(&mut self, agent: AgentId, limit: f32, fits: impl Fn(&Percept) -> bool) -> Option<f32> {
        let ticks = (limit * 30.0).ceil() as u32;
        (1..=ticks).find(|_| self.tick()[usize::from(agent.0)].iter().any(&fits)).map(|ticks| ticks as f32 / 30.0)
    }

    pub fn awareness(&self, of: AgentId, about: AgentId) -> f32 {
        let awareness = self.app.world().get::<Awareness>(self.entity(of)).expect("eyes");
        awareness.get(about).map_or(0.0, |watched| watched.meter.level)
    }

    pub fn events(&self) -> Vec<MatchEvent> {
        self.app.world().resource::<EventLog>().entries().iter().map(|entry| entry.event.clone()).collect()
    }
}

pub fn ground((east, south): (f32, f32)) -> Vec3 {
    Vec3::new(east, 0.0, south)
}

pub fn about(agent: AgentId) -> impl Fn(&Percept) -> bool {
    move |percept| percept.subject == Subject::Agent(agent)
}

pub fn noise(kind: &str, by: Option<AgentId>, at: (f32, f32), loudness: f32) -> Noise {
    Noise { kind: Label::from(kind), place: ground(at), loudness, by, source: None }
}
