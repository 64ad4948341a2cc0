//! A planner allocates nothing for a request that it has planned before.
#![allow(unsafe_code, reason = "counting allocations takes an allocator, which is unsafe to be")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use quarry_goap::{GoalAvailability, GoalCandidate, PlanRequest, Planner, SearchBudget};

use super::STRATEGIES;
use super::problem::random;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting the allocations of each thread.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is; the counter does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
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
            let goal_candidates = [GoalCandidate { goal, relevance: 1.0, availability: GoalAvailability::Available }];
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
