//! Changing a running match: commands, live data, and the guide in docs/retuning.md.

mod brains;
mod commands;
mod edits;
mod guide;
mod minds;
pub mod stage;
