//! The data files: their schemas, loading, validation, and diagnostics with file, line and column.
//!
//! Uses [`quarry_ron`] and [`quarry_minds`], nothing else of the engine, and knows no names of any game (sides, props, actions). A
//! [`GameSchema`] adds the sections and checks of one game.
pub mod agent;
pub mod body;
pub mod compose;
pub mod declare;
pub mod difficulty;
pub mod faults;
pub mod figure;
mod folders;
pub mod game;
pub mod graphics;
pub mod gun;
pub mod level;
mod library;
pub mod look;
pub mod perception;
pub mod play;
pub mod prop;
pub mod provided;
pub mod ranges;
pub mod rules;
pub mod senses;
pub mod shared_senses;
pub mod sound;
pub mod thing;
pub mod thing_actions;
mod watch;

pub use folders::{DataFolders, ModFolder, UnknownMod, user_folder};
pub use game::{GameFiles, GameSchema, GameSection, NoSection};
pub use library::{DataFiles, FileKind, Library};
pub use provided::{NameKind, NamePlace, ProvidedNames};
pub use watch::{DataWatcher, Reload, WatchError};
