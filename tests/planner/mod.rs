//! The planner with planning files: published problems, findings, graphs. The planner's own package tests it on random
//! problems, some of which are used here too.

use quarry_goap::Strategy;

mod behaviour;
mod compare;
mod findings;
mod graphs;
mod minds;
#[path = "../../crates/goap/tests/planner/problem.rs"]
#[allow(dead_code, reason = "only the tests of the planner's package use all of it")]
mod problem;
mod published;
#[path = "../../crates/goap/tests/planner/translate.rs"]
#[allow(dead_code, reason = "only the tests of the planner's package use all of it")]
mod translate;
mod worth;

const STRATEGIES: [Strategy; 3] = Strategy::ALL;
