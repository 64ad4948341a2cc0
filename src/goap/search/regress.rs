//! One step backwards: the states in which an action leads into a given set of states.
//!
//! Must not know: nodes, queues, bounds.

use super::ground::Ground;
use super::sets::Sets;
use crate::goap::compiled::{Change, Own};
use crate::goap::number::INF;
use crate::goap::task::{Packed, SetOp, Task, TaskAction};

/// Reused memory of a step.
#[derive(Debug, Default)]
pub(in crate::goap) struct Regress {
    /// The state before the action, but for what depends on its candidate.
    pub base: Vec<u64>,
    /// The state before the action.
    pub state: Vec<u64>,
}

/// How far a step has got without a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::goap) enum Base {
    /// The action cannot lead there.
    Conflict,
    /// It can, but does nothing towards it by itself.
    Idle,
    /// It brings some of it about.
    Useful,
}

/// Copies a packed state. Most are a word or two, for which a general copy would take longer than the work itself.
pub(in crate::goap) fn assign(to: &mut Vec<u64>, from: &[u64]) {
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
    op.own != Own::Unsaid || op.change == Some(Change::SetOwn)
}

impl Regress {
    /// Regresses everything that does not depend on the candidate from `after` into `base`.
    pub fn base(&mut self, task: &Task, sets: &mut Sets, after: &[u64], action: &TaskAction) -> Base {
        let touches = task.touches_of(action);
        let mut gained = 0;
        for touch in touches {
            let word = after[touch.word as usize];
            if word & touch.value != touch.value {
                return Base::Conflict;
            }
            let before = (word | touch.fields) & touch.permits;
            if ((before | touch.guards) - touch.lows) & touch.guards != touch.guards {
                return Base::Conflict;
            }
            gained |= before & !word;
        }
        let ops = task.ops_of(action);
        if gained == 0 && ops.is_empty() && action.target.is_none() {
            return Base::Idle;
        }
        assign(&mut self.base, after);
        for touch in touches {
            let word = &mut self.base[touch.word as usize];
            *word = (*word | touch.fields) & touch.permits;
        }
        let mut useful = gained != 0;
        for op in ops.iter().filter(|op| !depends_on_candidate(op)) {
            match step(task, sets, &mut self.base, op, None) {
                Some(gains) => useful |= gains,
                None => return Base::Conflict,
            }
        }
        if useful { Base::Useful } else { Base::Idle }
    }

    /// Completes `base` for a candidate into `state`: whether that is possible, and whether it gains anything.
    pub fn complete(
        &mut self,
        task: &Task,
        sets: &mut Sets,
        action: &TaskAction,
        index: usize,
        candidate: Option<u32>,
    ) -> Option<bool> {
        assign(&mut self.state, &self.base);
        let (Some(candidate), Some(target)) = (candidate, action.target) else { return Some(false) };
        let mut gains = false;
        if action.names_candidate {
            for op in task.ops_of(action).iter().filter(|op| depends_on_candidate(op)) {
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

    /// The only candidate that can lead to `after`, if the state pins one down: `Some(None)` if the one it pins down is
    /// unfit, `None` if it pins down none.
    pub fn pinned(
        task: &Task,
        sets: &Sets,
        ground: &Ground,
        after: &[u64],
        action: &TaskAction,
        index: usize,
    ) -> Option<Option<(u32, i64)>> {
        if !action.names_candidate {
            return None;
        }
        for op in task.ops_of(action) {
            let Packed::Set(half) = task.fields[op.field as usize].place else { continue };
            let number = half.get(after);
            let asks = op.change == Some(Change::SetOwn) || (op.own == Own::Is && op.change.is_none());
            if number == 0 || !asks {
                continue;
            }
            if let Some(only) = sets.single(number) {
                let cost = u32::try_from(only).map_or(INF, |only| ground.cost_for(index, only));
                return Some((cost < INF).then_some((only as u32, cost)));
            }
        }
        None
    }

    /// Whether some effect that takes the candidate falls on a restricted fact, so that an idle base may yet gain.
    pub fn may_gain(task: &Task, after: &[u64], action: &TaskAction) -> bool {
        task.ops_of(action).iter().any(|op| match (op.change, task.fields[op.field as usize].place) {
            (Some(_), Packed::Set(half)) => depends_on_candidate(op) && half.get(after) != 0,
            _ => false,
        })
    }
}

/// How a set of used candidates names an action and a candidate.
pub(in crate::goap) fn member(index: usize, candidate: u32) -> i64 {
    (index as i64) << 32 | i64::from(candidate)
}

/// Notes that an action has had a candidate; false if it had already.
pub(in crate::goap) fn use_up(task: &Task, sets: &mut Sets, state: &mut [u64], index: usize, candidate: u32) -> bool {
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

/// Regresses one op in place. `None` where it cannot lead there; otherwise whether values are gained.
fn step(task: &Task, sets: &mut Sets, state: &mut [u64], op: &SetOp, candidate: Option<u32>) -> Option<bool> {
    let field = &task.fields[op.field as usize];
    let Packed::Set(half) = field.place else { return Some(false) };
    let after = half.get(state);
    let mut number = match op.change {
        None => after,
        Some(Change::Set(value)) => sets.contains(after, value).then_some(0)?,
        Some(Change::SetOwn) => sets.contains(after, i64::from(candidate?)).then_some(0)?,
        Some(Change::Add(amount)) => sets.before_add(op.field, after, amount, field.range)?,
    };
    if op.preconditions != 0 {
        number = sets.intersection(op.field, number, op.preconditions)?;
    }
    match op.own {
        Own::Unsaid => {}
        Own::Is => {
            let own = i64::from(candidate?);
            number = sets.contains(number, own).then(|| sets.point(op.field, own))?;
        }
        Own::IsNot => number = sets.without(op.field, number, i64::from(candidate?), field.range)?,
    }
    half.put(state, number);
    Some(number != after && !sets.subset(number, after))
}
