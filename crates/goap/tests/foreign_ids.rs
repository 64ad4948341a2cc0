//! Ids and steps of a bigger domain: nothing panics, and what the domain does not have is absent.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use quarry_goap::{
    Action, ActionId, CandidateKinds, Domain, DomainErrorKind, FactId, Goal, GoalCandidate, GoalId, GoalRejection,
    Plan, PlanCost, PlanOutcome, PlanRequest, PlanStep, Planner, PlanningFact, State, Strategy, Validity, Value,
};

const STRATEGIES: [Strategy; 3] = Strategy::ALL;

fn small() -> Domain {
    Domain::builder()
        .action(Action::new("walk").sets("there", true))
        .goal(Goal::new("go").requires("there", true))
        .build()
        .unwrap()
}

/// A domain with more of everything than [`small`].
fn big() -> Domain {
    let mut domain = Domain::builder().fact(PlanningFact::symbol("place", ["home", "work"]));
    for number in 0..20 {
        let (fact, needed) = (format!("fact {number}"), format!("fact {}", number + 1));
        domain = domain
            .action(
                Action::new(format!("do {number}"))
                    .named_cost(format!("cost {number}"))
                    .context_precondition(format!("check {number}"))
                    .requires(needed, true)
                    .sets(fact.clone(), true),
            )
            .goal(Goal::new(format!("goal {number}")).requires(fact, true));
    }
    domain.build().unwrap()
}

fn last_ids(domain: &Domain) -> (FactId, ActionId, GoalId) {
    (domain.fact_ids().last().unwrap(), domain.action_ids().last().unwrap(), domain.goal_ids().last().unwrap())
}

#[test]
fn look_ups_with_foreign_ids_find_nothing() {
    let (small, big) = (small(), big());
    let (fact, action, goal) = last_ids(&big);
    let mut state = small.defaults();
    assert_eq!((small.fact_name(fact), small.action_name(action), small.goal_name(goal)), ("", "", ""));
    let (check, cost) = (big.context_precondition("check 7").unwrap(), big.named_cost("cost 7").unwrap());
    assert_eq!((small.context_precondition_name(check), small.cost_name(cost)), ("", ""));
    assert_eq!((big.context_precondition_name(check), big.cost_name(cost)), ("check 7", "cost 7"));
    assert_eq!(small.encode(fact, &Value::Bool(true)), Err(DomainErrorKind::ForeignFact(fact.index())));
    assert_eq!(small.decode(fact, 7), Value::Number(7.0));
    assert_eq!(small.nearest(fact, 7.0), None);
    assert_eq!(small.fixed_cost(action), None);
    assert!(!small.fits(action, CandidateKinds::MAX));
    assert!(!small.satisfied(goal, &state));
    assert!(!small.is_applicable(action, None, &state));
    assert_eq!(small.unmet_preconditions(action, None, &state).count(), 0);
    assert_eq!(small.achievers(action, fact, 0).count(), 0);
    assert!(small.precondition_holds(action, None, fact, 0));
    assert!(small.precondition_satisfiable(action, fact, 0));
    assert!(small.goal_condition_holds(goal, fact, 0));
    small.apply(action, Some(9), &mut state);
    assert_eq!(state, small.defaults());
}

#[test]
fn a_foreign_goal_is_impossible() {
    let (small, big) = (small(), big());
    let (_, action, goal) = last_ids(&big);
    let state = small.defaults();
    let own = small.goal("go").unwrap();
    let mut planner = Planner::new();
    for strategy in STRATEGIES {
        // A plan for the domain's own goal must not remain as the result of the next request.
        assert_eq!(planner.plan(&small, &PlanRequest::new(&state, own)).outcome, PlanOutcome::Plan);
        let request = PlanRequest { strategy, ..PlanRequest::new(&state, goal) };
        let result = planner.plan(&small, &request);
        assert_eq!((result.outcome, result.cost, result.steps.len()), (PlanOutcome::Impossible, PlanCost::INFINITE, 0));
        assert_eq!(planner.missing(), []);
        let explanation = planner.explain(&small, &request);
        assert_eq!((explanation.missing.len(), explanation.steps.len()), (0, 0));
        assert!(explanation.render(&small, &|_| String::new()).starts_with("no plan exists"));
        let step = PlanStep { action, candidate: Some(3), cost: PlanCost::ZERO, travel: PlanCost::ZERO };
        assert_eq!(planner.validate(&small, &request, &[step]), Validity::UnknownGoal);
        assert_eq!(planner.validate(&small, &PlanRequest::new(&state, own), &[step]), Validity::Disabled { step: 0 });
        let candidate = |goal| GoalCandidate { goal, relevance: 1.0 };
        let selection = planner.select_goal(&small, &[candidate(goal), candidate(own)], &request);
        assert_eq!(selection.goal, Some(own));
        assert_eq!(selection.evaluations[0].rejection, Some(GoalRejection::Impossible));
        assert_eq!(selection.missing(&selection.evaluations[0]), []);
    }
}

#[test]
fn explanations_of_another_domain_can_be_rendered() {
    let (small, big) = (small(), big());
    let mut planner = Planner::new();
    for goal in big.goal_ids() {
        let state = big.state().with("fact 20", goal.index() % 2 == 0).build().unwrap();
        let explanation = planner.explain(&big, &PlanRequest::new(&state, goal));
        assert!(!explanation.render(&small, &|_| String::new()).is_empty());
    }
}

#[test]
fn states_of_another_length_are_completed() {
    let (small, big) = (small(), big());
    let mut planner = Planner::new();
    for state in [State::default(), small.defaults(), vec![i64::MAX; 99].into(), vec![i64::MIN; 99].into()] {
        for goal in big.goal_ids() {
            let request = PlanRequest::new(&state, goal);
            let plan = planner.plan(&big, &request).to_plan().map(|plan: Plan| plan.steps);
            if let Some(steps) = plan {
                assert!(planner.validate(&big, &request, &steps).holds());
            }
            let satisfied = planner.plan(&big, &request).outcome == PlanOutcome::Satisfied;
            assert_eq!(big.satisfied(goal, &state), satisfied);
        }
        for action in big.action_ids() {
            let mut changed = state.clone();
            big.apply(action, None, &mut changed);
            if state.len() < big.facts().len() {
                assert_eq!(changed, state);
            }
        }
    }
}

#[test]
fn effects_on_numbers_outside_the_range_do_not_overflow() {
    let domain = Domain::builder()
        .fact(PlanningFact::integer("gold", 0, 10))
        .action(Action::new("work").increases("gold", 3))
        .action(Action::new("pay").decreases("gold", 3))
        .goal(Goal::new("rich").at_least("gold", 9))
        .build()
        .unwrap();
    for (start, end) in [(i64::MAX, [10, 7]), (i64::MIN, [3, 0])] {
        for (action, end) in domain.action_ids().zip(end) {
            let mut state = [start];
            domain.apply(action, None, &mut state);
            assert_eq!(state, [end]);
        }
    }
}

#[cfg(feature = "graph")]
mod graph {
    use super::*;
    use quarry_goap::graph::{
        ActionGraph, ActionGraphEdge, ActionGraphNode, ActionGraphPart, NodeStatus, SearchGraph, SearchNode,
    };

    #[test]
    fn the_trace_of_a_foreign_goal_is_empty() {
        let (small, big) = (small(), big());
        let (_, _, goal) = last_ids(&big);
        let state = small.defaults();
        for strategy in STRATEGIES {
            let request = PlanRequest { strategy, ..PlanRequest::new(&state, goal) };
            let graph = Planner::new().trace(&small, &request, &|_| String::new());
            assert!(graph.nodes.is_empty() && graph.goal.is_empty());
            assert!(graph.draw(10).to_svg().ends_with("</svg>\n"));
        }
    }

    #[test]
    fn graphs_with_edges_to_nowhere_can_be_drawn() {
        let node = ActionGraphNode {
            part: ActionGraphPart::Action(7),
            name: "walk".to_owned(),
            note: String::new(),
            dead_end: None,
            external: false,
        };
        let edge = |from, to| ActionGraphEdge { from, to, label: String::new(), dead_end: false };
        let graph = ActionGraph { nodes: vec![node], edges: vec![edge(0, 5), edge(5, 0), edge(9, 8)] };
        assert_eq!(graph.draw("walk").edges.len(), 0);

        let node = |parent| SearchNode {
            conditions: Vec::new(),
            reached_by: Some((parent, "walk".to_owned())),
            cost: PlanCost::ZERO,
            heuristic: PlanCost::ZERO,
            status: NodeStatus::Open,
            on_plan: false,
        };
        let graph = SearchGraph {
            goal: "go".to_owned(),
            forward: false,
            outcome: PlanOutcome::Impossible,
            cost: PlanCost::INFINITE,
            bound: PlanCost::INFINITE,
            expanded: 0,
            // The first two lead to each other, the third to nowhere.
            nodes: vec![node(1), node(0), node(7)],
            omitted: usize::MAX,
        };
        assert_eq!(graph.draw(10).nodes.len(), 3);
    }
}
