//! The planner, from outside.

mod optimal;
mod problem;
mod translate;
