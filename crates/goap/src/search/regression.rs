//! Regression: the set of states in which an action leads into a given set of states.
//!
//! Independent of: nodes, queues, bounds.

use super::grounding::GroundedRequest;
use super::interned_sets::InternedSets;
use crate::compiled::{Change, CompiledTarget, TargetTest};
use crate::number::INF;
use crate::task::{FieldEncoding, SetOp, Task};

/// Reused memory.
#[derive(Debug, Default)]
pub(crate) struct Regression {
    /// The state before the action, except for what depends on the action's candidate: all of it for an action without a target.
    pub base: Vec<u64>,
    /// The state before an action with a target.
    pub state: Vec<u64>,
}

/// The result of regressing everything that does not depend on the candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BaseGain {
    /// The action cannot lead into the states.
    Conflict,
    /// It can, but its effects so far achieve none of the conditions.
    None,
    /// It achieves some of the conditions.
    Some,
}

/// Copies a packed state. Most are a word or two long, for which a general copy is slower.
pub(crate) fn assign(to: &mut Vec<u64>, from: &[u64]) {
    match (to.as_mut_slice(), from) {
        ([a], [x]) => *a = *x,
        ([a, b], [x, y]) => (*a, *b) = (*x, *y),
        _ => {
            to.clear();
            to.extend_from_slice(from);
        }
    }
}

fn depends_on_candidate(op: &SetOp) -> bool {
    op.target_test != TargetTest::Any || op.change == Some(Change::SetTarget)
}

impl Regression {
    /// Regresses everything that does not depend on the candidate from `after` into `base`.
    pub fn base(&mut self, task: &Task, sets: &mut InternedSets, after: &[u64], index: usize) -> BaseGain {
        let word_ops = &task.word_ops[index];
        let mut gained = 0;
        for word_op in word_ops {
            let word = after[word_op.word as usize];
            if word & word_op.value != word_op.value {
                return BaseGain::Conflict;
            }
            let before = (word | word_op.fields) & word_op.allowed;
            if ((before | word_op.guards) - word_op.lows) & word_op.guards != word_op.guards {
                return BaseGain::Conflict;
            }
            gained |= before & !word;
        }
        let ops = &task.ops[index];
        if gained == 0 && ops.is_empty() && task.actions[index].target.is_none() {
            return BaseGain::None;
        }
        assign(&mut self.base, after);
        for word_op in word_ops {
            let word = &mut self.base[word_op.word as usize];
            *word = (*word | word_op.fields) & word_op.allowed;
        }
        let mut useful = gained != 0;
        for op in ops.iter().filter(|op| !depends_on_candidate(op)) {
            match step(task, sets, &mut self.base, op, None) {
                Some(gains) => useful |= gains,
                None => return BaseGain::Conflict,
            }
        }
        if useful { BaseGain::Some } else { BaseGain::None }
    }

    /// Completes `base` for a candidate of an action with a target into `state`. `None` if the action cannot lead there;
    /// otherwise whether the candidate's effects achieve any condition.
    pub fn complete(
        &mut self,
        task: &Task,
        sets: &mut InternedSets,
        index: usize,
        target: CompiledTarget,
        candidate: u32,
    ) -> Option<bool> {
        assign(&mut self.state, &self.base);
        let mut gains = false;
        if task.actions[index].names_candidate {
            for op in task.ops[index].iter().filter(|op| depends_on_candidate(op)) {
                gains |= step(task, sets, &mut self.state, op, Some(candidate))?;
            }
        }
        if target.once_per_target && !use_up(task, sets, &mut self.state, index, candidate) {
            return None;
        }
        if let (true, Some(last)) = (target.includes_travel, task.last) {
            last.put(&mut self.state, candidate + 1);
        }
        Some(gains)
    }

    /// The only candidate that can lead to `after`, if the state allows just one. `Some(None)` if that one does not
    /// fit, `None` if the state allows several.
    pub fn pinned(
        task: &Task,
        sets: &InternedSets,
        ground: &GroundedRequest,
        after: &[u64],
        index: usize,
    ) -> Option<Option<(u32, i64)>> {
        if !task.actions[index].names_candidate {
            return None;
        }
        for op in &task.ops[index] {
            let FieldEncoding::Set(half) = task.fields[op.field as usize].encoding else { continue };
            let number = half.get(after);
            let asks =
                op.change == Some(Change::SetTarget) || (op.target_test == TargetTest::Is && op.change.is_none());
            if number == 0 || !asks {
                continue;
            }
            if let Some(only) = sets.single(number) {
                let cost = u32::try_from(only).map_or(INF, |only| ground.cost_for(task, index, only));
                return Some((cost < INF).then_some((only as u32, cost)));
            }
        }
        None
    }

    /// Whether an effect that assigns the candidate falls on a restricted fact, so that a candidate may achieve
    /// something although the base does not.
    pub fn may_gain(task: &Task, after: &[u64], index: usize) -> bool {
        task.ops[index].iter().any(|op| match (op.change, task.fields[op.field as usize].encoding) {
            (Some(_), FieldEncoding::Set(half)) => depends_on_candidate(op) && half.get(after) != 0,
            _ => false,
        })
    }
}

/// How a set of used candidates encodes an action and a candidate.
pub(crate) fn member(index: usize, candidate: u32) -> i64 {
    (index as i64) << 32 | i64::from(candidate)
}

/// Records that an action has used a candidate; `false` if it had already.
pub(crate) fn use_up(task: &Task, sets: &mut InternedSets, state: &mut [u64], index: usize, candidate: u32) -> bool {
    let Some(used) = task.used else { return true };
    let member = member(index, candidate);
    let number = used.get(state);
    if number != 0 && sets.contains(number, member) {
        return false;
    }
    let number = sets.with(number, member);
    used.put(state, number);
    true
}

/// Regresses one operation in place. `None` if it cannot lead there; otherwise whether it achieves part of a
/// condition.
fn step(task: &Task, sets: &mut InternedSets, state: &mut [u64], op: &SetOp, candidate: Option<u32>) -> Option<bool> {
    let field = &task.fields[op.field as usize];
    let FieldEncoding::Set(half) = field.encoding else { return Some(false) };
    let after = half.get(state);
    let mut number = match op.change {
        None => after,
        Some(Change::Set(value)) => sets.contains(after, value).then_some(0)?,
        Some(Change::SetTarget) => sets.contains(after, i64::from(candidate?)).then_some(0)?,
        Some(Change::Add(amount)) => sets.before_add(op.field, after, amount, field.range)?,
    };
    if op.required_set != 0 {
        number = sets.intersection(op.field, number, op.required_set)?;
    }
    match op.target_test {
        TargetTest::Any => {}
        TargetTest::Is => {
            let own = i64::from(candidate?);
            number = sets.contains(number, own).then(|| sets.point(op.field, own))?;
        }
        TargetTest::IsNot => number = sets.without(op.field, number, i64::from(candidate?), field.range)?,
    }
    half.put(state, number);
    Some(number != after && !sets.subset(number, after))
}
