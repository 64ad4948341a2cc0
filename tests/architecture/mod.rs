//! The house keeps its own rules: who may use whom, which words a room may say, how long a file may be.
//!
//! The rules are those of `docs/architecture.md`; they are read off the source, so a breach is named by file and line.

mod cycles;
mod dependencies;
mod mind_isolation;
mod source;
mod style;
