//! Recordings of matches: what a match is a function of and what came into it, a little of how it looked, and its digest.
//!
//! ```text
//! a match --Recorder--> Recording --file--> Recording --Rerun--> the same match, or where it parts
//!                                                     \--Preview--> any moment, at once and roughly
//! a match, or a Rerun --History--> any moment, exactly
//! ```
//!
//! Knows nothing of windows. `docs/recordings.md` describes the file.

mod accounts;
mod background;
mod codec;
mod file;
mod history;
mod inputs;
mod keyframes;
mod origin;
mod picture;
mod recorder;
mod requests;
mod rerun;
mod sketch;

pub use accounts::Ledger;
pub use background::{Background, Moment};
pub use codec::Garbled;
pub use file::{ENDING, Fault, Head, LARGEST, LONGEST_NOTE, Note, Recording, RecordingError};
pub use history::{History, Weight};
pub use inputs::Input;
pub use keyframes::{KeyFrames, Preview};
pub use origin::{Difference, Ground, Handicap, Origin, Program, Provenance};
pub use picture::{Person, Picture};
pub use recorder::Recorder;
pub use rerun::{Rerun, RerunError, Verdict, rerun};
