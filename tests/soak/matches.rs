//! Matches with the shipped data and with randomly changed data: each ends by its rules, and no invariant is violated.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use quarry::{
    data::Library,
    lab::{Arena, MatchBatch, MatchRecord, MatchSpec, run},
    simulation::BROKEN,
};
use quarry_minds::protocol::Label;
use rand::Rng;

use super::{chance, mutate::within_ranges, number, shipped};
use crate::hunt;

/// How many matches are played with one set of changed data, on each level.
const EACH: u64 = 2;

/// Plays some matches on each level; returns their number and what was wrong with them.
fn play(
    library: &Library,
    levels: &[Label],
    first: u64,
    count: u64,
    sizes: &BTreeMap<Label, u16>,
) -> (u64, Vec<String>) {
    let rules = library.rules("standard").unwrap().1;
    let arena = match Arena::new(&hunt::game(), library, levels, rules, sizes) {
        Ok(arena) => arena,
        // Wider shoulders than a level's ways are a finding, and the data is refused.
        Err(findings) => {
            assert!(!findings.is_empty());
            return (0, Vec::new());
        }
    };
    let seeds = || first..first + count;
    let specs: Vec<MatchSpec> =
        levels.iter().flat_map(|level| seeds().map(|seed| MatchSpec { level: *level, seed })).collect();
    let jobs = number("SOAK_JOBS", 2) as usize;
    let job = MatchBatch { arena: &arena, specs: &specs, jobs, stop: &AtomicBool::new(false) };
    let mut faults = Vec::new();
    let complete = run(&job, |played| {
        faults.extend(faults_of(&played.record));
        Ok::<(), rayon::ThreadPoolBuildError>(())
    });
    assert!(complete.unwrap());
    (specs.len() as u64, faults)
}

fn faults_of(record: &MatchRecord) -> Vec<String> {
    let broken = (record.outcome == BROKEN).then(|| format!("broke off: {:?}", record.fault));
    let wrong = record.invariants.violations().into_iter().chain(broken);
    wrong.map(|what| format!("{} seed {}: {what}", record.level, record.seed)).collect()
}

fn ordinary_levels(library: &Library) -> Vec<Label> {
    library.levels.iter().filter(|(_, level)| level.min_agents == 0).map(|(name, _)| *name).collect()
}

#[test]
fn matches_with_the_shipped_data_are_sound() {
    let library = Library::from_files(shipped(), &hunt::SCHEMA).unwrap();
    let levels = ordinary_levels(&library);
    // Half of the long run; the tests of `simulate` play the usual number.
    let count = number("SOAK_MATCHES", 6) / 2 / levels.len() as u64;
    let (played, faults) = play(&library, &levels, number("SOAK_SEED", 1) * 10_000, count.max(1), &BTreeMap::new());
    eprintln!("{played} matches with the shipped data");
    assert!(faults.is_empty(), "{} of {played}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn matches_with_changed_data_are_sound() {
    let mut chance = chance(11);
    let wanted = number("SOAK_MATCHES", 12) / 2;
    let (mut played, mut refused, mut faults) = (0, 0, Vec::new());
    while played < wanted {
        let (library, notes) = within_ranges(shipped(), &mut chance);
        let levels = ordinary_levels(&library);
        let sides = hunt::counts(chance.gen_range(1..=2), chance.gen_range(1..=5));
        let (here, found) = play(&library, &levels, chance.gen_range(1..1_000_000), EACH, &sides);
        played += here;
        refused += u32::from(here == 0);
        if !found.is_empty() {
            faults.push(format!("{}\n  with {sides:?} and\n    {}", found.join("\n"), notes.join("\n    ")));
        }
        assert!(refused < 50 + played as u32, "most changed data cannot be played");
    }
    eprintln!("{played} matches with changed data, {refused} sets of data refused");
    assert!(faults.is_empty(), "{} of {played}:\n{}", faults.len(), faults.join("\n"));
}
