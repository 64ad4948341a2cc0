//! Changing a match while it runs: commands, live data, and what the guide for retuning promises.

mod commands;
mod edits;
mod guide;
mod minds;
mod stage;
