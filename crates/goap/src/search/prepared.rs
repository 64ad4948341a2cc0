//! A request, prepared for the search: its costs, the sets of values in it, and what can be reached at what cost.
//!
//! Independent of: nodes, the order of search.

use super::Problem;
use super::grounding::GroundedRequest;
use super::interned_sets::InternedSets;
use super::reachability::{GroundedTask, Reachability};
use crate::compiled::Change;
use crate::number::INF;
use crate::task::field_condition::FieldCondition;
use crate::task::{FieldEncoding, Task};
use crate::values::contains;

#[derive(Debug, Default)]
pub(crate) struct PreparedRequest {
    pub ground: GroundedRequest,
    /// The sets of values that the task and the states of its searches refer to.
    pub sets: InternedSets,
    pub reachability: Reachability,
}

impl PreparedRequest {
    pub fn compute(&mut self, problem: &Problem) {
        let Problem { domain, task, request } = problem;
        self.ground.reset(task, &domain.facts, request);
        self.sets.reset(task);
        self.reachability.compute(GroundedTask { task, ground: &self.ground }, &mut self.sets);
    }

    /// See [`Reachability::bound`].
    #[inline]
    pub fn bound(&mut self, task: &Task, state: &[u64]) -> (i64, bool) {
        self.reachability.bound(GroundedTask { task, ground: &self.ground }, &mut self.sets, state)
    }

    /// Whether the start fails a condition.
    pub fn unmet(&self, task: &Task, field: u32, condition: FieldCondition) -> bool {
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
        !holds
    }

    /// Whether the start fails a condition, and no action can change that.
    pub fn unreachable(&self, task: &Task, field: u32, condition: FieldCondition) -> bool {
        let start = GroundedTask { task, ground: &self.ground };
        self.unmet(task, field, condition) && self.reachability.condition(start, &self.sets, field, condition) >= INF
    }

    /// Whether an action can change a field towards a condition.
    pub fn achieves(&self, task: &Task, index: usize, field: u32, condition: FieldCondition) -> bool {
        match condition {
            FieldCondition::Bits(bits) => {
                let FieldEncoding::Bits { word, .. } = task.fields[field as usize].encoding else { return false };
                task.bit_effects[index].iter().any(|&bit| bit / 64 == word && bits >> (bit % 64) & 1 == 1)
            }
            FieldCondition::Set(number) => {
                let (set, now) = (self.sets.members(number), self.ground.values[field as usize]);
                task.ops[index].iter().any(|op| {
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
            FieldCondition::CandidateOf(other) => task.ops[index].iter().any(|op| {
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
