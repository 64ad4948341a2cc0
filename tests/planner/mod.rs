//! The planner, from outside.

mod hostile;
mod memory;
mod optimal;
mod problem;
mod published;
mod translate;
