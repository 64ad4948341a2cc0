//! RON documents that keep their places: every value has a path and a span, errors point at what is wrong and suggest a name, edits
//! keep comments and layout, documents build on others, and changes between two texts are listed by path.
//!
//! ```
//! # use quarry_ron::Document;
//! let guard = Document::parse("guard.ron", "(name: \"Bob\", speeds: {\"walk\": 1.4})").unwrap();
//! let finding = guard.cursor().field("speeds").entry("walk").error("too fast");
//! assert_eq!((finding.line, finding.column), (1, 32));
//! ```

pub mod compose;
mod document;
mod explain;
pub mod finding;
pub mod input;
pub mod map;
mod write_back;

pub use document::{Cursor, Document, load_ron, read_ron, read_text};
pub use finding::{Diagnostics, Finding, Severity, suggestion};
pub use write_back::{WriteBackError, write_back};
