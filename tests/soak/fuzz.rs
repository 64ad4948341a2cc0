//! Hostile files for every loader: each must be answered within seconds, without a panic and without much memory.
//!
//! `FUZZ_SECONDS` is the duration of each test. An input that fails is written to the temporary folder of the tests.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use quarry::data::Library;
use quarry_goap::{Planner, Strategy};
use quarry_minds::schema::domain::standalone;
use rand::seq::SliceRandom;

use super::{super::replay::hostile, chance, mutate, number, resident_megabytes, shipped};
use crate::hunt;

/// The time limit of one input in seconds, for a debug build on a busy machine.
const LONGEST: u64 = 20;
/// The memory limit of the process in megabytes.
const MOST_MEGABYTES: u64 = 1024;

/// The file to which an input that fails is written.
fn culprit(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}.ron"))
}

/// The current input and its start, for the thread that detects hangs.
#[derive(Default)]
struct Trial {
    running: Mutex<Option<(Instant, Vec<u8>)>>,
    over: AtomicBool,
}

/// Calls `answer` with mutated versions of these files.
fn fuzz(name: &str, originals: &[(String, Vec<u8>)], mut answer: impl FnMut(&str, &[u8])) {
    let seconds = Duration::from_secs(number("FUZZ_SECONDS", 2));
    let mut chance = chance(name.bytes().map(u64::from).sum());
    let trial = Arc::new(Trial::default());
    let watch = std::thread::spawn({
        let (trial, left) = (trial.clone(), culprit(name));
        move || watch_for_hangs(&trial, &left)
    });
    let (started, mut count) = (Instant::now(), 0_u64);
    while started.elapsed() < seconds {
        let (path, original) = originals.choose(&mut chance).unwrap();
        let changed = mutate::bytes(original, &mut chance);
        *trial.running.lock().unwrap() = Some((Instant::now(), changed.clone()));
        let survived = catch_unwind(AssertUnwindSafe(|| answer(path, &changed)));
        *trial.running.lock().unwrap() = None;
        let megabytes = resident_megabytes();
        if survived.is_err() || megabytes > MOST_MEGABYTES {
            fs::write(culprit(name), &changed).unwrap();
            panic!("{path}: panicked or came to {megabytes} MB; see {}", culprit(name).display());
        }
        count += 1;
    }
    trial.over.store(true, Ordering::Relaxed);
    watch.join().unwrap();
    eprintln!("{name}: {count} inputs in {} s, {} MB at the end", seconds.as_secs(), resident_megabytes());
    assert!(count > 0);
}

/// Aborts the program if one input takes too long; a hang cannot be interrupted otherwise.
fn watch_for_hangs(trial: &Trial, left: &Path) {
    while !trial.over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(100));
        let hangs = match &*trial.running.lock().unwrap() {
            Some((since, input)) if since.elapsed() > Duration::from_secs(LONGEST) => Some(input.clone()),
            _ => None,
        };
        if let Some(input) = hangs {
            fs::write(left, input).unwrap();
            eprintln!("an input took more than {LONGEST} s; see {}", left.display());
            std::process::abort();
        }
    }
}

fn originals(wanted: impl Fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let all = shipped().iter().filter(|(path, ..)| wanted(path));
    all.map(|(path, _, bytes)| (path.to_owned(), bytes.to_vec())).collect()
}

#[test]
fn every_loader_answers_whatever_stands_in_a_file() {
    let all = originals(|path| !path.contains("planning/"));
    assert!(all.len() >= 10);
    // Without the levels but the one that is changed, and a small one: all files are read each time.
    let mut rest = shipped().clone();
    all.iter().filter(|(path, _)| path.starts_with("levels/")).for_each(|(path, _)| rest.remove(path));
    rest.put("levels/hunt/hut.ron", include_bytes!("../simulate/hut.ron").to_vec());
    fuzz("loaders", &all, |path, bytes| {
        let mut files = rest.clone();
        files.put(path, bytes);
        let (_, findings) = Library::examine(&files, &hunt::SCHEMA);
        assert!(findings.iter().all(|finding| !finding.snippet().is_empty()));
    });
}

#[test]
fn levels_that_can_be_read_are_built_or_refused() {
    // Where people walk is worked out for the small one only: that is what takes its time.
    let hut = include_bytes!("../simulate/hut.ron").to_vec();
    fuzz("levels", &[("levels/hunt/hut.ron".to_owned(), hut)], |path, bytes| {
        let mut files = shipped().clone();
        files.put(path, bytes);
        if let (Some(library), _) = Library::examine(&files, &hunt::SCHEMA)
            && let Err(findings) = quarry::simulation::bake_level(&library, "hut".into())
        {
            assert!(!findings.is_empty());
        }
    });
}

#[test]
fn every_recording_is_read_or_refused() {
    fuzz("replay", &[("recording".to_owned(), hostile::bytes().to_vec())], |_, bytes| {
        hostile::use_up(bytes);
        // With a correct checksum too.
        if bytes.len() > 8 {
            hostile::use_up(&hostile::resummed(bytes));
        }
    });
}

#[test]
fn every_planning_problem_is_answered() {
    let all = originals(|path| path.contains("planning/"));
    assert!(all.len() >= 5);
    fuzz("plan", &all, |path, bytes| {
        let text = String::from_utf8_lossy(bytes);
        let Ok(problem) = standalone::read(path, &text) else { return };
        let mut planner = Planner::new();
        for goal in problem.domain.goal_ids().take(2) {
            for strategy in Strategy::ALL {
                let mut query = problem.request(goal);
                query.strategy = strategy;
                query.budget.nodes = query.budget.nodes.min(5_000);
                planner.plan(&problem.domain, &query);
                let name = |index| problem.candidate_name(index);
                assert!(!planner.explain(&problem.domain, &query).render(&problem.domain, &name).is_empty());
            }
        }
    });
}
