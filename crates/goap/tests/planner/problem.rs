//! Small random planning problems, and an independent uniform-cost search for their minimum cost. It shares no code with
//! the planner under test.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A reproducible source of randomness (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// Units per step of a number: problems count in halves.
pub const HALF: f64 = 0.5;

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Bool,
    /// Minimum and maximum value.
    Integer(i64, i64),
    /// Minimum and maximum value in halves.
    Number(i64, i64),
    Symbol(i64),
    /// -1 or a candidate.
    Target,
}

#[derive(Clone, Debug)]
pub enum Test {
    Is(i64),
    IsNot(i64),
    AtLeast(i64),
    AtMost(i64),
    MoreThan(i64),
    LessThan(i64),
    Between(i64, i64),
    OneOf(Vec<i64>),
    All(Vec<Test>),
    Own,
    NotOwn,
}

impl Test {
    pub fn holds(&self, value: i64, own: i64) -> bool {
        match self {
            Self::Is(x) => value == *x,
            Self::IsNot(x) => value != *x,
            Self::AtLeast(x) => value >= *x,
            Self::AtMost(x) => value <= *x,
            Self::MoreThan(x) => value > *x,
            Self::LessThan(x) => value < *x,
            Self::Between(a, b) => *a <= value && value <= *b,
            Self::OneOf(list) => list.contains(&value),
            Self::All(parts) => parts.iter().all(|part| part.holds(value, own)),
            Self::Own => value == own,
            Self::NotOwn => value != own,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Change {
    Set(i64),
    Add(i64),
    Own,
}

#[derive(Clone, Debug)]
pub struct Act {
    /// In halves.
    pub cost: i64,
    pub preconditions: Vec<(usize, Test)>,
    pub effects: Vec<(usize, Change)>,
    /// Kinds as bits (0: all), once per target, includes travel.
    pub target: Option<(u64, bool, bool)>,
    pub enabled: bool,
}

#[derive(Clone, Debug)]
pub struct Problem {
    pub facts: Vec<Kind>,
    pub start: Vec<i64>,
    pub acts: Vec<Act>,
    pub goal: Vec<(usize, Test)>,
    /// Kinds as bits.
    pub candidates: Vec<u64>,
    /// Travel costs in halves, by start (the last row is the agent's position) and destination.
    pub travel: Vec<Vec<i64>>,
    /// In halves, by action and candidate.
    pub surcharges: Vec<Vec<i64>>,
    pub breaks_triangle_inequality: bool,
}

pub const NO_PATH: i64 = 1 << 40;

impl Problem {
    pub fn range(&self, fact: usize) -> (i64, i64) {
        match self.facts[fact] {
            Kind::Bool => (0, 1),
            Kind::Integer(a, b) | Kind::Number(a, b) => (a, b),
            Kind::Symbol(n) => (0, n - 1),
            Kind::Target => (-1, self.candidates.len() as i64 - 1),
        }
    }

    /// The minimum cost in halves; `None` if no plan exists. The caller distinguishes a free plan from a satisfied goal.
    pub fn least_cost(&self) -> Option<i64> {
        // A state: the facts' values, the location, then the used (action, candidate) pairs in order.
        let agent = self.candidates.len() as i64;
        let mut start = self.start.clone();
        start.push(agent);
        let mut known: HashMap<Vec<i64>, i64> = HashMap::new();
        let mut queue = BinaryHeap::new();
        known.insert(start.clone(), 0);
        queue.push(Reverse((0_i64, start)));
        let facts = self.facts.len();
        while let Some(Reverse((cost, state))) = queue.pop() {
            if known[&state] < cost {
                continue;
            }
            if self.goal.iter().all(|(fact, test)| test.holds(state[*fact], -2)) {
                return Some(cost);
            }
            for (index, act) in self.acts.iter().enumerate().filter(|(_, act)| act.enabled) {
                let owns: Vec<i64> = match act.target {
                    None => vec![-2],
                    Some((kinds, ..)) => (0..self.candidates.len() as i64)
                        .filter(|&c| kinds == 0 || self.candidates[c as usize] & kinds != 0)
                        .collect(),
                };
                for own in owns {
                    if !act.preconditions.iter().all(|(fact, test)| test.holds(state[*fact], own)) {
                        continue;
                    }
                    let mut next = state.clone();
                    let mut total = cost + act.cost;
                    for (fact, change) in &act.effects {
                        let (low, high) = self.range(*fact);
                        next[*fact] = match change {
                            Change::Set(value) => *value,
                            Change::Own => own,
                            Change::Add(amount) => (state[*fact] + amount).max(low).min(high),
                        };
                    }
                    if let Some((_, once_per_target, includes_travel)) = act.target {
                        total += self.surcharges[index][own as usize];
                        if includes_travel {
                            total += self.travel[state[facts] as usize][own as usize];
                            next[facts] = own;
                        }
                        if once_per_target {
                            let pair = index as i64 * 1000 + own;
                            match next[facts + 1..].binary_search(&pair) {
                                Ok(_) => continue,
                                Err(at) => next.insert(facts + 1 + at, pair),
                            }
                        }
                    }
                    if total >= NO_PATH {
                        continue;
                    }
                    if known.get(&next).is_none_or(|&old| total < old) {
                        known.insert(next.clone(), total);
                        queue.push(Reverse((total, next)));
                    }
                }
            }
        }
        None
    }
}

fn random_test(dice: &mut Dice, kind: &Kind, range: (i64, i64), depth: u32) -> Test {
    let numeric = matches!(kind, Kind::Integer(..) | Kind::Number(..));
    let mut value = || dice.range(range.0, range.1);
    let (a, b) = (value(), value());
    match dice.below(if numeric { 9 } else { 4 }) {
        0 | 1 => Test::Is(a),
        2 => Test::IsNot(a),
        3 => Test::OneOf((0..dice.range(1, 3)).map(|_| dice.range(range.0, range.1)).collect()),
        4 => Test::AtLeast(a),
        5 => Test::AtMost(a),
        6 => Test::Between(a.min(b), a.max(b)),
        7 if depth == 0 => Test::All((0..2).map(|_| random_test(dice, kind, range, 1)).collect()),
        7 => Test::MoreThan(a),
        _ => Test::LessThan(a),
    }
}

/// A random problem that is small enough for exhaustive search.
pub fn random(seed: u64) -> Problem {
    let dice = &mut Dice(seed);
    let with_targets = dice.chance(40);
    let candidates: Vec<u64> =
        if with_targets { (0..dice.range(1, 4)).map(|_| 1 << dice.below(2)).collect() } else { Vec::new() };
    let count = dice.range(1, if with_targets { 4 } else { 6 }) as usize;
    let mut facts: Vec<Kind> = (0..count)
        .map(|_| match dice.below(5) {
            0 | 1 => Kind::Bool,
            2 => {
                let low = dice.range(-2, 1);
                Kind::Integer(low, low + dice.range(0, 5))
            }
            3 => {
                let low = dice.range(-3, 1);
                Kind::Number(low, low + dice.range(1, 8))
            }
            _ => Kind::Symbol(dice.range(1, 4)),
        })
        .collect();
    if with_targets {
        facts.push(Kind::Target);
        if dice.chance(20) {
            facts.push(Kind::Target);
        }
    }
    let mut problem = Problem {
        facts,
        start: Vec::new(),
        acts: Vec::new(),
        goal: Vec::new(),
        candidates,
        travel: Vec::new(),
        surcharges: Vec::new(),
        breaks_triangle_inequality: dice.chance(30),
    };
    let all = problem.facts.len();
    problem.start = (0..all)
        .map(|fact| {
            let (low, high) = problem.range(fact);
            dice.range(low, high)
        })
        .collect();
    let free = dice.chance(15);
    for _ in 0..dice.range(1, 8) {
        let target = (with_targets && dice.chance(60)).then(|| (dice.below(4), dice.chance(50), dice.chance(60)));
        let pick = |dice: &mut Dice, most: i64| -> Vec<usize> {
            let mut chosen: Vec<usize> = (0..dice.range(0, most)).map(|_| dice.below(all as u64) as usize).collect();
            chosen.sort_unstable();
            chosen.dedup();
            chosen
        };
        let preconditions = pick(dice, 3);
        let effects = pick(dice, 3);
        let preconditions = preconditions
            .into_iter()
            .map(|fact| {
                let kind = problem.facts[fact].clone();
                let test = if kind == Kind::Target && target.is_some() && dice.chance(70) {
                    if dice.chance(80) { Test::Own } else { Test::NotOwn }
                } else {
                    random_test(dice, &kind, problem.range(fact), 0)
                };
                (fact, test)
            })
            .collect();
        let effects = effects
            .into_iter()
            .map(|fact| {
                let (low, high) = problem.range(fact);
                let change = match problem.facts[fact] {
                    Kind::Integer(..) | Kind::Number(..) if dice.chance(65) => Change::Add(dice.range(-3, 3)),
                    Kind::Target if target.is_some() && dice.chance(80) => Change::Own,
                    _ => Change::Set(dice.range(low, high)),
                };
                (fact, change)
            })
            .collect();
        let cost = if free || dice.chance(15) { 0 } else { dice.range(1, 9) };
        problem.acts.push(Act { cost, preconditions, effects, target, enabled: !dice.chance(5) });
    }
    // Tries a few times to find a goal that the start does not satisfy.
    for _ in 0..6 {
        problem.goal.clear();
        for _ in 0..dice.range(1, 3) {
            let fact = dice.below(all as u64) as usize;
            if problem.goal.iter().all(|(other, _)| *other != fact) {
                let kind = problem.facts[fact].clone();
                let test = random_test(dice, &kind, problem.range(fact), 0);
                problem.goal.push((fact, test));
            }
        }
        if problem.goal.iter().any(|(fact, test)| !test.holds(problem.start[*fact], -2)) {
            break;
        }
    }
    let n = problem.candidates.len();
    problem.travel =
        (0..=n).map(|_| (0..n).map(|_| if dice.chance(10) { NO_PATH } else { dice.range(0, 9) }).collect()).collect();
    for c in 0..n {
        problem.travel[c][c] = 0;
    }
    if !problem.breaks_triangle_inequality {
        for by in 0..n {
            for from in 0..=n {
                for to in 0..n {
                    let round = problem.travel[from][by] + problem.travel[by][to];
                    problem.travel[from][to] = problem.travel[from][to].min(round);
                }
            }
        }
    }
    problem.surcharges = (0..problem.acts.len())
        .map(|_| (0..n).map(|_| if dice.chance(10) { NO_PATH } else { dice.range(0, 2) }).collect())
        .collect();
    problem
}

/// A random economy: numbers that are produced from one another.
pub fn economy(seed: u64) -> Problem {
    let dice = &mut Dice(seed);
    let count = dice.range(2, 4) as usize;
    let mut problem = Problem {
        facts: (0..count).map(|_| Kind::Integer(dice.range(-1, 0), dice.range(3, 9))).collect(),
        start: Vec::new(),
        acts: Vec::new(),
        goal: Vec::new(),
        candidates: Vec::new(),
        travel: vec![Vec::new()],
        surcharges: Vec::new(),
        breaks_triangle_inequality: false,
    };
    problem.facts.push(Kind::Bool);
    problem.start = (0..count).map(|_| dice.range(0, 2)).collect();
    problem.start.push(0);
    for made in 0..count {
        for _ in 0..dice.range(1, 2) {
            let up = if dice.chance(85) { 1 } else { -1 };
            let mut act = Act {
                cost: dice.range(0, 7),
                preconditions: Vec::new(),
                effects: vec![(made, Change::Add(up * dice.range(1, 3)))],
                target: None,
                enabled: true,
            };
            for other in (0..count).filter(|&other| other != made) {
                if dice.chance(if other < made { 50 } else { 10 }) {
                    let spent = dice.range(0, 2);
                    // Sometimes less than is consumed; then consumption is clamped at the end of the range.
                    let level = if dice.chance(75) { spent + dice.range(0, 2) } else { dice.range(0, 2) };
                    act.preconditions
                        .push((other, if dice.chance(80) { Test::AtLeast(level) } else { Test::AtMost(level) }));
                    if spent != 0 {
                        act.effects.push((other, Change::Add(if dice.chance(90) { -spent } else { spent })));
                    }
                }
            }
            if dice.chance(20) {
                act.preconditions.push((count, Test::Is(1)));
            }
            problem.acts.push(act);
        }
    }
    problem.acts.push(Act {
        cost: dice.range(0, 9),
        preconditions: vec![(0, Test::AtLeast(dice.range(0, 3)))],
        effects: vec![(count, Change::Set(1)), (0, Change::Add(-dice.range(0, 3)))],
        target: None,
        enabled: true,
    });
    for fact in 0..count {
        if fact + 1 == count || dice.chance(30) {
            let (low, high) = problem.range(fact);
            let value = dice.range(low, high);
            problem.goal.push((fact, if dice.chance(75) { Test::AtLeast(value) } else { Test::Is(value) }));
        }
    }
    problem.surcharges = vec![Vec::new(); problem.acts.len()];
    problem
}
