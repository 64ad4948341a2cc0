//! The planner, from outside.

mod behaviour;
mod findings;
mod graphs;
mod hostile;
mod memory;
mod optimal;
mod problem;
mod published;
mod translate;
