//! The planner, from outside.

mod behaviour;
mod findings;
mod hostile;
mod memory;
mod optimal;
mod problem;
mod published;
mod translate;
