//! The documentation as a whole: every page has its place in the book, links lead somewhere, and commands are those of the program.
//!
//! What single pages say is tested beside its subject, for example `docs/data.md` in `tests/data/docs.rs`.

mod book;
mod commands;
mod links;
mod page;
