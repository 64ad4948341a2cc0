//! Tests of plans, times and properties; this file has what they share.

mod long_search;
mod plans;
mod properties;
mod times;

use std::sync::Arc;

use quarry_goap::Planner;
use quarry_minds::protocol::label;

use super::*;
use crate::games::commander::{
    catalogue::{BuildGoal, Catalogue, ProductId, tests::shipped},
    economy::Economy,
};

/// Simulated starts that take 1 to 2 ms.
const STARTS: u32 = 8_000;
/// States that suffice for all plans of the tests.
const NODES: u32 = 20_000;

fn start() -> Economy {
    Economy::at_start(shipped())
}

fn product(catalogue: &Catalogue, name: &str) -> ProductId {
    catalogue.product(label(name)).unwrap()
}

fn goal(catalogue: &Catalogue, name: &str, at_least: &[(&str, u16)]) -> BuildGoal {
    let mut at_least: Vec<_> = at_least.iter().map(|&(name, number)| (product(catalogue, name), number)).collect();
    at_least.sort();
    BuildGoal { name: label(name), at_least }
}

fn all(catalogue: &Catalogue) -> Vec<bool> {
    vec![true; catalogue.recipes.len()]
}

fn without(catalogue: &Catalogue, action: &str) -> Vec<bool> {
    let disabled = catalogue.recipe_named(label(action)).unwrap();
    catalogue.recipe_ids().map(|id| id != disabled).collect()
}

/// The plan's actions, with a number in front of those that follow each other.
fn plan(economy: &Economy, goal: &BuildGoal, enabled: &[bool]) -> Result<String, BuildFailure> {
    let catalogue = economy.catalogue();
    let domain = BuildDomain::new(catalogue, std::slice::from_ref(goal)).unwrap();
    let plan = domain.plan(&mut Planner::new(), economy, 0, enabled, NODES)?;
    let runs = plan.chunk_by(|one, next| one == next).map(|run| match (run.len(), catalogue.recipe(run[0]).action) {
        (1, action) => action.to_string(),
        (number, action) => format!("{number} {action}"),
    });
    Ok(runs.collect::<Vec<_>>().join(", "))
}

/// The build order after the first slice of work in which there is one.
fn order(economy: &Economy, goals: &[BuildGoal], starts: u32) -> BuildOrder {
    let mut planner = Planner::new();
    let mut request = BuildOrderPlanner::new(economy.clone(), goals, &all(economy.catalogue()));
    while !request.run(&mut planner, starts) && request.best() == Err(BuildFailure::Unfinished) {}
    request.best().unwrap()
}

/// A schedule as a table: start and end in seconds.
fn table(catalogue: &Arc<Catalogue>, schedule: &Schedule) -> String {
    let mut text = String::new();
    for scheduled in &schedule.commands {
        let name = match scheduled.command {
            BuildCommand::Start(recipe) => catalogue.recipe(recipe).action.to_string(),
            BuildCommand::GasWorkers(number) => format!("{number} workers to the gas"),
        };
        text += &format!("{:7.1} {:7.1}  {name}\n", seconds(scheduled.starts), seconds(scheduled.stands));
    }
    text + &format!("        {:7.1}  the goal stands", seconds(schedule.reached))
}

fn seconds(millis: u32) -> f64 {
    f64::from(millis) / 1000.0
}

/// Carries out a schedule at exactly its times. Returns the economy when the goal is reached, or which command cannot start.
fn replay(schedule: &Schedule, economy: &Economy) -> Result<Economy, String> {
    let mut economy = economy.clone();
    for ScheduledCommand { command, starts, .. } in &schedule.commands {
        economy.advance(*starts);
        match *command {
            BuildCommand::GasWorkers(number) => economy.set_gas_workers(number),
            BuildCommand::Start(recipe) => {
                economy.start(recipe).map_err(|obstacle| format!("{command:?} at {starts} ms: {obstacle}"))?;
            }
        }
    }
    economy.advance(schedule.reached);
    Ok(economy)
}
