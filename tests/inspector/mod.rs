//! What the inspector shows, compared with a running match: snapshots of minds and repeated planner calls.

mod diagnosis;
mod drawn;
mod reflection;
mod snapshot;

use std::{collections::BTreeMap, sync::Arc};

use crate::hunt;
use bevy::{app::App, ecs::world::World};
use quarry::simulation::{Archetypes, MatchSetup, bake_level, begin, headless_app, mind_snapshot, step};
use quarry_minds::{
    MindSnapshot, RecordPlanning,
    protocol::{AgentId, Roster, label},
};

/// A match of the shipped data on the courtyard: one hunter, three hunted.
fn a_match(seed: u64, record: bool) -> App {
    let library = hunt::library();
    let level = bake_level(&library, label("courtyard")).unwrap();
    let kinds = Archetypes::load(&library).unwrap();
    let rules = Arc::new(library.rules("standard").unwrap().1.clone());
    let mut app = headless_app(&hunt::game());
    app.insert_resource(RecordPlanning(record));
    let counts = BTreeMap::from([(label("hunter"), 1), (label("hunted"), 3)]);
    begin(
        app.world_mut(),
        &kinds,
        &rules,
        &level,
        &MatchSetup { seed, counts, people: Vec::new(), ..MatchSetup::default() },
    )
    .unwrap();
    app
}

/// Runs for so many ticks and calls `each` after every one.
fn run(app: &mut App, ticks: u32, mut each: impl FnMut(&World)) {
    for _ in 0..ticks {
        if !step(app.world_mut()) {
            return;
        }
        each(app.world());
    }
}

/// Snapshots of all agents.
fn snapshots(world: &World) -> Vec<MindSnapshot> {
    let count = world.resource::<Roster>().agents.len() as u16;
    (0..count).map(|agent| mind_snapshot(world, AgentId(agent)).unwrap()).collect()
}
