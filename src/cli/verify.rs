//! `quarry simulate --verify`: whether matches are like themselves, side by side, in another process, and among others.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    sync::atomic::Ordering,
};

use serde::Serialize;

use super::{
    Answer, Failure, Verdict,
    matches::{play, progress_bar, stopped},
    print, print_json,
};
use crate::lab::{Arena, Divergence, Fixture, give_account, verify, verify_against};

/// The flag with which this program calls itself for an account of the same matches.
pub(super) const ACCOUNT: &str = "--account";

/// What `--verify --json` prints.
#[derive(Serialize)]
struct Verified<'a> {
    matches: usize,
    compared: [String; 3],
    divergences: &'a [Divergence],
}

/// Plays every match side by side with itself, then against another process, then several at a time.
///
/// # Errors
/// Where a match cannot begin, or no second process can be had.
pub(super) fn verify_all(json: bool, jobs: usize, arena: &Arena, fixtures: &[Fixture]) -> Answer {
    let (stop, jobs) = (stopped()?, jobs.max(2));
    let bar = progress_bar(fixtures.len() * 3);
    let (mut divergences, mut digests) = (Vec::new(), BTreeMap::new());
    for fixture in fixtures {
        divergences.extend(verify(arena, *fixture, stop).map_err(Failure::new)?);
        bar.inc(1);
    }
    let mut other = Other::start()?;
    for fixture in fixtures.iter().filter(|_| !stop.load(Ordering::Relaxed)) {
        let (found, digest) = verify_against(arena, *fixture, stop, &mut other.account).map_err(Failure::new)?;
        divergences.extend(found);
        digests.insert(*fixture, digest);
        bar.inc(1);
    }
    drop(other);
    let complete = play(arena, fixtures, jobs, &bar, |played| {
        let (fixture, together) = (played.record.fixture(), played.record.digest);
        if let Some(alone) = digests.get(&fixture).filter(|alone| **alone != together) {
            divergences.push(Divergence {
                fixture,
                with: "itself while others are played",
                tick: 0,
                what: "EventLog at the end".to_owned(),
                first: alone.clone(),
                second: together,
            });
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    if json {
        let compared = [
            "with itself, side by side, tick by tick".to_owned(),
            "with another process, tick by tick".to_owned(),
            format!("with itself while {jobs} are played at a time"),
        ];
        print_json(&Verified { matches: fixtures.len(), compared, divergences: &divergences })?;
    } else {
        for Divergence { fixture, with, tick, what, first, second } in &divergences {
            let Fixture { level, seed } = fixture;
            print(format!(
                "{level} seed {seed}, with {with}: tick {tick}: {what}\n  first:  {first}\n  second: {second}"
            ))?;
        }
        let unlike: std::collections::BTreeSet<_> = divergences.iter().map(|found| found.fixture).collect();
        let like = fixtures.len() - unlike.len();
        let how = format!("side by side, in another process, and {jobs} at a time");
        print(format!("{like} of {} matches are like themselves: {how}", fixtures.len()))?;
    }
    Ok(if divergences.is_empty() && complete { Verdict::Yes } else { Verdict::No })
}

/// Another process that plays the same matches; it ends with this value.
struct Other {
    child: Child,
    account: BufReader<std::process::ChildStdout>,
}

impl Other {
    /// Starts this program with the same arguments, for its account.
    fn start() -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::from(error).while_doing("cannot start a second process");
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(std::env::args_os().skip(1)).arg(ACCOUNT).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let out = child.stdout.take().ok_or_else(|| Failure::new("the second process has no output"))?;
        Ok(Self { child, account: BufReader::new(out) })
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It has ended, or is not wanted any more.
        let _ = self.account.fill_buf();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays every match and prints its account.
///
/// # Errors
/// Where a match cannot begin or nobody reads.
pub(super) fn print_account(arena: &Arena, fixtures: &[Fixture]) -> Answer {
    let (stop, mut out) = (stopped()?, io::BufWriter::new(io::stdout().lock()));
    for fixture in fixtures {
        give_account(arena, *fixture, stop, &mut out)?;
    }
    out.flush()?;
    Ok(Verdict::Yes)
}
