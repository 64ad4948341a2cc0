//! Why a goal is impossible: the facts at the ends of the chains of unmet conditions, which no action achieves.
//!
//! Independent of: nodes, names.

use super::Scratch;
use crate::compiled::Change;
use crate::number::INF;
use crate::task::field_condition::{FieldCondition, for_each_condition, for_each_precondition};
use crate::task::{FieldEncoding, Task, TaskAction};
use crate::values::contains;

/// Reused memory.
#[derive(Debug, Default)]
pub(crate) struct DiagnosisScratch {
    seen: Vec<bool>,
    queue: Vec<(u32, FieldCondition)>,
}

impl Scratch {
    /// Collects facts (by index in the domain, ascending) on the way to the goal that no action achieves. Where each
    /// condition could be achieved alone, these are the goal's unmet facts.
    pub fn find_missing_facts(&mut self, task: &Task, missing: &mut Vec<u32>) {
        let mut diagnosis = std::mem::take(&mut self.diagnosis);
        diagnosis.seen.clear();
        diagnosis.seen.resize(task.fields.len(), false);
        diagnosis.queue.clear();
        for_each_condition(task, &task.goal, |field, condition| {
            if self.unmet(task, field, condition, true) {
                diagnosis.queue.push((field, condition));
            }
        });
        while let Some((field, condition)) = diagnosis.queue.pop() {
            if std::mem::replace(&mut diagnosis.seen[field as usize], true) {
                continue;
            }
            let mut helped = false;
            for (index, action) in task.actions.iter().enumerate() {
                if self.ground.costs[index] < INF && self.achieves(task, action, index, field, condition) {
                    helped = true;
                    for_each_precondition(task, action, index, |field, condition| {
                        if self.unmet(task, field, condition, true) {
                            diagnosis.queue.push((field, condition));
                        }
                    });
                }
            }
            if !helped {
                missing.push(task.fields[field as usize].fact);
            }
        }
        if missing.is_empty() {
            for_each_condition(task, &task.goal, |field, condition| {
                if self.unmet(task, field, condition, false) {
                    missing.push(task.fields[field as usize].fact);
                }
            });
        }
        missing.sort_unstable();
        self.diagnosis = diagnosis;
    }

    /// Whether the start fails a condition; with `ever`, whether the condition is also unreachable.
    pub fn unmet(&self, task: &Task, field: u32, condition: FieldCondition, ever: bool) -> bool {
        let value = self.ground.values[field as usize];
        let holds = match (condition, task.fields[field as usize].encoding) {
            (FieldCondition::Bits(bits), FieldEncoding::Bits { word, .. }) => {
                self.ground.start[word as usize] & bits != 0
            }
            (FieldCondition::Set(number), _) => self.sets.contains(number, value),
            (FieldCondition::CandidateOf(action), _) => {
                value >= 0 && self.ground.cost_for(task, action as usize, value as u32) < INF
            }
            _ => true,
        };
        !holds && (!ever || self.reachability.condition(task, &self.ground, &self.sets, field, condition) >= INF)
    }

    /// Whether an action can change a field towards a condition.
    pub fn achieves(
        &self,
        task: &Task,
        action: &TaskAction,
        index: usize,
        field: u32,
        condition: FieldCondition,
    ) -> bool {
        match condition {
            FieldCondition::Bits(bits) => {
                let FieldEncoding::Bits { word, .. } = task.fields[field as usize].encoding else { return false };
                task.bit_effects_of(action).iter().any(|&bit| bit / 64 == word && bits >> (bit % 64) & 1 == 1)
            }
            FieldCondition::Set(number) => {
                let (set, now) = (self.sets.members(number), self.ground.values[field as usize]);
                task.ops_of(action).iter().any(|op| {
                    op.field == field
                        && match op.change {
                            None => false,
                            Some(Change::Set(value)) => contains(set, value),
                            Some(Change::SetTarget) => {
                                self.ground.candidates(index).iter().any(|&(own, _)| contains(set, i64::from(own)))
                            }
                            Some(Change::Add(amount)) => {
                                set.last().is_some_and(|&(_, high)| amount > 0 && high > now)
                                    || set.first().is_some_and(|&(low, _)| amount < 0 && low < now)
                            }
                        }
                })
            }
            FieldCondition::CandidateOf(other) => task.ops_of(action).iter().any(|op| {
                op.field == field
                    && match op.change {
                        Some(Change::SetTarget) => {
                            let own = self.ground.candidates(index);
                            own.iter().any(|&(own, _)| self.ground.cost_for(task, other as usize, own) < INF)
                        }
                        Some(Change::Set(value)) => {
                            value >= 0 && self.ground.cost_for(task, other as usize, value as u32) < INF
                        }
                        _ => false,
                    }
            }),
        }
    }
}
