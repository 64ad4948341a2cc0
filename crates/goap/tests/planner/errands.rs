//! Errands: random problems of collecting, selling, visiting and returning. All strategies agree with one another and, where the
//! problem is small, with an independent search. Costs and bounds depend on the way that the agent still has to go.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use quarry_goap::{PlanOutcome, PlanRequest, PlanResult, Planner, SearchBudget, Strategy as Search};

use super::STRATEGIES;
use super::optimal::carry_out;
use super::problem::{Act, Change, Kind, NO_PATH, Problem, Test};

/// The kinds of candidates: things to collect, and places that are only visited.
const THING: u64 = 1;
const PLACE: u64 = 2;

/// The facts of every problem.
const AT: usize = 0;
const CARRIED: usize = 1;
const HOME: usize = 2;
const GOLD: usize = 3;
const GREETED: usize = 4;
const LEAVES: usize = 5;

/// The budgets under which bounds are checked.
const SHORT: [u32; 6] = [1, 4, 25, 60, 150, 400];

type Position = (i64, i64);

/// How the agent gets about and collects.
#[derive(Debug, Clone)]
struct Ways {
    /// Whether collecting includes the way to the thing; otherwise the agent goes first.
    collecting_travels: bool,
    /// Whether the agent can go to any candidate without doing anything there.
    can_go: bool,
    once_per_target: bool,
    gain: i64,
    cost: i64,
    /// Whether collecting and greeting, where they travel, set the location.
    collecting_moves: bool,
    greeting_moves: bool,
    /// Whether going away ends being at home.
    leaves_home: bool,
    /// Whether places can also be collected from.
    places_are_things: bool,
}

/// What can be done at places: each makes an action.
#[derive(Debug, Clone)]
struct Offers {
    /// Gold for one thing, and whether each place buys once.
    sell: Option<(i64, bool)>,
    enter: bool,
    /// Whether greeting includes the way.
    greet: Option<bool>,
    /// The cost of gold without travel.
    beg: Option<i64>,
    /// Whether things can also be stripped of leaves, and whether that includes the way.
    strip: Option<bool>,
}

/// What the agent wants.
#[derive(Debug, Clone)]
struct Demands {
    things: Option<i64>,
    home: bool,
    gold: Option<i64>,
    /// A candidate, modulo their number.
    at: Option<usize>,
    greeted: Option<usize>,
    leaves: Option<i64>,
}

fn position() -> impl Strategy<Value = Position> {
    (0..20_i64, 0..20_i64)
}

fn ways() -> impl Strategy<Value = Ways> {
    let doings = (any::<bool>(), prop::bool::weighted(0.8), prop::bool::weighted(0.8), 1..=2_i64, 0..=3_i64);
    let moves = (any::<bool>(), any::<bool>(), any::<bool>(), prop::bool::weighted(0.2));
    (doings, moves).prop_map(|(doings, moves)| {
        let (collecting_travels, can_go, once_per_target, gain, cost) = doings;
        let (collecting_moves, greeting_moves, leaves_home, places_are_things) = moves;
        Ways {
            collecting_travels,
            can_go: can_go || !collecting_travels,
            once_per_target,
            gain,
            cost,
            collecting_moves,
            greeting_moves,
            leaves_home,
            places_are_things,
        }
    })
}

fn offers() -> impl Strategy<Value = Offers> {
    (of((1..=3_i64, any::<bool>())), any::<bool>(), of(any::<bool>()), of(2..=20_i64), of(any::<bool>()))
        .prop_map(|(sell, enter, greet, beg, strip)| Offers { sell, enter, greet, beg, strip })
}

fn demands() -> impl Strategy<Value = Demands> {
    let amounts = (of(1..=3_i64), of(1..=3_i64), prop::option::weighted(0.3, 1..=2_i64));
    let others = (any::<bool>(), prop::option::weighted(0.3, 0..8_usize), prop::option::weighted(0.3, 0..8_usize));
    (amounts, others).prop_map(|((things, gold, leaves), (home, at, greeted))| Demands {
        things,
        home,
        gold,
        at,
        greeted,
        leaves,
    })
}

/// A problem with this many things and places.
fn errands(
    things: std::ops::RangeInclusive<usize>,
    places: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Problem> {
    let positions = (vec(position(), things), vec(position(), places), position());
    // Distances along streets, or random ways: longer in one direction than in the other, and some missing.
    let detours = of(vec(prop_oneof![6 => 0..=25_i64, 1 => Just(NO_PATH)], 100));
    let start = prop::option::weighted(0.3, 0..8_usize);
    let surcharges = vec(vec(prop_oneof![8 => 0..=3_i64, 1 => Just(NO_PATH)], 12), 7);
    let given = (positions, detours, start, surcharges);
    (given, ways(), offers(), demands()).prop_map(|((positions, detours, start, surcharges), ways, offers, demands)| {
        let (things, places, agent) = positions;
        let mut kinds = vec![THING; things.len()];
        kinds.resize(things.len() + places.len(), if ways.places_are_things { THING | PLACE } else { PLACE });
        let all: Vec<Position> = things.into_iter().chain(places).chain([agent]).collect();
        let count = kinds.len();
        let acts = acts(&ways, &offers);
        let surcharges = surcharges.iter().take(acts.len()).map(|row| row[..count].to_vec()).collect();
        let candidate = |index: usize| (index % count) as i64;
        Problem {
            facts: vec![
                Kind::Target,
                Kind::Integer(0, 30),
                Kind::Bool,
                Kind::Integer(0, 25),
                Kind::Target,
                Kind::Integer(0, 25),
            ],
            start: vec![start.map_or(-1, candidate), 0, 0, 0, -1, 0],
            goal: goal(&demands, candidate),
            candidates: kinds,
            travel: travel(&all, detours.as_deref()),
            surcharges,
            acts,
            breaks_triangle_inequality: false,
        }
    })
}

/// The shortest ways between positions; the last one is the agent's. `detours` replaces the lengths of the direct ways.
fn travel(all: &[Position], detours: Option<&[i64]>) -> Vec<Vec<i64>> {
    let count = all.len() - 1;
    let direct = |from: usize, to: usize| match detours {
        _ if from == to => 0,
        Some(detours) => detours[(from * count + to) % detours.len()],
        None => (all[from].0 - all[to].0).abs() + (all[from].1 - all[to].1).abs(),
    };
    let mut ways: Vec<Vec<i64>> = (0..=count).map(|from| (0..count).map(|to| direct(from, to)).collect()).collect();
    for by in 0..count {
        for from in 0..=count {
            for to in 0..count {
                ways[from][to] = ways[from][to].min(ways[from][by] + ways[by][to]);
            }
        }
    }
    ways
}

fn acts(ways: &Ways, offers: &Offers) -> Vec<Act> {
    let act = |cost, preconditions, effects, target| Act {
        cost,
        preconditions,
        effects,
        target: Some(target),
        enabled: true,
    };
    let moved = |moves: bool, mut effects: Vec<(usize, Change)>| {
        if moves {
            effects.push((AT, Change::Own));
        }
        effects
    };
    let here = || vec![(AT, Test::Own)];
    let mut acts = Vec::new();
    if ways.can_go {
        let mut effects = vec![(AT, Change::Own)];
        effects.extend(ways.leaves_home.then_some((HOME, Change::Set(0))));
        acts.push(act(0, vec![], effects, (0, false, true)));
    }
    let collect = vec![(CARRIED, Change::Add(ways.gain))];
    // Without a limit of once per target, the agent may carry only a few, so that the number of states stays small.
    let room = (CARRIED, Test::AtMost(3));
    acts.push(match ways.collecting_travels {
        true => act(ways.cost, vec![room], moved(ways.collecting_moves, collect), (THING, ways.once_per_target, true)),
        false => act(ways.cost, [here(), vec![room]].concat(), collect, (THING, ways.once_per_target, false)),
    });
    if let Some((gold, once)) = offers.sell {
        let effects = vec![(CARRIED, Change::Add(-1)), (GOLD, Change::Add(gold))];
        acts.push(act(1, [here(), vec![(CARRIED, Test::AtLeast(1))]].concat(), effects, (PLACE, once, false)));
    }
    if offers.enter {
        acts.push(act(1, here(), vec![(HOME, Change::Set(1))], (PLACE, false, false)));
    }
    if let Some(travels) = offers.greet {
        let effects = moved(travels && ways.greeting_moves, vec![(GREETED, Change::Own)]);
        acts.push(act(0, if travels { vec![] } else { here() }, effects, (PLACE, false, travels)));
    }
    if let Some(travels) = offers.strip {
        let effects = moved(travels && ways.collecting_moves, vec![(LEAVES, Change::Add(1))]);
        acts.push(act(1, if travels { vec![] } else { here() }, effects, (THING, true, travels)));
    }
    if let Some(cost) = offers.beg {
        let poor = vec![(GOLD, Test::AtMost(3))];
        acts.push(Act {
            cost,
            preconditions: poor,
            effects: vec![(GOLD, Change::Add(1))],
            target: None,
            enabled: true,
        });
    }
    acts
}

fn goal(demands: &Demands, candidate: impl Fn(usize) -> i64) -> Vec<(usize, Test)> {
    let things = demands.things.map(|least| (CARRIED, Test::AtLeast(least)));
    let home = demands.home.then_some((HOME, Test::Is(1)));
    let gold = demands.gold.map(|least| (GOLD, Test::AtLeast(least)));
    let at = demands.at.map(|index| (AT, Test::Is(candidate(index))));
    let greeted = demands.greeted.map(|index| (GREETED, Test::Is(candidate(index))));
    let leaves = demands.leaves.map(|least| (LEAVES, Test::AtLeast(least)));
    let mut goal: Vec<_> = [things, home, gold, at, greeted, leaves].into_iter().flatten().collect();
    if goal.is_empty() {
        goal.push((CARRIED, Test::AtLeast(2)));
    }
    goal
}

/// The minimum cost in millionths; `None` if there is no plan.
type Minimum = Option<i64>;

/// Plans with all strategies, checks that they agree, and that no bound under a short budget exceeds the minimum. Returns the
/// minimum, or nothing where a search ran out of its large budget.
fn agreement(problem: &Problem) -> Result<Option<Minimum>, TestCaseError> {
    let Ok(domain) = problem.domain() else { return Ok(None) };
    let (state, candidates, enabled) = (problem.state(), problem.candidates(&domain), problem.enabled());
    let mut planner = Planner::new();
    let mut plan = |strategy: Search, nodes: u32, check: &mut dyn FnMut(&PlanResult) -> Result<(), TestCaseError>| {
        let request = PlanRequest {
            candidates: &candidates,
            enabled: Some(&enabled),
            context: problem,
            budget: SearchBudget { nodes, micros: None },
            strategy,
            ..PlanRequest::new(&state, domain.goal("goal").unwrap())
        };
        check(&planner.plan(&domain, &request))
    };
    let mut found: Vec<Minimum> = Vec::new();
    for strategy in STRATEGIES {
        plan(strategy, 100_000, &mut |result| {
            match result.outcome {
                PlanOutcome::Impossible => found.push(None),
                PlanOutcome::OutOfBudget(_) => {}
                PlanOutcome::Plan | PlanOutcome::Satisfied => {
                    let carried = carry_out(problem, result.steps).map(|halves| halves * 500_000);
                    prop_assert_eq!(carried, Some(result.cost.steps()), "{:?} {:?}", strategy, result);
                    if result.is_optimal() {
                        found.push(Some(result.cost.steps()));
                    }
                }
            }
            Ok(())
        })?;
    }
    let Some(&minimum) = found.first() else { return Ok(None) };
    prop_assert!(found.iter().all(|&other| other == minimum), "the strategies differ: {:?}", found);
    for strategy in STRATEGIES {
        for nodes in SHORT {
            plan(strategy, nodes, &mut |result| {
                let bound = result.bound.steps();
                prop_assert!(
                    minimum.is_none_or(|least| bound <= least),
                    "{:?} {}: {:?} {:?}",
                    strategy,
                    nodes,
                    result,
                    minimum
                );
                prop_assert!(result.outcome != PlanOutcome::Impossible || minimum.is_none(), "{:?}", result);
                Ok(())
            })?;
        }
    }
    Ok(Some(minimum))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strategies_agree_with_an_independent_search(problem in errands(1..=3, 0..=2)) {
        if let Some(minimum) = agreement(&problem)? {
            prop_assert_eq!(minimum, problem.least_cost().map(|halves| halves * 500_000));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strategies_agree_on_longer_errands(problem in errands(4..=6, 1..=2)) {
        agreement(&problem)?;
    }
}
