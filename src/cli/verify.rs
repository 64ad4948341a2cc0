//! `quarry simulate --verify`: checks that matches are deterministic, side by side, in another process, and in parallel.

use std::collections::BTreeMap;
use std::io;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use serde::Serialize;

use super::{CliError, CommandOutcome, CommandResult, print, print_json, runner::stop_flag};
use crate::lab::{Arena, Divergence, MatchBatch, MatchSpec, run, verify, verify_against_hashes, write_state_hashes};

/// The hidden flag with which this program starts itself to print the state hashes of the same matches.
pub(super) const ACCOUNT: &str = "--account";

/// What `--verify --json` prints.
#[derive(Serialize)]
struct VerificationReport<'a> {
    matches: usize,
    compared: [String; 3],
    divergences: &'a [Divergence],
}

/// Plays every match twice in lockstep, then against another process, then several in parallel.
pub(super) fn verify_all(json: bool, jobs: usize, arena: &Arena, specs: &[MatchSpec]) -> CommandResult {
    let (stop, jobs) = (stop_flag()?, jobs.max(2));
    let bar = ProgressBar::new(specs.len() as u64 * 3);
    let (mut divergences, mut digests) = (Vec::new(), BTreeMap::new());
    for spec in specs {
        divergences.extend(verify(arena, *spec, stop).map_err(CliError::new)?);
        bar.inc(1);
    }
    let mut other = SecondProcess::start()?;
    for spec in specs.iter().filter(|_| !stop.load(Ordering::Relaxed)) {
        let (found, digest) = verify_against_hashes(arena, *spec, stop, &mut other.account).map_err(CliError::new)?;
        divergences.extend(found);
        digests.insert(*spec, digest);
        bar.inc(1);
    }
    drop(other);
    let complete = run(&MatchBatch { arena, specs, jobs, stop }, |played| {
        bar.inc(1);
        let (spec, together) = (played.record.spec(), played.record.digest);
        if let Some(alone) = digests.get(&spec).filter(|alone| **alone != together) {
            divergences.push(Divergence {
                spec,
                with: "itself while others are played",
                tick: 0,
                what: "EventLog at the end".to_owned(),
                first: alone.clone(),
                second: together,
            });
        }
        Ok::<(), CliError>(())
    })?;
    bar.finish_and_clear();
    if json {
        let compared = [
            "with itself, side by side, tick by tick".to_owned(),
            "with another process, tick by tick".to_owned(),
            format!("with itself while {jobs} are played at a time"),
        ];
        print_json(&VerificationReport { matches: specs.len(), compared, divergences: &divergences })?;
    } else {
        for Divergence { spec, with, tick, what, first, second } in &divergences {
            let MatchSpec { level, seed } = spec;
            print(format!(
                "{level} seed {seed}, with {with}: tick {tick}: {what}\n  first:  {first}\n  second: {second}"
            ))?;
        }
        let unlike: std::collections::BTreeSet<_> = divergences.iter().map(|found| found.spec).collect();
        let like = specs.len() - unlike.len();
        let how = format!("side by side, in another process, and {jobs} at a time");
        print(format!("{like} of {} matches are like themselves: {how}", specs.len()))?;
    }
    Ok(if divergences.is_empty() && complete { CommandOutcome::Success } else { CommandOutcome::Negative })
}

/// Another process that plays the same matches; dropping this ends it.
struct SecondProcess {
    child: Child,
    account: BufReader<std::process::ChildStdout>,
}

impl SecondProcess {
    /// Starts this program with the same arguments, to read its state hashes.
    fn start() -> Result<Self, CliError> {
        let failed = |error: io::Error| CliError::from(error).context("cannot start a second process");
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(std::env::args_os().skip(1)).arg(ACCOUNT).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let out = child.stdout.take().ok_or_else(|| CliError::new("the second process has no output"))?;
        Ok(Self { child, account: BufReader::new(out) })
    }
}

impl Drop for SecondProcess {
    fn drop(&mut self) {
        // It has ended, or is no longer needed.
        let _ = self.account.fill_buf();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays every match and prints its state hashes.
pub(super) fn print_account(arena: &Arena, specs: &[MatchSpec]) -> CommandResult {
    let (stop, mut out) = (stop_flag()?, io::BufWriter::new(io::stdout().lock()));
    for spec in specs {
        write_state_hashes(arena, *spec, stop, &mut out)?;
    }
    out.flush()?;
    Ok(CommandOutcome::Success)
}
