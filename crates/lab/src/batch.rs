//! Plays many matches on several threads, one match per job at a time, and hands them over in the order of the batch.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::mpsc::Sender;

use quarry_minds::protocol::Label;

use super::arena::Arena;
use super::play::{FinishedMatch, play};
use super::record::{MatchRecord, MatchSpec};

/// The matches to play.
pub struct MatchBatch<'a> {
    /// What the matches share.
    pub arena: &'a Arena,
    /// The matches, in the order in which they are handed over.
    pub specs: &'a [MatchSpec],
    /// The number of matches played at a time, each on [`Arena::threads`] threads; 0 counts as 1.
    pub jobs: usize,
    /// Stops the batch when set: running matches are dropped, finished ones are still handed over.
    pub stop: &'a AtomicBool,
}

/// Plays all matches of a batch and hands each to `take` on the calling thread, in the order of the specs. An error of `take`
/// stops the batch. Returns whether all matches were played.
///
/// A match that panics is handed over as [`quarry_engine::simulation::BROKEN`], with the message of the panic.
///
/// # Errors
/// The first error of `take`, or that threads could not be started.
pub fn run<E: From<rayon::ThreadPoolBuildError>>(
    batch: &MatchBatch<'_>,
    mut take: impl FnMut(FinishedMatch) -> Result<(), E>,
) -> Result<bool, E> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(batch.jobs.max(1)).build()?;
    // The threads of a match: a pool of its own for each job, so that no job waits for another.
    let of_match =
        |_| (batch.arena.threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(batch.arena.threads).build());
    let mut match_pools = Vec::new();
    for match_pool in (0..batch.jobs.max(1)).map(of_match) {
        match_pools.push(match_pool.transpose()?);
    }
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut failed = None;
    let mut handed_over = 0;
    pool.in_place_scope(|scope| {
        for match_pool in &match_pools {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move |_| match match_pool {
                Some(pool) => pool.install(|| work(batch, next, &sender)),
                None => work(batch, next, &sender),
            });
        }
        drop(sender);
        // Matches that ended before their turn wait here.
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        let mut hand_over = |played: FinishedMatch| {
            if failed.is_none() {
                match take(played) {
                    Ok(()) => handed_over += 1,
                    Err(error) => {
                        failed = Some(error);
                        batch.stop.store(true, Ordering::Relaxed);
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
        // Only a batch that was stopped leaves gaps; the matches after them are handed over too.
        waiting.into_values().for_each(hand_over);
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(handed_over == batch.specs.len()),
    }
}

/// Plays match after match until there are no more.
fn work(batch: &MatchBatch<'_>, next: &AtomicUsize, sender: &Sender<(usize, FinishedMatch)>) {
    while !batch.stop.load(Ordering::Relaxed) {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(spec) = batch.specs.get(index).copied() else { return };
        let played = match catch_unwind(AssertUnwindSafe(|| play(batch.arena, spec, batch.stop))) {
            Ok(Some(played)) => played,
            Ok(None) => return,
            Err(panic) => broken(batch.arena.game_name(), spec, panic.as_ref()),
        };
        if sender.send((index, played)).is_err() {
            return;
        }
    }
}

fn broken(game: Label, spec: MatchSpec, panic: &(dyn Any + Send)) -> FinishedMatch {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown panic");
    let record = MatchRecord::broken(game, spec, Some(format!("the match panicked: {message}")));
    FinishedMatch { record, log: Vec::new(), recording: None, faults: Vec::new() }
}
