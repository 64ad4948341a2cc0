//! No domain specification and no request makes the planner panic, overflow or exceed its node budget.

use quarry_goap::{
    Action, ActionCost, ActionId, ActionSet, Condition, ContextPreconditionId, CostId, Domain, DomainSpec, Effect,
    FactKind, Goal, GoalCandidate, PlanCandidate, PlanCost, PlanRequest, Planner, PlanningContext, PlanningFact,
    SearchBudget, TargetRule, Value,
};

use super::STRATEGIES;
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
        4 => Value::NoTarget,
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

fn fact(dice: &mut Dice, index: u64, tame: bool) -> PlanningFact {
    let kind = match dice.below(6) {
        0 | 1 => FactKind::Bool,
        2 => FactKind::Integer { min: dice.range(-9, 2), max: dice.range(0, 1_000_000_000) },
        3 => FactKind::Number { min: -1e9, max: if tame { 1e9 } else { number(dice) } },
        4 => FactKind::Symbol { values: (0..dice.range(1, 40)).map(|v| format!("n{v}")).collect() },
        _ => FactKind::Target,
    };
    let name = if tame || dice.chance(90) { format!("n{index}") } else { name(dice) };
    PlanningFact { name, kind, default: if tame || dice.chance(80) { None } else { Some(value(dice)) } }
}

/// A condition that suits the fact, of extreme numbers.
fn suitable_condition(dice: &mut Dice, fact: &PlanningFact) -> Condition {
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
        FactKind::Target => Condition::IsNot(Value::NoTarget),
    }
}

fn suitable_effect(dice: &mut Dice, fact: &PlanningFact) -> Effect {
    match &fact.kind {
        FactKind::Bool => Effect::Set(Value::Bool(dice.chance(50))),
        FactKind::Integer { .. } => Effect::Add(dice.range(-1_000_000_000, 1_000_000_000) as f64),
        FactKind::Number { .. } => Effect::Add(dice.range(-1_000_000, 1_000_000) as f64 * 0.25),
        FactKind::Symbol { .. } => Effect::Set(Value::Symbol("n0".into())),
        FactKind::Target => Effect::Set(if dice.chance(70) { Value::OwnTarget } else { Value::NoTarget }),
    }
}

fn specification(dice: &mut Dice) -> DomainSpec {
    let tame = dice.chance(70);
    let facts: Vec<PlanningFact> = (0..dice.range(1, 8)).map(|index| fact(dice, index as u64, tame)).collect();
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
        let mut effects: Vec<(String, Effect)> = Vec::new();
        for _ in 0..dice.range(0, 3) {
            if tame {
                let fact = &facts[dice.below(facts.len() as u64) as usize];
                if effects.iter().all(|(name, _)| *name != fact.name) {
                    let effect = suitable_effect(dice, fact);
                    effects.push((fact.name.clone(), effect));
                }
            } else {
                let effect = if dice.chance(50) { Effect::Set(value(dice)) } else { Effect::Add(number(dice)) };
                effects.push((name(dice), effect));
            }
        }
        let cost = match dice.below(4) {
            0 => ActionCost::Named(name(dice)),
            1 => ActionCost::Fixed(if tame { 1e9 } else { number(dice) }),
            _ => ActionCost::Fixed(dice.below(4) as f64),
        };
        let target = (tame || dice.chance(50)).then(|| TargetRule {
            kinds: (0..dice.below(3)).map(|_| name(dice)).collect(),
            once_per_target: dice.chance(50),
            includes_travel: dice.chance(50),
        });
        let context_preconditions = (0..dice.below(2)).map(|_| name(dice)).collect();
        let name = if tame { format!("a{index}") } else { name(dice) };
        actions.push(Action { name, cost, preconditions: conditions(dice, 0), effects, context_preconditions, target });
    }
    let goals = (0..dice.range(1, 3))
        .map(|index| {
            let name = if tame { format!("g{index}") } else { name(dice) };
            Goal { name, conditions: conditions(dice, i64::from(tame)) }
        })
        .collect();
    DomainSpec { facts, actions: ActionSet { actions }, goals, breaks_triangle_inequality: dice.chance(30) }
}

/// A context with arbitrary costs.
struct RandomContext(u64);

impl RandomContext {
    fn cost(&self, salt: u64) -> PlanCost {
        let mut dice = Dice(self.0 ^ salt);
        match dice.below(5) {
            0 => PlanCost::INFINITE,
            1 => PlanCost::measured(1e9),
            2 => PlanCost::measured(f64::NAN),
            _ => PlanCost::measured(dice.below(10) as f64 / 3.0),
        }
    }
}

impl PlanningContext for RandomContext {
    fn cost(&self, _: CostId, action: ActionId, candidate: Option<u32>) -> PlanCost {
        self.cost(action.index() as u64 * 977 + u64::from(candidate.unwrap_or(99)))
    }

    fn precondition_holds(&self, _: ContextPreconditionId, action: ActionId, _: Option<u32>) -> bool {
        Dice(self.0 ^ action.index() as u64).chance(90)
    }

    fn surcharge(&self, action: ActionId, candidate: u32) -> PlanCost {
        self.cost(action.index() as u64 * 31 + u64::from(candidate))
    }

    fn travel(&self, from: Option<u32>, to: u32) -> PlanCost {
        self.cost(u64::from(from.unwrap_or(77)) * 1_000_003 + u64::from(to))
    }
}

/// Plans, selects goals, explains, draws and validates, if the specification compiles. Returns whether it does.
fn attempt(seed: u64, planner: &mut Planner) -> bool {
    let dice = &mut Dice(seed);
    let Ok(domain) = Domain::new(specification(dice)) else { return false };
    let mut state = Vec::from(domain.defaults());
    for value in &mut state {
        match dice.below(6) {
            0 => *value = i64::MIN,
            1 => *value = i64::MAX,
            2 => *value = dice.next() as i64,
            _ => {}
        }
    }
    state.truncate(dice.below(10) as usize);
    let candidates: Vec<PlanCandidate> = (0..dice.below(9))
        .map(|_| PlanCandidate { kinds: u128::from(dice.next()) << 64 | u128::from(dice.next()) })
        .collect();
    let enabled: Vec<bool> = (0..dice.below(10)).map(|_| dice.chance(90)).collect();
    for strategy in STRATEGIES {
        for goal in domain.goal_ids() {
            let nodes = dice.below(400) as u32;
            let request = PlanRequest {
                candidates: &candidates,
                enabled: dice.chance(30).then_some(&enabled[..]),
                context: &RandomContext(seed),
                budget: SearchBudget { nodes, micros: dice.chance(30).then(|| dice.below(1_000)) },
                strategy,
                ..PlanRequest::new(&state, goal)
            };
            let result = planner.plan(&domain, &request);
            assert!(result.nodes <= nodes, "seed {seed}: {} nodes of {nodes}", result.nodes);
            let plan = result.to_plan();
            if let Some(plan) = plan {
                let validity = planner.validate(&domain, &request, &plan.steps);
                assert!(validity.holds(), "seed {seed} {strategy:?}: {validity:?} {plan:?}");
            }
            if dice.chance(10) {
                let name = |index: u32| format!("c{index}");
                #[cfg(feature = "graph")]
                assert!(planner.trace(&domain, &request, &name).draw(60).to_dot().ends_with("}\n"));
                assert!(!planner.explain(&domain, &request).render(&domain, &name).is_empty());
            }
            let goals = domain.goal_ids().map(|goal| {
                let relevance = if dice.chance(20) { f64::NAN } else { dice.range(-1, 3) as f64 };
                GoalCandidate { goal, relevance }
            });
            let goals: Vec<_> = goals.collect();
            assert_eq!(planner.select_goal(&domain, &goals, &request).evaluations.len(), goals.len());
        }
    }
    true
}

#[test]
fn hostile_specifications_and_requests_are_survived() {
    let count: u64 = std::env::var("PLANNER_HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(4_000);
    let first: u64 = std::env::var("PLANNER_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut planner = Planner::new();
    let compiled = (first..first + count).filter(|&seed| attempt(seed, &mut planner)).count() as u64;
    eprintln!("{compiled} of {count} hostile specifications compiled");
    assert!(compiled * 10 > count, "too few compile: {compiled} of {count}");
}
