//! Which facts and actions can matter to a goal: a backward closure over what is wanted, done once when a domain is
//! compiled. An action that nothing wanted depends on costs a request nothing.
//!
//! Must not know: packing, queries.

use crate::goap::compiled::{ActionInfo, Change, FactInfo, Own, Test};
use crate::goap::values::ValueSet;

/// Both in ascending order.
pub(super) struct Relevant {
    pub facts: Vec<u32>,
    pub actions: Vec<u32>,
}

#[derive(Clone, Default)]
struct Wanted<'a> {
    /// Conditions on the fact, from the goal and from relevant actions.
    sets: Vec<&'a ValueSet>,
    own: bool,
    /// Whether a relevant action adds to the fact. Regression then shifts the sets, and any value may come to matter.
    shifted: bool,
}

pub(super) fn find(
    facts: &[FactInfo],
    actions: &[ActionInfo],
    conditions: &[Test],
    breaks_triangle_inequality: bool,
) -> Relevant {
    let mut wanted: Vec<Wanted> = vec![Wanted::default(); facts.len()];
    let mut achievers: Vec<Vec<u32>> = vec![Vec::new(); facts.len()];
    for (index, action) in actions.iter().enumerate() {
        for &(fact, _) in &action.effects {
            achievers[fact as usize].push(index as u32);
        }
    }
    let mut relevant = vec![false; actions.len()];
    let mut queue: Vec<u32> = Vec::new();
    for test in conditions {
        want(facts, &mut wanted, &mut queue, test);
    }
    if breaks_triangle_inequality {
        for (index, action) in actions.iter().enumerate() {
            if action.target.is_some_and(|target| target.includes_travel) {
                relevant[index] = true;
                for test in &action.preconditions {
                    want(facts, &mut wanted, &mut queue, test);
                }
            }
        }
    }
    while let Some(fact) = queue.pop() {
        for &index in &achievers[fact as usize] {
            let action = &actions[index as usize];
            let Some(&(_, change)) = action.effects.iter().find(|&&(brought, _)| brought == fact) else { continue };
            let target = &mut wanted[fact as usize];
            if !helps(target, &facts[fact as usize], change) {
                continue;
            }
            if matches!(change, Change::Add(_)) && !target.shifted {
                target.shifted = true;
                queue.push(fact);
            }
            if !relevant[index as usize] {
                relevant[index as usize] = true;
                for test in &action.preconditions {
                    want(facts, &mut wanted, &mut queue, test);
                }
            }
        }
    }
    let positions = |flags: &mut dyn Iterator<Item = bool>| -> Vec<u32> {
        flags.enumerate().filter(|&(_, flag)| flag).map(|(index, _)| index as u32).collect()
    };
    Relevant {
        facts: positions(&mut wanted.iter().map(|wanted| !wanted.sets.is_empty())),
        actions: positions(&mut relevant.iter().copied()),
    }
}

fn want<'a>(facts: &[FactInfo], wanted: &mut [Wanted<'a>], queue: &mut Vec<u32>, test: &'a Test) {
    let (low, high) = facts[test.fact as usize].range;
    let target = &mut wanted[test.fact as usize];
    if test.own == Own::Unsaid && test.set == ValueSet::interval(low, high) {
        return;
    }
    if (test.own != Own::Unsaid && !target.own) || !target.sets.contains(&&test.set) {
        target.own |= test.own != Own::Unsaid;
        target.sets.push(&test.set);
        queue.push(test.fact);
    }
}

/// Whether a change can bring the fact closer to something wanted of it.
fn helps(wanted: &Wanted, fact: &FactInfo, change: Change) -> bool {
    let (low, high) = fact.range;
    wanted.sets.iter().any(|set| match change {
        Change::Set(value) => wanted.shifted || wanted.own || set.contains(value),
        Change::SetOwn => wanted.own || set.0.iter().any(|&(_, to)| to >= 0),
        // Upwards helps unless every value up to some bound is welcome, and the other way round.
        Change::Add(amount) if amount > 0 => set.0.len() > 1 || set.0.first().is_some_and(|&(from, _)| from > low),
        Change::Add(amount) if amount < 0 => set.0.len() > 1 || set.0.last().is_some_and(|&(_, to)| to < high),
        Change::Add(_) => false,
    })
}
