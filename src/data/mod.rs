//! The data files: their schemas, loading, validation, and diagnostics with file, line and column.
//!
//! Uses [`quarry_goap`] and [`crate::protocol`] only, and knows no names of any game (sides, props, actions). A [`GameSchema`] adds
//! the sections and checks of one game.

pub mod agent;
pub mod body;
pub mod brain;
pub mod compose;
pub mod difficulty;
mod document;
pub mod domain;
mod explain;
pub mod faults;
pub mod finding;
pub mod game;
pub mod graphics;
pub mod gun;
pub mod input;
pub mod level;
mod library;
pub mod look;
pub mod mind;
pub mod perception;
pub mod play;
pub mod prop;
pub mod provided;
pub mod ranges;
pub mod ron_map;
pub mod rules;
pub mod senses;
pub mod shared_senses;
pub mod sound;
pub mod speech;
mod watch;
mod write_back;

pub use document::{Cursor, Document, decode_utf8, load_ron, read_ron, read_text};
pub(crate) use finding::suggestion;
pub use finding::{Diagnostics, Finding, Severity};
pub use game::{GameFiles, GameSchema, GameSection, NoSection};
pub use library::{DataFiles, FileKind, Library};
pub use provided::{NameKind, NamePlace, ProvidedNames};
pub use watch::{DataWatcher, Reload, WatchError};
pub use write_back::{WriteBackError, write_back};
