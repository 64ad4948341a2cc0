//! Benchmark problems in a plain form that can be translated for each planner.

use quarry_goap::{
    Action, ActionCost, ActionSet, Condition, Domain, DomainSpec, Effect, FactKind, Goal, PlanningFact, Value,
};

/// A value of a fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    Bool(bool),
    Number(i64),
}

/// How a fact is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    Is,
    AtLeast,
    AtMost,
}

pub struct PlainAction {
    pub name: String,
    pub cost: usize,
    pub preconditions: Vec<(String, Test, Plain)>,
    /// `true`: the value is added; `false`: it is assigned.
    pub effects: Vec<(String, bool, Plain)>,
}

pub struct Problem {
    pub start: Vec<(String, Plain)>,
    pub goal: Vec<(String, Test, Plain)>,
    pub actions: Vec<PlainAction>,
}

impl Problem {
    pub fn domain(&self) -> Domain {
        let value = |plain: Plain| match plain {
            Plain::Bool(value) => Value::Bool(value),
            Plain::Number(value) => Value::Number(value as f64),
        };
        let number = |plain: Plain| match plain {
            Plain::Bool(value) => f64::from(u8::from(value)),
            Plain::Number(value) => value as f64,
        };
        let conditions = |list: &[(String, Test, Plain)]| -> Vec<(String, Condition)> {
            let condition = |test: Test, plain: Plain| match test {
                Test::Is => Condition::Is(value(plain)),
                Test::AtLeast => Condition::AtLeast(number(plain)),
                Test::AtMost => Condition::AtMost(number(plain)),
            };
            list.iter().map(|(fact, test, plain)| (fact.clone(), condition(*test, *plain))).collect()
        };
        let fact = |(name, plain): &(String, Plain)| PlanningFact {
            name: name.clone(),
            kind: match plain {
                Plain::Bool(_) => FactKind::Bool,
                Plain::Number(_) => FactKind::Integer { min: -1_000_000, max: 1_000_000 },
            },
            default: Some(value(*plain)),
        };
        let action = |action: &PlainAction| Action {
            name: action.name.clone(),
            cost: ActionCost::Fixed(action.cost as f64),
            preconditions: conditions(&action.preconditions),
            effects: action
                .effects
                .iter()
                .map(|(fact, add, plain)| {
                    (fact.clone(), if *add { Effect::Add(number(*plain)) } else { Effect::Set(value(*plain)) })
                })
                .collect(),
            ..Action::default()
        };
        let declaration = DomainSpec {
            facts: self.start.iter().map(fact).collect(),
            actions: ActionSet { actions: self.actions.iter().map(action).collect() },
            goals: vec![Goal { name: "goal".into(), conditions: conditions(&self.goal) }],
            breaks_triangle_inequality: false,
        };
        Domain::new(declaration).unwrap_or_else(|findings| panic!("{findings:?}"))
    }
}

fn act(name: impl Into<String>, cost: usize, preconditions: &[(&str, bool)], effects: &[(&str, bool)]) -> PlainAction {
    PlainAction {
        name: name.into(),
        cost,
        preconditions: preconditions
            .iter()
            .map(|(fact, value)| ((*fact).into(), Test::Is, Plain::Bool(*value)))
            .collect(),
        effects: effects.iter().map(|(fact, value)| ((*fact).into(), false, Plain::Bool(*value))).collect(),
    }
}

/// GPGOAP's example: a soldier with a gun and a bomb. Optimal cost 4.
pub fn soldier() -> Problem {
    let start = [
        ("enemyvisible", false),
        ("armedwithgun", true),
        ("weaponloaded", false),
        ("enemylinedup", false),
        ("enemyalive", true),
        ("armedwithbomb", true),
        ("nearenemy", false),
        ("alive", true),
    ];
    Problem {
        start: start.iter().map(|(fact, value)| ((*fact).into(), Plain::Bool(*value))).collect(),
        goal: vec![("enemyalive".into(), Test::Is, Plain::Bool(false))],
        actions: vec![
            act("scout", 1, &[("armedwithgun", true)], &[("enemyvisible", true)]),
            act("approach", 1, &[("enemyvisible", true)], &[("nearenemy", true)]),
            act("aim", 1, &[("enemyvisible", true), ("weaponloaded", true)], &[("enemylinedup", true)]),
            act("shoot", 1, &[("enemylinedup", true)], &[("enemyalive", false)]),
            act("load", 1, &[("armedwithgun", true)], &[("weaponloaded", true)]),
            act(
                "detonatebomb",
                5,
                &[("armedwithbomb", true), ("nearenemy", true)],
                &[("alive", false), ("enemyalive", false)],
            ),
            act("flee", 1, &[("enemyvisible", true)], &[("nearenemy", false)]),
        ],
    }
}

/// dogoap's benchmark of a long plan: eleven steps over three numbers.
pub fn long_plan() -> Problem {
    let number = |name: &str, value| (name.to_owned(), Plain::Number(value));
    let change = |name: &str, by| (name.to_owned(), true, Plain::Number(by));
    let action =
        |name: &str, preconditions, effects| PlainAction { name: name.into(), cost: 1, preconditions, effects };
    Problem {
        start: vec![number("energy", 30), number("hunger", 70), number("gold", 0)],
        goal: vec![("gold".into(), Test::Is, Plain::Number(7))],
        actions: vec![
            action("sleep", vec![], vec![change("energy", 10)]),
            action("eat", vec![("energy".into(), Test::AtLeast, Plain::Number(25))], vec![change("hunger", -10)]),
            action(
                "rob",
                vec![
                    ("hunger".into(), Test::AtMost, Plain::Number(50)),
                    ("energy".into(), Test::AtLeast, Plain::Number(50)),
                ],
                vec![change("gold", 1)],
            ),
        ],
    }
}

/// A chain of six actions, and irrelevant actions that are always applicable.
pub fn chain(irrelevant: usize) -> Problem {
    let link = |i: usize| format!("link{i}");
    let mut problem =
        Problem { start: Vec::new(), goal: vec![(link(5), Test::Is, Plain::Bool(true))], actions: vec![] };
    for i in 0..6 {
        let before = link(i.max(1) - 1);
        let preconditions = [(before.as_str(), true)];
        problem.start.push((link(i), Plain::Bool(false)));
        problem.actions.push(act(format!("do{i}"), 1, if i == 0 { &[] } else { &preconditions }, &[(&link(i), true)]));
    }
    for i in 0..irrelevant {
        let other = format!("other{i}");
        problem.start.push((other.clone(), Plain::Bool(false)));
        problem.actions.push(act(format!("waste{i}"), 1, &[], &[(&other, true)]));
    }
    problem
}

/// A goal of independent facts, each achieved by its own action.
pub fn independent(count: usize) -> Problem {
    let names: Vec<String> = (0..count).map(|i| format!("fact{i}")).collect();
    Problem {
        start: names.iter().map(|name| (name.clone(), Plain::Bool(false))).collect(),
        goal: names.iter().map(|name| (name.clone(), Test::Is, Plain::Bool(true))).collect(),
        actions: names.iter().enumerate().map(|(i, name)| act(format!("do{i}"), 1, &[], &[(name, true)])).collect(),
    }
}

/// The soldier's problem without ammunition and without a bomb: impossible.
pub fn unarmed_soldier() -> Problem {
    let mut problem = soldier();
    problem.actions.retain(|action| action.name != "load");
    for (fact, value) in &mut problem.start {
        if fact == "armedwithbomb" {
            *value = Plain::Bool(false);
        }
    }
    problem
}
