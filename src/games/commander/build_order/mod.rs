//! From a goal to a build order: what to make (a GOAP plan), and in which order and when (a schedule).
//!
//! | file | content |
//! |---|---|
//! | `domain` | the catalogue as facts and actions of the planner; plans; goals that are out of reach |
//! | `against` | goals made at run time against an enemy unit |
//! | `schedule` | commands with their times, simulated and replayed on the economy |
//! | `policy` | build orders by rules: workers first, so many extra producers |
//! | `improve` | a local search over the order of the commands |
//! | `scheduler` | both of them, in slices of bounded work |
//! | `planner` | all of it: the earliest schedule over several plans |
//!
//! The planner knows no time: it says what is missing, and by which recipe to make it. The scheduler minimises the time at which the
//! goal stands (Churchill and Buro, *Build Order Optimization in StarCraft*, AIIDE 2011), and adds what pays for itself until then:
//! workers, supply, producers.

mod against;
mod domain;
mod improve;
mod planner;
mod policy;
mod schedule;
mod scheduler;

pub use against::{CounterGoals, goals_against};
pub use domain::{BuildDomain, BuildFailure};
pub use planner::{BuildOrder, BuildOrderPlanner};
pub use schedule::{BuildCommand, Schedule, ScheduledCommand};
pub use scheduler::Scheduler;

#[cfg(test)]
mod tests;
