//! A recording and its file: lines of text, with a checksum over all of them at the end.
//!
//! ```text
//! quarry recording 2
//! {JSON: the origin of the match, its length, its digest, bookmarks}
//! {"tick": 12, "input": {...}}          one line per input
//! {"hashes": [...]}                     the hash of the event log at the end of each second
//! checksum 0123456789abcdef             FNV-1a of everything above
//! ```

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::{fs, io};

use quarry_minds::protocol::{Digest, Label};
use quarry_ron::input;
use serde::{Deserialize, Serialize};

use super::{inputs::RecordedInput, origin::MatchOrigin};

/// The first line, without the version.
const MAGIC: &str = "quarry recording ";
/// The version that is written, and the only one that is read.
const VERSION: &str = "2";
/// The start of the last line.
const CHECKSUM: &str = "checksum ";
/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// The maximum number of bookmarks.
const MAX_BOOKMARKS: usize = 1000;
/// The longest bookmark, in characters.
pub const MAX_BOOKMARK_CHARS: usize = 200;
/// The file name extension of recordings.
pub const FILE_EXTENSION: &str = "quarry";

/// A note on a moment of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The tick.
    pub tick: u32,
    /// The note; may be empty.
    pub text: String,
}

/// The header of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordingHeader {
    /// What the match is a function of.
    pub origin: MatchOrigin,
    /// Ticks per second.
    pub rate: u32,
    /// The last tick recorded.
    pub ticks: u32,
    /// How the match ended; `None` if it was recorded while it ran.
    pub outcome: Option<Label>,
    /// The number of events in the log.
    pub events: u64,
    /// The digest of the log.
    pub digest: String,
    /// Bookmarks, in the order of their ticks.
    #[serde(default)]
    pub bookmarks: Vec<Bookmark>,
}

/// A recording of a match: everything that is needed to simulate it again, and to verify that it is the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Origin, length and digest.
    pub header: RecordingHeader,
    /// What came in from outside, in the order of the ticks.
    pub inputs: Vec<RecordedInput>,
    /// The hash of the event log at the end of each second.
    pub second_hashes: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HashLine {
    hashes: Vec<u64>,
}

/// Why a recording cannot be read or written.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {fault}", path.display())]
    Content { path: PathBuf, fault: FormatError },
}

/// What is wrong with the bytes of a recording.
#[allow(missing_docs, reason = "the message of each error says what it is about")]
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    #[error("this is not a recording of a match")]
    NotARecording,
    #[error(
        "this recording has format {0}, and this program reads format {VERSION}: replay it with the program that wrote it"
    )]
    Version(String),
    #[error("this is larger than any recording ({} MiB)", MAX_FILE_BYTES >> 20)]
    TooLarge,
    #[error("this recording was cut short or changed: its checksum does not match")]
    Damaged,
    #[error("line {line} of this recording cannot be read: {why}")]
    Line { line: usize, why: String },
}

impl Recording {
    /// Reads a recording from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a complete recording of this version.
    pub fn load(path: &Path) -> Result<Self, RecordingError> {
        let fault = |error| RecordingError::File { path: path.to_owned(), error };
        let bytes = input::read(path, MAX_FILE_BYTES).map_err(fault)?;
        Self::read(&bytes).map_err(|fault| RecordingError::Content { path: path.to_owned(), fault })
    }

    /// Writes the recording to a file, completely or not at all. Missing folders are created.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn save(&self, path: &Path) -> Result<(), RecordingError> {
        let fault = |error| RecordingError::File { path: path.to_owned(), error };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(fault)?;
        }
        let aside = path.with_extension(format!("{FILE_EXTENSION}.part"));
        fs::write(&aside, self.write()).and_then(|()| fs::rename(&aside, path)).map_err(|error| {
            let _ = fs::remove_file(&aside);
            fault(error)
        })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        // Plain data with text keys always has a form in JSON.
        let mut out = format!("{MAGIC}{VERSION}\n{}\n", serde_json::to_string(&self.header).unwrap_or_default());
        for input in &self.inputs {
            out += &serde_json::to_string(input).unwrap_or_default();
            out.push('\n');
        }
        let hashes = HashLine { hashes: self.second_hashes.clone() };
        out += &serde_json::to_string(&hashes).unwrap_or_default();
        out.push('\n');
        let checksum = checksum(out.as_bytes());
        out += &format!("{CHECKSUM}{checksum:016x}\n");
        out.into_bytes()
    }

    /// Reads a recording from bytes.
    ///
    /// # Errors
    /// If they are not a complete recording of this version.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(FormatError::NotARecording)?;
        let version: Vec<u8> = rest.iter().take(12).take_while(|byte| **byte != b'\n').copied().collect();
        if version != VERSION.as_bytes() {
            return Err(FormatError::Version(String::from_utf8_lossy(&version).into_owned()));
        }
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(FormatError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| FormatError::Damaged)?;
        let start = text.rfind(CHECKSUM).ok_or(FormatError::Damaged)?;
        let (body, end) = text.split_at_checked(start).ok_or(FormatError::Damaged)?;
        if end != format!("{CHECKSUM}{:016x}\n", checksum(body.as_bytes())) {
            return Err(FormatError::Damaged);
        }
        let mut lines = body.lines().enumerate().skip(1).map(|(index, line)| (index + 1, line)).peekable();
        let (number, line) = lines.next().ok_or(FormatError::Damaged)?;
        let header: RecordingHeader = parse(number, line)?;
        header.check(number)?;
        let (mut inputs, mut second_hashes) = (Vec::<RecordedInput>::new(), Vec::new());
        while let Some((number, line)) = lines.next() {
            if lines.peek().is_none() {
                second_hashes = parse::<HashLine>(number, line)?.hashes;
                break;
            }
            let input: RecordedInput = parse(number, line)?;
            if inputs.last().is_some_and(|last| last.tick > input.tick) {
                return Err(FormatError::Line { line: number, why: "it comes before the line above".to_owned() });
            }
            inputs.push(input);
        }
        Ok(Self { header, inputs, second_hashes })
    }

    /// A name for the file: the level, the seed and the length.
    pub fn file_name(&self) -> String {
        let RecordingHeader { origin, ticks, rate, .. } = &self.header;
        let seconds = ticks / (*rate).max(1);
        format!("{}-{}-{}m{:02}s.{FILE_EXTENSION}", origin.level, origin.setup.seed, seconds / 60, seconds % 60)
    }
}

impl RecordingHeader {
    fn check(&self, line: usize) -> Result<(), FormatError> {
        let bad = |why: &str| Err(FormatError::Line { line, why: why.to_owned() });
        if !(1..=1000).contains(&self.rate) || self.ticks > self.rate.saturating_mul(24 * 3600) {
            return bad("the match is longer than a day");
        }
        let too_long = |bookmark: &Bookmark| bookmark.text.chars().count() > MAX_BOOKMARK_CHARS;
        if self.bookmarks.len() > MAX_BOOKMARKS || self.bookmarks.iter().any(too_long) {
            return bad("there are too many bookmarks, or one is too long");
        }
        Ok(())
    }
}

fn parse<'t, T: Deserialize<'t>>(line: usize, text: &'t str) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| FormatError::Line { line, why: shortened(&error.to_string()) })
}

/// The beginning of an error message; some repeat what they found in the file.
fn shortened(message: &str) -> String {
    const MAX_CHARS: usize = 200;
    match message.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}...", message.get(..end).unwrap_or_default()),
        None => message.to_owned(),
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Digest::default();
    sum.write(bytes);
    sum.finish()
}
