//! Whole matches: they end, hold the invariants, and are the same again.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use quarry::lab::{
    Arena, MatchSpec, play,
    recording::{DataManifest, rerun},
    verify,
};
use quarry_minds::protocol::label;

use super::stage::{game, library};

fn played(rules: &str, seed: u64) -> BTreeMap<&'static str, f64> {
    let library = library();
    let (duel, name) = (label("duel"), label(rules));
    let rules = library.rules(rules).unwrap().1.clone();
    let mut arena = Arena::new(&game(), library, &[duel], &rules, &BTreeMap::new()).unwrap();
    arena.manifests.insert(duel, DataManifest::for_match(library, duel, name, None));
    let (stop, spec) = (AtomicBool::new(false), MatchSpec { level: duel, seed });
    let played = play(&arena, spec, &stop).unwrap();
    let record = &played.record;
    assert_eq!((record.fault.clone(), record.invariants.violations()), (None, Vec::new()));
    assert_eq!(verify(&arena, spec, &stop), Ok(None));
    let recording = Arc::new(played.recording.unwrap());
    let assets = recording.header.origin.prepare(&game(), library).unwrap();
    let again = rerun(&recording, &assets).unwrap();
    assert!(again.same && again.digest == record.digest, "{again:?}");
    assert!(["red", "blue", "draw"].contains(&record.outcome.as_str()), "{}", record.outcome);
    record.numbers.iter().map(|(name, number)| (name.as_str(), *number)).collect()
}

#[test]
fn a_match_between_two_strategists_is_repeatable_and_can_be_recorded() {
    let numbers = played("standard", 64);
    let both = |name: &str| ["red", "blue"].map(|side| numbers[&*name.replace('*', side)]);
    assert!(both("mined.*").iter().all(|mined| *mined > 1000.0), "{numbers:?}");
    assert!(both("built.*.barracks").iter().sum::<f64>() + both("built.*.factory").iter().sum::<f64>() >= 2.0);
    assert!(both("lost.*.worker").iter().sum::<f64>() > 0.0, "there was a fight: {numbers:?}");
    assert!(both("took.*").iter().all(|seconds| *seconds > 0.0), "both reached a goal: {numbers:?}");
}

#[test]
fn a_match_against_a_script_is_repeatable_and_can_be_recorded() {
    let numbers = played("scripted", 62);
    assert!(numbers["built.blue.rifleman"] >= 12.0, "the script was followed: {numbers:?}");
    assert!(!numbers.contains_key("orders.blue.build_rush_wave"), "a script gives no orders");
}
