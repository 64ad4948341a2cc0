//! The shipped levels of the wild.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use super::stage::{game, library};
use quarry::lab::{
    Arena, MatchSpec, play,
    recording::{DataManifest, rerun},
    verify,
};
use quarry_minds::protocol::label;

/// A minute of the glade.
fn arena() -> (Arc<quarry::data::Library>, Arena) {
    let library = Arc::new(library());
    let mut rules = library.rules("standard").unwrap().1.clone();
    rules.time_limit = 60.0;
    let (glade, standard) = (label("glade"), label("standard"));
    let mut arena = Arena::new(&game(), &library, &[glade], &rules, &BTreeMap::new()).unwrap();
    arena.manifests.insert(glade, DataManifest::for_match(&library, glade, standard, None));
    (library, arena)
}

#[test]
fn the_glade_is_lively_repeatable_and_survives_recording() {
    let (library, arena) = arena();
    let (stop, spec) = (AtomicBool::new(false), MatchSpec { level: label("glade"), seed: 11 });
    let played = play(&arena, spec, &stop).unwrap();
    let record = &played.record;
    assert_eq!(record.fault, None);
    let species = ["rabbit", "wolf", "bear"];
    let alive: f64 = species.iter().map(|species| record.number(&format!("alive.{species}"))).sum();
    let (born, died) = species.iter().fold((0.0, 0.0), |(born, died), species| {
        (born + record.number(&format!("births.{species}")), died + record.number(&format!("deaths.{species}")))
    });
    assert_eq!(alive, 26.0 + born - died, "{:?}", record.numbers);
    assert_eq!(verify(&arena, spec, &stop), Ok(None));
    let recording = Arc::new(played.recording.unwrap());
    let mut assets = recording.header.origin.prepare(&game(), &library).unwrap();
    // The rules of this test are shorter than the shipped ones.
    Arc::make_mut(&mut assets.rules).time_limit = 60.0;
    let again = rerun(&recording, &assets).unwrap();
    assert!(again.same && again.digest == record.digest, "{again:?}");
}

#[test]
fn every_level_and_mind_is_sound() {
    let library = library();
    assert_eq!(library.levels.len(), 2);
    let brains = quarry::simulation::compile_minds(&library).unwrap();
    for (name, brain) in &brains {
        let lost = brain.out_of_reach(&Default::default());
        assert!(lost.is_empty(), "{name}: no plan reaches {lost:?}");
    }
}
