//! Tests of the source itself: dependencies between modules, layout, naming and vocabulary.
//!
//! The rules are those of `docs/architecture.md`. Each failure names file, line and remedy.

mod cycles;
mod dependencies;
mod diagrams;
mod layout;
mod mind_isolation;
mod source;
mod style;
mod vocabulary;
