//! Why a goal is out of reach: the facts at the ends of the chains of unmet conditions, which no action brings about.
//!
//! Must not know: nodes, names.

use super::Scratch;
use crate::goap::compiled::Change;
use crate::goap::number::INF;
use crate::goap::task::wanted::{Wanted, for_each_condition, for_each_need};
use crate::goap::task::{Packed, Task, TaskAction};
use crate::goap::values::contains;

/// Reused memory of the walk.
#[derive(Debug, Default)]
pub(in crate::goap) struct Blame {
    seen: Vec<bool>,
    queue: Vec<(u32, Wanted)>,
}

impl Scratch {
    /// Fills `missing` with facts (by index in the domain, ascending): those that nothing brings about, on the way to
    /// the goal; where each condition could be met by itself, the unmet facts of the goal.
    pub fn blame(&mut self, task: &Task, missing: &mut Vec<u32>) {
        let mut blame = std::mem::take(&mut self.blame);
        blame.seen.clear();
        blame.seen.resize(task.fields.len(), false);
        blame.queue.clear();
        for_each_condition(task, &task.goal, |field, wanted| {
            if self.unmet(task, field, wanted, true) {
                blame.queue.push((field, wanted));
            }
        });
        while let Some((field, wanted)) = blame.queue.pop() {
            if std::mem::replace(&mut blame.seen[field as usize], true) {
                continue;
            }
            let mut helped = false;
            for (index, action) in task.actions.iter().enumerate() {
                if self.ground.costs[index] < INF && self.achieves(task, action, index, field, wanted) {
                    helped = true;
                    for_each_need(task, action, index, |need, wanted| {
                        if self.unmet(task, need, wanted, true) {
                            blame.queue.push((need, wanted));
                        }
                    });
                }
            }
            if !helped {
                missing.push(task.fields[field as usize].fact);
            }
        }
        if missing.is_empty() {
            for_each_condition(task, &task.goal, |field, wanted| {
                if self.unmet(task, field, wanted, false) {
                    missing.push(task.fields[field as usize].fact);
                }
            });
        }
        missing.sort_unstable();
        self.blame = blame;
    }

    /// Whether the start does not meet a condition; `ever`: whether nothing could make it so.
    pub fn unmet(&self, task: &Task, field: u32, wanted: Wanted, ever: bool) -> bool {
        let value = self.ground.values[field as usize];
        let holds = match (wanted, task.fields[field as usize].place) {
            (Wanted::Bits(bits), Packed::Bits { word, .. }) => self.ground.start[word as usize] & bits != 0,
            (Wanted::Set(number), _) => self.sets.contains(number, value),
            (Wanted::CandidateOf(action), _) => value >= 0 && self.ground.cost_for(action as usize, value as u32) < INF,
            _ => true,
        };
        !holds && (!ever || self.reach.condition(task, &self.ground, &self.sets, field, wanted) >= INF)
    }

    /// Whether an action can change a field towards what is wanted of it.
    pub fn achieves(&self, task: &Task, action: &TaskAction, index: usize, field: u32, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Bits(bits) => {
                let Packed::Bits { word, .. } = task.fields[field as usize].place else { return false };
                task.bit_effects_of(action).iter().any(|&bit| bit / 64 == word && bits >> (bit % 64) & 1 == 1)
            }
            Wanted::Set(number) => {
                let (set, now) = (self.sets.members(number), self.ground.values[field as usize]);
                task.ops_of(action).iter().any(|op| {
                    op.field == field
                        && match op.change {
                            None => false,
                            Some(Change::Set(value)) => contains(set, value),
                            Some(Change::SetOwn) => {
                                self.ground.candidates(index).iter().any(|&(own, _)| contains(set, i64::from(own)))
                            }
                            Some(Change::Add(amount)) => {
                                set.last().is_some_and(|&(_, high)| amount > 0 && high > now)
                                    || set.first().is_some_and(|&(low, _)| amount < 0 && low < now)
                            }
                        }
                })
            }
            Wanted::CandidateOf(other) => task.ops_of(action).iter().any(|op| {
                op.field == field
                    && match op.change {
                        Some(Change::SetOwn) => {
                            let own = self.ground.candidates(index);
                            own.iter().any(|&(own, _)| self.ground.cost_for(other as usize, own) < INF)
                        }
                        Some(Change::Set(value)) => {
                            value >= 0 && self.ground.cost_for(other as usize, value as u32) < INF
                        }
                        _ => false,
                    }
            }),
        }
    }
}
