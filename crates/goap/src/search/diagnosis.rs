//! Why a goal is impossible: the facts at the ends of the chains of unmet conditions, which no action achieves.
//!
//! Independent of: nodes, names.

use super::prepared::PreparedRequest;
use crate::compiled::FactId;
use crate::number::INF;
use crate::task::Task;
use crate::task::field_condition::{FieldCondition, for_each_condition, for_each_precondition};

/// Reused memory.
#[derive(Debug, Default)]
pub(crate) struct Diagnosis {
    /// By field.
    seen: Vec<bool>,
    queue: Vec<(u32, FieldCondition)>,
}

impl Diagnosis {
    /// Collects facts, in declaration order, on the way to the goal that no action achieves. Where each condition could be
    /// achieved alone, these are the goal's unmet facts.
    pub fn find_missing_facts(&mut self, task: &Task, prepared: &PreparedRequest, missing: &mut Vec<FactId>) {
        let fact = |field: u32| FactId(task.fields[field as usize].fact);
        self.seen.clear();
        self.seen.resize(task.fields.len(), false);
        self.queue.clear();
        for_each_condition(task, &task.goal, |field, condition| {
            if prepared.unreachable(task, field, condition) {
                self.queue.push((field, condition));
            }
        });
        while let Some((field, condition)) = self.queue.pop() {
            if std::mem::replace(&mut self.seen[field as usize], true) {
                continue;
            }
            let mut helped = false;
            for index in 0..task.actions.len() {
                if prepared.ground.costs[index] < INF && prepared.achieves(task, index, field, condition) {
                    helped = true;
                    for_each_precondition(task, index, |field, condition| {
                        if prepared.unreachable(task, field, condition) {
                            self.queue.push((field, condition));
                        }
                    });
                }
            }
            if !helped {
                missing.push(fact(field));
            }
        }
        if missing.is_empty() {
            for_each_condition(task, &task.goal, |field, condition| {
                if prepared.unmet(task, field, condition) {
                    missing.push(fact(field));
                }
            });
        }
        missing.sort_unstable();
    }
}
