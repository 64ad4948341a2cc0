//! A planner allocates nothing for a request that it has planned before, and keeps its memory limit.
#![allow(unsafe_code, reason = "counting allocations takes an allocator, which is unsafe to be")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use quarry_goap::{
    Action, BudgetLimit, Domain, Goal, GoalCandidate, PlanCost, PlanOutcome, PlanRequest, Planner, PlanningContext,
    PlanningFact, SearchBudget,
};

use super::STRATEGIES;
use super::problem::random;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes allocated and not freed, and the most there were.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

/// Notes that this thread holds more memory, or less.
fn hold(bytes: isize) {
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

/// The system's allocator, counting the allocations and the memory of each thread.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is; the counter does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        hold(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        hold(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_repeated_request_allocates_nothing() {
    for strategy in STRATEGIES {
        let mut planner = Planner::new();
        let mut answered = 0;
        for seed in 0..400 {
            let problem = random(seed);
            let Ok(domain) = problem.domain() else { continue };
            let (state, candidates) = (problem.state(), problem.candidates(&domain));
            let goal = domain.goal("goal").expect("declared");
            let request = PlanRequest {
                candidates: &candidates,
                context: &problem,
                budget: SearchBudget { nodes: 50_000, micros: None },
                strategy,
                ..PlanRequest::new(&state, goal)
            };
            let goal_candidates = [GoalCandidate { goal, relevance: 1.0 }];
            let work = |planner: &mut Planner| {
                let steps = planner.plan(&domain, &request).to_plan();
                let before = ALLOCATIONS.get();
                planner.plan(&domain, &request);
                planner.select_goal(&domain, &goal_candidates, &request);
                if let Some(plan) = &steps {
                    planner.validate(&domain, &request, &plan.steps);
                }
                ALLOCATIONS.get() - before
            };
            // The first call reserves the memory for this request.
            work(&mut planner);
            assert_eq!(work(&mut planner), 0, "seed {seed} {strategy:?}");
            answered += 1;
        }
        assert!(answered > 100);
    }
}

/// Candidates on a line, far more than are needed.
struct Berries;

impl PlanningContext for Berries {
    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let at = |berry: u32| i64::from(berry) * 7919 % 10_007;
        PlanCost::measured((from.map_or(5_000, at) - at(to)).abs() as f64)
    }
}

/// Each state of such a search has a set of used candidates, which takes more memory than the rest of it.
#[test]
fn the_memory_limit_holds() {
    let domain = Domain::builder()
        .fact(PlanningFact::integer("berries", 0, 1_000))
        .action(Action::new("pick").targets("berry").once_per_target().includes_travel().increases("berries", 1))
        .goal(Goal::new("goal").at_least("berries", 100))
        .build()
        .unwrap();
    let (state, candidates) = (domain.defaults(), vec![domain.candidate(["berry"]); 300]);
    let limit = 4 << 20;
    for strategy in STRATEGIES {
        let before = HELD.get().0;
        HELD.set((before, before));
        let mut planner = Planner::new().with_memory_limit(limit);
        let request = PlanRequest {
            candidates: &candidates,
            context: &Berries,
            strategy,
            ..PlanRequest::new(&state, domain.goal("goal").unwrap())
        };
        let result = planner.plan(&domain, &request);
        let stopped = matches!(result.outcome, PlanOutcome::Plan) && !result.is_optimal()
            || result.outcome == PlanOutcome::OutOfBudget(BudgetLimit::Memory);
        assert!(stopped && result.nodes < request.budget.nodes, "{strategy:?}: {:?} {}", result.outcome, result.nodes);
        // What one expansion adds comes on top, and vectors reserve up to twice what they hold.
        assert!(result.bytes < limit * 5 / 4, "{strategy:?}: {}", result.bytes);
        let held = HELD.get().1 - before;
        assert!(held < limit as isize * 3, "{strategy:?}: {held} bytes held at once");
    }
}

/// Facts, actions and goals in a chain: the last goal needs all actions.
fn chain(count: usize) -> Domain {
    let mut builder = Domain::builder();
    for index in 0..count {
        let mut action = Action::new(format!("do {index}")).sets(format!("fact {index}"), true);
        if index > 0 {
            action = action.requires(format!("fact {}", index - 1), true);
        }
        let goal = Goal::new(format!("goal {index}")).requires(format!("fact {index}"), true);
        builder = builder.action(action).goal(goal);
    }
    builder.build().unwrap()
}

#[test]
fn a_domain_takes_memory_by_its_size_and_not_by_goals_times_actions() {
    let [small, large] = [500, 1_000].map(|count| {
        let before = HELD.get().0;
        let domain = chain(count);
        let held = HELD.get().0 - before;
        let state = domain.defaults();
        let goal = domain.goal(&format!("goal {}", count - 1)).unwrap();
        let mut planner = Planner::new();
        assert_eq!(planner.plan(&domain, &PlanRequest::new(&state, goal)).steps.len(), count);
        held
    });
    assert!(large < 3 * small, "{small} bytes for half of it, {large} for all of it");
}
