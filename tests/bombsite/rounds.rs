//! Rounds between the shipped minds: they end by the rules, are repeatable, survive recording, and no mind has a goal out of reach.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, atomic::AtomicBool},
};

use quarry::lab::{
    Arena, MatchSpec, play,
    recording::{DataManifest, rerun},
    verify,
};
use quarry_minds::protocol::label;

use super::stage::{game, library};

const OUTCOMES: [&str; 5] = ["elimination_attackers", "elimination_defenders", "exploded", "defused", "time"];

#[test]
fn rounds_end_by_the_rules_and_are_repeatable() {
    let library = Arc::new(library());
    let (yard, standard) = (label("yard"), label("standard"));
    let rules = library.rules("standard").unwrap().1.clone();
    let counts = BTreeMap::from([(label("attackers"), 3), (label("defenders"), 3)]);
    let mut arena = Arena::new(&game(), &library, &[yard], &rules, &counts).unwrap();
    arena.manifests.insert(yard, DataManifest::for_match(&library, yard, standard, None));
    let stop = AtomicBool::new(false);
    let mut winners = BTreeSet::new();
    for seed in 46..54 {
        let spec = MatchSpec { level: yard, seed };
        let played = play(&arena, spec, &stop).unwrap();
        let record = &played.record;
        assert_eq!(record.fault, None);
        assert!(OUTCOMES.contains(&record.outcome.as_str()), "{}", record.outcome);
        let wins = (record.number("wins.attackers"), record.number("wins.defenders"));
        assert_eq!(wins.0 + wins.1, 1.0, "one side wins");
        winners.insert(wins.0 > 0.0);
        let dead = record.number("deaths.attackers") + record.number("deaths.defenders");
        let alive = record.number("alive.attackers") + record.number("alive.defenders");
        assert_eq!(alive + dead, 6.0);
        assert!(
            record.number("shots.attackers") + record.number("shots.defenders") > 0.0,
            "seed {seed}: no shot was fired"
        );
        if seed == 46 {
            assert_eq!(verify(&arena, spec, &stop), Ok(None));
            let recording = Arc::new(played.recording.unwrap());
            let assets = recording.header.origin.prepare(&game(), &library).unwrap();
            let again = rerun(&recording, &assets).unwrap();
            assert!(again.same && again.digest == record.digest, "{again:?}");
        }
    }
    assert_eq!(winners.len(), 2, "both sides win some of the rounds");
}

#[test]
fn every_mind_is_sound() {
    let library = library();
    let brains = quarry::simulation::compile_minds(&library).unwrap();
    assert_eq!(brains.len(), 5, "two kinds of soldiers, what they have in common, and their leaders");
    for (name, brain) in &brains {
        let lost = brain.out_of_reach(&Default::default());
        assert!(lost.is_empty(), "{name}: no plan reaches {lost:?}");
    }
}
