//! The planner as seen by its users.

use quarry_goap::Strategy;

mod behaviour;
mod findings;
mod graphs;
mod hostile;
mod memory;
mod optimal;
mod problem;
mod published;
mod step_checks;
mod translate;

const STRATEGIES: [Strategy; 3] = [Strategy::Backward, Strategy::Forward, Strategy::IdaStar];
