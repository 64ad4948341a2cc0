//! The shortest complete program: three actions, one goal, one plan. `cargo run --example first_plan`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use quarry_goap::{Action, Domain, Goal, PlanOutcome, PlanRequest, Planner};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Domain::builder()
        .action(Action::new("walk").cost(50).sets("there", true))
        .action(Action::new("get in").cost(1).requires("in car", false).sets("in car", true))
        .action(Action::new("drive").cost(5).requires("in car", true).sets("there", true))
        .goal(Goal::new("go").requires("there", true))
        .build()?;
    let goal = domain.goal("go").ok_or("no such goal")?;
    let mut planner = Planner::new();

    for in_car in [false, true] {
        let state = domain.state().with("in car", in_car).build()?;
        let result = planner.plan(&domain, &PlanRequest::new(&state, goal));
        if result.outcome == PlanOutcome::Plan {
            println!("in car: {in_car}, cost {}", result.cost);
            for step in result.steps {
                println!("  {} {}", domain.action_name(step.action), step.cost);
            }
        }
    }
    Ok(())
}
