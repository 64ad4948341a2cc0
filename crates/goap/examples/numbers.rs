//! Numbers: actions that add and subtract, goals with thresholds, a range that additions stop at, and a cost that the game
//! computes when planning starts. `cargo run --example numbers`
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use quarry_goap::{
    Action, ActionId, CostId, Domain, Goal, PlanCost, PlanRequest, Planner, PlanningContext, PlanningFact,
};

/// What working costs depends on the weather.
struct Weather {
    raining: bool,
}

impl PlanningContext for Weather {
    // The domain has one named cost, so there is no need to look which one is meant.
    fn cost(&self, _: CostId, _: ActionId, _: Option<u32>) -> PlanCost {
        PlanCost::measured(if self.raining { 8.0 } else { 1.5 })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Domain::builder()
        .fact(PlanningFact::integer("gold", 0, 20))
        .fact(PlanningFact::number("hunger", 0.0, 1.0).with_default(0.5))
        .action(
            Action::new("dig")
                .named_cost("outdoor work")
                .at_most("hunger", 0.8)
                .increases("gold", 3)
                .increases("hunger", 0.25),
        )
        .action(Action::new("sew").cost(4).at_most("hunger", 0.8).increases("gold", 3).increases("hunger", 0.125))
        .action(Action::new("eat").cost(1).at_least("gold", 1).decreases("gold", 1).decreases("hunger", 0.5))
        .goal(Goal::new("rich and fed").at_least("gold", 10).at_most("hunger", 0.25))
        .build()?;
    let goal = domain.goal("rich and fed").ok_or("no such goal")?;
    let mut planner = Planner::new();

    // A measured value is rounded to the nearest millionth and clamped to the fact's range.
    let mut state = domain.state().with("gold", 2).with_measured("hunger", 2.0 / 3.0).build()?;
    for raining in [false, true] {
        let request = PlanRequest { context: &Weather { raining }, ..PlanRequest::new(&state, goal) };
        let plan = planner.plan(&domain, &request).to_plan().ok_or("no plan")?;
        println!("raining: {raining}, cost {}", plan.cost);
        for step in &plan.steps {
            println!("  {} {}", domain.action_name(step.action), step.cost);
        }
    }

    // A mistake is an error that says where it is.
    if let Err(error) = state.set(&domain, "gold", 21) {
        println!("{error}");
    }
    Ok(())
}
