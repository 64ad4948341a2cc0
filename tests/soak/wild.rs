//! The species of the wild live on: ten days of one glade here, sixty days of several with `make soak`.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use quarry::lab::{Arena, MatchBatch, MatchSpec, run};
use quarry_minds::protocol::label;

use super::number;
use crate::wild::stage::{game, library};

/// Sixty days of animals take as long as so many matches of the hunt.
const MATCHES_FOR_ONE: u64 = 50;
/// Of so many matches of sixty days one may lose a species: populations as small as those of the glade do, once in a while.
const ONE_LOST_OF: usize = 8;

#[test]
fn the_species_of_the_glade_live_on() {
    let library = library();
    let matches = number("SOAK_MATCHES", 0).div_ceil(MATCHES_FOR_ONE);
    let (rules, seeds) = if matches == 0 { ("ten_days", 1) } else { ("standard", matches) };
    let first = number("SOAK_SEED", 1) * 10_000;
    let rules = library.rules(rules).unwrap().1;
    let arena = Arena::new(&game(), &library, &[label("glade")], rules, &BTreeMap::new())
        .unwrap_or_else(|findings| panic!("{findings:?}"));
    let specs: Vec<MatchSpec> = (first..first + seeds).map(|seed| MatchSpec { level: label("glade"), seed }).collect();
    let batch = MatchBatch {
        arena: &arena,
        specs: &specs,
        jobs: number("SOAK_JOBS", 2) as usize,
        stop: &AtomicBool::new(false),
    };
    let mut lost = Vec::new();
    let complete = run(&batch, |played| {
        let record = played.record;
        if record.outcome != label("balance") {
            lost.push(format!("seed {}: {} {:?}", record.seed, record.outcome, record.numbers));
        }
        Ok::<(), rayon::ThreadPoolBuildError>(())
    });
    let tolerated = specs.len() / ONE_LOST_OF;
    assert!(complete.unwrap() && lost.len() <= tolerated, "{} of {}:\n{}", lost.len(), specs.len(), lost.join("\n"));
}
