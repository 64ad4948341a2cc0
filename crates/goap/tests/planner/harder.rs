//! Random problems that take longer searches than those of `problem`: several numeric goals that share capped resources, and
//! collecting some of many things before a last stop.

use super::problem::{Act, Change, Dice, Kind, Problem, Test};

/// An economy with capped stocks, several numeric goals, and actions that spend one stock on another.
pub fn capped_economy(seed: u64) -> Problem {
    let dice = &mut Dice(seed);
    let count = dice.range(3, 4) as usize;
    let cap = dice.range(4, 7);
    let mut problem = Problem {
        facts: vec![Kind::Integer(0, cap); count],
        start: (0..count).map(|_| dice.range(0, 2)).collect(),
        acts: Vec::new(),
        goal: Vec::new(),
        candidates: Vec::new(),
        travel: vec![Vec::new()],
        surcharges: Vec::new(),
        breaks_triangle_inequality: false,
    };
    for made in 0..count {
        for _ in 0..dice.range(1, 2) {
            let mut act = Act {
                cost: dice.range(1, 9),
                preconditions: Vec::new(),
                effects: vec![(made, Change::Add(dice.range(1, 3)))],
                target: None,
                enabled: true,
            };
            for other in (0..count).filter(|&other| other != made) {
                if dice.chance(if other < made { 60 } else { 15 }) {
                    let spent = dice.range(1, 2);
                    act.preconditions.push((other, Test::AtLeast(spent)));
                    act.effects.push((other, Change::Add(-spent)));
                }
            }
            problem.acts.push(act);
        }
    }
    // Each goal takes most of what its stock can hold, and stocks are spent on one another.
    for fact in 0..count {
        if fact == 0 || dice.chance(70) {
            problem.goal.push((fact, Test::AtLeast(dice.range(2, cap))));
        }
    }
    problem.surcharges = vec![Vec::new(); problem.acts.len()];
    problem
}

/// Takes some of several things, each at its own cost, and ends at a place; or sells them there and goes away again.
pub fn collecting(seed: u64) -> Problem {
    let dice = &mut Dice(seed);
    let things = dice.range(4, 7) as usize;
    let wanted = dice.range(1, things as i64);
    let sells = dice.chance(40);
    let places: Vec<(i64, i64)> = (0..things + 2).map(|_| (dice.range(0, 30), dice.range(0, 30))).collect();
    let act = |cost, preconditions, effects, target| Act { cost, preconditions, effects, target, enabled: true };
    let walk = |from: usize, to: usize| {
        let (a, b) = (places[from], places[to]);
        (a.0 - b.0).abs() + (a.1 - b.1).abs()
    };
    // The candidates: the things, then the last stop. The last place is the agent's.
    let count = things + 1;
    let mut problem = Problem {
        facts: vec![Kind::Target, Kind::Integer(0, 20), if sells { Kind::Integer(0, 30) } else { Kind::Bool }],
        start: vec![-1, 0, 0],
        acts: vec![
            act(0, vec![], vec![(0, Change::Own)], Some((0, false, true))),
            act(2, vec![(0, Test::Own)], vec![(1, Change::Add(1))], Some((1, true, false))),
            act(
                1,
                vec![(0, Test::Own), (1, Test::AtLeast(wanted))],
                match sells {
                    true => vec![(1, Change::Add(-wanted)), (2, Change::Add(1))],
                    false => vec![(2, Change::Set(1))],
                },
                Some((2, false, false)),
            ),
        ],
        goal: match sells {
            true => vec![(2, Test::AtLeast(1)), (0, Test::IsNot(things as i64))],
            false => vec![(2, Test::Is(1))],
        },
        candidates: (0..count).map(|candidate| if candidate < things { 1 } else { 2 }).collect(),
        travel: (0..=count).map(|from| (0..count).map(|to| walk(from, to)).collect()).collect(),
        surcharges: Vec::new(),
        breaks_triangle_inequality: false,
    };
    problem.surcharges = (0..3).map(|_| (0..count).map(|_| dice.range(0, 3)).collect()).collect();
    problem
}

/// A larger economy: five stocks with small caps, and a goal for most of them at once.
pub fn wide_economy(seed: u64) -> Problem {
    let mut problem = capped_economy(seed);
    let dice = &mut Dice(!seed);
    let (count, more) = (problem.facts.len(), 2);
    for made in count..count + more {
        problem.facts.push(Kind::Integer(0, 5));
        problem.start.push(dice.range(0, 1));
        let spent = dice.below(made as u64) as usize;
        problem.acts.push(Act {
            cost: dice.range(1, 9),
            preconditions: vec![(spent, Test::AtLeast(1))],
            effects: vec![(made, Change::Add(dice.range(1, 2))), (spent, Change::Add(-1))],
            target: None,
            enabled: true,
        });
        problem.goal.push((made, Test::AtLeast(dice.range(2, 5))));
    }
    problem.surcharges = vec![Vec::new(); problem.acts.len()];
    problem
}
