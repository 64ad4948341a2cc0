//! Explanations: why an agent has this plan and what the next best one costs, or why it has none.
//! `cargo run --example explanation`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use quarry_goap::{Action, Domain, Goal, PlanRequest, Planner, Validity};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Domain::builder()
        .action(Action::new("pick lock").cost(6).requires("has lockpick", true).sets("door open", true))
        .action(Action::new("unlock").cost(1).requires("has key", true).sets("door open", true))
        .action(Action::new("ask guard").cost(3).requires("guard friendly", true).sets("has key", true))
        .action(Action::new("enter").cost(1).requires("door open", true).sets("inside", true))
        .goal(Goal::new("get in").requires("inside", true))
        .build()?;
    let goal = domain.goal("get in").ok_or("no such goal")?;
    let mut planner = Planner::new();
    // No action of this domain has a target, so there are no candidates to name.
    let name = |_: u32| String::new();

    let state = domain.state().with("has lockpick", true).with("guard friendly", true).build()?;
    let request = PlanRequest::new(&state, goal);
    println!("{}", planner.explain(&domain, &request).render(&domain, &name));

    // The same plan after the guard has become hostile: which step fails, and why is there no other plan?
    let plan = planner.plan(&domain, &request).to_plan().ok_or("no plan")?;
    let later = domain.state().build()?;
    let request = PlanRequest::new(&later, goal);
    if let Validity::PreconditionFails { step, fact, .. } = planner.validate(&domain, &request, &plan.steps) {
        println!("later, step {} fails: {}", step + 1, domain.fact_name(fact));
    }
    println!("{}", planner.explain(&domain, &request).render(&domain, &name));
    Ok(())
}
