//! What a request takes besides expanding states: questions to the context, and work on a plan that has been found.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use quarry_goap::{
    Action, ActionId, ContextPreconditionId, CostId, Domain, Goal, PlanCandidate, PlanCost, PlanOutcome, PlanRequest,
    Planner, PlanningContext, PlanningFact, SearchBudget, Value,
};

use super::STRATEGIES;

/// Counts how often each question is asked.
#[derive(Default)]
struct Curious(RefCell<HashMap<(&'static str, u64, Option<u32>), u32>>);

impl Curious {
    fn note(&self, what: &'static str, first: u64, second: Option<u32>) {
        *self.0.borrow_mut().entry((what, first, second)).or_default() += 1;
    }
}

impl PlanningContext for Curious {
    fn cost(&self, _: CostId, action: ActionId, candidate: Option<u32>) -> PlanCost {
        self.note("cost", action.index() as u64, candidate);
        PlanCost::measured(2.0)
    }

    fn precondition_holds(&self, _: ContextPreconditionId, action: ActionId, candidate: Option<u32>) -> bool {
        self.note("precondition", action.index() as u64, candidate);
        true
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        self.note("surcharge", action.index() as u64, Some(candidate));
        PlanCost::ZERO
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        self.note("travel", u64::from(to), from);
        let place = |at: u32| i64::from(at) * 7919 % 1_009;
        PlanCost::measured((from.map_or(500, place) - place(to)).abs() as f64)
    }
}

/// Long enough for plans to be found early, and improved.
#[test]
fn the_context_is_asked_each_question_once() {
    let domain = Domain::builder()
        .fact(PlanningFact::target("at"))
        .fact(PlanningFact::integer("coins", 0, 30))
        .action(Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget))
        .action(
            Action::new("take")
                .named_cost("effort")
                .context_precondition("allowed")
                .targets("coin")
                .once_per_target()
                .requires("at", Value::OwnTarget)
                .increases("coins", 1),
        )
        .goal(Goal::new("goal").at_least("coins", 12))
        .build()
        .unwrap();
    let (state, candidates) = (domain.defaults(), [domain.candidate(["coin"]); 40]);
    for strategy in STRATEGIES {
        let context = Curious::default();
        let request = PlanRequest {
            candidates: &candidates,
            context: &context,
            strategy,
            budget: SearchBudget { nodes: 1_000, micros: None },
            ..PlanRequest::new(&state, domain.goal("goal").unwrap())
        };
        let mut planner = Planner::new();
        let result = planner.plan(&domain, &request);
        let asked = context.0.into_inner();
        assert!(asked.len() > 100, "{strategy:?}: {result:?}");
        let repeated: Vec<_> = asked.iter().filter(|&(_, &count)| count > 1).collect();
        assert!(repeated.is_empty(), "{strategy:?}: {repeated:?}");
    }
}

/// A plan of many free steps, each of which might be dropped.
#[test]
fn work_on_a_plan_of_many_free_steps_is_limited() {
    let domain = Domain::builder()
        .fact(PlanningFact::integer("n", 0, 100_000))
        .action(Action::new("count").cost(0).increases("n", 1))
        .goal(Goal::new("goal").at_least("n", 8_000))
        .build()
        .unwrap();
    let state = domain.defaults();
    let mut planner = Planner::new();
    // The shortest of several runs, so that other work on the machine counts less.
    for micros in [None, Some(100_000)] {
        let budget = SearchBudget { nodes: 40_000, micros };
        let request = PlanRequest { budget, ..PlanRequest::new(&state, domain.goal("goal").unwrap()) };
        let mut least = Duration::MAX;
        for _ in 0..3 {
            let begun = Instant::now();
            let result = planner.plan(&domain, &request);
            least = least.min(begun.elapsed());
            assert!(result.outcome == PlanOutcome::Plan && result.steps.len() == 8_000, "{:?}", result.outcome);
        }
        assert!(least < Duration::from_millis(500), "{micros:?}: {least:?}");
    }
}

/// Free steps that contribute nothing are dropped from a plan of usual length.
#[test]
fn free_steps_that_contribute_nothing_are_dropped() {
    let domain = Domain::builder()
        .fact(PlanningFact::target("at"))
        .action(Action::new("go").cost(0).targets_any().includes_travel().sets("at", Value::OwnTarget))
        .action(Action::new("rest").cost(0).targets("bed").requires("at", Value::OwnTarget).sets("rested", true))
        .goal(Goal::new("goal").requires("rested", true))
        .build()
        .unwrap();
    let state = domain.defaults();
    let candidates = [PlanCandidate { kinds: 0 }, domain.candidate(["bed"])];
    for strategy in STRATEGIES {
        let mut planner = Planner::new();
        let goal = domain.goal("goal").unwrap();
        let request = PlanRequest { candidates: &candidates, strategy, ..PlanRequest::new(&state, goal) };
        let result = planner.plan(&domain, &request);
        assert_eq!(result.steps.len(), 2, "{strategy:?}: {:?}", result.steps);
    }
}

/// "Every plan needs all of these steps" is only said where it is proven.
#[test]
fn an_explanation_admits_that_the_budget_ran_out() {
    // The only alternative to jumping takes 301 steps.
    let domain = Domain::builder()
        .fact(PlanningFact::integer("n", 0, 1_000))
        .action(Action::new("jump").cost(1).sets("there", true))
        .action(Action::new("step").cost(1).increases("n", 1))
        .action(Action::new("arrive").cost(1).at_least("n", 300).sets("there", true))
        .goal(Goal::new("goal").requires("there", true))
        .build()
        .unwrap();
    let state = domain.defaults();
    let text = |nodes| {
        let budget = SearchBudget { nodes, micros: None };
        let request = PlanRequest { budget, ..PlanRequest::new(&state, domain.goal("goal").unwrap()) };
        let explanation = Planner::new().explain(&domain, &request);
        assert_eq!(explanation.runner_up_is_proven, nodes > 10, "{explanation:?}");
        explanation.render(&domain, &|candidate| candidate.to_string())
    };
    let (short, long) = (text(10), text(20_000));
    assert!(short.contains("no alternative found within the budget"), "{short}");
    assert!(long.contains("runner-up: cost 301"), "{long}");
}
