//! The strategies side by side on long searches: the same cost, and different numbers of states held in memory.

use quarry_goap::{
    Action, Condition, Domain, Goal, PlanCost, PlanOutcome, PlanRequest, Planner, PlanningFact, SearchBudget, Strategy,
};

/// A lock of dials from 0 to 20. Each action turns one dial by 3 up and its neighbour by 2 down; every dial has to get into a
/// range of two values. The turns of a plan can be made in many orders, so that many paths lead to the same state.
fn dials(starts: &[i64], goals: &[f64]) -> Domain {
    let name = |dial: usize| format!("dial {}", dial % starts.len());
    let mut domain = Domain::builder();
    let mut open = Goal::new("open");
    for (dial, (&start, &goal)) in starts.iter().zip(goals).enumerate() {
        let turn = Action::new(format!("turn {dial}")).increases(name(dial), 3).decreases(name(dial + 1), 2);
        domain = domain.fact(PlanningFact::integer(name(dial), 0, 20).with_default(start)).action(turn);
        open = open.requires(name(dial), Condition::Between(goal, goal + 1.0));
    }
    domain.goal(open).build().unwrap()
}

/// What a search found and needed.
#[derive(Debug)]
struct Search {
    outcome: PlanOutcome,
    cost: PlanCost,
    nodes: u32,
    stored: usize,
    bytes: usize,
}

/// Searches with a strategy. `remembered` is for iterative deepening.
fn search(domain: &Domain, strategy: Strategy, remembered: Option<u32>) -> Search {
    let state = domain.defaults();
    let budget = SearchBudget { nodes: 100_000, micros: None };
    let request = PlanRequest { strategy, budget, ..PlanRequest::new(&state, domain.goal("open").unwrap()) };
    let request = PlanRequest { remembered: remembered.unwrap_or(request.remembered), ..request };
    let mut planner = Planner::new();
    let result = planner.plan(domain, &request);
    assert_eq!(result.steps.is_empty(), result.outcome != PlanOutcome::Plan);
    let found = Search {
        outcome: result.outcome,
        cost: result.cost,
        nodes: result.nodes,
        stored: result.stored,
        bytes: result.bytes,
    };
    let again = planner.plan(domain, &request);
    assert_eq!((again.stored, again.bytes), (found.stored, found.bytes), "whatever was reserved before");
    found
}

#[test]
fn iterative_deepening_holds_fewer_states_than_best_first_search() {
    let domain = dials(&[7, 20, 13, 4, 19], &[11.0, 17.0, 18.0, 9.0, 6.0]);
    let [backward, forward, deepening] = Strategy::ALL.map(|strategy| search(&domain, strategy, None));
    for found in [&backward, &forward, &deepening] {
        assert_eq!((found.outcome, found.cost.value()), (PlanOutcome::Plan, 16.0), "{found:?}");
        // A state of this domain takes five sets of half a word.
        assert!(found.bytes > found.stored * 3 * size_of::<u64>(), "{found:?}");
    }
    assert!(backward.stored > 10_000, "a long search: {backward:?}");
    assert!(deepening.stored * 4 < backward.stored * 3, "{deepening:?} {backward:?}");
    assert!(deepening.bytes * 4 < backward.bytes * 3, "{deepening:?} {backward:?}");
    assert!(backward.stored < forward.stored && backward.bytes < forward.bytes, "{backward:?} {forward:?}");
    // It pays with repeated work.
    assert!(deepening.nodes > 2 * backward.nodes, "{deepening:?} {backward:?}");
}

#[test]
fn without_remembered_states_only_the_depth_counts() {
    let domain = dials(&[4, 9, 6], &[12.0, 10.0, 5.0]);
    let [backward, _, deepening] = Strategy::ALL.map(|strategy| search(&domain, strategy, None));
    let plain = search(&domain, Strategy::IdaStar, Some(0));
    assert_eq!((plain.outcome, plain.cost), (PlanOutcome::Plan, backward.cost), "{plain:?} {backward:?}");
    assert_eq!(deepening.cost, backward.cost);
    let depth = plain.cost.value() as usize;
    // Of each state on the path, at most all three children wait.
    assert!(plain.stored <= 4 * depth, "{plain:?}");
    assert!(plain.stored < deepening.stored && plain.bytes < deepening.bytes, "{plain:?} {deepening:?}");
    assert!(plain.stored < backward.stored && plain.nodes > backward.nodes, "{plain:?} {backward:?}");
    for remembered in [1, 10, 30] {
        let found = search(&domain, Strategy::IdaStar, Some(remembered));
        assert_eq!(found.cost, backward.cost);
        assert!(found.stored <= plain.stored + remembered as usize, "{found:?} {plain:?}");
    }
}

#[test]
fn a_goal_that_needs_no_search_needs_no_memory() {
    let satisfied = dials(&[4, 9, 6], &[4.0, 8.0, 6.0]);
    for strategy in Strategy::ALL {
        let found = search(&satisfied, strategy, None);
        assert_eq!((found.outcome, found.nodes, found.stored, found.bytes), (PlanOutcome::Satisfied, 0, 0, 0));
    }
}
