//! Recordings: what a match is a function of, what came into it from outside, and its digest.
//!
//! ```text
//! a match --Recorder--> Recording --file--> Recording --Rerun--> the same match, or where it diverges
//! a match, or a Rerun --History--> any tick again, exactly
//! ```
//!
//! Independent of windows. `docs/recordings.md` describes the file.

mod file;
mod frame;
mod gauges;
mod history;
mod inputs;
mod kept_frames;
mod mind_snapshots;
mod origin;
mod recorder;
mod rerun;
mod thinning;

pub use file::{
    Bookmark, FILE_EXTENSION, FormatError, MAX_BOOKMARK_CHARS, MAX_FILE_BYTES, Recording, RecordingError,
    RecordingHeader,
};
pub use frame::{AgentFrame, MatchFrame};
pub use gauges::GaugeTable;
pub use history::{History, MemorySize};
pub use inputs::{InputKind, RecordedInput};
pub use mind_snapshots::MindSnapshotTracker;
pub use origin::{
    DataManifest, DifficultyChoice, MAX_AGENTS_PER_SIDE, MatchAssets, MatchOrigin, OriginMismatch, ProgramVersion,
};
pub use recorder::Recorder;
pub use rerun::{Rerun, RerunError, RerunReport, rerun};
