//! Relevance: the facts and actions that can matter to a goal, found by a backward closure over conditions when a
//! domain is compiled. Irrelevant actions cost a request nothing.
//!
//! Independent of: packing, requests.

use crate::compiled::{Change, CompiledAction, CompiledFact, FactTest, TargetTest};
use crate::values::ValueSet;

/// Both in ascending order.
pub(super) struct Relevant {
    pub facts: Vec<u32>,
    pub actions: Vec<u32>,
}

#[derive(Clone, Default)]
struct FactDemand<'a> {
    /// Conditions on the fact, from the goal and from relevant actions.
    sets: Vec<&'a ValueSet>,
    by_target: bool,
    /// Whether a relevant action adds to the fact. Regression then shifts its sets, so any value may matter.
    shifted: bool,
}

pub(super) fn find(
    facts: &[CompiledFact],
    actions: &[CompiledAction],
    conditions: &[FactTest],
    breaks_triangle_inequality: bool,
) -> Relevant {
    let mut demands: Vec<FactDemand> = vec![FactDemand::default(); facts.len()];
    let mut achievers: Vec<Vec<u32>> = vec![Vec::new(); facts.len()];
    for (index, action) in actions.iter().enumerate() {
        for &(fact, _) in &action.effects {
            achievers[fact as usize].push(index as u32);
        }
    }
    let mut relevant = vec![false; actions.len()];
    let mut queue: Vec<u32> = Vec::new();
    for test in conditions {
        add_demand(facts, &mut demands, &mut queue, test);
    }
    if breaks_triangle_inequality {
        for (index, action) in actions.iter().enumerate() {
            if action.target.is_some_and(|target| target.includes_travel) {
                relevant[index] = true;
                for test in &action.preconditions {
                    add_demand(facts, &mut demands, &mut queue, test);
                }
            }
        }
    }
    while let Some(fact) = queue.pop() {
        for &index in &achievers[fact as usize] {
            let action = &actions[index as usize];
            let Some(&(_, change)) = action.effects.iter().find(|&&(changed, _)| changed == fact) else { continue };
            let demand = &mut demands[fact as usize];
            if !helps(demand, &facts[fact as usize], change) {
                continue;
            }
            if matches!(change, Change::Add(_)) && !demand.shifted {
                demand.shifted = true;
                queue.push(fact);
            }
            if !relevant[index as usize] {
                relevant[index as usize] = true;
                for test in &action.preconditions {
                    add_demand(facts, &mut demands, &mut queue, test);
                }
            }
        }
    }
    let positions = |flags: &mut dyn Iterator<Item = bool>| -> Vec<u32> {
        flags.enumerate().filter(|&(_, flag)| flag).map(|(index, _)| index as u32).collect()
    };
    Relevant {
        facts: positions(&mut demands.iter().map(|demand| !demand.sets.is_empty())),
        actions: positions(&mut relevant.iter().copied()),
    }
}

fn add_demand<'a>(facts: &[CompiledFact], demands: &mut [FactDemand<'a>], queue: &mut Vec<u32>, test: &'a FactTest) {
    let range = facts[test.fact as usize].range;
    let demand = &mut demands[test.fact as usize];
    if test.target_test == TargetTest::Any && test.set.is_interval(range) {
        return;
    }
    if (test.target_test != TargetTest::Any && !demand.by_target) || !demand.sets.contains(&&test.set) {
        demand.by_target |= test.target_test != TargetTest::Any;
        demand.sets.push(&test.set);
        queue.push(test.fact);
    }
}

/// Whether a change can bring a fact closer to a condition.
fn helps(demand: &FactDemand, fact: &CompiledFact, change: Change) -> bool {
    demand.sets.iter().any(|set| match change {
        Change::Set(_) if demand.shifted || demand.by_target => true,
        Change::SetTarget if demand.by_target => true,
        _ => change.may_lead_into(set, fact.range),
    })
}
