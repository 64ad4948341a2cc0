//! Targets: an agent collects two of three coins and brings them home on the shortest way. Travel costs come from the game,
//! here straight distances. `cargo run --example targets`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use quarry_goap::{Action, Domain, Goal, PlanCost, PlanRequest, Planner, PlanningContext, PlanningFact, Value};

/// Things that the agent remembers: name, kind and position in metres.
const THINGS: [(&str, &str, (f64, f64)); 4] = [
    ("near coin", "coin", (3.0, 0.0)),
    ("far coin", "coin", (9.0, 0.0)),
    ("coin by the house", "coin", (3.0, 8.0)),
    ("house", "house", (0.0, 8.0)),
];

/// The agent stands at the origin and walks at 1 m/s.
struct Walking;

impl PlanningContext for Walking {
    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let place = |index: u32| THINGS.get(index as usize).map_or((0.0, 0.0), |thing| thing.2);
        let (from, to) = (from.map_or((0.0, 0.0), place), place(to));
        PlanCost::measured((to.0 - from.0).hypot(to.1 - from.1))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // "take" and "enter" require that the agent is at their own target, so each needs a "go" to the same target.
    let domain = Domain::builder()
        .fact(PlanningFact::target("at"))
        .fact(PlanningFact::integer("coins", 0, 10))
        .action(Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget))
        .action(
            Action::new("take")
                .targets("coin")
                .once_per_target()
                .requires("at", Value::OwnTarget)
                .increases("coins", 1),
        )
        .action(Action::new("enter").targets("house").requires("at", Value::OwnTarget).sets("home", true))
        .goal(Goal::new("rich at home").at_least("coins", 2).requires("home", true))
        .build()?;
    let goal = domain.goal("rich at home").ok_or("no such goal")?;
    let state = domain.state().build()?;
    let candidates: Vec<_> = THINGS.iter().map(|(_, kind, _)| domain.candidate([kind])).collect();

    let mut planner = Planner::new();
    let request = PlanRequest { candidates: &candidates, context: &Walking, ..PlanRequest::new(&state, goal) };
    let result = planner.plan(&domain, &request);
    println!("{} steps, cost {:.2}", result.steps.len(), result.cost);
    for step in result.steps {
        let target = step.candidate.and_then(|index| THINGS.get(index as usize)).map_or("", |thing| thing.0);
        println!("  {:5} {target:18} {:.2}", domain.action_name(step.action), step.cost);
    }
    Ok(())
}
