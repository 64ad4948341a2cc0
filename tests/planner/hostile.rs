//! No declaration and no query makes the planner panic, overflow or run past its budget.

use std::time::{Duration, Instant};

use quarry::goap::{
    Action, ActionCost, ActionId, ActionSet, Budget, Candidate, CheckId, Condition, Contender, Cost, CostId,
    Declaration, Domain, Effect, Fact, FactKind, Goal, Planner, Query, Standing, Strategy, Surroundings, TargetRule,
    Value,
};

use super::problem::Dice;

fn number(dice: &mut Dice) -> f64 {
    let extremes =
        [0.0, -0.0, 1.0, -1.0, 1e9, -1e9, 1e9 + 1.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-6, 1e-7];
    match dice.below(3) {
        0 => extremes[dice.below(extremes.len() as u64) as usize],
        1 => dice.range(-20, 20) as f64,
        _ => dice.range(-1_000_000_000, 1_000_000_000) as f64 * 0.5,
    }
}

fn name(dice: &mut Dice) -> String {
    if dice.chance(3) { String::new() } else { format!("n{}", dice.below(9)) }
}

fn value(dice: &mut Dice) -> Value {
    match dice.below(7) {
        0 | 1 => Value::Bool(dice.chance(50)),
        2 => Value::Number(number(dice)),
        3 => Value::Symbol(name(dice)),
        4 => Value::Nothing,
        5 => Value::OwnTarget,
        _ => Value::Candidate(dice.below(1 << 32) as u32),
    }
}

fn condition(dice: &mut Dice, depth: u32) -> Condition {
    match dice.below(if depth > 3 { 8 } else { 9 }) {
        0 | 1 => Condition::Is(value(dice)),
        2 => Condition::IsNot(value(dice)),
        3 => Condition::AtLeast(number(dice)),
        4 => Condition::AtMost(number(dice)),
        5 => Condition::MoreThan(number(dice)),
        6 => Condition::Between(number(dice), number(dice)),
        7 => Condition::OneOf((0..dice.below(4)).map(|_| value(dice)).collect()),
        _ => Condition::All((0..dice.below(4)).map(|_| condition(dice, depth + 1)).collect()),
    }
}

fn fact(dice: &mut Dice, index: u64, tame: bool) -> Fact {
    let kind = match dice.below(6) {
        0 | 1 => FactKind::Bool,
        2 => FactKind::Integer { min: dice.range(-9, 2), max: dice.range(0, 1_000_000_000) },
        3 => FactKind::Number { min: -1e9, max: if tame { 1e9 } else { number(dice) } },
        4 => FactKind::Symbol { values: (0..dice.range(1, 40)).map(|v| format!("n{v}")).collect() },
        _ => FactKind::Target,
    };
    let name = if tame || dice.chance(90) { format!("n{index}") } else { name(dice) };
    Fact { name, kind, default: if tame || dice.chance(80) { None } else { Some(value(dice)) } }
}

/// A condition that suits the fact, of extreme numbers.
fn suitable_condition(dice: &mut Dice, fact: &Fact) -> Condition {
    let whole = dice.range(-1_000_000_000, 1_000_000_000) as f64;
    match &fact.kind {
        FactKind::Bool => Condition::Is(Value::Bool(dice.chance(50))),
        FactKind::Integer { .. } | FactKind::Number { .. } => match dice.below(3) {
            0 => Condition::AtLeast(whole),
            1 => Condition::AtMost(whole),
            _ => Condition::All(vec![Condition::AtLeast(whole.min(0.0)), Condition::LessThan(whole.max(1.0))]),
        },
        FactKind::Symbol { .. } => Condition::IsNot(Value::Symbol("n0".into())),
        FactKind::Target if dice.chance(50) => Condition::Is(Value::OwnTarget),
        FactKind::Target => Condition::IsNot(Value::Nothing),
    }
}

fn suitable_effect(dice: &mut Dice, fact: &Fact) -> Effect {
    match &fact.kind {
        FactKind::Bool => Effect::Set(Value::Bool(dice.chance(50))),
        FactKind::Integer { .. } => Effect::Add(dice.range(-1_000_000_000, 1_000_000_000) as f64),
        FactKind::Number { .. } => Effect::Add(dice.range(-1_000_000, 1_000_000) as f64 * 0.25),
        FactKind::Symbol { .. } => Effect::Set(Value::Symbol("n0".into())),
        FactKind::Target => Effect::Set(if dice.chance(70) { Value::OwnTarget } else { Value::Nothing }),
    }
}

fn declaration(dice: &mut Dice) -> Declaration {
    let tame = dice.chance(70);
    let facts: Vec<Fact> = (0..dice.range(1, 8)).map(|index| fact(dice, index as u64, tame)).collect();
    let conditions = |dice: &mut Dice, least: i64| -> Vec<(String, Condition)> {
        let mut out: Vec<(String, Condition)> = Vec::new();
        for _ in 0..dice.range(least, 3) {
            if tame {
                let fact = &facts[dice.below(facts.len() as u64) as usize];
                if out.iter().all(|(name, _)| *name != fact.name) {
                    let condition = suitable_condition(dice, fact);
                    out.push((fact.name.clone(), condition));
                }
            } else {
                out.push((name(dice), condition(dice, 0)));
            }
        }
        out
    };
    let mut actions = Vec::new();
    for index in 0..dice.range(0, 8) {
        let mut brings: Vec<(String, Effect)> = Vec::new();
        for _ in 0..dice.range(0, 3) {
            if tame {
                let fact = &facts[dice.below(facts.len() as u64) as usize];
                if brings.iter().all(|(name, _)| *name != fact.name) {
                    let effect = suitable_effect(dice, fact);
                    brings.push((fact.name.clone(), effect));
                }
            } else {
                let effect = if dice.chance(50) { Effect::Set(value(dice)) } else { Effect::Add(number(dice)) };
                brings.push((name(dice), effect));
            }
        }
        let cost = match dice.below(4) {
            0 => ActionCost::Named { name: name(dice), parameters: vec![(name(dice), number(dice))] },
            1 => ActionCost::Fixed(if tame { 1e9 } else { number(dice) }),
            _ => ActionCost::Fixed(dice.below(4) as f64),
        };
        let target = (tame || dice.chance(50)).then(|| TargetRule {
            kinds: (0..dice.below(3)).map(|_| name(dice)).collect(),
            once: dice.chance(50),
            travels: dice.chance(50),
        });
        let checks = (0..dice.below(2)).map(|_| name(dice)).collect();
        let name = if tame { format!("a{index}") } else { name(dice) };
        actions.push(Action { name, cost, needs: conditions(dice, 0), brings, checks, target });
    }
    let goals = (0..dice.range(1, 3))
        .map(|index| {
            let name = if tame { format!("g{index}") } else { name(dice) };
            Goal { name, wants: conditions(dice, i64::from(tame)) }
        })
        .collect();
    Declaration { facts, actions: ActionSet { actions }, goals, detours: dice.chance(30) }
}

/// Surroundings that answer anything at all.
struct Mad(u64);

impl Mad {
    fn cost(&self, salt: u64) -> Cost {
        let mut dice = Dice(self.0 ^ salt);
        match dice.below(5) {
            0 => Cost::INFINITE,
            1 => Cost::measured(1e9),
            2 => Cost::measured(f64::NAN),
            _ => Cost::measured(dice.below(10) as f64 / 3.0),
        }
    }
}

impl Surroundings for Mad {
    fn cost(&self, _: CostId, action: ActionId, candidate: Option<u32>) -> Cost {
        self.cost(action.index() as u64 * 977 + u64::from(candidate.unwrap_or(99)))
    }

    fn holds(&self, _: CheckId, action: ActionId, _: Option<u32>) -> bool {
        Dice(self.0 ^ action.index() as u64).chance(90)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> Cost {
        self.cost(action.index() as u64 * 31 + u64::from(candidate))
    }

    fn travel(&self, from: Option<u32>, to: u32) -> Cost {
        self.cost(u64::from(from.unwrap_or(77)) * 1_000_003 + u64::from(to))
    }
}

/// Plans, chooses, explains, draws and validates whatever compiles. Whether it did.
fn attempt(seed: u64, planner: &mut Planner) -> bool {
    let dice = &mut Dice(seed);
    let Ok(domain) = Domain::new(declaration(dice)) else { return false };
    let mut state = domain.defaults();
    for value in &mut state {
        match dice.below(6) {
            0 => *value = i64::MIN,
            1 => *value = i64::MAX,
            2 => *value = dice.next() as i64,
            _ => {}
        }
    }
    state.truncate(dice.below(10) as usize);
    let candidates: Vec<Candidate> = (0..dice.below(9)).map(|_| Candidate { kinds: dice.next() }).collect();
    let enabled: Vec<bool> = (0..dice.below(10)).map(|_| dice.chance(90)).collect();
    for strategy in [Strategy::Regressive, Strategy::Forward, Strategy::Deepening] {
        for goal in domain.goal_ids() {
            let nodes = dice.below(400) as u32;
            let query = Query {
                candidates: &candidates,
                enabled: dice.chance(30).then_some(&enabled[..]),
                surroundings: &Mad(seed),
                budget: Budget { nodes, micros: dice.chance(30).then(|| dice.below(1_000)) },
                strategy,
                ..Query::new(&state, goal)
            };
            let begun = Instant::now();
            let answer = planner.plan(&domain, &query);
            assert!(answer.nodes <= nodes, "seed {seed}: {} nodes of {nodes}", answer.nodes);
            assert!(begun.elapsed() < Duration::from_secs(5), "seed {seed}: {:?}", begun.elapsed());
            let plan = answer.to_plan();
            if let Some(plan) = plan {
                let validity = planner.validate(&domain, &query, &plan.steps);
                assert!(validity.holds(), "seed {seed} {strategy:?}: {validity:?} {plan:?}");
            }
            if dice.chance(10) {
                let name = |index: u32| format!("c{index}");
                assert!(planner.trace(&domain, &query, &name).to_dot().ends_with("}\n"));
                assert!(!planner.explain(&domain, &query).render(&domain, &name).is_empty());
            }
            let contenders = domain.goal_ids().map(|goal| {
                let relevance = if dice.chance(20) { f64::NAN } else { dice.range(-1, 3) as f64 };
                Contender { goal, relevance, standing: Standing::Ready }
            });
            let contenders: Vec<_> = contenders.collect();
            assert_eq!(planner.choose(&domain, &contenders, &query).verdicts.len(), contenders.len());
        }
    }
    true
}

#[test]
fn hostile_declarations_and_queries_are_survived() {
    let count: u64 = std::env::var("PLANNER_HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(4_000);
    let first: u64 = std::env::var("PLANNER_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut planner = Planner::new();
    let compiled = (first..first + count).filter(|&seed| attempt(seed, &mut planner)).count() as u64;
    eprintln!("{compiled} of {count} hostile declarations compiled");
    assert!(compiled * 10 > count, "too few compile to tell anything: {compiled} of {count}");
}
