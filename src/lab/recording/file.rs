//! A recording and its file: a header one can read, a body one cannot, and a sum over all of it at the end.
//!
//! ```text
//! quarry recording 1
//! { JSON: what the match is a function of, how long it is, its digest, bookmarks }
//! (an empty line)
//! INPT length bytes   what people asked and what the match was told
//! KEYS length bytes   key frames
//! SUMS length bytes   the digest of the log at the end of each second
//! TALE length bytes   JSON: the events that tell the story
//! END. and a sum over all bytes before it
//! ```

use std::{
    fs,
    hash::Hasher,
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    codec::DecodeError,
    inputs::{self, RecordedInput},
    keyframes::KeyFrames,
    origin::MatchOrigin,
};
use crate::{
    data::input,
    protocol::{Digest, LogEntry, MatchResult},
    simulation::retune::RetuneCommand,
};

/// The first line, without the number of the format.
const MAGIC: &str = "quarry recording ";
/// The format written, and the only one read.
const FORMAT: &str = "1";
/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 << 20;
/// The longest header, in bytes.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// The most bookmarks.
const MAX_BOOKMARKS: usize = 1000;
/// The longest note, in characters.
pub const MAX_BOOKMARK_CHARS: usize = 200;
/// The end of names of recordings.
pub const FILE_EXTENSION: &str = "quarry";

/// A note somebody made on a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The tick.
    pub tick: u32,
    /// What was noted; may be empty.
    pub text: String,
}

/// The header of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordingHeader {
    /// What the match is a function of.
    pub origin: MatchOrigin,
    /// Ticks a second.
    pub rate: u32,
    /// The last tick recorded.
    pub ticks: u32,
    /// How it ended; `None` where it was recorded while it ran.
    pub result: Option<MatchResult>,
    /// How many events the log holds.
    pub events: u64,
    /// The digest of the log.
    pub digest: String,
    /// Notes, in the order of their ticks.
    #[serde(default)]
    pub bookmarks: Vec<Bookmark>,
}

/// A recording of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What is told of it.
    pub header: RecordingHeader,
    /// What came in from outside; see [`super::inputs`].
    pub(super) inputs: Vec<u8>,
    /// How it looked.
    pub frames: KeyFrames,
    /// The digest of the log at the end of each second.
    pub sums: Vec<u64>,
    /// The events that tell its story.
    pub story: Vec<LogEntry>,
}

/// Why a recording cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// What was read is no recording that can be used.
    #[error("{}: {fault}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FormatError,
    },
}

/// What is wrong with the bytes of a recording.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It is something else.
    #[error("this is no recording of a match")]
    NotARecording,
    /// It was written in another format.
    #[error(
        "this recording has format {0}, and this program reads format {FORMAT}: replay it with the program that wrote it"
    )]
    Format(String),
    /// It is too large.
    #[error("this is larger than any recording ({} MiB)", MAX_FILE_BYTES >> 20)]
    TooLarge,
    /// It was cut short or changed.
    #[error("this recording was cut short or changed: its sum does not fit")]
    Damaged,
    /// Its header cannot be read.
    #[error("the header of this recording cannot be read: {0}")]
    RecordingHeader(String),
    /// A part of it cannot be read.
    #[error("the {0} of this recording cannot be read: {1}")]
    Part(&'static str, DecodeError),
    /// The story cannot be read.
    #[error("the story of this recording cannot be read: {0}")]
    Tale(serde_json::Error),
}

impl Recording {
    /// Reads a recording from a file.
    ///
    /// # Errors
    /// Where the file cannot be read, or is no whole recording of this format.
    pub fn load(path: &Path) -> Result<Self, RecordingError> {
        let fault = |error| RecordingError::File { path: path.to_owned(), error };
        let bytes = input::read(path, MAX_FILE_BYTES).map_err(fault)?;
        Self::read(&bytes).map_err(|fault| RecordingError::Content { path: path.to_owned(), fault })
    }

    /// Writes it to a file, whole or not at all; folders that are wanting are made.
    ///
    /// # Errors
    /// Where the system does not take it.
    pub fn save(&self, path: &Path) -> Result<(), RecordingError> {
        let fault = |error| RecordingError::File { path: path.to_owned(), error };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(fault)?;
        }
        let aside = path.with_extension(format!("{FILE_EXTENSION}.part"));
        fs::write(&aside, self.write()).and_then(|()| fs::rename(&aside, path)).map_err(|error| {
            // Half a file helps nobody.
            let _ = fs::remove_file(&aside);
            fault(error)
        })
    }

    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        // Both are plain data with text for keys: that always has a form in JSON.
        let header = serde_json::to_string_pretty(&self.header).unwrap_or_default();
        let story = serde_json::to_vec(&self.story).unwrap_or_default();
        let sums: Vec<u8> = self.sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        let mut out = format!("{MAGIC}{FORMAT}\n{header}\n\n").into_bytes();
        let parts: [(&[u8; 4], &[u8]); 4] =
            [(b"INPT", &self.inputs), (b"KEYS", self.frames.bytes()), (b"SUMS", &sums), (b"TALE", &story)];
        for (name, bytes) in parts {
            out.extend(name);
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        }
        out.extend(b"END.");
        let sum = sum_of(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Reads a recording from bytes.
    ///
    /// # Errors
    /// Where they are no whole recording of this format.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(FormatError::NotARecording)?;
        let (format, rest) = line(rest).ok_or(FormatError::NotARecording)?;
        if format != FORMAT {
            return Err(FormatError::Format(format.chars().take(12).collect()));
        }
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(FormatError::TooLarge);
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(FormatError::Damaged)?;
        if !body.ends_with(b"END.") || u64::from_le_bytes(*sum) != sum_of(body) {
            return Err(FormatError::Damaged);
        }
        let end = rest.windows(2).take(MAX_HEADER_BYTES).position(|pair| pair == b"\n\n");
        let (header, parts) = end.and_then(|end| rest.split_at_checked(end + 2)).ok_or(FormatError::Damaged)?;
        let header: RecordingHeader =
            serde_json::from_slice(header).map_err(|error| FormatError::RecordingHeader(error.to_string()))?;
        header.check()?;
        let parts = parts.get(..parts.len().saturating_sub(12)).unwrap_or_default();
        let sums = part(parts, b"SUMS")?.as_chunks::<8>().0;
        let recording = Self {
            inputs: part(parts, b"INPT")?.to_vec(),
            frames: KeyFrames::read(part(parts, b"KEYS")?.to_vec())
                .map_err(|fault| FormatError::Part("key frames", fault))?,
            sums: sums.iter().map(|sum| u64::from_le_bytes(*sum)).collect(),
            story: serde_json::from_slice(part(parts, b"TALE")?).map_err(FormatError::Tale)?,
            header,
        };
        inputs::check(&recording.inputs, check_input).map_err(|fault| FormatError::Part("inputs", fault))?;
        Ok(recording)
    }

    /// A name for its file: the level, the seed, and how long it is.
    pub fn file_name(&self) -> String {
        let RecordingHeader { origin, ticks, rate, .. } = &self.header;
        let seconds = ticks / (*rate).max(1);
        format!("{}-{}-{}m{:02}s.{FILE_EXTENSION}", origin.level, origin.seed, seconds / 60, seconds % 60)
    }

    /// How many inputs it holds.
    pub fn count_inputs(&self) -> usize {
        inputs::check(&self.inputs, |_| Ok(())).unwrap_or(0)
    }
}

impl RecordingHeader {
    fn check(&self) -> Result<(), FormatError> {
        let bad = |what: &str| Err(FormatError::RecordingHeader(what.to_owned()));
        if !(1..=1000).contains(&self.rate) || self.ticks > self.rate.saturating_mul(24 * 3600) {
            return bad("it is longer than a day");
        }
        if self.bookmarks.len() > MAX_BOOKMARKS
            || self.bookmarks.iter().any(|note| note.text.chars().count() > MAX_BOOKMARK_CHARS)
        {
            return bad("it has too many bookmarks, or too long ones");
        }
        Ok(())
    }
}

/// Whether a command is one that a match understands.
fn check_input(input: &RecordedInput) -> Result<(), DecodeError> {
    match input {
        RecordedInput::Command(text) if serde_json::from_str::<RetuneCommand>(text).is_err() => {
            Err(DecodeError::Invalid("a command nobody knows"))
        }
        _ => Ok(()),
    }
}

/// The first line, as text, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(64).position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    Some((std::str::from_utf8(line).ok()?, rest.get(1..)?))
}

/// A part by its name. Parts of other names are passed over.
fn part<'b>(mut parts: &'b [u8], wanted: &[u8; 4]) -> Result<&'b [u8], FormatError> {
    while let Some((name, rest)) = parts.split_first_chunk::<4>() {
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(FormatError::Damaged)?;
        let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(FormatError::Damaged)?;
        if name == wanted {
            return Ok(bytes);
        }
        parts = rest;
    }
    Err(FormatError::Damaged)
}

fn sum_of(bytes: &[u8]) -> u64 {
    let mut sum = Digest::default();
    sum.write(bytes);
    sum.finish()
}
