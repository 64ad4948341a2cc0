//! The planner's answers are optimal: thousands of random problems against the independent search, all strategies.

use quarry::goap::{PlanOutcome, PlanRequest, PlanStep, Planner, SearchBudget, Strategy};

use super::problem::{Change, Problem, economy, random};

/// Carries a plan out by the problem's own rules; its cost in halves if it leads to the goal.
fn carry_out(problem: &Problem, steps: &[PlanStep]) -> Option<i64> {
    let (mut state, mut place, mut cost) = (problem.start.clone(), problem.candidates.len(), 0);
    let mut used = Vec::new();
    for step in steps {
        let index = step.action.index();
        let act = &problem.acts[index];
        let own = step.candidate.map_or(-2, i64::from);
        let fits = match (act.target, step.candidate) {
            (None, None) => true,
            (Some((kinds, ..)), Some(c)) => kinds == 0 || problem.candidates[c as usize] & kinds != 0,
            _ => false,
        };
        if !fits || !act.enabled || !act.preconditions.iter().all(|(fact, test)| test.holds(state[*fact], own)) {
            return None;
        }
        let before = state.clone();
        for (fact, change) in &act.effects {
            let (low, high) = problem.range(*fact);
            state[*fact] = match change {
                Change::Set(value) => *value,
                Change::Own => own,
                Change::Add(amount) => (before[*fact] + amount).clamp(low, high),
            };
        }
        cost += act.cost;
        if let Some((_, once_per_target, includes_travel)) = act.target {
            cost += problem.surcharges[index][own as usize];
            if includes_travel {
                cost += problem.ways[place][own as usize];
                place = own as usize;
            }
            if once_per_target && used.contains(&(index, own)) {
                return None;
            }
            used.push((index, own));
        }
    }
    problem.goal.iter().all(|(fact, test)| test.holds(state[*fact], -2)).then_some(cost)
}

/// Compares all strategies with the independent search on one problem. Whether there was anything to plan.
fn compare(seed: u64, problem: &Problem, planner: &mut Planner) -> bool {
    // Conditions that cannot hold are refused before planning.
    let Ok(domain) = problem.domain() else { return false };
    let least = problem.least_cost();
    let (state, candidates, enabled) = (problem.state(), problem.candidates(&domain), problem.enabled());
    let goal = domain.goal("goal").expect("declared");
    let satisfied = problem.goal.iter().all(|(fact, test)| test.holds(problem.start[*fact], -2));
    for strategy in [Strategy::Backward, Strategy::Forward, Strategy::IdaStar] {
        let request = PlanRequest {
            candidates: &candidates,
            enabled: Some(&enabled),
            context: problem,
            budget: SearchBudget { nodes: 300_000, micros: None },
            strategy,
            ..PlanRequest::new(&state, goal)
        };
        let answer = planner.plan(&domain, &request);
        let halves = answer.cost.steps() / 500_000;
        match (answer.outcome, least) {
            (PlanOutcome::Satisfied, Some(0)) if satisfied => {}
            (PlanOutcome::Impossible, None) => {}
            // Searching depth first with little memory may take too long, above all to prove that there is no plan.
            (PlanOutcome::OutOfBudget(_), _) if strategy == Strategy::IdaStar => {}
            (PlanOutcome::Plan, Some(least)) if !satisfied => {
                assert_eq!(halves, least, "seed {seed} {strategy:?}: {problem:#?} {:?}", answer.steps);
                let carried = carry_out(problem, answer.steps);
                assert_eq!(carried, Some(least), "seed {seed} {strategy:?}: {problem:#?} {:?}", answer.steps);
                let sum: i64 = answer.steps.iter().map(|step| step.cost.steps()).sum();
                assert_eq!(sum, answer.cost.steps(), "seed {seed} {strategy:?}: the steps' costs add up");
            }
            other => panic!("seed {seed} {strategy:?}: {other:?} {problem:#?} {:?}", answer.steps),
        }
    }
    least.is_some() && !satisfied
}

/// How many problems to try, and from which seed on.
fn seeds(usually: u64) -> std::ops::Range<u64> {
    let from = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = from("PLANNER_SEED").unwrap_or(0);
    first..first + from("PLANNER_CASES").unwrap_or(usually)
}

fn try_all(seeds: std::ops::Range<u64>, make: fn(u64) -> Problem) {
    let count = seeds.end - seeds.start;
    let mut planner = Planner::new();
    let planned = seeds.filter(|&seed| compare(seed, &make(seed), &mut planner)).count() as u64;
    eprintln!("{count} problems, {planned} of them with something to plan");
    assert!(planned * 10 > count, "too few of the problems have plans to tell anything: {planned} of {count}");
}

#[test]
fn random_problems_are_solved_at_least_cost() {
    try_all(seeds(20_000), random);
}

#[test]
fn random_economies_are_solved_at_least_cost() {
    try_all(seeds(3_000), economy);
}

/// Problems on which earlier versions failed.
#[test]
fn problems_that_were_once_answered_wrongly_are_not_again() {
    let mut planner = Planner::new();
    compare(70_006_580, &random(70_006_580), &mut planner);
    compare(60_003_141, &economy(60_003_141), &mut planner);
}
