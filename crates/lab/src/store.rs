//! Results kept in a file, one JSON line per match, so that an interrupted run continues where it stopped.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use quarry_minds::protocol::Label;
use serde::{Deserialize, Serialize};

use super::record::{MatchRecord, RunPlan};

/// What the matches of one set of data have in common: results with different keys are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoreKey {
    /// The hash of the sources on which matches and their measures depend; the same in every build of them.
    pub program: String,
    /// The digest of the data.
    pub data: String,
}

impl StoreKey {
    /// The key of results of this program.
    pub fn of(data: &str) -> Self {
        Self { program: env!("QUARRY_RESULT_SUM").to_owned(), data: data.to_owned() }
    }
}

/// The first bytes of every line.
const BEGINNING: &[u8] = b"{\"program\":";
/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// A line of the file.
#[derive(Serialize, Deserialize)]
pub(super) struct ResultLine<K, P, R> {
    #[serde(flatten)]
    pub key: K,
    /// The run this match belongs to.
    pub run: P,
    #[serde(flatten)]
    pub record: R,
}

/// Why results cannot be read or written.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: another process is writing results to this file; give each process its own --out file", path.display())]
    Locked { path: PathBuf },
    #[error("{}:{line}: not a line of results: {error}", path.display())]
    Line { path: PathBuf, line: usize, error: serde_json::Error },
    /// The last line was not written by this program, so it is not cut off.
    #[error("{}:{line}: not a line of results; give another file", path.display())]
    NotResults { path: PathBuf, line: usize },
    #[error(
        "{}: {level} seed {seed} has a different digest here than elsewhere: the match is not deterministic",
        path.display()
    )]
    Contradiction { path: PathBuf, level: Label, seed: u64 },
    #[error("{}:{line}: these results come from {what}; give another file, or remove this one", path.display())]
    KeyMismatch { path: PathBuf, line: usize, what: &'static str },
}

/// A results file, open for appending. While it is open, no other process can open it for appending.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    keys: Vec<StoreKey>,
    plan: RunPlan,
}

impl Store {
    /// Opens a file, which need not exist, and reads the matches in it: each with the index of its key in `keys`. A last
    /// line that was cut short when a run was killed is dropped. A pipe or a device is only written to.
    ///
    /// # Errors
    /// If the file cannot be used, is locked by another process, or holds results with a key that is not in `keys`.
    pub fn open(
        path: &Path,
        keys: Vec<StoreKey>,
        plan: RunPlan,
    ) -> Result<(Self, Vec<(usize, MatchRecord)>), StoreError> {
        let fault = |error| StoreError::File { path: path.to_owned(), error };
        let path_buf = path.to_owned();
        if path.metadata().is_ok_and(|known| !known.is_file()) {
            let file = OpenOptions::new().append(true).open(path).map_err(fault)?;
            return Ok((Self { path: path_buf, file, keys, plan }, Vec::new()));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Locked { path: path_buf }),
            // A file system without locks: a second process is noticed by `quarry report`.
            Err(TryLockError::Error(error)) => tracing::warn!("{}: cannot be locked: {error}", path.display()),
        }
        let ResultLines { lines, complete_bytes } = read_lines(path, &file, Some(&keys))?;
        file.set_len(complete_bytes).map_err(fault)?;
        file.seek(io::SeekFrom::End(0)).map_err(fault)?;
        let index = |key: &StoreKey| keys.iter().position(|known| known == key).unwrap_or(0);
        let records = lines.into_iter().map(|line| (index(&line.key), line.record)).collect();
        Ok((Self { path: path_buf, file, keys, plan }, records))
    }

    /// Appends a match with the key at this index. The line is written completely before this returns.
    ///
    /// # Errors
    /// If the system refuses (a full disk); what was written before stays intact.
    pub fn append(&mut self, key: usize, record: &MatchRecord) -> Result<(), StoreError> {
        let write = |file: &mut File| -> io::Result<()> {
            let key = self.keys.get(key).ok_or_else(|| io::Error::other("no such set of data"))?;
            let mut line = serde_json::to_vec(&ResultLine { key, run: &self.plan, record })?;
            line.push(b'\n');
            let before = file.metadata()?.len();
            file.write_all(&line).inspect_err(|_| {
                // No line is better than half a line.
                let _ = file.set_len(before);
            })
        };
        write(&mut self.file).map_err(|error| StoreError::File { path: self.path.clone(), error })
    }
}

/// What was read from a file.
pub(super) struct ResultLines {
    pub lines: Vec<ResultLine<StoreKey, RunPlan, MatchRecord>>,
    /// The length of all complete lines, in bytes.
    pub complete_bytes: u64,
}

/// Reads the lines of a file. Each must have one of these keys; without keys, that of the first line.
pub(super) fn read_lines(path: &Path, file: &File, keys: Option<&[StoreKey]>) -> Result<ResultLines, StoreError> {
    let fault = |error| StoreError::File { path: path.to_owned(), error };
    let mut reader = BufReader::new(file);
    let mut keys = keys.map(<[StoreKey]>::to_vec).unwrap_or_default();
    let (mut lines, mut complete_bytes) = (Vec::new(), 0);
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let length = reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut text).map_err(fault)?;
        if length == 0 {
            break;
        }
        if text.last() != Some(&b'\n') {
            // Only what a killed run left is cut off, never the last line of some other file.
            let common = text.len().min(BEGINNING.len());
            if text.get(..common) != BEGINNING.get(..common) {
                return Err(StoreError::NotResults { path: path.to_owned(), line: number });
            }
            break;
        }
        let line: ResultLine<StoreKey, RunPlan, MatchRecord> = serde_json::from_slice(&text)
            .map_err(|error| StoreError::Line { path: path.to_owned(), line: number, error })?;
        if keys.is_empty() {
            keys.push(line.key.clone());
        }
        if !keys.contains(&line.key) {
            let what = if keys.iter().any(|key| key.program == line.key.program) {
                "other data or other numbers of players"
            } else {
                "another build of the program"
            };
            return Err(StoreError::KeyMismatch { path: path.to_owned(), line: number, what });
        }
        complete_bytes += length as u64;
        lines.push(line);
    }
    Ok(ResultLines { lines, complete_bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MatchSpec;
    use quarry_minds::protocol::label;

    fn plan() -> RunPlan {
        RunPlan { levels: vec![label("hut")], seed: 1, matches: 2, shard: (1, 1) }
    }

    fn key(data: &str) -> StoreKey {
        StoreKey { program: "p".to_owned(), data: data.to_owned() }
    }

    #[test]
    fn results_of_two_sets_of_data_share_a_file_and_a_second_writer_is_refused() {
        let path = std::env::temp_dir().join(format!("quarry-store-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let keys = vec![key("a"), key("b")];
        let record = |seed| MatchRecord::broken(label("chase"), MatchSpec { level: label("hut"), seed }, None);
        {
            let (mut store, known) = Store::open(&path, keys.clone(), plan()).unwrap();
            assert!(known.is_empty());
            store.append(0, &record(1)).unwrap();
            store.append(1, &record(1)).unwrap();
            assert!(store.append(2, &record(1)).is_err());
            assert!(matches!(Store::open(&path, keys.clone(), plan()), Err(StoreError::Locked { .. })));
        }
        let (_, known) = Store::open(&path, keys, plan()).unwrap();
        assert_eq!(known.iter().map(|(key, record)| (*key, record.seed)).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
        drop(known);
        let other = Store::open(&path, vec![key("c")], plan());
        assert!(matches!(other, Err(StoreError::Locked { .. } | StoreError::KeyMismatch { line: 1, .. })));
        std::fs::remove_file(&path).unwrap();
    }
}
