//! Compares the planner with `dogoap`, `goap` and `rgoap` on the same problems:
//! `cargo bench --manifest-path benches/peers/Cargo.toml`
//!
//! Problems are translated beforehand; the time from there to a plan is measured. Each planner's result (the plan's cost, or
//! that there is none) is printed once before the times.
#![allow(dead_code, missing_docs, reason = "the benchmark uses only part of the problems, and is not an interface")]

#[path = "../../common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use quarry_goap::{PlanOutcome, PlanRequest, Planner};

use common::{Plain, Problem, Test};

/// Plans and returns the cost of the plan, if there is one.
type Plan = Box<dyn FnMut() -> Option<f64>>;

fn quarry(problem: &Problem) -> Option<Plan> {
    let domain = problem.domain();
    let state = domain.defaults();
    let goal = domain.goal("goal")?;
    let mut planner = Planner::new();
    Some(Box::new(move || {
        let answer = planner.plan(&domain, &PlanRequest::new(&state, goal));
        (answer.outcome == PlanOutcome::Plan).then(|| answer.cost.value())
    }))
}

fn dogoap(problem: &Problem) -> Option<Plan> {
    use dogoap::prelude::{Action, Compare, Datum, Effect, Goal, LocalState, Mutator, make_plan};
    let datum = |plain: Plain| match plain {
        Plain::Bool(value) => Datum::Bool(value),
        Plain::Number(value) => Datum::I64(value),
    };
    let compare = |test: Test, plain: Plain| match test {
        Test::Is => Compare::Equals(datum(plain)),
        Test::AtLeast => Compare::GreaterThanEquals(datum(plain)),
        Test::AtMost => Compare::LessThanEquals(datum(plain)),
    };
    let mut start = LocalState::new();
    for (fact, plain) in &problem.start {
        start = start.with_datum(fact, datum(*plain));
    }
    let mut goal = Goal::new();
    for (fact, test, plain) in &problem.goal {
        goal = goal.with_req(fact, compare(*test, *plain));
    }
    let mut actions = Vec::new();
    for action in &problem.actions {
        let mut effect = Effect::new(&action.name);
        effect.cost = action.cost;
        for (fact, add, plain) in &action.effects {
            effect = effect.with_mutator(match (add, plain) {
                (false, plain) => Mutator::Set(fact.clone(), datum(*plain)),
                (true, Plain::Number(by)) if *by < 0 => Mutator::Decrement(fact.clone(), Datum::I64(-by)),
                (true, plain) => Mutator::Increment(fact.clone(), datum(*plain)),
            });
        }
        let mut made = Action::new(&action.name).with_effect(effect);
        for (fact, test, plain) in &action.preconditions {
            made = made.with_precondition(fact, compare(*test, *plain));
        }
        actions.push(made);
    }
    Some(Box::new(move || make_plan(&start, &actions, &goal).map(|(_, cost)| cost as f64)))
}

/// `rgoap` supports bools only.
fn rgoap(problem: &Problem) -> Option<Plan> {
    let truth = |plain: &Plain| match plain {
        Plain::Bool(value) => Some(*value),
        Plain::Number(_) => None,
    };
    let mut start = rgoap::State::new();
    for (fact, plain) in &problem.start {
        start.insert(fact.clone(), truth(plain)?);
    }
    let mut goal = rgoap::State::new();
    for (fact, _, plain) in &problem.goal {
        goal.insert(fact.clone(), truth(plain)?);
    }
    let mut actions = Vec::new();
    for action in &problem.actions {
        let mut made = rgoap::Action::new(action.name.clone(), action.cost);
        for (fact, _, plain) in &action.preconditions {
            made.pre_conditions.insert(fact.clone(), truth(plain)?);
        }
        for (fact, _, plain) in &action.effects {
            made.post_conditions.insert(fact.clone(), truth(plain)?);
        }
        actions.push(made);
    }
    Some(Box::new(move || {
        let plan = rgoap::plan(&start, &goal, &actions)?;
        Some(plan.iter().map(|action| action.cost as f64).sum())
    }))
}

/// `goap` supports equality for bools and "at least" for numbers; a goal of exactly 7 becomes at least 7.
fn goap_crate(problem: &Problem) -> Option<Plan> {
    use goap_crate::prelude::{Action, Goal, Planner, State};
    if problem.actions.iter().any(|action| action.preconditions.iter().any(|(_, test, _)| *test == Test::AtMost)) {
        return None;
    }
    let mut start = State::empty();
    for (fact, plain) in &problem.start {
        match plain {
            Plain::Bool(value) => start.set(fact, *value),
            Plain::Number(value) => start.set(fact, *value),
        }
    }
    let mut goal = Goal::new("goal");
    for (fact, _, plain) in &problem.goal {
        goal = match plain {
            Plain::Bool(value) => goal.requires(fact, *value),
            Plain::Number(value) => goal.requires(fact, *value),
        };
    }
    let goal = goal.build();
    let mut actions = Vec::new();
    for action in &problem.actions {
        let mut made = Action::new(&action.name).cost(action.cost as f64);
        for (fact, _, plain) in &action.preconditions {
            made = match plain {
                Plain::Bool(value) => made.requires(fact, *value),
                Plain::Number(value) => made.requires(fact, *value),
            };
        }
        for (fact, add, plain) in &action.effects {
            made = match (add, plain) {
                (_, Plain::Bool(value)) => made.sets(fact, *value),
                (false, Plain::Number(value)) => made.sets(fact, *value),
                (true, Plain::Number(value)) => made.adds(fact, *value),
            };
        }
        actions.push(made.build());
    }
    let planner = Planner::new();
    Some(Box::new(move || planner.plan(start.clone(), &goal, &actions).ok().map(|plan| plan.cost)))
}

fn peers(criterion: &mut Criterion) {
    let problems = [
        ("soldier", common::soldier(), true),
        ("long plan", common::long_plan(), true),
        ("chain of 6", common::chain(0), true),
        ("chain of 6, 4 irrelevant", common::chain(4), true),
        ("chain of 6, 6 irrelevant", common::chain(6), true),
        ("chain of 6, 200 irrelevant", common::chain(200), false),
        ("6 independent", common::independent(6), true),
        ("12 independent", common::independent(12), false),
        ("20 independent", common::independent(20), false),
        ("impossible soldier", common::unarmed_soldier(), true),
    ];
    for (name, problem, others) in problems {
        let mut group = criterion.benchmark_group(name);
        group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(1000)).sample_size(10);
        let planners: [(&str, fn(&Problem) -> Option<Plan>); 4] =
            [("quarry", quarry), ("dogoap", dogoap), ("rgoap", rgoap), ("goap", goap_crate)];
        for (planner, make) in planners {
            // Problems for which the other planners need seconds or minutes are skipped.
            if planner != "quarry" && !others {
                continue;
            }
            let Some(mut plan) = make(&problem) else {
                eprintln!("{name}: {planner} cannot express it");
                continue;
            };
            eprintln!("{name}: {planner} answers {:?}", plan());
            group.bench_function(planner, |bencher| bencher.iter(|| black_box(plan())));
        }
        group.finish();
    }
}

criterion_group!(benches, peers);
criterion_main!(benches);
