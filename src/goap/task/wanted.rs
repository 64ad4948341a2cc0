//! The conditions of a task one by one: which values are wanted of which field, by a packed state or by an action's needs.
//!
//! Must not know: queries, search.

use super::{Packed, Task, TaskAction};
use crate::goap::compiled::Own;

/// The values that are wanted of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::goap) enum Wanted {
    Bits(u64),
    Set(u32),
    /// Any candidate of the action with this index.
    CandidateOf(u32),
}

/// Calls `each` with every condition of a packed state.
pub(in crate::goap) fn for_each_condition(task: &Task, state: &[u64], mut each: impl FnMut(u32, Wanted)) {
    for (index, field) in task.fields.iter().enumerate() {
        match field.place {
            Packed::Bits { word, mask, .. } => {
                let bits = state[word as usize] & mask;
                if bits != mask {
                    each(index as u32, Wanted::Bits(bits));
                }
            }
            Packed::Set(half) => {
                if half.get(state) != 0 {
                    each(index as u32, Wanted::Set(half.get(state)));
                }
            }
        }
    }
}

/// Calls `each` with every condition that an action needs.
pub(in crate::goap) fn for_each_need(
    task: &Task,
    action: &TaskAction,
    index: usize,
    mut each: impl FnMut(u32, Wanted),
) {
    for &(word, bits) in task.bit_needs_of(action) {
        if bits != 0 {
            let field = task.bit_field[word as usize * 64 + bits.trailing_zeros() as usize];
            each(field, Wanted::Bits(bits));
        }
    }
    for op in task.ops_of(action) {
        if op.preconditions != 0 {
            each(op.field, Wanted::Set(op.preconditions));
        }
        if op.own == Own::Is {
            each(op.field, Wanted::CandidateOf(index as u32));
        }
    }
}
