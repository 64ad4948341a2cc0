//! Planning times. Run with `cargo bench --no-default-features --bench planner`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a benchmark is not an interface, and fails by panicking"
)]

mod common;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use quarry_goap::{
    Action, ActionCost, ActionSet, Condition, Domain, DomainSpec, Effect, FactKind, Goal, PlanCandidate, PlanCost,
    PlanRequest, Planner, PlanningContext, PlanningFact, SearchBudget, Strategy, TargetRule, Value,
};

use common::Problem;

fn time(criterion: &mut Criterion, group: &str, name: impl ToString, problem: &Problem, strategy: Strategy) {
    let domain = problem.domain();
    let state = domain.defaults();
    let goal = domain.goal("goal").unwrap();
    let request = PlanRequest { strategy, ..PlanRequest::new(&state, goal) };
    let mut planner = Planner::new();
    criterion.benchmark_group(group).bench_function(BenchmarkId::from_parameter(name.to_string()), |bencher| {
        bencher.iter(|| planner.plan(black_box(&domain), black_box(&request)).nodes);
    });
}

fn published(criterion: &mut Criterion) {
    for strategy in Strategy::ALL {
        time(criterion, "soldier", format!("{strategy:?}"), &common::soldier(), strategy);
        time(criterion, "long plan", format!("{strategy:?}"), &common::long_plan(), strategy);
    }
    time(criterion, "impossible", "soldier", &common::unarmed_soldier(), Strategy::Backward);
}

fn growth(criterion: &mut Criterion) {
    for irrelevant in [0, 12, 50, 200] {
        time(criterion, "chain of 6, irrelevant actions", irrelevant, &common::chain(irrelevant), Strategy::Backward);
    }
    for count in [6, 12, 20, 40] {
        time(criterion, "independent facts", count, &common::independent(count), Strategy::Backward);
    }
}

/// Random places on a plane, the same in every run.
struct Ground {
    places: Vec<(f64, f64)>,
    agent: (f64, f64),
}

impl PlanningContext for Ground {
    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        let (a, b) = (from.map_or(self.agent, |from| self.places[from as usize]), self.places[to as usize]);
        PlanCost::measured((a.0 - b.0).hypot(a.1 - b.1) / 3.5)
    }
}

/// An action set as large as the game's: things to collect, a door to open, places to hide and to look at.
fn collecting(coins: f64) -> Domain {
    let fact = |name: &str, kind| PlanningFact { name: name.into(), kind, default: None };
    let own = || ("at".to_owned(), Condition::Is(Value::OwnTarget));
    let truth = |name: &str| (name.to_owned(), Condition::Is(Value::Bool(true)));
    let makes = |name: &str| vec![(name.to_owned(), Effect::Set(Value::Bool(true)))];
    let action = |name: &str, cost, kind: &str, preconditions, effects| Action {
        name: name.into(),
        cost: ActionCost::Fixed(cost),
        preconditions,
        effects,
        context_preconditions: Vec::new(),
        target: Some(TargetRule {
            kinds: if kind.is_empty() { Vec::new() } else { vec![kind.into()] },
            once_per_target: name == "take",
            includes_travel: name == "go" || name == "patrol",
        }),
    };
    let goal = |name: &str, fact: &str| Goal { name: name.into(), conditions: vec![truth(fact)] };
    Domain::new(DomainSpec {
        facts: vec![
            fact("at", FactKind::Target),
            fact("coins", FactKind::Integer { min: 0, max: 10.max(coins as i64) }),
            fact("open", FactKind::Bool),
            fact("out", FactKind::Bool),
            fact("hidden", FactKind::Bool),
            fact("informed", FactKind::Bool),
        ],
        actions: ActionSet {
            actions: vec![
                action("go", 0.0, "", vec![], vec![("at".into(), Effect::Set(Value::OwnTarget))]),
                action("take", 2.0, "coin", vec![own()], vec![("coins".into(), Effect::Add(1.0))]),
                action("open", 5.0, "door", vec![own(), ("coins".into(), Condition::AtLeast(coins))], makes("open")),
                action("leave", 1.0, "door", vec![own(), truth("open")], makes("out")),
                action("hide", 1.0, "cover", vec![own()], makes("hidden")),
                action("patrol", 8.0, "post", vec![], makes("informed")),
            ],
        },
        goals: vec![goal("leave", "out"), goal("hide", "hidden"), goal("look", "informed")],
        breaks_triangle_inequality: false,
    })
    .unwrap_or_else(|findings| panic!("{findings:?}"))
}

/// A hundred candidates: 12 coins, 1 door, 27 covers, 60 posts.
fn remembered(domain: &Domain, seed: u64) -> (Vec<PlanCandidate>, Ground) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut place = || (random() * 40.0, random() * 30.0);
    let kind = |index| match index {
        0..12 => "coin",
        12 => "door",
        13..40 => "cover",
        _ => "post",
    };
    let candidates = (0..100).map(|index| PlanCandidate { kinds: domain.kind_bit(kind(index)) }).collect();
    (candidates, Ground { places: (0..100).map(|_| place()).collect(), agent: place() })
}

fn game(criterion: &mut Criterion) {
    let domain = collecting(3.0);
    let state = domain.defaults();
    let mut planner = Planner::new();
    let mut group = criterion.benchmark_group("100 candidates");
    for goal in domain.goal_ids() {
        let worlds: Vec<_> = (1..=64).map(|seed| remembered(&domain, seed)).collect();
        group.bench_function(domain.goal_name(goal), |bencher| {
            let mut turn = 0;
            bencher.iter(|| {
                turn = (turn + 1) % worlds.len();
                let (candidates, ground) = &worlds[turn];
                planner
                    .plan(&domain, &PlanRequest { candidates, context: ground, ..PlanRequest::new(&state, goal) })
                    .nodes
            });
        });
    }
    group.finish();
    percentiles(&domain, &mut planner);
}

/// Some of many coins before the door: with a budget for the proof, and with one for a first plan.
fn stops(criterion: &mut Criterion) {
    let mut planner = Planner::new();
    let mut group = criterion.benchmark_group("stops");
    for (taken, count, nodes) in [(12, 14, 20_000), (12, 14, 80), (20, 30, 200)] {
        let domain = collecting(f64::from(taken));
        let (state, goal) = (domain.defaults(), domain.goal("leave").unwrap());
        let kind = |index| PlanCandidate { kinds: domain.kind_bit(if index < count { "coin" } else { "door" }) };
        let candidates: Vec<_> = (0..=count).map(kind).collect();
        let worlds: Vec<_> = (1..=64).map(|seed| remembered(&domain, seed).1).collect();
        let budget = SearchBudget { nodes, micros: None };
        group.bench_function(format!("{taken} of {count}, {nodes} nodes"), |bencher| {
            let mut turn = 0;
            bencher.iter(|| {
                turn = (turn + 1) % worlds.len();
                let context = &worlds[turn];
                let request =
                    PlanRequest { candidates: &candidates, context, budget, ..PlanRequest::new(&state, goal) };
                planner.plan(&domain, &request).nodes
            });
        });
    }
    group.finish();
}

/// Criterion reports means; this reports percentiles over many worlds.
fn percentiles(domain: &Domain, planner: &mut Planner) {
    let state = domain.defaults();
    for goal in domain.goal_ids() {
        let mut times = Vec::new();
        for seed in 1..=5_000 {
            let (candidates, ground) = remembered(domain, seed);
            let request = PlanRequest { candidates: &candidates, context: &ground, ..PlanRequest::new(&state, goal) };
            // The shortest of five runs, so that other load on the machine does not count.
            let quickest = (0..5).map(|_| {
                let begun = std::time::Instant::now();
                black_box(planner.plan(domain, &request).nodes);
                begun.elapsed().as_nanos() as f64 / 1000.0
            });
            times.push(quickest.fold(f64::INFINITY, f64::min));
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        eprintln!(
            "100 candidates, {}: median {:.1} µs, 99th percentile {:.1} µs, maximum {:.1} µs over {} worlds",
            domain.goal_name(goal),
            at(0.5),
            at(0.99),
            at(1.0),
            times.len()
        );
    }
}

/// The shortest time of many short runs: the planner's own time on an idle machine.
fn least(_: &mut Criterion) {
    let problems = [
        ("soldier", common::soldier()),
        ("long plan", common::long_plan()),
        ("chain of 6, 0 irrelevant", common::chain(0)),
        ("chain of 6, 200 irrelevant", common::chain(200)),
        ("12 independent", common::independent(12)),
        ("20 independent", common::independent(20)),
        ("impossible soldier", common::unarmed_soldier()),
    ];
    for (name, problem) in problems {
        let domain = problem.domain();
        let state = domain.defaults();
        let request = PlanRequest::new(&state, domain.goal("goal").unwrap());
        let mut planner = Planner::new();
        let mut least = f64::INFINITY;
        for _ in 0..20_000 {
            let begun = std::time::Instant::now();
            for _ in 0..10 {
                black_box(planner.plan(black_box(&domain), black_box(&request)).nodes);
            }
            least = least.min(begun.elapsed().as_nanos() as f64 / 10_000.0);
        }
        eprintln!("{name}: least {least:.2} µs");
    }
}

/// By how much a search exceeds its time budget, which is checked every 16 nodes.
fn overrun(_: &mut Criterion) {
    let domain = common::independent(40).domain();
    let state = domain.defaults();
    let goal = domain.goal("goal").unwrap();
    let mut planner = Planner::new();
    for micros in [0, 100, 1_000] {
        let mut greatest = 0.0_f64;
        for strategy in Strategy::ALL {
            let budget = SearchBudget { nodes: u32::MAX, micros: Some(micros) };
            let request = PlanRequest { budget, strategy, ..PlanRequest::new(&state, goal) };
            for _ in 0..100 {
                let begun = std::time::Instant::now();
                black_box(planner.plan(black_box(&domain), black_box(&request)).nodes);
                greatest = greatest.max(begun.elapsed().as_nanos() as f64 / 1000.0 - micros as f64);
            }
        }
        eprintln!("budget of {micros} µs: exceeded by at most {greatest:.0} µs");
    }
}

criterion_group!(benches, least, overrun, published, growth, game, stops);
criterion_main!(benches);
