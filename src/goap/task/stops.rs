//! Numbers that count stops on the way: those that grow only by things done once to each of several candidates, each of
//! which has to be gone to. Decided when the domain is compiled.
//!
//! Must not know: queries, search.

use super::Task;
use crate::goap::compiled::{Change, Own};
use crate::goap::fact::NO_TARGET;

/// A number that each stop brings one step closer.
#[derive(Debug, Clone)]
pub(in crate::goap) struct StopRule {
    pub field: u32,
    pub up: bool,
    /// The most that one stop adds.
    pub most: i64,
    pub actions: Vec<u32>,
    /// The target field that says where one is, unless the actions travel themselves.
    pub by: Option<u32>,
}

/// Target fields that only travelling brings to a candidate.
pub(in crate::goap) fn travelled_fields(task: &Task) -> Vec<u32> {
    let travelled = |&field: &u32| {
        task.fields[field as usize].is_target
            && task.changers[field as usize].iter().all(|&(action, change)| match change {
                Change::SetOwn => task.actions[action as usize].target.is_some_and(|target| target.includes_travel),
                Change::Set(value) => value == NO_TARGET,
                Change::Add(_) => false,
            })
    };
    task.set_fields.iter().copied().filter(travelled).collect()
}

/// The numbers of a task that count stops.
pub(in crate::goap) fn stop_rules(task: &Task) -> Vec<StopRule> {
    let mut rules = Vec::new();
    if task.last.is_none() || task.breaks_triangle_inequality {
        return rules;
    }
    for &field in &task.set_fields {
        for up in [true, false] {
            rules.extend(stop_rule(task, field, up));
        }
    }
    rules
}

fn stop_rule(task: &Task, field: u32, up: bool) -> Option<StopRule> {
    let mut rule = StopRule { field, up, most: 0, actions: Vec::new(), by: None };
    let mut own_way = false;
    for &(index, change) in &task.changers[field as usize] {
        let Change::Add(amount) = change else { return None };
        if amount == 0 || (amount > 0) != up {
            continue;
        }
        let action = &task.actions[index as usize];
        let target = action.target.filter(|target| target.once_per_target)?;
        if target.includes_travel {
            own_way = true;
        } else {
            let by = task
                .ops_of(action)
                .iter()
                .find(|op| op.own == Own::Is && op.change.is_none() && task.travelled.contains(&op.field))?;
            if rule.by.is_some_and(|field| field != by.field) {
                return None;
            }
            rule.by = Some(by.field);
        }
        rule.most = rule.most.max(amount.abs());
        rule.actions.push(index);
    }
    // One stop could serve two actions, or two of one's steps; then stops would be counted twice.
    (rule.actions.len() == 1 && (rule.by.is_none() || !own_way)).then_some(rule)
}
