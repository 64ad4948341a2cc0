//! Many matches on several threads, each match on one; handed over in the order asked for, whoever finishes first.

use std::{
    any::Any,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
};

use super::{
    arena::Arena,
    play::{FinishedMatch, play},
    record::{MatchRecord, MatchSpec},
};

/// What is to be played, and how.
pub struct MatchBatch<'a> {
    /// Where.
    pub arena: &'a Arena,
    /// The matches, in the order in which they are handed over.
    pub specs: &'a [MatchSpec],
    /// How many threads play; at least 1.
    pub jobs: usize,
    /// Set from outside to stop: matches that run are dropped, those that have ended are handed over.
    pub stop: &'a AtomicBool,
}

/// Plays all matches of a job and hands each over on the calling thread, in the order of the specs; an error of
/// `take` stops the job. Returns whether all were played.
///
/// A match that panics is handed over as [`super::MatchOutcome::Broken`], with what it said.
///
/// # Errors
/// The first error of `take`, or that no threads could be had.
pub fn run<E: From<rayon::ThreadPoolBuildError>>(
    job: &MatchBatch<'_>,
    mut take: impl FnMut(FinishedMatch) -> Result<(), E>,
) -> Result<bool, E> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.jobs.max(1)).build()?;
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut failed = None;
    let mut handed_over = 0;
    pool.in_place_scope(|scope| {
        for _ in 0..job.jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move |_| work(job, next, &sender));
        }
        drop(sender);
        // What ended before its turn waits here.
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        let mut hand_over = |played: FinishedMatch| {
            if failed.is_none() {
                match take(played) {
                    Ok(()) => handed_over += 1,
                    Err(error) => {
                        failed = Some(error);
                        job.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        for (index, played) in receiver {
            waiting.insert(index, played);
            while let Some(played) = waiting.remove(&turn) {
                hand_over(played);
                turn += 1;
            }
        }
        // Only a job that was stopped leaves gaps; what has ended is not lost for them.
        waiting.into_values().for_each(hand_over);
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(handed_over == job.specs.len()),
    }
}

/// Plays match after match until there are no more.
fn work(job: &MatchBatch<'_>, next: &AtomicUsize, sender: &Sender<(usize, FinishedMatch)>) {
    while !job.stop.load(Ordering::Relaxed) {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(spec) = job.specs.get(index).copied() else { return };
        let played = match catch_unwind(AssertUnwindSafe(|| play(job.arena, spec, job.stop))) {
            Ok(Some(played)) => played,
            Ok(None) => return,
            Err(panic) => broken(spec, panic.as_ref()),
        };
        if sender.send((index, played)).is_err() {
            return;
        }
    }
}

fn broken(spec: MatchSpec, panic: &(dyn Any + Send)) -> FinishedMatch {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("it did not say why");
    let record = MatchRecord::broken(spec, Some(format!("the program broke off: {said}")));
    FinishedMatch { record, log: Vec::new(), recording: None }
}
