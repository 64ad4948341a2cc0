//! Where the budget ends before the proof, there is a plan with a proven bound: thousands of random problems under a small
//! budget, compared with an independent search.

use quarry_goap::{Domain, PlanOutcome, PlanRequest, Planner, SearchBudget, Strategy};

use super::STRATEGIES;
use super::harder::{capped_economy, collecting, wide_economy};
use super::optimal::{carry_out, seeds};
use super::problem::{Problem, economy, random};

/// What the planner did on many problems.
#[derive(Default)]
struct Counts {
    solvable: u64,
    planned: u64,
    proven: u64,
    ratios: Vec<f64>,
}

fn request<'a>(
    domain: &Domain,
    problem: &'a Problem,
    (state, candidates, enabled): &'a (Vec<i64>, Vec<quarry_goap::PlanCandidate>, Vec<bool>),
    nodes: u32,
) -> PlanRequest<'a> {
    PlanRequest {
        candidates,
        enabled: Some(enabled),
        context: problem,
        budget: SearchBudget { nodes, micros: None },
        ..PlanRequest::new(state, domain.goal("goal").unwrap())
    }
}

/// Plans within `nodes`, and checks the plan and its bound.
fn attempt(
    seed: u64,
    problem: &Problem,
    planner: &mut Planner,
    (strategy, nodes): (Strategy, u32),
    counts: &mut Counts,
) {
    let Ok(domain) = problem.domain() else { return };
    let given = (problem.state(), problem.candidates(&domain), problem.enabled());
    let request = PlanRequest { strategy, ..request(&domain, problem, &given, nodes) };
    let least = problem.least_cost().map(|halves| halves * 500_000);
    let result = planner.plan(&domain, &request);
    let (optimal, bound, cost) = (result.is_optimal(), result.bound.steps(), result.cost.steps());
    assert!(result.nodes <= nodes, "seed {seed}: {result:?}");
    assert!(
        least.is_none_or(|least| bound <= least),
        "seed {seed} {strategy:?}: the bound is wrong: {result:?} {least:?}"
    );
    if result.outcome == PlanOutcome::Plan {
        let least = least.unwrap_or_else(|| panic!("seed {seed}: no plan exists, but {result:?}"));
        assert_eq!(carry_out(problem, result.steps).map(|halves| halves * 500_000), Some(cost), "seed {seed}");
        assert!(cost >= least && (!optimal || cost == least), "seed {seed}: {result:?}, least {least}");
        assert!(bound == 0 || result.ratio() * bound as f64 >= cost as f64 * 0.999_999, "seed {seed}: {result:?}");
        counts.planned += 1;
        counts.proven += u64::from(optimal);
        counts.ratios.push(if least == 0 { 1.0 } else { cost as f64 / least as f64 });
    } else {
        assert!(result.steps.is_empty(), "seed {seed}");
    }
    let needs_plan = least.is_some() && result.outcome != PlanOutcome::Satisfied;
    counts.solvable += u64::from(needs_plan);
    let (nodes, steps) = (result.nodes, result.steps.to_vec());
    let again = planner.plan(&domain, &request);
    assert_eq!(
        (again.nodes, again.bound.steps(), again.steps),
        (nodes, bound, &steps[..]),
        "seed {seed}: not the same again"
    );
}

fn try_all(name: &str, seeds: std::ops::Range<u64>, make: fn(u64) -> Problem) {
    let (mut planner, mut counts) = (Planner::new(), Counts::default());
    for seed in seeds {
        attempt(seed, &make(seed), &mut planner, (Strategy::Backward, 500), &mut counts);
    }
    counts.ratios.sort_by(f64::total_cmp);
    let Counts { solvable, planned, proven, ratios } = counts;
    let at = |share: f64| ratios.get((ratios.len() as f64 * share) as usize).copied().unwrap_or(1.0);
    let (median, high) = (at(0.5), at(0.99));
    eprintln!(
        "{name}: {solvable} with a plan, {planned} planned, {proven} proven optimal; cost by minimum: median {median:.3}, 99 % {high:.3}"
    );
    assert!(planned as f64 >= solvable as f64 * 0.98, "{name}: {planned} of {solvable}");
    assert!(median <= 1.02, "{name}: {median}");
}

#[test]
fn random_problems_have_plans_within_500_nodes() {
    try_all("random", seeds(4_000), random);
}

#[test]
fn economies_have_plans_within_500_nodes() {
    try_all("economies", seeds(2_000), economy);
}

#[test]
fn capped_economies_have_plans_within_500_nodes() {
    try_all("capped economies", seeds(1_000), capped_economy);
}

#[test]
fn things_are_collected_within_500_nodes() {
    try_all("collecting", seeds(300), collecting);
}

/// All strategies, with budgets that end at once, soon, and in the middle.
#[test]
fn bounds_hold_however_short_the_budget() {
    let (mut planner, mut counts) = (Planner::new(), Counts::default());
    for seed in 0..400 {
        for strategy in STRATEGIES {
            for nodes in [0, 1, 7, 40, 150, 300] {
                attempt(seed, &economy(seed), &mut planner, (strategy, nodes), &mut counts);
                attempt(seed, &capped_economy(seed), &mut planner, (strategy, nodes), &mut counts);
            }
        }
    }
    assert!(
        counts.proven < counts.planned,
        "some plans are not proven optimal: {} of {}",
        counts.proven,
        counts.planned
    );
}

/// The default strategy finds a plan wherever another strategy finds one in a tenth of its budget, and proves it optimal in
/// most cases.
#[test]
fn the_default_finds_what_any_strategy_finds() {
    let mut planner = Planner::new();
    let (mut solved, mut proven) = (0, 0);
    for seed in 0..300 {
        let problem = wide_economy(seed);
        let Ok(domain) = problem.domain() else { continue };
        let given = (problem.state(), problem.candidates(&domain), problem.enabled());
        let forward = PlanRequest { strategy: Strategy::Forward, ..request(&domain, &problem, &given, 3_000) };
        let result = planner.plan(&domain, &forward);
        let (least, optimal) = (result.cost, result.outcome == PlanOutcome::Plan && result.is_optimal());
        if !optimal {
            continue;
        }
        let result = planner.plan(&domain, &request(&domain, &problem, &given, 30_000));
        assert_eq!(result.outcome, PlanOutcome::Plan, "seed {seed}: forward search found a plan of cost {least}");
        assert!(result.cost >= least && result.bound <= least, "seed {seed}: {result:?}, least {least}");
        solved += 1;
        proven += u32::from(result.is_optimal());
    }
    eprintln!("{solved} solved by forward search, {proven} of them proven optimal by the default strategy");
    assert!(solved > 50 && proven * 100 >= solved * 95, "{proven} of {solved}");
}
