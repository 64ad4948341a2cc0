//! Requests in which the search counts the stops that the agent still has to make.

use quarry_goap::{
    Action, Domain, DomainBuilder, Goal, PlanCandidate, PlanCost, PlanOutcome, PlanRequest, Planner, PlanningContext,
    PlanningFact, SearchBudget, Strategy, Value,
};

/// Candidates on a line; the agent is at 0.
struct Line(Vec<i64>);

impl PlanningContext for Line {
    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let from = from.map_or(0, |from| self.0[from as usize]);
        PlanCost::measured((from - self.0[to as usize]).abs() as f64)
    }
}

/// What a strategy returns under a budget: outcome, cost, bound and nodes.
fn plan(
    domain: &Domain,
    candidates: &[PlanCandidate],
    line: &Line,
    (strategy, nodes): (Strategy, u32),
) -> (PlanOutcome, f64, f64, u32) {
    let state = domain.defaults();
    let request = PlanRequest {
        candidates,
        context: line,
        strategy,
        budget: SearchBudget { nodes, micros: None },
        ..PlanRequest::new(&state, domain.goal("goal").unwrap())
    };
    let mut planner = Planner::new();
    let result = planner.plan(domain, &request);
    (result.outcome, result.cost.value(), result.bound.value(), result.nodes)
}

fn going() -> DomainBuilder {
    Domain::builder()
        .fact(PlanningFact::target("at"))
        .action(Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget))
}

/// The house is not a stop, and one stop is left: the walk has one stop before its end.
#[test]
fn one_coin_is_brought_home() {
    for travels in [false, true] {
        let collect = Action::new("collect").cost(1).targets("coin").once_per_target().increases("coins", 1);
        let enter = Action::new("enter").cost(1).targets("house").at_least("coins", 1).sets("home", true);
        let builder = match travels {
            true => Domain::builder().action(collect.includes_travel()).action(enter.includes_travel()),
            false => {
                let at_target = |action: Action| action.requires("at", Value::OwnTarget);
                going().action(at_target(collect)).action(at_target(enter))
            }
        };
        let goal = Goal::new("goal").requires("home", true);
        let domain = builder.fact(PlanningFact::integer("coins", 0, 100)).goal(goal).build().unwrap();
        let candidates = [domain.candidate(["coin"]), domain.candidate(["coin"]), domain.candidate(["house"])];
        for strategy in Strategy::ALL {
            let (outcome, cost, bound, _) = plan(&domain, &candidates, &Line(vec![3, 9, 8]), (strategy, 20_000));
            assert_eq!((outcome, cost, bound), (PlanOutcome::Plan, 10.0, 10.0), "{strategy:?} {travels}");
        }
    }
}

/// Picking travels but does not set the fact that talking sets, so the agent may talk first and pick afterwards.
#[test]
fn a_fact_that_only_some_travel_sets_is_not_the_location() {
    let domain = Domain::builder()
        .fact(PlanningFact::target("talked"))
        .fact(PlanningFact::integer("berries", 0, 100))
        .action(Action::new("talk").cost(0).targets("npc").includes_travel().sets("talked", Value::OwnTarget))
        .action(
            Action::new("pick").cost(0).targets("berry").once_per_target().includes_travel().increases("berries", 1),
        )
        .goal(Goal::new("goal").requires("talked", Value::Candidate(0)).at_least("berries", 2))
        .build()
        .unwrap();
    let candidates = [domain.candidate(["npc"]), domain.candidate(["berry"]), domain.candidate(["berry"])];
    let line = Line(vec![1, 10, 11]);
    for strategy in Strategy::ALL {
        let (outcome, cost, bound, _) = plan(&domain, &candidates, &line, (strategy, 20_000));
        assert_eq!((outcome, cost, bound), (PlanOutcome::Plan, 11.0, 11.0), "{strategy:?}");
        for nodes in [1, 2, 4] {
            let (_, _, bound, _) = plan(&domain, &candidates, &line, (strategy, nodes));
            assert!(bound <= 11.0, "{strategy:?} {nodes}: {bound}");
        }
    }
}

/// A long search that has an alternative by stops, but no candidate to stop at. The main search must not start again and again.
#[test]
fn without_candidates_a_long_search_goes_on() {
    let mut builder = going()
        .fact(PlanningFact::integer("pearls", 0, 100))
        .action(
            Action::new("dive")
                .cost(1)
                .targets("pearl")
                .once_per_target()
                .requires("at", Value::OwnTarget)
                .increases("pearls", 1),
        )
        .action(Action::new("sell").cost(1).at_least("pearls", 3).sets("rich", true));
    // Rings of a puzzle: each can be turned only while the one before it is on and all earlier ones are off.
    let rings = 7;
    let mut win = Action::new("win").cost(1).sets("rich", true).requires(format!("ring {}", rings - 1), true);
    for ring in 0..rings {
        if ring + 1 < rings {
            win = win.requires(format!("ring {ring}"), false);
        }
        for on in [true, false] {
            let mut turn = Action::new(format!("turn {ring} {on}")).cost(1 + ring % 3).sets(format!("ring {ring}"), on);
            turn = turn.requires(format!("ring {ring}"), !on);
            for earlier in 0..ring {
                turn = turn.requires(format!("ring {earlier}"), earlier + 1 == ring);
            }
            builder = builder.action(turn);
        }
    }
    let domain = builder.action(win).goal(Goal::new("goal").requires("rich", true)).build().unwrap();
    let nothing = plan(&domain, &[], &Line(Vec::new()), (Strategy::Backward, 20_000));
    let forward = plan(&domain, &[], &Line(Vec::new()), (Strategy::Forward, 20_000));
    assert_eq!((nothing.0, nothing.1, nothing.2), (PlanOutcome::Plan, forward.1, forward.1), "{nothing:?} {forward:?}");
    // A candidate at which there is nothing to do makes no difference.
    let aimless = plan(&domain, &[PlanCandidate { kinds: 0 }], &Line(vec![1]), (Strategy::Backward, 20_000));
    assert_eq!((aimless.0, aimless.1), (PlanOutcome::Plan, forward.1), "{aimless:?}");
    assert!(nothing.3 < 500, "{nothing:?}");
}
