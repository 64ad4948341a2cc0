//! Budgets: how long a search may take, and what happens when that is not enough. `cargo run --example budget`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use quarry_goap::{
    Action, BudgetLimit, Condition, Domain, Goal, PlanOutcome, PlanRequest, Planner, PlanningFact, SearchBudget,
    Strategy,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A safe with three dials. Every turn moves two of them, so the search has to try many combinations.
    let domain = Domain::builder()
        .fact(PlanningFact::integer("left", 0, 30).with_default(7))
        .fact(PlanningFact::integer("middle", 0, 30).with_default(22))
        .fact(PlanningFact::integer("right", 0, 30).with_default(13))
        .action(Action::new("left and middle").increases("left", 3).decreases("middle", 2))
        .action(Action::new("middle and right").increases("middle", 3).decreases("right", 2))
        .action(Action::new("right and left").increases("right", 3).decreases("left", 2))
        .goal(
            Goal::new("open")
                .requires("left", 11)
                .requires("middle", 17)
                .requires("right", Condition::Between(18.0, 19.0)),
        )
        .build()?;
    let goal = domain.goal("open").ok_or("no such goal")?;
    let state = domain.state().build()?;
    let mut planner = Planner::new();

    for strategy in [Strategy::Backward, Strategy::Forward] {
        for nodes in [10, 100, 20_000] {
            // A limit on the nodes gives the same result on every machine; a limit on the time does not.
            let budget = SearchBudget { nodes, micros: None };
            let request = PlanRequest { budget, strategy, ..PlanRequest::new(&state, goal) };
            let result = planner.plan(&domain, &request);
            let answer = match result.outcome {
                PlanOutcome::Plan => format!("a plan of {} steps", result.steps.len()),
                PlanOutcome::Satisfied => "the safe is open".to_owned(),
                PlanOutcome::Impossible => "no plan exists".to_owned(),
                PlanOutcome::OutOfBudget(BudgetLimit::Nodes) => "unknown: too many states".to_owned(),
                PlanOutcome::OutOfBudget(limit) => format!("unknown: {limit:?}"),
            };
            println!("{strategy:?}, at most {nodes} states: {answer} ({} expanded)", result.nodes);
        }
    }
    Ok(())
}
