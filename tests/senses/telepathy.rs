//! No telepathy: the position of an agent that nobody has sensed does not change what others perceive, plan and do.

use std::{collections::BTreeMap, sync::Arc};

use crate::hunt;
use bevy::ecs::prelude::*;
use quarry::{
    data::Library,
    motion::navigation::BakedLevel,
    simulation::{Archetypes, MatchSetup, bake_level, begin, headless_app, step},
    world::{Body, Hidden, ThingState, Things, level::ThingKind},
};
use quarry_minds::{
    PlanExecuter, WorkingMemory,
    protocol::{AgentId, Blackboard, EventLog, LogEntry, MatchEvent, Roster, Subject, ThingId, label},
    schema::brain::BrainChoice,
};

/// Agents are numbered side by side: the first is the hidden one.
const HIDER: AgentId = AgentId(0);

/// Runs a searching agent with the shipped data for 20 s, while an idle agent sits in this hiding place. Returns the
/// place, the events, and the final state of the searcher's mind.
fn seek(
    library: &Library,
    level: &BakedLevel,
    (brain, seed): (&str, u64),
    hiding_place: usize,
) -> (ThingId, Vec<LogEntry>, String) {
    let kinds = Archetypes::load(library).expect("minds that compile");
    let rules = Arc::new(library.rules("standard").expect("rules").1.clone());
    let counts = BTreeMap::from([(label("hunter"), 1), (label("hunted"), 1)]);
    let mut app = headless_app(&hunt::game());
    let world = app.world_mut();
    let brains = BTreeMap::from([(label("hunter"), BrainChoice::parse(brain))]);
    let setup = MatchSetup { seed, counts, people: vec![HIDER], brains, ..MatchSetup::default() };
    begin(world, &kinds, &rules, level, &setup).expect("a match");
    let closed = |thing: &&quarry::world::level::LevelThing| {
        thing.kind == ThingKind::HidingPlace && thing.visible_fraction == 0.0
    };
    let thing = *level.site.built.things.iter().filter(closed).nth(hiding_place).expect("closed hiding places");
    let entity = world.resource::<Roster>().entity(HIDER).expect("who hides");
    world.entity_mut(entity).insert(Hidden(Some(thing.id)));
    world.get_mut::<Body>(entity).expect("a body").place = thing.place;
    if let Some(ThingState::HidingPlace(state)) = world.resource_mut::<Things>().state_mut(thing.id) {
        state.enter(HIDER);
    }
    for _ in 0..600 {
        step(world);
    }
    let seeker = world.resource::<Roster>().entity(AgentId(1)).expect("who seeks");
    (thing.id, world.resource::<EventLog>().entries().to_vec(), state_of_mind(world, seeker))
}

/// The memory and the requests of the searcher.
fn state_of_mind(world: &World, seeker: Entity) -> String {
    let memory = world.get::<WorkingMemory>(seeker).expect("a memory");
    let executer = world.get::<PlanExecuter>(seeker).expect("a plan");
    let board = world.get::<Blackboard>(seeker).expect("a blackboard");
    format!("{:?}\n{:?}\n{:?}\n{executer:?}\n{board:?}", memory.facts(), memory.hypotheses(), memory.reservations())
}

#[test]
fn where_an_unsensed_agent_is_changes_no_decision() {
    let library = hunt::library();
    let level = bake_level(&library, label("manor")).expect("a playable level");
    // Other seeds start elsewhere and take other paths.
    let planned = [3, 5, 11, 20].map(|seed| ("goap", seed));
    let others = ["state_machine", "behaviour_tree", "utility"].map(|brain| [(brain, 3), (brain, 11)]);
    for of in planned.into_iter().chain(others.into_iter().flatten()) {
        let seed = of.1;
        let ((here, one, mind), (there, two, other)) = (seek(&library, &level, of, 0), seek(&library, &level, of, 2));
        assert_ne!(here, there);
        let sensed = |entry: &LogEntry| {
            matches!(
                entry.event,
                MatchEvent::Sighted { subject: Subject::Agent(_), .. }
                    | MatchEvent::Left { .. }
                    | MatchEvent::Hid { .. }
            )
        };
        assert!(!one.iter().chain(&two).any(sensed), "{} {seed}: nobody comes upon the hidden one in this test", of.0);
        // Checkpoints hash all bodies, the hidden one included, and what the hidden agent perceives depends on its
        // position.
        let his = |event: &MatchEvent| match event {
            MatchEvent::Checkpoint { .. } => true,
            MatchEvent::Sighted { by, .. } | MatchEvent::Heard { by, .. } => *by == HIDER,
            _ => false,
        };
        let told =
            |log: Vec<LogEntry>| -> Vec<LogEntry> { log.into_iter().filter(|entry| !his(&entry.event)).collect() };
        let (one, two) = (told(one), told(two));
        assert!(one.iter().any(|entry| matches!(entry.event, MatchEvent::ActionStarted { .. })), "{} {seed}", of.0);
        assert_eq!(one, two, "{} {seed}", of.0);
        assert_eq!(mind, other, "{} {seed}: the log is the same, the mind is not", of.0);
    }
}
