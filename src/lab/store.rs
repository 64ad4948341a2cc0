//! Matches kept in a file, a line each, so that a long run that was interrupted goes on where it was.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{File, OpenOptions},
    hash::Hasher,
    io::{self, BufRead, BufReader, Read, Seek, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::record::{MatchRecord, MatchSpec};
use crate::{
    data::input,
    protocol::{Digest, Label},
};

/// What results must share to be put together: made by the same program from the same data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoreKey {
    /// The digest of the program.
    pub program: String,
    /// The digest of the data.
    pub data: String,
}

/// How every line begins.
const BEGINNING: &[u8] = b"{\"program\":";
/// No line is longer than this, in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct ResultLine<K, R> {
    #[serde(flatten)]
    key: K,
    #[serde(flatten)]
    record: R,
}

/// Why results cannot be kept in a file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line is no match.
    #[error("{}:{line}: this is no line of results: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The end of the file is nothing that this program has written.
    #[error("{}:{line}: this is no line of results; give another file", path.display())]
    Alien {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Two files hold the same match with different digests.
    #[error("{}: {level} seed {seed} has another digest here than elsewhere; one match is not like itself", path.display())]
    Contradiction {
        /// The file that was read later.
        path: PathBuf,
        /// The level of the match.
        level: Label,
        /// The seed of the match.
        seed: u64,
    },
    /// The results in the file come from elsewhere.
    #[error("{}:{line}: these results come from {what}; give another file, or remove this one", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What differs.
        what: &'static str,
    },
}

/// A file of results, open for more.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    key: StoreKey,
}

impl Store {
    /// Opens a file, which need not exist, and reads the matches that are in it already. A last line that was cut short
    /// when a run was killed is dropped. A pipe or a device is only written to.
    ///
    /// # Errors
    /// Where the file cannot be used, or holds results of another program or other data.
    pub fn open(path: &Path, key: StoreKey) -> Result<(Self, Vec<MatchRecord>), StoreError> {
        let fault = |error| StoreError::File { path: path.to_owned(), error };
        if path.metadata().is_ok_and(|known| !known.is_file()) {
            let file = OpenOptions::new().append(true).open(path).map_err(fault)?;
            return Ok((Self { path: path.to_owned(), file, key }, Vec::new()));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fault)?;
        let ResultLines { records, whole, .. } = read_lines(path, &file, Some(&key))?;
        file.set_len(whole).map_err(fault)?;
        file.seek(io::SeekFrom::End(0)).map_err(fault)?;
        Ok((Self { path: path.to_owned(), file, key }, records))
    }

    /// Appends a match. The line is written whole before this returns.
    ///
    /// # Errors
    /// Where the system does not take it (a full disk); what was written before stays whole.
    pub fn append(&mut self, record: &MatchRecord) -> Result<(), StoreError> {
        let write = |file: &mut File, key: &StoreKey| -> io::Result<()> {
            let mut line = serde_json::to_vec(&ResultLine { key, record })?;
            line.push(b'\n');
            let before = file.metadata()?.len();
            file.write_all(&line).inspect_err(|_| {
                // Half a line would have to be dropped by whoever reads the file; better none.
                let _ = file.set_len(before);
            })
        };
        write(&mut self.file, &self.key).map_err(|error| StoreError::File { path: self.path.clone(), error })
    }
}

/// Puts the matches of several files together, each once, by level and seed.
///
/// # Errors
/// Where a file cannot be read, or they do not all come from the same program and data.
pub fn merge(paths: &[PathBuf]) -> Result<Vec<MatchRecord>, StoreError> {
    let (mut all, mut key) = (BTreeMap::<MatchSpec, MatchRecord>::new(), None);
    for path in paths {
        let file = input::open(path).map_err(|error| StoreError::File { path: path.clone(), error })?;
        let read = read_lines(path, &file, key.as_ref())?;
        key = key.or(read.key);
        for record in read.records {
            let known = all.entry(record.spec()).or_insert_with(|| record.clone());
            if known.digest != record.digest {
                return Err(StoreError::Contradiction { path: path.clone(), level: record.level, seed: record.seed });
            }
        }
    }
    Ok(all.into_values().collect())
}

/// What was read from a file.
struct ResultLines {
    records: Vec<MatchRecord>,
    /// What the matches share; `None` where there are none.
    key: Option<StoreKey>,
    /// How many bytes of the file are whole lines.
    whole: u64,
}

/// Reads the lines of a file, which must all share this key, or else that of the first.
fn read_lines(path: &Path, file: &File, key: Option<&StoreKey>) -> Result<ResultLines, StoreError> {
    let fault = |error| StoreError::File { path: path.to_owned(), error };
    let mut reader = BufReader::new(file);
    let mut key = key.cloned();
    let (mut records, mut seen, mut whole) = (Vec::new(), BTreeSet::<MatchSpec>::new(), 0);
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text).map_err(fault)?;
        if length == 0 {
            break;
        }
        if text.last() != Some(&b'\n') {
            // Only what a killed run has left is ever cut off: another file's last line is not ours to lose.
            let common = text.len().min(BEGINNING.len());
            if text.get(..common) != BEGINNING.get(..common) {
                return Err(StoreError::Alien { path: path.to_owned(), line: number });
            }
            break;
        }
        let line: ResultLine<StoreKey, MatchRecord> = serde_json::from_slice(&text)
            .map_err(|error| StoreError::Line { path: path.to_owned(), line: number, error })?;
        let foreign = |what| StoreError::Foreign { path: path.to_owned(), line: number, what };
        let shared = key.get_or_insert_with(|| line.key.clone());
        if line.key.program != shared.program {
            return Err(foreign("another build of the program"));
        }
        if line.key.data != shared.data {
            return Err(foreign("other data or other numbers of players"));
        }
        whole += length as u64;
        if seen.insert(line.record.spec()) {
            records.push(line.record);
        }
    }
    Ok(ResultLines { records, key, whole })
}

/// A sum over the bytes of the running program, as sixteen hexadecimal digits.
///
/// # Errors
/// Where the program cannot read its own file.
pub fn program_digest() -> io::Result<String> {
    let mut file = input::open(&std::env::current_exe()?)?;
    let (mut digest, mut block) = (Digest::default(), vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            return Ok(format!("{:016x}", digest.finish()));
        }
        digest.write(block.get(..read).unwrap_or_default());
    }
}
