//! Parts of a mind that have no effect, or not the one that they look like: actions that no goal can use, goals that another one
//! outranks in every state, odds above 1, facts that are forgotten, placeholders for actions that the mind does not have.
//!
//! Everything here is read from the file alone. What is found is a doubt, not an error: the mind works without it.

mod facts;
mod relevance;

use std::collections::BTreeSet;

use facts::{brings_about, default_of, holds, is_constant};

use super::MindFinding;
use crate::{
    protocol::Label,
    schema::mind::{MindActionData, MindFile},
};

/// The doubts about a mind with everything that it builds on. `used` are the actions that brain files use without a goal's plan.
pub fn review_mind(mind: &MindFile, used: &BTreeSet<Label>) -> Vec<MindFinding> {
    let mut found = unused_actions(mind, used);
    found.extend(forgotten_facts(mind));
    found.extend(empty_promises(mind));
    found.extend(relevance::outranked_goals(mind));
    found.extend(relevance::odds_out_of_range(mind));
    found
}

/// Actions that bring about nothing that a goal asks for, nor what another useful action needs.
fn unused_actions(mind: &MindFile, used: &BTreeSet<Label>) -> Vec<MindFinding> {
    let mut wanted: Vec<_> = mind.goals.iter().flat_map(|goal| goal.conditions.0.iter()).collect();
    let mut useful = vec![false; mind.actions.len()];
    let helps = |action: &MindActionData, wanted: &[&(String, _)]| {
        let effects = &action.effects.0;
        wanted.iter().any(|(fact, condition)| {
            effects.iter().any(|(changed, effect)| changed == fact && brings_about(effect, condition))
        })
    };
    loop {
        let more: Vec<_> = mind.actions.iter().enumerate().filter(|(index, _)| !useful[*index]).collect();
        let more: Vec<_> = more.into_iter().filter(|(_, action)| helps(action, &wanted)).collect();
        if more.is_empty() {
            break;
        }
        for (index, action) in more {
            useful[index] = true;
            wanted.extend(action.preconditions.0.iter());
        }
    }
    let unused =
        mind.actions.iter().enumerate().filter(|(index, action)| !useful[*index] && !used.contains(&action.name));
    let report = |(index, action): (usize, &MindActionData)| {
        let message = format!(
            "no goal can use the action `{}`: none of its effects is asked for by a goal, or by an action that one can use",
            action.name
        );
        MindFinding::new(format!("actions[{index}].name"), message)
    };
    unused.map(report).collect()
}

/// Facts without a source that an action needs after another has brought them about: when the other ends, they have their defaults again.
fn forgotten_facts(mind: &MindFile) -> Vec<MindFinding> {
    let mut found = Vec::new();
    for (name, fact) in mind.facts.0.iter().filter(|(_, fact)| is_constant(fact)) {
        let brought = mind.actions.iter().find(|action| action.effects.get(name).is_some());
        // A placeholder is never executed: the agent plans again before.
        let needed = mind.actions.iter().filter(|action| !action.placeholder);
        let needed = needed.into_iter().find(|action| {
            action
                .preconditions
                .get(name)
                .is_some_and(|condition| holds(condition, &default_of(&fact.r#type)) == Some(false))
        });
        if let (Some(by), Some(action)) = (brought, needed) {
            let message = format!(
                "the fact `{name}` has no `value`: it is forgotten as soon as `{}` has ended, and `{}` needs it then",
                by.name, action.name
            );
            found.push(MindFinding::new(format!("facts[{name:?}]"), message));
        }
    }
    found
}

/// Placeholders that promise what no action of the mind brings about.
fn empty_promises(mind: &MindFile) -> Vec<MindFinding> {
    let real = || mind.actions.iter().filter(|action| !action.placeholder);
    let mut found = Vec::new();
    for (index, action) in mind.actions.iter().enumerate().filter(|(_, action)| action.placeholder) {
        for fact in action.effects.keys() {
            let asked = mind.goals.iter().any(|goal| goal.conditions.get(fact).is_some());
            let needed = asked || real().any(|other| other.preconditions.get(fact).is_some());
            if needed && !real().any(|other| other.effects.get(fact).is_some()) {
                let message = format!(
                    "the placeholder `{}` promises `{fact}`, but this mind has no action that brings it about",
                    action.name
                );
                found.push(MindFinding::new(format!("actions[{index}].effects[{fact:?}]"), message));
            }
        }
    }
    found
}
