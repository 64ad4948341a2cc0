//! Numbers from which the search can tell how many places the agent must still visit (its stops): numbers that change in one
//! direction only through an action that uses each target at most once and has to travel to it. Found when the domain is
//! compiled.
//!
//! Independent of: requests, search.

use super::Task;
use crate::compiled::{Change, TargetTest};
use crate::fact::NO_TARGET;

/// A number that changes in one direction at each stop.
#[derive(Debug, Clone)]
pub(crate) struct StopRule {
    pub field: u32,
    pub up: bool,
    /// The maximum change at one stop.
    pub max_step: i64,
    /// The action that is done at each stop.
    pub action: u32,
    /// The target field that must hold the stop; only travelling assigns it. `None` if the action travels itself.
    pub target_field: Option<u32>,
}

/// Target fields that hold the agent's location whenever they hold a candidate: only travelling assigns one to them, and all
/// travelling changes them.
pub(crate) fn find_location_fields(task: &Task) -> Vec<u32> {
    let all_travel_changes = |field: u32| {
        let changers = &task.changers[field as usize];
        (0..task.actions.len() as u32)
            .filter(|&action| travels(task, action))
            .all(|action| changers.iter().any(|&(changer, _)| changer == action))
    };
    let is_location = |&field: &u32| only_travel_assigns(task, field) && all_travel_changes(field);
    task.set_fields.iter().copied().filter(is_location).collect()
}

fn travels(task: &Task, action: u32) -> bool {
    task.actions[action as usize].target.is_some_and(|target| target.includes_travel)
}

/// Whether a field is a target field to which only travelling assigns a candidate. So the agent has been at the candidate, but may
/// have travelled on.
fn only_travel_assigns(task: &Task, field: u32) -> bool {
    task.fields[field as usize].is_target
        && task.changers[field as usize].iter().all(|&(action, change)| match change {
            Change::SetTarget => travels(task, action),
            Change::Set(value) => value == NO_TARGET,
            Change::Add(_) => false,
        })
}

/// The rules for all such numbers of a task.
pub(crate) fn stop_rules(task: &Task) -> Vec<StopRule> {
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
    let mut rule = StopRule { field, up, max_step: 0, action: 0, target_field: None };
    let mut actions = 0;
    let mut travels_itself = false;
    for &(index, change) in &task.changers[field as usize] {
        let Change::Add(amount) = change else { return None };
        if amount == 0 || (amount > 0) != up {
            continue;
        }
        let action = &task.actions[index as usize];
        let target = action.target.filter(|target| target.once_per_target)?;
        if target.includes_travel {
            travels_itself = true;
        } else {
            let at_target = task.ops[index as usize].iter().find(|op| {
                op.target_test == TargetTest::Is && op.change.is_none() && only_travel_assigns(task, op.field)
            })?;
            if rule.target_field.is_some_and(|field| field != at_target.field) {
                return None;
            }
            rule.target_field = Some(at_target.field);
        }
        rule.max_step = rule.max_step.max(amount.abs());
        (rule.action, actions) = (index, actions + 1);
    }
    // One stop could serve two actions, or two steps of an action that also travels; then stops would be counted twice.
    (actions == 1 && (rule.target_field.is_none() || !travels_itself)).then_some(rule)
}
