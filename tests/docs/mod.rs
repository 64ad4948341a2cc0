//! The documentation as a whole: every page has its place in the book, links lead somewhere, commands are those of
//! the program, and pictures are up to date.
//!
//! What single pages say is tested beside its subject, for example `docs/data.md` in `tests/data/docs.rs`.

mod book;
mod commands;
mod gallery;
mod links;
mod page;
