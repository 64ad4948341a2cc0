//! Recordings of matches: what a match is a function of and what came into it, a little of how it looked, and its digest.
//!
//! ```text
//! a match --Recorder--> Recording --file--> Recording --Rerun--> the same match, or where it parts
//!                                                     \--KeyFramePreview--> any moment, at once and roughly
//! a match, or a Rerun --History--> any moment, exactly
//! ```
//!
//! Knows nothing of windows. `docs/recordings.md` describes the file.

mod background;
mod codec;
mod file;
mod frame;
mod history;
mod inputs;
mod keyframes;
mod mind_snapshots;
mod origin;
mod quantised;
mod recorder;
mod requests;
mod rerun;

pub use background::{BackgroundReplay, ReplayedTick};
pub use codec::DecodeError;
pub use file::{
    Bookmark, FILE_EXTENSION, FormatError, MAX_BOOKMARK_CHARS, MAX_FILE_BYTES, Recording, RecordingError,
    RecordingHeader,
};
pub use frame::{AgentFrame, MatchFrame};
pub use history::{History, MemorySize};
pub use inputs::RecordedInput;
pub use keyframes::{KeyFramePreview, KeyFrames};
pub use mind_snapshots::MindSnapshotTracker;
pub use origin::{DataManifest, DifficultyChoice, MatchAssets, MatchOrigin, OriginMismatch, ProgramVersion};
pub use recorder::Recorder;
pub use rerun::{Rerun, RerunError, RerunReport, rerun};
