//! The planner on random problems: optimality against an independent search, hostile input, single-step checks, memory.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use quarry_goap::Strategy;

mod anytime;
mod effort;
mod errands;
mod harder;
mod hostile;
mod memory;
mod optimal;
mod problem;
mod step_checks;
mod stops;
mod strategies;
mod translate;

const STRATEGIES: [Strategy; 3] = Strategy::ALL;
