//! World and motion in a small level: geometry, sight, navigation and the rules.

use std::sync::Arc;

use bevy::{app::prelude::*, ecs::prelude::*, math::Vec3};
use quarry::{
    data::{body::BodySpec, prop::PropCatalogue, rules::Rules},
    games::hunt::Hunt,
    motion::{
        self, LevelTerrainService, MotionSystems, PathFollower,
        navigation::{BakedLevel, NavAgent, bake},
    },
    simulation::{Arrival, Game as _, MatchSetup, MatchStart},
    world::{self, WorldSystems},
};
use quarry_minds::protocol::{AgentId, Blackboard, EventLog, Roster, Side, SimulationClock, SimulationSystems, label};

mod between_agents;
mod bodies;
mod captivity;
mod devices;
mod ground;
mod path_oracle;
mod tours;
mod wounds;

/// Reads RON with the options of the data loader.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).expect("the test data can be read")
}

/// The small house, baked.
pub fn house() -> Arc<BakedLevel> {
    let level = crate::hunt::level(include_str!("house.ron"));
    let catalogue: PropCatalogue = read(include_str!("props.ron"));
    bake(label("house"), &level, &catalogue, NavAgent::default()).expect("the house can be baked")
}

/// An app in which bodies move by these rules, without minds and senses. Requests come from the test.
pub fn game_on(baked: &BakedLevel, rules: Rules, seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins((motion::plugin, world::plugin));
    Hunt.plugin(&mut app);
    app.configure_sets(
        FixedUpdate,
        (SimulationSystems::Act, SimulationSystems::Move, SimulationSystems::Judge).chain(),
    );
    app.configure_sets(
        FixedUpdate,
        ((MotionSystems::Act, WorldSystems::Act).chain(), (MotionSystems::Move, WorldSystems::Move).chain()),
    );
    let rules = Arc::new(rules);
    world::install(app.world_mut(), &baked.site, &rules);
    let setup = MatchSetup { seed, ..MatchSetup::default() };
    let counts = crate::hunt::counts(1, 1);
    app.insert_resource(LevelTerrainService(baked.ground.clone()));
    app.insert_resource(baked.terrain_service());
    app.insert_resource(SimulationClock::new(30));
    app.insert_resource(Roster::default());
    app.init_resource::<EventLog>();
    Hunt.begin(app.world_mut(), &MatchStart { site: &baked.site, rules: &rules, setup: &setup, counts });
    app
}

/// Adds a body to the roster.
pub fn add_body(app: &mut App, kind: &Arc<BodySpec>, side: &str, place: Vec3, heading: f32) -> (Entity, AgentId) {
    let world = app.world_mut();
    let agent = AgentId(world.resource::<Roster>().agents.len() as u16);
    let body = world::body_bundle(kind, place, heading);
    let side = label(side);
    let entity = world.spawn((body, agent, Side(side), Blackboard::default(), PathFollower::default())).id();
    Hunt.equip(world, entity, &Arrival { side, kind: side, place, heading, ..Arrival::default() });
    world.resource_mut::<Roster>().agents.push(entity);
    (entity, agent)
}

/// Runs one tick.
pub fn tick(app: &mut App) {
    app.world_mut().resource_mut::<SimulationClock>().tick += 1;
    app.world_mut().run_schedule(FixedUpdate);
}
