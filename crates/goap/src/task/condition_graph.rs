//! The task as a graph of conditions and actions: which action requires which conditions and may achieve which.
//! Landmarks are found in it.
//!
//! Independent of: requests.

use super::Task;
use super::field_condition::{FieldCondition, for_each_condition, for_each_precondition};
use super::lists::Lists;
use crate::compiled::Change;

/// The maximum number of pairs of action and condition; a larger graph is left empty.
const MAX_PAIRS: usize = 1 << 20;

/// Conditions are numbered.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConditionGraph {
    /// Field and condition.
    pub list: Vec<(u32, FieldCondition)>,
    pub goal: Vec<u32>,
    /// By action: the conditions that it requires, and those that it may achieve.
    pub preconditions: Lists<u32>,
    pub effects: Lists<u32>,
    /// By condition: the actions that may achieve it.
    pub achievers: Lists<u32>,
}

impl ConditionGraph {
    /// The graph of a task; empty if it would be too large.
    pub fn new(task: &Task) -> Self {
        let mut graph = Self::default();
        for_each_condition(task, &task.goal, |field, wanted| {
            let number = number(&mut graph.list, field, wanted);
            graph.goal.push(number);
        });
        for action in 0..task.actions.len() {
            for_each_precondition(task, action, |field, wanted| {
                let number = number(&mut graph.list, field, wanted);
                graph.preconditions.push(number);
            });
            graph.preconditions.close();
        }
        let mut by_field: Vec<Vec<u32>> = vec![Vec::new(); task.fields.len()];
        for (condition, &(field, _)) in graph.list.iter().enumerate() {
            by_field[field as usize].push(condition as u32);
        }
        let mut pairs = Vec::new();
        for action in 0..task.actions.len() {
            for_each_change(task, action, |field| {
                for &condition in &by_field[field as usize] {
                    if may_achieve(task, action, graph.list[condition as usize]) {
                        graph.effects.push(condition);
                        pairs.push((condition, action as u32));
                    }
                }
            });
            graph.effects.close();
            if pairs.len() > MAX_PAIRS {
                return Self::default();
            }
        }
        pairs.sort_unstable();
        let mut next = 0;
        for condition in 0..graph.list.len() as u32 {
            while let Some(&(_, action)) = pairs.get(next).filter(|&&(achieved, _)| achieved == condition) {
                graph.achievers.push(action);
                next += 1;
            }
            graph.achievers.close();
        }
        graph
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

fn number(list: &mut Vec<(u32, FieldCondition)>, field: u32, wanted: FieldCondition) -> u32 {
    let known = list.iter().position(|&known| known == (field, wanted));
    known.unwrap_or_else(|| {
        list.push((field, wanted));
        list.len() - 1
    }) as u32
}

/// Calls `each` for every field that an action changes.
fn for_each_change(task: &Task, action: usize, mut each: impl FnMut(u32)) {
    for &bit in &task.bit_effects[action] {
        each(task.bit_field[bit as usize]);
    }
    for op in &task.ops[action] {
        if op.change.is_some() {
            each(op.field);
        }
    }
}

/// Whether an action could achieve the condition from some state.
fn may_achieve(task: &Task, action: usize, (field, wanted): (u32, FieldCondition)) -> bool {
    if let FieldCondition::Bits(bits) = wanted {
        // Bits of other rows in the same word do not matter: neither the condition nor the effects on this field
        // include them.
        return task.bit_effects[action]
            .iter()
            .any(|&bit| task.bit_field[bit as usize] == field && bits >> (bit % 64) & 1 == 1);
    }
    let range = task.fields[field as usize].range;
    let set = match wanted {
        FieldCondition::Set(number) if number > 0 => task.sets.get(number as usize - 1).map(|(_, set)| set),
        _ => None,
    };
    task.ops[action].iter().any(|op| match (op.change, set) {
        _ if op.field != field => false,
        (Some(change), Some(set)) => change.may_lead_into(set, range),
        (Some(Change::Set(value)), None) => value >= 0,
        (Some(Change::SetTarget), None) => true,
        (Some(Change::Add(_)), None) | (None, _) => false,
    })
}
