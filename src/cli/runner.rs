//! Plays the matches of a subcommand, keeps them in its `--out` file, and notices Ctrl-C.

use std::collections::BTreeMap;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::{CliError, matches::MatchArgs};
use crate::lab::{
    Arena, FinishedMatch, MatchBatch, MatchRecord, MatchSpec, RunPlan, RunProgress, Store, StoreKey, run,
};

/// The number of parts in which the matches of several sets of data are played.
const PARTS: usize = 10;

/// Plays the same matches with one or several sets of data. Matches that the `--out` file holds are not played again.
pub(super) struct MatchRunner {
    /// The matches of the plan.
    specs: Vec<MatchSpec>,
    jobs: usize,
    stop: &'static AtomicBool,
    bar: ProgressBar,
    /// For each set of data the index of the first equal one: equal data give equal matches.
    same_as: Vec<usize>,
    store: Option<Store>,
    known: BTreeMap<(usize, MatchSpec), MatchRecord>,
    progress: RunProgress,
}

impl MatchRunner {
    /// A runner for the matches of `plan` with each of these sets of data, named by their digests.
    pub(super) fn new(args: &MatchArgs, plan: RunPlan, data: &[String]) -> Result<Self, CliError> {
        let specs = plan.specs();
        let same_as = data.iter().map(|one| data.iter().position(|other| one == other).unwrap_or(0)).collect();
        let (mut store, mut known) = (None, BTreeMap::new());
        if let Some(path) = &args.out {
            let keys = data.iter().map(|data| StoreKey::of(data)).collect();
            let (opened, records) = Store::open(path, keys, plan)?;
            store = Some(opened);
            known.extend(records.into_iter().map(|(data, record)| ((data, record.spec()), record)));
        }
        let planned = specs.len() * data.len();
        let bar = ProgressBar::new(planned as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} matches, {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        let progress = RunProgress { planned, ..RunProgress::default() };
        Ok(Self { specs, jobs: args.jobs(), stop: stop_flag()?, bar, same_as, store, known, progress })
    }

    /// Takes the record of a match that was played before, if there is one.
    pub(super) fn take_known(&mut self, data: usize, spec: MatchSpec) -> Option<MatchRecord> {
        let record = self.known.get(&(*self.same_as.get(data)?, spec)).cloned()?;
        self.progress.played += 1;
        self.bar.inc(1);
        Some(record)
    }

    /// Plays matches and hands over each in its turn.
    pub(super) fn play_each(
        &mut self,
        data: usize,
        arena: &Arena,
        specs: &[MatchSpec],
        mut take: impl FnMut(FinishedMatch) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let batch = MatchBatch { arena, specs, jobs: self.jobs, stop: self.stop };
        let data = self.same_as.get(data).copied().unwrap_or(data);
        let complete = run(&batch, |finished| {
            if let Some(store) = &mut self.store {
                store.append(data, &finished.record)?;
            }
            self.progress.played += 1;
            self.bar.inc(1);
            take(finished)
        })?;
        self.progress.interrupted |= !complete;
        Ok(())
    }

    /// Plays matches, or takes those that were played before. Returns the records in the order of `specs`; some are missing
    /// if the run was interrupted.
    pub(super) fn play(
        &mut self,
        data: usize,
        arena: &Arena,
        specs: &[MatchSpec],
    ) -> Result<Vec<MatchRecord>, CliError> {
        let mut records: BTreeMap<MatchSpec, MatchRecord> = BTreeMap::new();
        records.extend(specs.iter().filter_map(|spec| Some((*spec, self.take_known(data, *spec)?))));
        let left: Vec<MatchSpec> = specs.iter().filter(|spec| !records.contains_key(spec)).copied().collect();
        self.play_each(data, arena, &left, |finished| {
            records.insert(finished.record.spec(), finished.record);
            Ok(())
        })?;
        Ok(specs.iter().filter_map(|spec| records.remove(spec)).collect())
    }

    /// Plays all matches with each set of data, in parts: an interrupted run has then played all data about equally, and seed by seed all
    /// levels alike. `take` gets the records of a part for each set of data, and says whether to go on. Returns how much was played.
    pub(super) fn play_all(
        mut self,
        arenas: &[Arena],
        mut take: impl FnMut(Vec<Vec<MatchRecord>>) -> bool,
    ) -> Result<RunProgress, CliError> {
        let mut specs = self.specs.clone();
        specs.sort_by_key(|spec| (spec.seed, spec.level));
        for part in specs.chunks(specs.len().div_ceil(PARTS).max(1)) {
            let played = arenas.iter().enumerate().map(|(data, arena)| self.play(data, arena, part));
            let goes_on = take(played.collect::<Result<_, _>>()?);
            if self.is_interrupted() || !goes_on {
                break;
            }
        }
        Ok(self.finish())
    }

    /// Plays all matches as [`Self::play_all`] does. Returns the records of each set of data, and how much was played.
    pub(super) fn play_to_end(self, arenas: &[Arena]) -> Result<(Vec<Vec<MatchRecord>>, RunProgress), CliError> {
        let mut records: Vec<Vec<MatchRecord>> = vec![Vec::new(); arenas.len()];
        let progress = self.play_all(arenas, |part| {
            records.iter_mut().zip(part).for_each(|(records, played)| records.extend(played));
            true
        })?;
        Ok((records, progress))
    }

    /// Whether Ctrl-C has stopped the run.
    pub(super) fn is_interrupted(&self) -> bool {
        self.progress.interrupted
    }

    /// Removes the progress bar; returns how much was played.
    pub(super) fn finish(self) -> RunProgress {
        self.bar.finish_and_clear();
        self.progress
    }
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C sets; the first call installs the handler. A second Ctrl-C ends the process at once, in case
/// something hangs.
pub(super) fn stop_flag() -> Result<&'static AtomicBool, CliError> {
    static HANDLER: Once = Once::new();
    let mut handled = Ok(());
    HANDLER.call_once(|| {
        handled = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    handled?;
    Ok(&STOP)
}
