//! Goal selection, validation, explanation, budgets, travel, and redundant steps.

use quarry_goap::{
    BlockReason, BudgetLimit, GoalCandidate, GoalRejection, PlanOutcome, PlanRequest, Planner, SearchBudget,
    UnmetCause, Validity,
};
use quarry_minds::schema::domain::standalone::{self, PlanningProblem};

use super::STRATEGIES;

fn problem(text: &str) -> PlanningProblem {
    standalone::read("test.ron", text).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

fn household() -> PlanningProblem {
    problem(
        r#"(
        facts: { "fed": bool(), "food": integer(min: 0, max: 5), "open": bool(), "king": bool(), "crown": bool() },
        start: { "open": true },
        goals: [
            (name: "rule", conditions: { "king": is(true) }),
            (name: "eat", conditions: { "fed": is(true) }),
            (name: "air", conditions: { "open": is(true) }),
            (name: "rest", conditions: { "food": at_least(1) }),
        ],
        actions: [
            (name: "shop", cost: 3, preconditions: { "open": is(true) }, effects: { "food": add(2) }),
            (name: "cook", cost: 2, preconditions: { "food": at_least(1) }, effects: { "food": add(-1), "fed": set(true) }),
            (name: "dine", cost: 9, effects: { "fed": set(true) }),
            (name: "be crowned", preconditions: { "crown": is(true) }, effects: { "king": set(true) }),
        ],
    )"#,
    )
}

#[test]
fn the_most_relevant_goal_with_a_plan_is_selected_and_the_others_have_reasons() {
    let problem = household();
    let goal = |name: &str| problem.domain.goal(name).expect("declared");
    let candidate = |name: &str, relevance| GoalCandidate { goal: goal(name), relevance };
    let candidates = [
        candidate("rest", 1.0),
        candidate("eat", 2.0),
        candidate("air", 3.0),
        candidate("rule", 4.0),
        candidate("eat", 0.0),
        candidate("eat", f64::NAN),
    ];
    let mut planner = Planner::new();
    let selection = planner.select_goal(&problem.domain, &candidates, &problem.request(goal("eat")));
    assert_eq!(selection.goal, Some(goal("eat")));
    assert_eq!(selection.result.cost.value(), 5.0);
    let reasons: Vec<_> = selection.evaluations.iter().map(|evaluation| evaluation.rejection).collect();
    assert_eq!(
        reasons,
        [
            Some(GoalRejection::Outranked),
            None,
            Some(GoalRejection::Satisfied),
            Some(GoalRejection::Impossible),
            Some(GoalRejection::Irrelevant),
            Some(GoalRejection::Irrelevant),
        ]
    );
    let missing: Vec<_> = selection.missing(&selection.evaluations[3]).to_vec();
    assert_eq!(missing, [problem.domain.fact("crown").expect("declared")]);
}

#[test]
fn a_plan_is_validated_step_by_step() {
    let problem = household();
    let domain = &problem.domain;
    let goal = domain.goal("eat").expect("declared");
    let mut planner = Planner::new();
    let request = problem.request(goal);
    let plan = planner.plan(domain, &request).to_plan().expect("there is one");
    assert_eq!(planner.validate(domain, &request, &plan.steps), Validity::Reaches { steps: 2 });
    let fact = |name: &str| domain.fact(name).expect("declared");
    let mut state = problem.start.clone();
    state[fact("open").index()] = 0;
    let closed = PlanRequest { state: &state, ..request };
    let broken = Validity::PreconditionFails { step: 0, fact: fact("open"), value: 0 };
    assert_eq!(planner.validate(domain, &closed, &plan.steps), broken);
    assert_eq!(
        planner.validate(domain, &request, &plan.steps[1..]),
        Validity::PreconditionFails { step: 0, fact: fact("food"), value: 0 }
    );
    assert_eq!(
        planner.validate(domain, &request, &plan.steps[..1]),
        Validity::GoalFails { fact: fact("fed"), value: 0 }
    );
    let enabled = [false, true, true, true];
    let disabled = PlanRequest { enabled: Some(&enabled), ..request };
    assert_eq!(planner.validate(domain, &disabled, &plan.steps), Validity::Disabled { step: 0 });
    state[fact("fed").index()] = 1;
    let fed = PlanRequest { state: &state, ..request };
    assert_eq!(planner.validate(domain, &fed, &plan.steps), Validity::Reaches { steps: 0 });
}

#[test]
fn a_plan_is_explained_with_its_runner_up() {
    let problem = household();
    let goal = problem.domain.goal("eat").expect("declared");
    let explanation = Planner::new().explain(&problem.domain, &problem.request(goal));
    assert_eq!(explanation.steps.len(), 2);
    assert_eq!(explanation.steps[1].preconditions.len(), 1);
    assert_eq!(explanation.steps[1].effects.len(), 2);
    assert_eq!(explanation.runner_up.expect("dining").cost.value(), 9.0);
}

#[test]
fn an_impossible_goal_is_explained_down_to_facts_that_no_action_achieves() {
    let problem = household();
    let goal = problem.domain.goal("rule").expect("declared");
    let explanation = Planner::new().explain(&problem.domain, &problem.request(goal));
    assert_eq!(explanation.outcome, PlanOutcome::Impossible);
    let UnmetCause::Blocked(actions) = &explanation.missing[0].cause else { panic!("{explanation:?}") };
    let BlockReason::Unmet(preconditions) = &actions[0].reason else { panic!("{explanation:?}") };
    assert_eq!(preconditions[0].cause, UnmetCause::NoAction);
    assert_eq!(problem.domain.fact_name(preconditions[0].fact), "crown");
}

#[test]
fn conditions_that_exclude_each_other_are_impossible_together() {
    let problem = problem(
        r#"(
        facts: { "in": bool(), "out": bool() },
        goals: [(name: "both", conditions: { "in": is(true), "out": is(true) })],
        actions: [
            (name: "enter", effects: { "in": set(true), "out": set(false) }),
            (name: "leave", effects: { "out": set(true), "in": set(false) }),
        ],
    )"#,
    );
    let goal = problem.domain.goal("both").expect("declared");
    let mut planner = Planner::new();
    for strategy in STRATEGIES {
        let request = PlanRequest { strategy, ..problem.request(goal) };
        assert_eq!(planner.plan(&problem.domain, &request).outcome, PlanOutcome::Impossible);
        assert_eq!(planner.missing().len(), 2);
    }
    let explanation = planner.explain(&problem.domain, &problem.request(goal));
    assert!(explanation.missing.iter().all(|missing| missing.cause == UnmetCause::NotTogether));
}

#[test]
fn running_out_of_budget_is_a_result() {
    let problem = household();
    let goal = problem.domain.goal("eat").expect("declared");
    let budget = SearchBudget { nodes: 1, micros: None };
    let mut planner = Planner::new();
    for strategy in STRATEGIES {
        let request = PlanRequest { budget, strategy, ..problem.request(goal) };
        let result = planner.plan(&problem.domain, &request);
        assert_eq!((result.outcome, result.nodes), (PlanOutcome::OutOfBudget(BudgetLimit::Nodes), 1));
        let request =
            PlanRequest { budget: SearchBudget { nodes: 9, micros: Some(0) }, strategy, ..problem.request(goal) };
        let result = planner.plan(&problem.domain, &request);
        assert_eq!(result.outcome, PlanOutcome::OutOfBudget(BudgetLimit::Micros));
    }
}

#[test]
fn travel_is_optimised_too() {
    let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/planning.md"));
    let text = text.expect("the documentation is there");
    let example = text.split("```ron\n").nth(2).and_then(|rest| rest.split("```").next()).expect("the second example");
    let problem = problem(example);
    let goal = problem.domain.goal("rich at home").expect("declared");
    let mut planner = Planner::new();
    for strategy in STRATEGIES {
        let result = planner.plan(&problem.domain, &PlanRequest { strategy, ..problem.request(goal) });
        let stops: Vec<_> = result
            .steps
            .iter()
            .filter(|step| problem.domain.action_name(step.action) == "go")
            .filter_map(|step| step.candidate)
            .map(|candidate| problem.candidate_name(candidate))
            .collect();
        assert_eq!(stops, ["near coin", "coin by the house", "house"], "{strategy:?}");
        assert_eq!(result.cost.value(), 3.0 + 8.0 + 3.0 + 3.0, "{strategy:?}");
    }
}

#[test]
fn results_do_not_depend_on_earlier_requests() {
    let mut used = Planner::new();
    for seed in 0..300 {
        let problem = super::problem::random(seed);
        let Ok(domain) = problem.domain() else { continue };
        let (state, candidates) = (problem.state(), problem.candidates(&domain));
        let goal = domain.goal("goal").expect("declared");
        for strategy in STRATEGIES {
            let request =
                PlanRequest { candidates: &candidates, context: &problem, strategy, ..PlanRequest::new(&state, goal) };
            let mut fresh = Planner::new();
            assert_eq!(used.plan(&domain, &request), fresh.plan(&domain, &request), "seed {seed} {strategy:?}");
        }
    }
}

#[test]
fn a_value_that_additions_step_over_is_impossible_at_once() {
    let problem = problem(
        r#"(
        facts: { "gold": integer() },
        goals: [(name: "odd", conditions: { "gold": is(7) })],
        actions: [(name: "buy", effects: { "gold": add(-2) }), (name: "sell", effects: { "gold": add(6) })],
    )"#,
    );
    let goal = problem.domain.goal("odd").expect("declared");
    for strategy in STRATEGIES {
        let mut planner = Planner::new();
        let result = planner.plan(&problem.domain, &PlanRequest { strategy, ..problem.request(goal) });
        assert_eq!((result.outcome, result.nodes), (PlanOutcome::Impossible, 0), "{strategy:?}");
        assert_eq!(planner.missing(), [problem.domain.fact("gold").expect("declared")]);
    }
}

#[test]
fn free_redundant_steps_are_removed() {
    let mut planner = Planner::new();
    for seed in 0..4_000 {
        let problem = super::problem::random(seed);
        let Ok(domain) = problem.domain() else { continue };
        let (state, candidates) = (problem.state(), problem.candidates(&domain));
        let goal = domain.goal("goal").expect("declared");
        let request = PlanRequest { candidates: &candidates, context: &problem, ..PlanRequest::new(&state, goal) };
        let Some(plan) = planner.plan(&domain, &request).to_plan() else { continue };
        for at in (0..plan.steps.len()).filter(|&at| plan.steps[at].cost.steps() == 0 && plan.steps.len() > 1) {
            let mut shorter = plan.steps.clone();
            shorter.remove(at);
            let includes_travel = shorter.iter().any(|step| step.candidate.is_some());
            assert!(includes_travel || !planner.validate(&domain, &request, &shorter).holds(), "seed {seed}: {plan:?}");
        }
    }
}
