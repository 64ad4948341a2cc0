//! The director intervenes by hunches and lulls, tells no positions, and is off unless the rules ask for it.

use std::sync::Arc;

use bevy::{app::App, math::Vec3};
use quarry::{
    games::hunt::{Director, DirectorRules},
    simulation::{self, MatchSetup, headless_app, retune::MatchData},
    world::Body,
};
use quarry_minds::{
    WorkingMemory,
    protocol::{PerceptSource, Roster, Side, label},
};

use crate::{hunt, retune::stage};

fn match_with(rules: &str, seed: u64) -> App {
    let library = stage::library();
    let data = MatchData { library: library.clone(), rules: label(rules), difficulty_modifiers: None };
    let mut app = headless_app(&hunt::game());
    let rules = Arc::new(library.rules[&label(rules)].clone());
    let setup = MatchSetup { seed, ..MatchSetup::default() };
    simulation::begin(app.world_mut(), &data.kinds(&library).unwrap(), &rules, &stage::level(), &setup).unwrap();
    app
}

#[test]
fn a_hunch_is_told_with_its_error_and_is_never_the_place_of_the_prey() {
    let error = DirectorRules::default().hunch_error;
    let mut told = 0;
    for seed in 1..=3 {
        // Two may be remembered at a time; each is compared with the prey when it is new.
        let mut known: Vec<Vec3> = Vec::new();
        let mut app = match_with("directed", seed);
        for _ in 0..150 * 30 {
            if !simulation::step(app.world_mut()) {
                break;
            }
            let world = app.world();
            let agents = &world.resource::<Roster>().agents;
            let hunches =
                agents.iter().filter_map(|agent| world.get::<WorkingMemory>(*agent)).flat_map(|memory| memory.facts());
            for hunch in hunches.filter(|fact| fact.kind == "hunch") {
                if known.contains(&hunch.place) {
                    continue;
                }
                known.push(hunch.place);
                told += 1;
                assert_eq!(hunch.source, PerceptSource::Told);
                let prey =
                    agents.iter().filter(|agent| world.get::<Side>(**agent).is_some_and(|side| side.0 == "hunted"));
                let places: Vec<f32> =
                    prey.map(|agent| world.get::<Body>(*agent).unwrap().place.distance(hunch.place)).collect();
                // The agent meant is 40 to 100 % of the error away; it has moved on by a tick at most.
                let meant = places.iter().any(|apart| (error * 0.4 - 0.5..=error + 0.5).contains(apart));
                assert!(meant, "{places:?}");
            }
        }
        let numbers = app.world().resource::<simulation::GameService>().0.numbers(app.world());
        assert!((0.0..=1.0).contains(&numbers[&label("tension_mean")]), "{numbers:?}");
        assert!(numbers[&label("hunches")] + numbers[&label("lulls")] > 0.0, "{numbers:?}");
    }
    assert!(told >= 3, "{told} hunches");
}

#[test]
fn standard_rules_have_no_director() {
    let mut app = match_with("standard", 1);
    simulation::step(app.world_mut());
    assert!(!app.world().contains_resource::<Director>());
}
