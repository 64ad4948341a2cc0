//! No telepathy: where somebody is whom nobody has sensed changes nothing of what the others perceive, plan and do.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use quarry::{
    data::Library,
    protocol::{AgentId, Event, EventLog, LogEntry, Roster, Subject, ThingId, label},
    simulation::{Kinds, MatchSetup, bake_level, begin, headless_app, step},
    world::{Body, Hidden, ThingState, Things, level::ThingKind},
};

/// Agents are numbered side by side: the first is the one who hides.
const HIDER: AgentId = AgentId(0);

/// Twenty seconds with one who seeks, by the shipped data, while one who does nothing sits in this hiding place.
fn seek(library: &Library, hiding_place: usize) -> (ThingId, Vec<LogEntry>) {
    let level = bake_level(library, label("manor")).expect("a playable level");
    let kinds = Kinds::of(library).expect("minds that compile");
    let rules = Arc::new(library.rules("standard").expect("rules").1.clone());
    let counts = BTreeMap::from([(label("hunter"), 1), (label("hunted"), 1)]);
    let mut app = headless_app();
    let world = app.world_mut();
    let setup = MatchSetup { seed: 3, counts, people: vec![HIDER] };
    begin(world, &kinds, &rules, &level, &setup).expect("a match");
    let closed = |thing: &&quarry::world::level::Thing| thing.kind == ThingKind::HidingPlace && thing.shows == 0.0;
    let thing = *level.site.built.things.iter().filter(closed).nth(hiding_place).expect("closed hiding places");
    let entity = world.resource::<Roster>().entity(HIDER).expect("who hides");
    world.entity_mut(entity).insert(Hidden(Some(thing.id)));
    world.get_mut::<Body>(entity).expect("a body").place = thing.place;
    if let Some(ThingState::HidingPlace(state)) = world.resource_mut::<Things>().state_mut(thing.id) {
        state.occupant = Some(HIDER);
    }
    for _ in 0..600 {
        step(world);
    }
    (thing.id, world.resource::<EventLog>().entries().to_vec())
}

#[test]
fn where_an_unsensed_agent_is_changes_no_decision() {
    let library = Library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped data");
    let ((here, one), (there, two)) = (seek(&library, 0), seek(&library, 2));
    assert_ne!(here, there);
    let sensed = |entry: &LogEntry| {
        matches!(
            entry.event,
            Event::Sighted { subject: Subject::Agent(_), .. } | Event::Caught { .. } | Event::Hid { .. }
        )
    };
    assert!(!one.iter().chain(&two).any(sensed), "nobody comes upon the hidden one in this test");
    // A checkpoint sums up all bodies, the hidden one's too; and what he himself perceives depends on where he is.
    let his = |event: &Event| match event {
        Event::Checkpoint { .. } => true,
        Event::Sighted { by, .. } | Event::Heard { by, .. } => *by == HIDER,
        _ => false,
    };
    let told = |log: Vec<LogEntry>| -> Vec<LogEntry> { log.into_iter().filter(|entry| !his(&entry.event)).collect() };
    let (one, two) = (told(one), told(two));
    assert!(one.iter().filter(|entry| matches!(entry.event, Event::ActionStarted { .. })).count() >= 1);
    assert_eq!(one, two);
}
